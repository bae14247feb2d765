// The modal for a visitor who may not trade here, with two links out (spec 2, 6).

import { useState } from 'react'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useAddressLanguage, usePage } from '../../shell/location.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { CONFIRM_ADDRESS, isWayOut } from './ways-out.ts'

/**
 * Mounted on every page, but shown only to banned visitors. On the pages it links to it stays
 * hidden until a request is rejected there.
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
