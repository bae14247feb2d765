// Settings of a contract: leverage, margin mode, added margin, replenishment, position mode
// (rules 4.5, 5.3, 5.4, 6.1, 8.8).

import type {
  ChangeMargin,
  SetAutoAddMargin,
  SetLeverage,
  SetMarginMode,
  SetPositionMode,
} from '@basis/engine/commands'
import { isShortOf, meansOf, mostValue } from '../affording.ts'
import type { AuditedState } from '../audited-state.ts'
import { greater, lesser, type AuditedMarket } from '../prices.ts'
import { absolute, isUsedUp, signOf, unrealised, type Held } from '../sums.ts'
import type { Findings } from './findings.ts'
import { contractOf, hasOrders, type Place, type World } from './request.ts'

/** The position that a setting of a contract affects, or both sides of a hedge. */
function sidesOf(
  world: World,
  { account, symbol }: Pick<Place, 'account' | 'symbol'>,
  findings: Findings,
): { readonly market: AuditedMarket; readonly sides: readonly Held[] } | undefined {
  const { audited } = world
  const isHedged = audited.markets.has(symbol) && audited.isHedged(account, symbol)
  const idxs = isHedged ? [1, 2] : [0]
  const market = contractOf(world, { account, symbol, positionIdx: isHedged ? 1 : 0 }, findings)
  if (market === undefined) return undefined
  return { market, sides: idxs.map((idx) => audited.seen(account, symbol, idx)) }
}

/** The checks of 4.5. EX-4.9 */
export function judgeLeverage(world: World, command: SetLeverage, findings: Findings): void {
  const found = sidesOf(world, command, findings)
  if (found === undefined) return
  const { market, sides } = found
  const { account, symbol, leverageE2: long, sellLeverageE2: short = long } = command
  const { instrument } = market
  const most = instrument.riskTiers[0]?.maxLeverageE2 ?? 0
  const isOutside = (leverage: number): boolean =>
    !Number.isSafeInteger(leverage) || leverage < instrument.minLeverageE2 || leverage > most
  findings.add('leverageOutOfRange', isOutside(long) || isOutside(short))
  const [first] = sides
  const mayDiffer = sides.length === 2 && first?.isolated === true
  findings.add('leverageSidesDiffer', long !== short && !mayDiffer)
  if (!findings.isClean) return
  const wantedOf = ({ idx }: Held): bigint => BigInt(idx === 2 ? short : long)
  const changes = (held: Held): boolean => wantedOf(held) !== held.leverageE2
  findings.add('leverageUnchanged', !sides.some(changes))
  const { audited } = world
  const isOver = sides.some(
    (held) => changes(held) && riskValue(audited, held) > mostValue(market, wantedOf(held)),
  )
  findings.add('leverageRiskLimit', isOver)
  const isIsolated = first?.isolated ?? false
  const asked = { account, symbol, isIsolated, rule: 'leverageInsufficientBalance' } as const
  const to = (held: Held): Partial<Held> =>
    changes(held) ? { leverageE2: wantedOf(held), extra: 0n } : {}
  if (isIsolated) judgeCarried(audited, { ...asked, to }, findings)
  else {
    const means = (): ReturnType<typeof meansOf> => meansOf(audited, account, symbol)
    const { balance, initial } = audited.altering(account, symbol, to, means)
    // The account's initial margin rate; 0 without any margin.
    findings.add(asked.rule, initial > 0n && initial > balance)
  }
  judgeFall(
    market,
    isIsolated ? sides.filter(changes) : [],
    { to, rule: 'leverageWouldLiquidate' },
    findings,
  )
}

/** max(long position at mark + open buys, short + open sells), of one position (4.2). EX-4.5 */
function riskValue(audited: AuditedState, held: Held): bigint {
  const { account, symbol, idx, size } = held
  const market = audited.market(symbol)
  const [buys = 0n, sells = 0n] = [1n, -1n].map((sign) =>
    audited
      .weights(account, symbol, idx)
      .filter((order) => order.sign === sign)
      .reduce(
        (sum, { price, lots }) => sum + market.value(price, lots),
        signOf(size) === sign ? market.value(market.mark, absolute(size)) : 0n,
      ),
  )
  return greater(buys, sells)
}

type Supposed = {
  readonly account: number
  readonly symbol: string
  readonly isIsolated: boolean
  readonly to: (held: Held) => Partial<Held>
  readonly rule: 'leverageInsufficientBalance' | 'insufficientBalance' | 'addMarginInsufficient'
}

function judgeCarried(
  audited: AuditedState,
  { account, symbol, isIsolated, to, rule }: Supposed,
  findings: Findings,
): void {
  const means = (): ReturnType<typeof meansOf> => meansOf(audited, account, symbol)
  const now = means()
  const after = audited.altering(account, symbol, to, means)
  findings.add(rule, isShortOf(now, after, isIsolated))
}

