// Followers copy a leader’s trades in the same command (rules 16).

import type { CopySettings } from '@basis/domain/copy/settings'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, unitE8 } from '@basis/domain/numbers/fixed'
import { beforeEach, expect, test } from 'vitest'
import type { Command } from '../../api/commands.ts'
import { createEngine, stateOf, type ApplyResult, type Engine } from '../../engine/engine.ts'
import { brokenInvariants } from '../../replay/invariants.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../../replay/snapshot/snapshot.ts'
import { parseCommand } from '../../replay/text/format.ts'
import { coinOf } from '../../state/state.ts'

const instruments = new Map()
const listing = parseCommand('list BTCUSDT LinearPerpetual fees=0:0 band=5:5', { instruments })
if (listing.kind !== 'ListInstrument') throw new Error('no listing')
instruments.set('BTCUSDT', listing.instrument)

const [maker, lea, finn, gus] = [1, 2, 3, 4].map(accountId) as [
  AccountId,
  AccountId,
  AccountId,
  AccountId,
]
const dollars = (value: number) => amount(BigInt(Math.round(value * 100)) * (unitE8 / 100n))
const plain: CopySettings = {
  mode: 'FixedRatio',
  margin: amount(0n),
  ratioE4: 10_000,
  leverageE2: leverageE2(0),
  symbolMargin: amount(0n),
  dayMargin: amount(0n),
  slippageE4: 50,
  takeProfitE4: 0,
  stopLossE4: 0,
  totalStopLoss: amount(0n),
}

let [engine, seq, nowMs]: [Engine, number, number] = [createEngine(), 0, 0]
let [leader, wallet] = [accountId(0), accountId(0)]

const apply = (command: Command): ApplyResult => {
  seq += 1
  const applied = engine.apply({ seq, timeMs: nowMs, command })
  expect(brokenInvariants(engine)).toEqual([])
  return applied
}
const say = (...lines: readonly string[]): ApplyResult[] =>
  lines.map((text) => {
    const applied = apply(parseCommand(text, { instruments }))
    expect([text, applied.problem]).toEqual([text, undefined])
    return applied
  })
const pass = (ms = 1000): void => {
  nowMs += ms
  apply({ kind: 'AdvanceTime' })
}
const follow = (account: AccountId, money: number, settings: Partial<CopySettings> = {}) => {
  const wanted = { ...plain, ...settings }
  const command = { kind: 'FollowLeader', account, leader, amount: dollars(money) } as const
  return apply({ ...command, settings: wanted })
}
const lots = (account: AccountId, idx = 1): number =>
  engine.views.positions(account).find((held) => held.position.positionIdx === idx)?.position
    .sizeLots ?? 0
const free = (account: AccountId): bigint => engine.views.copy.free(account)
const mine = () => engine.views.copy.follows(finn)[0]

/** A deep book around 50,000; lea leads with 10,000, finn copies her with 1,000. */
beforeEach(() => {
  ;[engine, seq, nowMs] = [createEngine(), 0, Date.UTC(2026, 10, 18, 12)]
  apply(listing)
  for (const account of [maker, lea, finn, gus]) {
    say(
      `open #${account} trader`,
      `deposit #${account} ${account === 1 ? 10_000_000 : 50_000} USDT`,
    )
  }
  say('index BTCUSDT 50000')
  say('place #1 Sell BTCUSDT 20 @ 50000', 'place #1 Buy BTCUSDT 20 @ 49990')
  const led = apply({
    kind: 'BecomeLeader',
    account: lea,
    name: 'Lea',
    style: 'Classic',
    shareE4: 0,
    amount: dollars(10_000),
  })
  leader = led.wallet ?? leader
  wallet = follow(finn, 1000).wallet ?? wallet
})

const buy = (qty: string, more = ''): ApplyResult | undefined =>
  say(`place #${leader} Buy BTCUSDT ${qty} market idx=1 ${more}`)[0]
const sell = (qty: string): ApplyResult | undefined =>
  say(`place #${leader} Sell BTCUSDT ${qty} market idx=1 reduce`)[0]

test('16.1: a copy wallet is an account of its own, funded from and owned by the trader', () => {
  expect(free(leader)).toBe(dollars(10_000))
  expect(free(wallet)).toBe(dollars(1000))
  expect(free(lea)).toBe(dollars(40_000))
  expect(free(finn)).toBe(dollars(49_000))
  expect(engine.views.copy.ownerOf(wallet)).toBe(finn)
  expect(engine.views.ledger()).toMatchObject([{ coin: 'USDT', drift: 0n }])
})

