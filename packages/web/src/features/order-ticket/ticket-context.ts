// Collects the state that the ticket's figures need from the stores: prices, funds, leverage, the
// position.

import { priceTicks } from '@basis/domain/numbers/fixed'
import { isComing, type Instrument } from '@basis/domain/instrument/instrument'
import { stateProblem } from '@basis/domain/orders/symbol-states'
import { listStateOf, useCatalogue } from '../../stores/catalogue.ts'
import { isBookBlocked, useConnection } from '../../client/connection.ts'
import { useIsModeAwaited } from '../../stores/trading-mode/mode-request.ts'
import { usePositionsIn, useTradingMode } from '../../stores/positions.ts'
import type { Ticker } from '../../stores/tickers.ts'
import { useWallet } from '../../stores/wallet.ts'
import type { MessageKey } from '../../i18n/message-keys.ts'
import { orderContextOf } from '../outcome/question/order-context.ts'
import type { TicketContext, TicketDraft } from './ticket.ts'

/** Returns the market and the account state for a draft; re-renders as they change. */
export function useTicketContext(instrument: Instrument, ticker: Ticker): TicketContext {
  const { symbol } = instrument
  const wallet = useWallet()
  const positions = usePositionsIn(symbol)
  const standing = useTradingMode(symbol)
  const isUnsettled = useIsModeAwaited(symbol)
  const context = orderContextOf(instrument, { ticker, wallet, positions, standing })
  return { ...context, band: bandOf(ticker), isUnsettled }
}

function bandOf({ maxBuyTicks, minSellTicks }: Ticker): TicketContext['band'] {
  if (maxBuyTicks === undefined || minSellTicks === undefined) return undefined
  return { maxBuyTicks: priceTicks(maxBuyTicks), minSellTicks: priceTicks(minSellTicks) }
}

/** Returns why the market's state does not accept such an order. */
export function barredBy(
  { status }: Pick<Instrument, 'status'>,
  { reduceOnly }: Pick<TicketDraft, 'reduceOnly'>,
): MessageKey | undefined {
  const barred = stateProblem(status, reduceOnly ? 'reduce' : 'open')
  if (barred === undefined) return undefined
  if (barred.name === 'symbolReduceOnly') return 'errors.symbolReduceOnly'
  return isComing({ status }) ? 'book.comingTag' : 'ticket.paused'
}

/** Returns why no order may be entered now, regardless of the form; undefined if one may. */
export function useEntryBlock(
  { instrument, isUnsettled }: TicketContext,
  draft: TicketDraft,
): MessageKey | undefined {
  const list = instrument.kind === 'Spot' ? 'spot' : 'contract'
  const source = useCatalogue((catalogue) => listStateOf(catalogue, list))
  const isBlocked = useConnection((connection) => isBookBlocked(connection, Date.now()))
  if (source !== 'network') return 'ticket.blockedCatalogue'
  const barred = barredBy(instrument, draft)
  if (barred !== undefined) return barred
  if (isUnsettled === true && !draft.reduceOnly) return 'ticket.blockedUnsettled'
  if (isBlocked && draft.orderType === 'Market' && !draft.reduceOnly) return 'ticket.blockedStale'
  return undefined
}
