// The wall before a visitor who may not trade here (spec 2, 6): a modal with two ways out.

import { useState } from 'react'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useAddressLanguage, usePage } from '../../shell/location.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { CONFIRM_ADDRESS, isWayOut } from './ways-out.ts'

/**
 * Stands in the page for everybody and shows itself to banned visitors only. On the pages it leads
 * to it stays away, until something is refused there.
 */
export function VisitorGate() {
  const t = useT()
  const { isBanned, isRefused, banReason, banRefusals, cancelLink } = useSession()
  const isOut = isWayOut(usePage(), useAddressLanguage())
  const [seenRefusals, setSeenRefusals] = useState(0)
  const leave = (address: string): void => {
    if (isOut && address === globalThis.location.pathname) setSeenRefusals(banRefusals)
    else globalThis.location.assign(address)
  }
  return (
    <ConfirmDialog
      open={(isBanned || isRefused) && (!isOut || banRefusals > seenRefusals)}
      title={t('visitor.title')}
      body={
        <>
          {t('visitor.body')}
          {banReason !== '' && (
            <span className="mt-2 block wrap-break-word">
              {t('visitor.reason', { reason: banReason })}
            </span>
          )}
        </>
      }
      confirmLabel={t('visitor.confirm')}
      cancelLabel={t('visitor.cancel')}
      onConfirm={() => leave(CONFIRM_ADDRESS)}
      onCancel={() => leave(cancelLink)}
    />
  )
}