test('16.2: a position that a leader opens is opened for the follower in the same command', () => {
  const applied = buy('0.1')
  const kinds = applied?.events.filter(({ kind }) => kind === 'Copied')
  expect(kinds).toHaveLength(1)
  expect([lots(leader), lots(wallet)]).toEqual([100, 100])
  expect(mine()?.log).toMatchObject([{ act: 'Open', askedLots: 100, filledLots: 100 }])
})

test('16.2: each mode has its own quantity, rounded down to a lot', () => {
  const copies: readonly (readonly [Partial<CopySettings>, qty: number])[] = [
    // 12 × 10 ÷ 50,000 = 0.0024; at the follower's own 20x 0.0048.
    [{ mode: 'FixedMargin', margin: dollars(12) }, 2],
    [{ mode: 'FixedMargin', margin: dollars(12), leverageE2: leverageE2(2000) }, 4],
    // 0.1 × 0.259 = 0.0259, and 0.1 × 2.5.
    [{ mode: 'FixedRatio', ratioE4: 2590 }, 25],
    [{ mode: 'FixedRatio', ratioE4: 25_000 }, 250],
    // The leader uses 500 of 10,000: of 1,999 that is 99.95, at 10x 0.01999 BTC.
    [{ mode: 'Proportional' }, 19],
    [{ mode: 'Proportional', leverageE2: leverageE2(2000) }, 39],
  ]
  const wallets = copies.map(([settings], k) => {
    const account = accountId(10 + k)
    say(`open #${account} trader`, `deposit #${account} 1999 USDT`)
    return follow(account, 1999, settings).wallet ?? wallet
  })
  buy('0.1')
  expect(wallets.map((own) => lots(own))).toEqual(copies.map(([, qty]) => qty))
  // The margin of a day's copies is that of the quantity, not of the setting.
  expect(engine.views.copy.follows(accountId(10))[0]?.dayMargin).toBe(dollars(10))
})

test('16.1: following one’s own leader account is refused', () => {
  expect(follow(lea, 100).problem?.name).toBe('copyOwnLeader')
})

test('EX-13.1: Proportional uses the same share of the balance as the leader', () => {
  const other = follow(gus, 500, { mode: 'Proportional' }).wallet ?? wallet
  buy('1')
  expect(engine.views.account(leader)?.available).toBe(dollars(5000))
  expect(engine.views.account(other)?.available).toBe(dollars(250))
})

test('16.2: with two openings in one command each copy uses its share of the remaining balance', () => {
  const other = parseCommand('list ETHUSDT LinearPerpetual fees=0:0 band=5:5', { instruments })
  if (other.kind !== 'ListInstrument') throw new Error('no listing')
  apply(other)
  instruments.set('ETHUSDT', other.instrument)
  say('index BTCUSDT 50000', 'index ETHUSDT 2500', 'place #1 Sell ETHUSDT 100 @ 2500')
  const own = follow(gus, 1000, { mode: 'Proportional' }).wallet ?? wallet
  const operations = ['BTCUSDT 0.5', 'ETHUSDT 10'].map((what) =>
    parseCommand(`place #${leader} Buy ${what} market idx=1`, { instruments }),
  )
  const batch = { kind: 'OrderBatch', account: leader, operations } as Extract<
    Command,
    { kind: 'OrderBatch' }
  >
  expect(apply(batch).problem).toBeUndefined()
  // A quarter of 10,000 for each; a quarter of 1,000, then a third of the remaining 750.
  expect(engine.views.account(leader)?.available).toBe(dollars(5000))
  expect(engine.views.account(own)?.available).toBe(dollars(500))
})

test('EX-13.1: closing a fraction closes the same fraction of the copy, closing all closes all of it', () => {
  follow(gus, 5000, { mode: 'FixedMargin', margin: dollars(35) })
  buy('0.1')
  const [copy] = engine.views.copy.follows(gus)
  expect(lots(copy?.wallet ?? wallet)).toBe(7)
  sell('0.02')
  expect([lots(wallet), lots(copy?.wallet ?? wallet)]).toEqual([80, 5])
  sell('0.08')
  expect([lots(wallet), lots(copy?.wallet ?? wallet)]).toEqual([0, 0])
})

