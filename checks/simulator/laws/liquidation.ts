// Laws of liquidation after every command: it starts only at or below maintenance margin, and no
// account stays there after new prices.

// Both are checked with exact fractions (reliability L6; rules 14.2.24).

import type { AccountId } from '@basis/domain/numbers/brand'
import type { Instrument, RiskTier } from '@basis/domain/instrument/instrument'
import type { Explanation } from '@basis/domain/margin/explanation'
import { stateOf, type Engine } from '@basis/engine/engine'
import type { Event, LiquidationStarted } from '@basis/engine/events'
import { ceilDiv } from '../full-auditor/prices.ts'

const unit = 100_000_000n

const must = (holds: boolean, law: string): void => {
  if (!holds) throw new Error(law)
}

/** An isolated position with the inputs of 5.1; amounts 1e-8. */
type Reckoned = {
  readonly instrument: Instrument
  readonly sign: 1n | -1n
  readonly qty: bigint
  readonly entryValue: bigint
  readonly leverageE2: bigint
  readonly extra: bigint
}

const tierOfValue = ({ riskTiers }: Instrument, value: bigint): RiskTier => {
  const tier = riskTiers.find(({ limit }) => value <= limit) ?? riskTiers.at(-1)
  if (tier === undefined) throw new Error('a contract has tiers')
  return tier
}

/**
 * Is the condition of 5.1 met at a price: margin without fee reserve + extra margin + UPL ≤ MM
 * without fee reserve? Nothing is rounded: all terms are brought to common denominators.
 */
function isUsedUp(held: Reckoned, price: bigint): boolean {
  const { instrument, sign, qty, entryValue, leverageE2, extra } = held
  const isInverse = instrument.kind === 'Inverse'
  const side = isInverse ? -sign : sign
  const [valueTop, valueBottom] = isInverse ? [qty * unit, price] : [qty * price, unit]
  // X ÷ (1 ∓ f): added margin also pays the greater closing fee at its bankruptcy price (5.2).
  const share = unit - side * BigInt(instrument.takerFeeE8)
  const { maintenanceRateE8, deduction } = tierOfValue(instrument, ceilDiv(valueTop, valueBottom))
  const marginTop = entryValue * 100n * share + extra * unit * leverageE2
  const marginBottom = leverageE2 * share
  const profitTop = side * (valueTop - entryValue * valueBottom)
  const left = marginTop * valueBottom + profitTop * marginBottom
  const needed = valueTop * BigInt(maintenanceRateE8) - deduction * unit * valueBottom
  return left * unit <= needed * marginBottom
}

const numberOf = ({ numbers }: Explanation, name: string): bigint => {
  const found = numbers[name]
  if (found === undefined) throw new Error(`L6: nothing is explained of ${name}`)
  return found.value
}

/**
 * L6. A cross account is liquidated when its margin balance is no more than its maintenance margin,
 * which is asserted directly. An isolated position is liquidated when M reaches the liquidation
 * price, which is rounded to the tick outwards (0.3): equity may then be above maintenance by less
 * than the value of one tick. What holds exactly: M ≤ ⌈LP⌉ and M on a tick are M − tick < LP
 * (short: M + tick > LP), and the margin of 5.1 decreases strictly towards LP, so that it is used
 * up at the next tick beyond the mark. All numbers are taken from the event's explanation.
 */
export function mayBeLiquidated(event: LiquidationStarted, instrument?: Instrument): void {
  const { account, symbol, marginBalance, maintenanceMargin, explanation } = event
  if (symbol === undefined) {
    return must(marginBalance <= maintenanceMargin, 'L6: liquidated above maintenance')
  }
  if (instrument === undefined) throw new Error(`L6: ${symbol} is listed`)
  const explained = (name: string): bigint => numberOf(explanation, name)
  const sign = explanation.compared[1] === '<=' ? 1n : -1n
  const [mark, price] = [explained('markPrice'), explained('liquidationPrice')]
  must((price - mark) * sign >= 0n, `L6: ${account} ${symbol} falls at ${mark}, not ${price}`)
  const held: Reckoned = {
    instrument,
    sign,
    qty: explained('size'),
    entryValue: explained('entryValue'),
    leverageE2: explained('leverage'),
    extra: explained('extraMargin'),
  }
  const next = mark - sign * BigInt(instrument.tickSizeE8)
  const isSpent = next <= 0n || isUsedUp(held, next)
  must(isSpent, `L6: ${account} ${symbol} is liquidated at ${mark} with margin left`)
}

