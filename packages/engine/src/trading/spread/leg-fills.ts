// Applies a match of a combination: both legs of both parties, near before far, with the same
// positions, wallets and fees as any fill (rules 20.2, 20.3).

import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { feeOf } from '@basis/domain/instrument/fees'
import { legOrderIds, type SpreadFill, type SpreadLegFill } from '@basis/domain/spread/order'
import { halfRate } from '@basis/domain/spread/pricing'
import type { SpreadTicks } from '@basis/domain/spread/combination'
import type { OrderId } from '@basis/domain/numbers/brand'
import { nearReference, legsAt, type SpreadLeg } from '../../risk/spread-margin.ts'
import { accountFeeRate, positionStateOf } from '../../state/positions.ts'
import { spreadRecord } from '../../risk/spread-orders.ts'
import type { OpenSpreadOrder } from '../../risk/spread-orders.ts'
import { tickValue, type AccountState, type EngineState } from '../../state/state.ts'
import { bookEntry, collectFee } from '../core/ledger.ts'
import { applyFill } from '../core/position-updates.ts'
import { trimReduceOnly } from '../core/open-orders.ts'

/** The trade ids that a match uses: its own, then the near and the far leg's. */
const tradesOfMatch = 3

/** Fills both parties at the maker's price; the caller has checked that both can carry it. */
export function fillSpread(
  state: EngineState,
  maker: OpenSpreadOrder,
  taker: OpenSpreadOrder,
  lots: number,
): void {
  const price = maker.priceTicks
  const tradeId = state.nextTradeId
  state.nextTradeId += tradesOfMatch
  const { market } = taker
  market.lastTicks = price
  market.tradedLots += lots
  state.events.push({
    kind: 'SpreadTraded',
    symbol: market.combination.symbol,
    tradeId,
    priceTicks: price,
    qtyLots: qtyLots(lots),
    takerSide: taker.side,
  })
  fillParty(state, maker, { tradeId, price, lots, isMaker: true })
  fillParty(state, taker, { tradeId, price, lots, isMaker: false })
}

type Match = {
  readonly tradeId: number
  readonly price: SpreadTicks
  readonly lots: number
  readonly isMaker: boolean
}

function fillParty(state: EngineState, order: OpenSpreadOrder, match: Match): void {
  const { account, market, sign } = order
  const { tradeId, price, lots, isMaker } = match
  const ids = legOrderIds(order.id)
  const legs = legsAt(market, { sign, price, lots })
  const near = fillLeg(state, account, {
    ...legs.near,
    isMaker,
    id: ids.near,
    tradeId: tradeId + 1,
  })
  const far = fillLeg(state, account, { ...legs.far, isMaker, id: ids.far, tradeId: tradeId + 2 })
  const { tickSizeE8, lotSizeE8 } = market.combination
  const unit = (BigInt(tickSizeE8) * BigInt(lotSizeE8)) / 100_000_000n
  const value = amount(BigInt(price) * BigInt(lots) * unit)
  order.leavesLots -= lots
  order.filledLots += lots
  order.filledValue += value
  order.fees = withFees(order.fees, [near, far])
  order.status = order.leavesLots === 0 ? 'Filled' : 'PartiallyFilled'
  order.updatedMs = state.timeMs
  order.updateNo += 1
  const referenceE8 = nearReference(market)
  const shared = { tradeId, priceTicks: price, qtyLots: qtyLots(lots), value, isMaker }
  const fill: SpreadFill = { ...shared, referenceE8, far, near }
  state.events.push({ kind: 'SpreadFilled', spread: spreadRecord(order), fill })
}

function withFees(
  before: ReadonlyMap<string, bigint>,
  legs: readonly SpreadLegFill[],
): ReadonlyMap<string, bigint> {
  const fees = new Map(before)
  for (const { feeCoin, fee } of legs) fees.set(feeCoin, (fees.get(feeCoin) ?? 0n) + fee)
  return fees
}

type LegOfParty = SpreadLeg & {
  readonly isMaker: boolean
  readonly id: OrderId
  readonly tradeId: number
}

function fillLeg(state: EngineState, account: AccountState, leg: LegOfParty): SpreadLegFill {
  const { market, sign, ticks, lots, isMaker } = leg
  const rate = halfRate(accountFeeRate(account, market, isMaker))
  const value = amount(tickValue(market, ticks, lots))
  const base = {
    symbol: market.instrument.symbol,
    side: sign === 1 ? ('Buy' as const) : ('Sell' as const),
    orderId: leg.id,
    tradeId: leg.tradeId,
    priceTicks: priceTicks(ticks),
    qtyLots: qtyLots(lots),
    value,
    feeRateE8: rate,
    isMaker,
  }
  if (market.instrument.kind === 'Spot') return { ...base, ...spotLeg(state, account, leg, base) }
  const fee = feeOf(value, rate)
  const position = positionStateOf(account, market)
  const { closedLots } = applyFill(state, position, {
    sign,
    lots,
    value,
    fee,
    orderId: leg.id,
    tradeId: leg.tradeId,
    cause: 'Trade',
  })
  trimReduceOnly(state, position)
  return { ...base, fee, feeCoin: market.instrument.settleCoin, closedLots: qtyLots(closedLots) }
}

/** Books a spot leg; each side pays its fee in the coin that it receives (rules 3.1). */
function spotLeg(
  state: EngineState,
  account: AccountState,
  { market, sign, lots, id: orderId, tradeId }: LegOfParty,
  { value, feeRateE8 }: Pick<SpreadLegFill, 'value' | 'feeRateE8'>,
): Pick<SpreadLegFill, 'fee' | 'feeCoin' | 'closedLots'> {
  const { baseCoin, quoteCoin, symbol, lotSizeE8 } = market.instrument
  const coins = amount(BigInt(lots) * BigInt(lotSizeE8))
  const isBuy = sign === 1
  const [into, received] = isBuy ? [baseCoin, coins] : [quoteCoin, value]
  const [outOf, paid] = isBuy ? [quoteCoin, value] : [baseCoin, coins]
  const fee = feeOf(received, feeRateE8)
  positionStateOf(account, market).haircut = undefined
  const entry = { cause: 'SpotTrade' as const, symbol, orderId, tradeId }
  bookEntry(state, account, { ...entry, coin: outOf, cashFlow: -paid })
  bookEntry(state, account, { ...entry, coin: into, cashFlow: received, fee })
  collectFee(state, into, fee)
  return { fee, feeCoin: into, closedLots: qtyLots(0) }
}