test('16.2: a leader’s reversal closes the copy and opens one on the other side', () => {
  buy('0.1')
  say(`reverse #${leader} BTCUSDT idx=1`)
  expect([lots(leader, 1), lots(leader, 2)]).toEqual([0, 100])
  expect([lots(wallet, 1), lots(wallet, 2)]).toEqual([0, 100])
})

test.each([
  ['2 limited to the band', ['rules 2'], 50],
  ['1 refused', [], 100],
] as const)('16.2: a partial close bound beyond the band is by rules %s', (_how, rules, left) => {
  say(...rules)
  const copier = follow(gus, 1000, { slippageE4: 900 }).wallet
  if (copier === undefined) throw new Error('not followed')
  buy('0.1')
  expect(lots(copier)).toBe(100)
  sell('0.05')
  expect(lots(leader)).toBe(50)
  expect(lots(copier)).toBe(left)
})

test('16.2: beyond the slippage limit nothing is copied, and the log has the reason', () => {
  say('cancel-all #1', 'place #1 Sell BTCUSDT 0.1 @ 50000', 'place #1 Sell BTCUSDT 5 @ 50600')
  say('place #1 Buy BTCUSDT 20 @ 49990')
  buy('0.1')
  expect(lots(wallet)).toBe(0)
  expect(mine()?.log).toMatchObject([{ filledLots: 0, why: 'PriceBound', boundTicks: 502_500 }])
})

test('16.2: a copy below the minimum, beyond a margin limit or the balance is cut or skipped, and logged', () => {
  apply({
    kind: 'SetFollow',
    account: finn,
    wallet,
    settings: { ...plain, ratioE4: 100 },
  })
  buy('0.01')
  apply({
    kind: 'SetFollow',
    account: finn,
    wallet,
    settings: { ...plain, symbolMargin: dollars(100) },
  })
  buy('0.1')
  apply({
    kind: 'SetFollow',
    account: finn,
    wallet,
    settings: { ...plain, dayMargin: dollars(150) },
  })
  buy('0.1')
  buy('0.1')
  expect(mine()?.log.map(({ askedLots, why }) => [askedLots, why])).toEqual([
    [0, 'BelowMinimum'],
    [20, 'SymbolMargin'],
    [10, 'DayMargin'],
    [0, 'DayMargin'],
  ])
  apply({ kind: 'SetFollow', account: finn, wallet, settings: { ...plain, ratioE4: 1_000_000 } })
  buy('0.1')
  expect(mine()?.log.at(-1)?.why).toBe('insufficientBalance')
})

test('16.2: a copy has the follower’s own TP/SL percentages, else the leader’s TP/SL', () => {
  const other = follow(gus, 5000, { takeProfitE4: 1000, stopLossE4: 500 }).wallet ?? wallet
  buy('0.1', 'tp=51000 sl=49000')
  const stops = (account: AccountId) => {
    const held = engine.views.positions(account)[0]?.tpsl.full
    return [held?.takeProfit?.triggerTicks, held?.stopLoss?.triggerTicks]
  }
  expect(stops(leader)).toEqual([510_000, 490_000])
  expect(stops(wallet)).toEqual([510_000, 490_000])
  expect(stops(other)).toEqual([550_000, 475_000])
  say(`tpsl #${leader} BTCUSDT Full tp=52000 idx=1`)
  expect(stops(wallet)).toEqual([520_000, 490_000])
  expect(stops(other)).toEqual([550_000, 475_000])
})

test('16.3: a follower may only close positions in the copy wallet', () => {
  buy('0.1')
  const refused = (line: string) => apply(parseCommand(line, { instruments })).problem?.name
  expect(refused(`place #${wallet} Buy BTCUSDT 0.1 market idx=1`)).toBe('copyCloseOnly')
  expect(refused(`leverage #${wallet} BTCUSDT 20`)).toBe('copyWalletLimited')
  expect(refused(`hedge #${leader} BTCUSDT MergedSingle`)).toBe('copyWalletLimited')
  expect(refused(`deposit #${wallet} 5 USDT`)).toBe('copyWalletLimited')
  say(`place #${wallet} Sell BTCUSDT 0.1 market idx=1 reduce`)
  expect([lots(leader), lots(wallet)]).toEqual([100, 0])
  sell('0.1')
  expect(mine()?.log.at(-1)).toMatchObject({ act: 'Close', why: 'NothingHeld' })
})

