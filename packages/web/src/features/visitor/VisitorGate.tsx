// The wall before a visitor who may not trade here (spec 2, 6): a modal with two ways out.

import { useSession } from '../../exchange/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { CANCEL_ADDRESS, CONFIRM_ADDRESS } from './ways-out.ts'

/** Stands in the page for everybody and shows itself to banned visitors only. */
export function VisitorGate() {
  const t = useT()
  const isBanned = useSession((session) => session.isBanned)
  const go = (address: string): void => globalThis.location.assign(address)
  return (
    <ConfirmDialog
      open={isBanned}
      title={t('visitor.title')}
      body={t('visitor.body')}
      confirmLabel={t('visitor.confirm')}
      cancelLabel={t('visitor.cancel')}
      onConfirm={() => go(CONFIRM_ADDRESS)}
      onCancel={() => go(CANCEL_ADDRESS)}
    />
  )
}
