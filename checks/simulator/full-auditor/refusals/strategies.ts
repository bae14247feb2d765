// Reversals, closings, algorithmic orders and MMR close orders (rules 6.4, 8.8, 8.9).

import type {
  CancelAlgo,
  PauseAlgo,
  CancelMmrClose,
  PlaceAlgo,
  ReversePosition,
  SetMmrClose,
} from '@basis/engine/commands'
import { absolute } from '../sums.ts'
import type { AuditedMarket } from '../prices.ts'
import {
  judgeBand,
  judgeFilters,
  judgeSlippage,
  mostLots,
  presentPrice,
  protectivePrice,
} from './filters.ts'
import type { Findings } from './findings.ts'
import { contentOf } from './registry.ts'
import {
  withImpliedReduceOnly,
  contractOf,
  isOfOtherMode,
  judgeHours,
  type World,
} from './request.ts'

/**
 * Both legs are filled completely, or nothing happens (6.4, D-35); whether the account has enough
 * margin afterwards is taken from the engine.
 */
export function judgeReversal(world: World, command: ReversePosition, findings: Findings): void {
  const { audited } = world
  const { account, symbol, positionIdx, slippage } = command
  const market = contractOf(world, command, findings)
  if (market === undefined) return
  const { size } = audited.seen(account, symbol, positionIdx)
  findings.add('reduceOnlyWithoutPosition', size === 0n)
  if (!findings.isClean) return
  judgeHours(world, market, false, findings)
  const sign = size > 0n ? -1n : 1n
  judgeBand(market, { sign, reduceOnly: false }, findings)
  judgeSlippage({ slippage, orderType: 'Market' }, findings)
  const size64 = Number(absolute(size))
  const filtered = { orderType: 'Market', qtyLots: size64, reduceOnly: false } as const
  const [best] = audited.queue(symbol, -sign)
  const valuedAt = presentPrice(market, best)
  judgeFilters(market, { ...filtered, isSplit: false, valuedAt }, findings)
  findings.leave('riskLimitExceeded', 'insufficientBalance')
  const limit = protectivePrice(market, sign, best?.price, slippage)
  if (!findings.isClean || limit === undefined) return
  let least = 0n
  let most = 0n
  for (const other of audited.queue(symbol, -sign)) {
    if ((other.price - limit) * sign > 0n) break
    if (other.account === account) continue
    most += other.left
    // A reduce-only order shrinks with its owner's position as the first leg trades.
    if (!other.reduceOnly) least += other.left
  }
  const wanted = 2n * absolute(size)
  if (most < wanted) findings.add('reverseNotFillable')
  else if (least < wanted) findings.leave('reverseNotFillable')
}

type TwapTerms = Extract<PlaceAlgo['terms'], { kind: 'Twap' }>

const intervalsSec = [5, 10, 15, 30, 60, 120]
const mostRunning = 10

/**
 * The terms of a parent (8.9). The checks of its sizes, and of its first child, which enters like
 * any order, are taken from the engine.
 */
export function judgeAlgo(world: World, asked: PlaceAlgo, findings: Findings): void {
  const { audited, registry } = world
  const command = withImpliedReduceOnly(asked)
  const { account, symbol, qtyLots, linkId, terms } = command
  findings.add('accountUnknown', !audited.accounts.has(account))
  findings.add('instrumentUnknown', !audited.markets.has(symbol))
  if (!findings.isClean) return
  const known = registry.algoLinkOf(account, linkId)
  if (known !== undefined) {
    return findings.add('orderLinkIdDuplicate', known.content !== contentOf(command))
  }
  judgeHours(world, audited.market(symbol), command.reduceOnly, findings)
  findings.add('positionIdxMismatch', isOfOtherMode(audited, command))
  const isWhole = Number.isSafeInteger(qtyLots) && qtyLots > 0
  findings.add(qtyLots > 0 ? 'qtyInvalid' : 'qtyRequired', !isWhole)
  if (terms.kind === 'Pov') {
    const { participationE2 } = terms
    findings.add('algoParticipationInvalid', participationE2 < 100 || participationE2 > 5_000)
    // The other checks are those of a TWAP with one child.
    const { durationSec, intervalSec } = terms
    findings.add('algoIntervalInvalid', !intervalsSec.includes(intervalSec))
    findings.add('algoDurationInvalid', durationSec < 300 || durationSec > 86_400)
    if (findings.isClean) {
      findings.add('algoQtyTooSmall', isTooSmall(audited.market(symbol), qtyLots, 1))
    }
  }
  if (terms.kind === 'Twap') {
    findings.add('algoIntervalInvalid', !intervalsSec.includes(terms.intervalSec))
    const { durationSec } = terms
    findings.add('algoDurationInvalid', durationSec < 300 || durationSec > 86_400)
    if (findings.isClean) judgeTwapSizes(audited.market(symbol), { qtyLots, terms }, findings)
  }
  if (terms.kind === 'Scaled') {
    const { children, fromTicks, toTicks } = terms
    findings.add('algoChildCountInvalid', !(children >= 2 && children <= 20))
    // The prices of children must be at least a tick apart.
    const isNarrow = Math.abs(toTicks - fromTicks) < children - 1
    findings.add('algoPriceRangeInvalid', isNarrow)
    findings.leave('qtyTooSmall', 'orderMaxQtyReplace', 'notionalTooSmall', 'algoQtyTooSmall')
  }
  if (terms.kind === 'Iceberg') {
    const parts = 'subLots' in terms.slice ? terms.slice.subLots : terms.slice.orderCount
    findings.add('qtyInvalid', !(Number.isSafeInteger(parts) && parts > 0))
    findings.leave('algoChildCountInvalid', 'algoQtyTooSmall', 'algoChildTooLarge')
  }
  const running = [...registry.algos.values()].filter(
    (algo) => algo.account === account && algo.symbol === symbol,
  )
  findings.add('tooManyAlgoOrders', running.length >= mostRunning)
  // Problems of the first child.
  findings.leave('qtyTooSmall', 'orderMaxQtyReplace', 'notionalTooSmall', 'qtyRequired')
  findings.leave('priceTooLow', 'priceTooHigh', 'priceUnavailable', 'priceInvalid')
  findings.leave('priceAboveBand', 'priceBelowBand', 'reduceOnlyWithoutPosition', 'tooManyOrders')
  findings.leave('insufficientBalance', 'insufficientCoin', 'riskLimitExceeded')
}