test('16.6: stopping closes the positions, settles and returns the money to the owner', () => {
  buy('0.1')
  apply({ kind: 'StopFollow', account: finn, wallet })
  expect(mine()).toMatchObject({ state: 'Stopped', stop: 'ByOwner', invested: 1n * dollars(1) })
  expect(free(wallet)).toBe(0n)
  expect(free(finn)).toBe(dollars(49_999))
})

test('16.6: with an empty book the wallet keeps stopping, and refuses commands meanwhile', () => {
  buy('0.1')
  say('cancel-all #1')
  apply({ kind: 'StopFollow', account: finn, wallet })
  expect(mine()?.state).toBe('Stopping')
  const out = { kind: 'MoveToCopy', account: finn, wallet, amount: amount(-1n) } as const
  expect(apply(out).problem?.name).toBe('copyReconciling')
  expect(follow(finn, 100).problem?.name).toBe('copyReconciling')
  const own = parseCommand(`place #${wallet} Sell BTCUSDT 0.1 @ 60000 idx=1 reduce`, {
    instruments,
  })
  expect(apply(own).problem?.name).toBe('copyReconciling')
  expect(apply({ kind: 'CancelAllOrders', account: wallet }).problem?.name).toBe('copyReconciling')
  say('place #1 Buy BTCUSDT 20 @ 49990')
  pass()
  expect(mine()?.state).toBe('Stopped')
  expect(apply(out).problem?.name).toBe('copyFollowEnded')
  expect(follow(finn, 100).wallet).toBe(wallet)
})

test('16.6: a total stop loss ends copying', () => {
  apply({
    kind: 'SetFollow',
    account: finn,
    wallet,
    settings: { ...plain, totalStopLoss: dollars(100) },
  })
  buy('0.1')
  say('cancel-all #1', 'place #1 Buy BTCUSDT 20 @ 48900', 'place #1 Sell BTCUSDT 20 @ 49000')
  pass()
  expect(mine()?.state).toBe('Following')
  say(`place #4 Sell BTCUSDT 1 market`)
  for (let k = 0; k < 12; k += 1) {
    nowMs += 1000
    say('index BTCUSDT 48900')
  }
  expect(mine()).toMatchObject({ state: 'Stopped', stop: 'TotalStopLoss' })
})

test('16.2: a copy that could not be closed with the leader’s position is closed within a second', () => {
  buy('0.1')
  say('cancel-all #1', 'place #1 Buy BTCUSDT 0.1 @ 49990')
  sell('0.1')
  expect([lots(leader), lots(wallet)]).toEqual([0, 100])
  expect(mine()?.log.at(-1)).toMatchObject({ act: 'Close', filledLots: 0, why: 'PriceBound' })
  say('place #1 Buy BTCUSDT 20 @ 49500')
  pass()
  expect(lots(wallet)).toBe(0)
})

test('16.1: money can be moved to and from a copy wallet except what is used as margin', () => {
  buy('0.1')
  const move = (account: AccountId, to: AccountId, money: number) =>
    apply({ kind: 'MoveToCopy', account, wallet: to, amount: dollars(money) }).problem
  expect(move(finn, wallet, -600)).toMatchObject({ name: 'copyTransferFailed' })
  expect(move(finn, wallet, 60_000)).toMatchObject({ name: 'copyBalanceInsufficient' })
  expect(move(finn, wallet, 0)).toMatchObject({ name: 'amountInvalid' })
  expect(move(gus, wallet, 10)).toMatchObject({ name: 'copyFollowUnknown' })
  expect(move(finn, wallet, -400)).toBeUndefined()
  expect(move(finn, wallet, 500)).toBeUndefined()
  expect(mine()?.invested).toBe(dollars(1100))
  expect(move(lea, leader, -100)).toBeUndefined()
})

