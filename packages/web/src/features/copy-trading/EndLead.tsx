// Ending a leader's activity: it ends for all followers, so it is confirmed twice. It is not
// possible while something is open in the leader's wallet.

import { useState } from 'react'
import { message } from '../../i18n/message-keys.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { submitChange } from '../../actions/lost-answers/changes.ts'
import type { OpenInWallet } from './lead-form.ts'

type Props = {
  name: string
  /** What keeps the leader from ending. */
  open: OpenInWallet | undefined
  onDone: () => void
}

export function EndLead({ name, open, onDone }: Props) {
  const t = useT()
  const [isAsked, setAsked] = useState(false)
  const end = async (): Promise<void> => {
    if (open !== undefined) return
    setAsked(false)
    if (await submitChange('endLeader', {}, message('copy.leadEnded'))) onDone()
  }
  return (
    <>
      <Button className="ml-auto" size="sm" onClick={() => setAsked(true)}>
        {t('copy.endLead')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={t('copy.endLeadTitle', { name })}
        body={open === undefined ? t('copy.endLeadBody') : <StillOpen {...open} />}
        disabled={open !== undefined}
        confirmLabel={t('copy.endLead')}
        cancelLabel={t('shell.cancel')}
        onCancel={() => setAsked(false)}
        onConfirm={() => void end()}
      />
    </>
  )
}

function StillOpen({ positions, ordersIn }: OpenInWallet) {
  const t = useT()
  const held = positions.map(
    ({ symbol, side }) => `${symbol} ${t(side === 'Buy' ? 'positions.long' : 'positions.short')}`,
  )
  const parts = [
    [t('positions.title'), held],
    [t('orders.openTitle'), ordersIn],
  ] as const
  return (
    <>
      <p>{t('errors.copyPositionsOpen')}</p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        {parts.map(
          ([name, symbols]) =>
            symbols.length > 0 && (
              <div key={name} className="contents">
                <dt>{name}</dt>
                <dd className="text-ink">{symbols.join(', ')}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  )
}
