// The notice of a pair above its fields: information about the coin before an order (spec 3,
// noticeVisible).

import { zero } from '@basis/domain/numbers/fixed'
import { useT } from '../../../i18n/i18n.ts'
import { pairToGet, showListing, type Listing } from '../../../stores/catalogue.ts'
import { Button } from '../../../ui/Button.tsx'
import type { TicketContext } from '../ticket.ts'

/** Without any of the coin that the pair is paid in, a link leads to a pair that buys it. */
export function GetCoin({ context: { instrument, funds } }: { context: TicketContext }) {
  const t = useT()
  const { kind, quoteCoin: coin, symbol } = instrument
  const isShort = kind === 'Spot' && funds?.available === zero && funds.equity > zero
  const pair = isShort ? pairToGet(coin) : undefined
  if (pair === undefined || pair.symbol === symbol) return null
  return (
    <Button size="sm" variant="ghost" className="self-end" onClick={() => showListing(pair)}>
      {t('ticket.getCoin', { coin, symbol: pair.symbol })}
    </Button>
  )
}

export function PairNotice({ listing: { spot, instrument } }: { listing: Listing }) {
  const t = useT()
  if (spot === undefined) return null
  const { banned, symbol } = instrument
  const parts = [
    spot.ltDirection !== '' && t('ticket.noticeToken', { coin: spot.ltUnderlying }),
    spot.ltDirection === '' && spot.label === 'risk' && t('ticket.noticeRisk'),
    spot.label === 'innovation' && t('ticket.noticeInnovation'),
    banned === 'Buy' && t('errors.buyBanned', { symbol }),
    banned === 'Sell' && t('errors.sellBanned', { symbol }),
  ].filter((words) => words !== false)
  return (
    <p role="note" className="rounded bg-accent-tint px-2 py-1 text-2xs leading-3.5 text-warn">
      {parts.join(' ')}
    </p>
  )
}