test('16.1, 16.3: each refusal to lead or to follow has its name', () => {
  const lead = (account: AccountId, more: object) =>
    apply({
      kind: 'BecomeLeader',
      account,
      name: 'Gus',
      style: 'Classic',
      shareE4: 0,
      amount: dollars(100),
      ...more,
    }).problem?.name
  expect(lead(lea, {})).toBe('copyLeaderExists')
  expect(lead(gus, { name: 'lea' })).toBe('copyLeaderNameTaken')
  expect(lead(gus, { name: '<b>' })).toBe('copyLeaderNameInvalid')
  expect(lead(gus, { style: 'Pro', shareE4: 3001 })).toBe('copyShareOutOfRange')
  expect(lead(gus, { shareE4: 1 })).toBe('copySettingInvalid')
  expect(lead(gus, { amount: dollars(9) })).toBe('copyAmountTooSmall')
  expect(lead(gus, { amount: dollars(90_000) })).toBe('copyBalanceInsufficient')
  expect(follow(gus, 100, { slippageE4: 0 }).problem).toMatchObject({
    name: 'copySettingOutOfRange',
    field: 'slippage',
    params: { min: '0.01', max: '10' },
  })
  expect(follow(finn, 100).problem?.name).toBe('copyFollowExists')
  const block = { kind: 'BlockFollower', account: lea, follower: gus } as const
  apply({ ...block, isBlocked: true })
  expect(follow(gus, 100).problem?.name).toBe('copyBlacklisted')
  apply({ ...block, isBlocked: false })
  expect(follow(gus, 100).problem).toBeUndefined()
  apply({ ...block, isBlocked: true })
  expect(engine.views.copy.follows(gus)[0]).toMatchObject({ state: 'Stopped', stop: 'Blocked' })
})

/** Opens another leader account and returns its wallet. */
const newLeader = (k: number): AccountId => {
  const account = accountId(10 + k)
  say(`open #${account} trader`, `deposit #${account} 1000 USDT`)
  const terms = { name: `Leader ${k}`, style: 'Classic', shareE4: 0, amount: dollars(100) } as const
  return apply({ kind: 'BecomeLeader', account, ...terms }).wallet ?? accountId(0)
}

test('16.3: an account copies at most ten leaders; an account that does not lead cannot be copied', () => {
  const copies = (of: AccountId) => {
    const command = { kind: 'FollowLeader', account: finn, leader: of } as const
    return apply({ ...command, amount: dollars(100), settings: plain }).problem
  }
  for (let k = 1; k < 10; k += 1) expect(copies(newLeader(k))).toBeUndefined()
  expect(copies(newLeader(10))).toMatchObject({ name: 'copyTooManyLeaders', params: { max: '10' } })
  expect(copies(gus)?.name).toBe('copyLeaderUnknown')
  expect(apply({ kind: 'EndLeader', account: gus }).problem?.name).toBe('copyLeaderUnknown')
})

test('16.1: a leader’s order in a pair, which cannot be copied, is refused', () => {
  const pair = parseCommand('list BTC/USDT Spot BTC/USDT band=5:5', { instruments })
  if (pair.kind !== 'ListInstrument') throw new Error('no listing')
  apply(pair)
  const both = new Map([...instruments, ['BTC/USDT', pair.instrument]])
  const order = parseCommand(`place #${leader} Buy BTC/USDT 0.1 @ 50000`, { instruments: both })
  expect(apply(order).problem).toMatchObject({ name: 'copySymbolUnsupported', field: 'symbol' })
})

test('16.1: a withdrawal from a copy wallet below its maintenance margin is refused', () => {
  buy('0.1')
  const fallen = engine.fork()
  const account = stateOf(fallen).accounts.get(wallet)
  if (account === undefined) throw new Error('no wallet')
  // As it may be between two prices: the next one liquidates it.
  coinOf(account, 'USDT').balance = dollars(20)
  const numbered = { seq: fallen.lastSeq() + 1, timeMs: fallen.lastTimeMs() }
  const out = { kind: 'MoveToCopy', account: finn, wallet, amount: dollars(-1) } as const
  expect(fallen.apply({ ...numbered, command: out }).problem?.name).toBe('copyLiquidating')
})

test('16.3: a leader with ten thousand followers takes no more', () => {
  const crowded = engine.fork()
  const { copy } = stateOf(crowded)
  const [known] = [...copy.follows.values()]
  if (known === undefined) throw new Error('one follows already')
  // The records are added directly: opening ten thousand accounts would take too long.
  for (let k = 1; k < 10_000; k += 1) {
    const wallet = accountId(known.wallet + 1_000_000 + k)
    copy.follows.set(wallet, { ...known, wallet, owner: accountId(100_000 + k) })
  }
  const numbered = { seq: crowded.lastSeq() + 1, timeMs: crowded.lastTimeMs() }
  const amountOfIt = { amount: dollars(100), settings: plain }
  const command = {
    kind: 'FollowLeader',
    account: gus,
    leader: known.leader,
    ...amountOfIt,
  } as const
  expect(crowded.apply({ ...numbered, command }).problem).toMatchObject({
    name: 'copyLeaderFull',
    params: { max: '10000' },
  })
})

