// The ticket's message to a visitor without an account, and its warning about possibly stale
// figures.

import { startDemo, useSession } from '../../client/session.ts'
import { useConnection } from '../../client/connection.ts'
import { useT } from '../../i18n/i18n.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { Button } from '../../ui/Button.tsx'

/** A single primary button with the next step (docs/screen 5). */
export function SignedOutTicket({ isKnown }: { isKnown: boolean }) {
  const t = useT()
  const isBusy = useSession((session) => session.isBusy)
  return (
    <div className="flex flex-col gap-2">
      <Button
        variant="primary"
        size="lg"
        wide
        pending={isBusy}
        disabled={!isKnown}
        onClick={() => void startDemo()}
      >
        {t('ticket.getDemo')}
      </Button>
      <p className="text-center text-2xs text-muted">{t('ticket.getDemoHelp')}</p>
      <Button
        variant="ghost"
        size="sm"
        className="self-center"
        onClick={() => openDialog({ kind: 'signIn', view: 'signIn' })}
      >
        {t('ticket.haveAccount')}
      </Button>
    </div>
  )
}

/** Warns that the figures above may be stale; orders can still be sent (docs/screen 4). */
export function StaleLine() {
  const t = useT()
  const market = useConnection((connection) => connection.market)
  const account = useConnection((connection) => connection.account)
  if (market === 'live' && account === 'live') return null
  return (
    <p role="status" className="text-2xs text-warn">
      {t(market === 'live' ? 'ticket.staleAccount' : 'ticket.staleMarket')}
    </p>
  )
}