/** Each child at least 1.1 × the least value at the last price, at most half the most (8.9). */
function judgeTwapSizes(
  market: AuditedMarket,
  { qtyLots, terms }: { readonly qtyLots: number; readonly terms: TwapTerms },
  findings: Findings,
): void {
  const { instrument, last } = market
  const children = Math.floor(terms.durationSec / terms.intervalSec)
  if (last === 0n && presentPrice(market, undefined) === undefined) return
  findings.add('algoQtyTooSmall', isTooSmall(market, qtyLots, children))
  const half = Math.floor(mostLots(instrument, 'Market') / 2)
  const isLarge = Math.ceil(qtyLots / children) > half
  // Sizes randomised by a seed are left to the engine.
  if (terms.seed === undefined) findings.add('algoChildTooLarge', isLarge)
  else findings.leave('algoChildTooLarge')
}

/** Is one of the children worth less than 1.1 × the minimum value at the last price? */
function isTooSmall(market: AuditedMarket, qtyLots: number, children: number): boolean {
  const { instrument, last } = market
  const price = last > 0n ? last : presentPrice(market, undefined)
  if (price === undefined) return false
  const value = market.value(price, BigInt(qtyLots))
  const isCheap = value * 10n < instrument.minNotional * BigInt(children) * 11n
  return isCheap || qtyLots < instrument.minQtyLots * children
}

export function judgeAlgoCancelling(
  { audited, registry }: World,
  { account, algoId }: Pick<CancelAlgo, 'account' | 'algoId'>,
  findings: Findings,
): void {
  findings.add('accountUnknown', !audited.accounts.has(account))
  if (!findings.isClean) return
  const algo = registry.algos.get(algoId)
  const isOver = algo !== undefined && audited.market(algo.symbol).isDelivered
  findings.add('orderNotFound', algo?.account !== account || isOver)
}

/** A ladder is placed completely at the start; all other running algorithms may be paused (8.9). */
export function judgeAlgoPausing(world: World, command: PauseAlgo, findings: Findings): void {
  judgeAlgoCancelling(world, command, findings)
  if (!findings.isClean) return
  const kind = world.registry.algos.get(command.algoId)?.kind
  findings.add('algoNotPausable', kind === 'Scaled')
}

/** Cross only, one per position, above the current rate, up to 90 %, no hedge broken (8.8). */
export function judgeMmrClose(world: World, command: SetMmrClose, findings: Findings): void {
  const { audited, registry } = world
  const { account, symbol, positionIdx, rateE4 } = command
  if (contractOf(world, command, findings) === undefined) return
  const held = audited.seen(account, symbol, positionIdx)
  findings.add('tpslWithoutPosition', held.size === 0n)
  if (!findings.isClean) return
  const isPortfolio = audited.rulesVersion >= 3 && audited.portfolios.has(account)
  findings.add('mmrCloseNeedsCross', held.isolated || isPortfolio)
  findings.add('mmrCloseExists', registry.mmrCloses.has(`${account} ${symbol} ${positionIdx}`))
  const maintenance = audited.maintenance(account)
  const { balance } = audited.totals(account)
  const isWhole = Number.isSafeInteger(rateE4)
  findings.add('mmrCloseRateOutOfRange', !isWhole || rateE4 > 9000)
  if (isWhole) {
    const isReached = BigInt(rateE4) * balance <= maintenance * 10_000n
    findings.add('mmrCloseRateOutOfRange', isReached)
    // The shown rate has four decimals, rounded up: in between both answers are accepted.
    if (!isReached && BigInt(rateE4 - 1) * balance < maintenance * 10_000n) {
      findings.leave('mmrCloseRateOutOfRange')
    }
  }
  const after = audited.altering(
    account,
    symbol,
    ({ idx }) => (idx === positionIdx ? { size: 0n } : {}),
    () => audited.maintenance(account),
  )
  findings.add('mmrCloseWouldRaise', after > maintenance)
}

export function judgeMmrCancelling(
  { audited, registry }: World,
  { account, symbol, positionIdx }: CancelMmrClose,
  findings: Findings,
): void {
  findings.add('accountUnknown', !audited.accounts.has(account))
  findings.add('instrumentUnknown', !audited.markets.has(symbol))
  if (!findings.isClean) return
  const isWaiting = registry.mmrCloses.has(`${account} ${symbol} ${positionIdx}`)
  findings.add('orderNotFound', !isWaiting)
}