test('16.1: a leader can end only without positions; that stops all followers and returns the money', () => {
  buy('0.1')
  const end = { kind: 'EndLeader', account: lea } as const
  expect(apply(end).problem?.name).toBe('copyPositionsOpen')
  sell('0.1')
  expect(apply(end).problem).toBeUndefined()
  expect(mine()).toMatchObject({ state: 'Stopped', stop: 'LeaderClosed' })
  expect(free(leader)).toBe(0n)
  const late = apply(parseCommand(`place #${leader} Buy BTCUSDT 1 market idx=1`, { instruments }))
  expect(late.problem?.name).toBe('copyLeaderClosed')
  expect(follow(gus, 100).problem?.name).toBe('copyLeaderClosed')
})

/** Makes a profit or loss on 0.1 BTC by selling at a bid that the maker places. */
const earn = (profit: number): void => {
  say('cancel-all #1', 'place #1 Sell BTCUSDT 20 @ 50000', 'place #1 Buy BTCUSDT 20 @ 49000')
  buy('0.1')
  const price = 50_000 + profit * 10
  say('cancel-all #1', `place #1 Buy BTCUSDT 20 @ ${price}`)
  sell('0.1')
}

test('EX-13.2: a week of +100, −60, +30 pays 7 and gives back 6, on Monday at 03:00', () => {
  const day = 86_400_000
  const before = free(lea)
  for (const profit of [100, -60, 30]) {
    earn(profit)
    pass(day)
  }
  const aside = () => (mine()?.days ?? []).reduce((sum, each) => sum + each.aside, 0n)
  expect(mine()?.days.map(({ net }) => net)).toEqual([100, -60, 30].map(dollars))
  expect(aside()).toBe(dollars(13))
  expect(free(wallet)).toBe(dollars(1057))
  nowMs = Date.UTC(2026, 10, 23, 3)
  pass(0)
  expect(aside()).toBe(0n)
  expect(free(wallet)).toBe(dollars(1063))
  expect(free(lea)).toBe(before + dollars(7))
  expect(mine()?.paidShare).toBe(dollars(7))
})

test('16.4: a day with open positions is settled in the next week', () => {
  const day = 86_400_000
  earn(100)
  say('place #1 Sell BTCUSDT 20 @ 51100')
  buy('0.1')
  pass(day)
  nowMs = Date.UTC(2026, 10, 23, 3)
  pass(0)
  expect(mine()?.days).toHaveLength(1)
  say('cancel-all #1', 'place #1 Buy BTCUSDT 20 @ 51100')
  sell('0.1')
  nowMs = Date.UTC(2026, 10, 30, 3)
  pass(0)
  // Funding of 0.5 comes off the profit of 100.
  expect(mine()?.paidShare).toBe(dollars(9.95))
})

/** Gus leads a fund with 10,000 for a tenth of its profit. */
const leadFund = (): void => {
  const fund = { name: 'Paul', style: 'Pro', shareE4: 1000, amount: dollars(10_000) } as const
  leader = apply({ kind: 'BecomeLeader', account: gus, ...fund }).wallet ?? leader
}
const shareOf = (own: AccountId) =>
  engine.views.copy.follows(finn).find((each) => each.wallet === own)

test('16.5: a fund pays its fee on the profit above its mark every seventh day, in shares', () => {
  leadFund()
  const own = follow(finn, 1000).wallet ?? wallet
  const before = free(gus)
  earn(250)
  expect(free(own)).toBe(dollars(1250))
  pass(8 * 86_400_000)
  expect(free(own)).toBe(dollars(1225))
  expect(free(gus)).toBe(before + dollars(25))
  expect(shareOf(own)).toMatchObject({ markE8: 125_000_000n, shares: 980n * unitE8 })
})