/**
 * Would an isolated position be liquidated at once? Its price is on a tick, long up and short down:
 * within that tick both answers are accepted (0.3, 5.1; 110046).
 */
function judgeFall(
  market: AuditedMarket,
  sides: readonly Held[],
  {
    to,
    rule,
  }: {
    readonly to: (held: Held) => Partial<Held>
    readonly rule: 'leverageWouldLiquidate' | 'changeWouldLiquidate'
  },
  findings: Findings,
): void {
  for (const side of sides) {
    const held = { ...side, ...to(side) }
    const near = market.mark - signOf(held.size) * market.tick
    if (held.size === 0n) continue
    if (isUsedUp(market, held, market.mark)) findings.add(rule)
    else if (near <= 0n || isUsedUp(market, held, near)) findings.leave(rule)
  }
}

export function judgeMarginMode(world: World, command: SetMarginMode, findings: Findings): void {
  const found = sidesOf(world, command, findings)
  if (found === undefined) return
  const { audited, registry } = world
  const { market, sides } = found
  const { account, symbol } = command
  const isIsolated = command.mode === 'Isolated'
  const [first] = sides
  findings.add('marginModeUnchanged', first?.isolated === isIsolated)
  // An MMR close order prevents the change (8.8).
  const isBlocked = sides.some(({ idx }) => registry.mmrCloses.has(`${account} ${symbol} ${idx}`))
  findings.add('ordersBlockModeSwitch', isBlocked)
  findings.add('spotMarginIsolated', isIsolated && audited.loans.isOn(account))
  if (!findings.isClean) return
  const lowest = sides.reduce((least, { leverageE2 }) => lesser(least, leverageE2), 1n << 64n)
  const to = (): Partial<Held> => ({ isolated: isIsolated, extra: 0n, leverageE2: lowest })
  judgeCarried(audited, { account, symbol, isIsolated, to, rule: 'insufficientBalance' }, findings)
  judgeFall(market, isIsolated ? sides : [], { to, rule: 'changeWouldLiquidate' }, findings)
  if (isIsolated) return
  const isBroken = audited.altering(account, symbol, to, () => audited.isBroken(account))
  findings.add('changeWouldLiquidate', isBroken)
}

/** No more may be added than is free, and no more removed than losses leave of it (5.3). */
export function judgeMarginChange(world: World, command: ChangeMargin, findings: Findings): void {
  const market = contractOf(world, command, findings)
  if (market === undefined) return
  const { audited } = world
  const { account, symbol, positionIdx, amount: change } = command
  const held = audited.seen(account, symbol, positionIdx)
  findings.add('crossHasNoPositionMargin', !held.isolated)
  findings.add('marginWithoutPosition', held.size === 0n)
  findings.add('amountInvalid', change === 0n)
  if (!findings.isClean) return
  const extra = held.extra + change
  const to = ({ idx }: Held): Partial<Held> => (idx === positionIdx ? { extra } : {})
  if (change > 0n) {
    const asked = { account, symbol, isIsolated: true, to } as const
    return judgeCarried(audited, { ...asked, rule: 'addMarginInsufficient' }, findings)
  }
  const lost = lesser(0n, unrealised(market, held))
  findings.add('marginRemovalTooLarge', extra + lost < 0n)
  judgeFall(market, [held], { to, rule: 'changeWouldLiquidate' }, findings)
}

export function judgeReplenishing(
  world: World,
  command: SetAutoAddMargin,
  findings: Findings,
): void {
  const { account, symbol, positionIdx } = command
  if (contractOf(world, command, findings) === undefined) return
  const held = world.audited.seen(account, symbol, positionIdx)
  findings.add('replenishmentNeedsIsolated', !held.isolated)
  findings.add('marginWithoutPosition', held.size === 0n)
}

/** A symbol must be flat and without orders; a coin changes those of its symbols that are (6.1). */
export function judgePositionMode(
  world: World,
  { account, symbol, coin, mode }: SetPositionMode,
  findings: Findings,
): void {
  const { audited } = world
  findings.add('accountUnknown', !audited.accounts.has(account))
  if (symbol === undefined) {
    const hedgeable = [...audited.markets].filter(
      ([each, { instrument }]) => instrument.settleCoin === coin && audited.mayHedge(each),
    )
    return findings.add('hedgeUnsupported', hedgeable.length === 0)
  }
  const market = audited.markets.get(symbol)
  findings.add('instrumentUnknown', market === undefined || market.isSpot)
  if (!findings.isClean) return
  const now = audited.isHedged(account, symbol) ? 'BothSide' : 'MergedSingle'
  findings.add('hedgeUnsupported', mode === 'BothSide' && !audited.mayHedge(symbol))
  findings.add('positionModeUnchanged', now === mode)
  const isOpen = audited.openOf(account).some((held) => held.symbol === symbol)
  findings.add('positionBlocksModeSwitch', isOpen)
  findings.add('ordersBlockModeSwitch', hasOrders(world.registry, account, symbol))
}