/** The escrow account; wallets of copies and bots have the numbers after it (rules 16.1). */
export const escrow = 1_000_000_000

/** May the exchange close positions of a symbol at this time (L2)? */
type IsFresh = (symbol: string) => boolean

/**
 * Returns the accounts filled by orders that the command sent after its liquidations: triggers,
 * algorithms, rules, bots and copies run last, and accounts that they filled are checked at the
 * next prices (docs/rules/liquidation.md). An order of a rule is recognised as an order of an
 * account whose rule has changed, placed after the last liquidation began; one of a bot or copy as
 * a wallet's order, if the wallet itself is not liquidated.
 */
export function filledLater(events: readonly Event[]): ReadonlySet<number> {
  const ruled = new Set(
    events.flatMap((event) => (event.kind === 'RuleChanged' ? [event.account] : [])),
  )
  const fallen = new Set<number>(
    events.flatMap((event) => (event.kind === 'LiquidationStarted' ? [event.account] : [])),
  )
  const ofWallet = (account: number): boolean => account > escrow && !fallen.has(account)
  const house = events.findLastIndex(({ kind }) => kind === 'LiquidationStarted')
  const first = events.findIndex(
    (event, at) =>
      event.kind === 'OrderTriggered' ||
      (event.kind === 'OrderPlaced' &&
        (event.order.algoId !== undefined ||
          (at > house && (ruled.has(event.order.account) || ofWallet(event.order.account))))),
  )
  const later = first < 0 ? [] : events.slice(first)
  return new Set(
    later.flatMap((event) => (event.kind === 'OrderFilled' ? [event.order.account] : [])),
  )
}

/** Does the account have an open isolated position? */
function isolates(id: AccountId, engine: Engine): boolean {
  const account = stateOf(engine).accounts.get(id)
  const pairs = account?.hedge?.pairs ?? []
  return [
    ...(account?.positions.all() ?? []),
    ...pairs.flatMap((pair) => [pair?.long, pair?.short]),
  ].some((held) => held !== undefined && held.sign !== 0 && held.isolated)
}

/**
 * The part of an account that must be liquidated and may be closed: its cross positions if
 * maintenance has reached the margin balance, or an isolated one whose margin is used up at the
 * mark (5.1, 5.6; L2, L6). Undefined if there is none.
 */
export function fallenOf(account: AccountId, engine: Engine, isFresh: IsFresh): string | undefined {
  const view = engine.views.account(account)
  if (view === undefined) throw new Error(`14.2.24: there is no account ${account}`)
  const { marginBalance, maintenanceMargin } = view
  const isBelow = maintenanceMargin > 0n && marginBalance <= maintenanceMargin
  // The views of positions have many figures: most accounts, after most prices, need none of them.
  if (!isBelow && !isolates(account, engine)) return undefined
  const closable = engine.views
    .positions(account)
    .filter(({ position }) => isFresh(position.symbol))
  if (isBelow && closable.some(({ position }) => !position.isIsolated)) return 'cross'
  for (const { position, markPriceE8 } of closable) {
    if (!position.isIsolated) continue
    const instrument = engine.views.instrument(position.symbol)
    if (instrument === undefined) continue
    const held: Reckoned = {
      instrument,
      sign: position.side === 'Buy' ? 1n : -1n,
      qty: BigInt(position.sizeLots) * BigInt(instrument.lotSizeE8),
      entryValue: position.entryValue,
      leverageE2: BigInt(position.leverageE2),
      extra: position.extraMargin,
    }
    if (isUsedUp(held, BigInt(markPriceE8))) return position.symbol
  }
  return undefined
}