/** A thousand shares of a fund, marked at 1.10 and worth 1.25. */
const thousandShares = (): AccountId => {
  leadFund()
  const own = follow(finn, 990).wallet ?? wallet
  // At 1.10 a fee of 9.90 is paid with 9 shares; 19 are bought at the mark, which leaves it there.
  earn(99)
  pass(8 * 86_400_000)
  apply({ kind: 'MoveToCopy', account: finn, wallet: own, amount: dollars(20.9) })
  earn(150)
  expect(shareOf(own)).toMatchObject({ markE8: 110_000_000n, shares: 1000n * unitE8 })
  expect(free(own)).toBe(dollars(1250))
  return own
}

test('EX-13.3: 1,000 shares at 1.25 with a mark of 1.10 pay 15.00', () => {
  const own = thousandShares()
  const before = free(gus)
  pass(8 * 86_400_000)
  expect([free(own), free(gus) - before]).toEqual([1235, 15].map(dollars))
  expect(shareOf(own)).toMatchObject({ markE8: 125_000_000n, shares: 988n * unitE8 })
})

test('EX-13.3: another 500 at 1.25 buys 400 shares, and the mark becomes 1.14285714', () => {
  const own = thousandShares()
  apply({ kind: 'MoveToCopy', account: finn, wallet: own, amount: dollars(500) })
  expect(shareOf(own)).toMatchObject({ markE8: 114_285_714n, shares: 1400n * unitE8 })
})

test('16.5: the part of a fund’s fee that is used as margin stays owed until it is free', () => {
  leadFund()
  const own = follow(finn, 1000, { ratioE4: 10_000 }).wallet ?? wallet
  buy('0.198')
  say('cancel-all #1', 'index BTCUSDT 52400')
  say('place #1 Sell BTCUSDT 5 @ 52410', 'place #1 Buy BTCUSDT 20 @ 52400')
  say('place #2 Buy BTCUSDT 0.001 @ 52410')
  for (let k = 0; k < 12; k += 1) {
    nowMs += 1000
    say('index BTCUSDT 52400')
  }
  buy('0.08')
  // A profit of 0.198 × 2,410 = 477.18; the margin of 0.278 × 5,241 = 1,456.998 leaves 20.182.
  expect(free(own)).toBe(2_018_200_000n)
  pass(8 * 86_400_000)
  // One funding of 0.01 % on 14,569.98; of a fee of 47.57 all that is free is paid.
  expect([shareOf(own)?.paidShare, free(own)]).toEqual([1_872_500_200n, 0n])
  sell('0.278')
  pass(7 * 86_400_000)
  // A tenth of 477.18 less the funding of 1.456998 and the 2.78 lost by selling at 52,400.
  expect(Number(shareOf(own)?.paidShare) / 1e8).toBeCloseTo(47.2943002, 5)
  expect(free(own) + (shareOf(own)?.paidShare ?? 0n)).toBe(147_294_300_200n)
})

test('16.7: the last point of a leader’s curve has the current ROI and equity', () => {
  for (const profit of [100, -60]) {
    earn(profit)
    nowMs += 1000
    const shown = engine.views.copy.leads(lea)
    const [timeMs, roi, equity] = shown?.curve.points.at(-1) ?? []
    expect([timeMs, roi, equity]).toEqual([engine.lastTimeMs(), shown?.roiE4, shown?.equity])
  }
  expect(engine.views.copy.leads(lea)?.roiE4).toBe(40)
})

test('R1, D5: an engine restored from a snapshot while copying continues with the same events and state', () => {
  buy('0.1')
  earn(20)
  const again = engineFromSnapshot(takeSnapshot(engine))
  expect(stateHash(again)).toBe(stateHash(engine))
  const line = `place #${leader} Buy BTCUSDT 0.1 @ 50100 idx=1`
  const command = parseCommand(line, { instruments })
  const numbered = { seq: seq + 1, timeMs: nowMs, command }
  expect(again.apply(numbered).events).toEqual(engine.apply(numbered).events)
  expect(stateHash(again)).toBe(stateHash(engine))
})

test('a preview of a leader’s order copies nothing', () => {
  const before = stateHash(engine)
  const order = parseCommand(`place #${leader} Buy BTCUSDT 0.1 market idx=1`, { instruments })
  if (order.kind !== 'PlaceOrder') throw new Error('an order')
  const { events } = engine.preview(order)
  expect(events.some(({ kind }) => kind === 'Copied')).toBe(true)
  expect(stateHash(engine)).toBe(before)
})
