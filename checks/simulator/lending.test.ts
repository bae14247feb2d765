// Random borrowers over many seeds: every coin adds up with loans and interest, loans follow from
// the ledger's records, their margin from the rules, and a replay with restarts ends in the same
// state (rules 12, 14.2).

import { describe, expect, test } from 'vitest'
import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, formatTrimmed, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import type { Command, NumberedCommand, PlaceOrder } from '@basis/engine/commands'
import { createEngine, type Engine } from '@basis/engine/engine'
import type { Event } from '@basis/engine/events'
import { brokenInvariants } from '@basis/engine/invariants'
import { engineFromSnapshot, stateHash, takeSnapshot } from '@basis/engine/snapshot'
import { parseCommand } from '@basis/engine/text'
import { proofLength } from '../proof-length.ts'

const people = [1, 2, 3, 4, 5, 6].map(accountId)
const maker = accountId(1)
const borrowers = people.slice(1)
const startMs = 1_790_035_200_000
const coinNames = ['BTC', 'ETH', 'USDT'] as const
const pairs = ['BTC/USDT', 'ETH/USDT'] as const
const firstPrices = { BTC: 60_000, ETH: 3_000 }
const tiers = {
  BTC: '2:0.2:0.04,4:0.3:0.06',
  ETH: '40:0.2:0.05',
  USDT: '60000:0.1:0.04,90000:0.5:0.1',
}
const limits = { BTC: 4, ETH: 40, USDT: 90_000 }
const rates = { BTC: '0.0003', ETH: '0.0004', USDT: '0.0005' }

const listing = [
  'list BTC/USDT Spot BTC/USDT tick=0.1 lot=0.0001 band=90:90 fees=0.1:0.1 qty=1l..100000000l',
  'list ETH/USDT Spot ETH/USDT tick=0.01 lot=0.001 band=90:90 fees=0.1:0.1 qty=1l..100000000l',
  'list BTCUSDT LinearPerpetual BTC/USDT band=90:90 qty=1l..100000000l',
  'coin BTC 9500 tiers=3:9500,6:9000',
  'coin ETH 9000',
  ...coinNames.map(
    (coin) =>
      `loan ${coin} ${rates[coin]} limit=${limits[coin]} supply=${10 * limits[coin]} tiers=${tiers[coin]}`,
  ),
]

type World = {
  engine: Engine
  readonly commands: NumberedCommand[]
  readonly events: Event[]
  readonly counts: Map<string, number>
  timeMs: number
  prices: Record<'BTC' | 'ETH', number>
}

function perform(world: World, command: Command): readonly Event[] {
  const numbered = { seq: world.engine.lastSeq() + 1, timeMs: world.timeMs, command }
  const applied = world.engine.apply(numbered)
  world.commands.push(numbered)
  world.events.push(...applied.events)
  const count = (name: string): void =>
    void world.counts.set(name, (world.counts.get(name) ?? 0) + 1)
  count(`${command.kind} ${applied.problem?.name ?? 'done'}`)
  for (const event of applied.events) {
    count(event.kind === 'LoanConverted' ? `LoanConverted ${event.cause}` : event.kind)
  }
  return applied.events
}

function opened(): World {
  const world: World = {
    engine: createEngine(),
    commands: [],
    events: [],
    counts: new Map(),
    timeMs: startMs,
    prices: { ...firstPrices },
  }
  const instruments = new Map()
  for (const line of listing) {
    const command = parseCommand(line, { instruments, accounts: new Map() })
    if (command.kind === 'ListInstrument') {
      instruments.set(command.instrument.symbol, command.instrument)
    }
    perform(world, command)
  }
  for (const account of people) perform(world, { kind: 'OpenAccount', account, role: 'trader' })
  const put = (account: AccountId, coin: string, whole: number): void =>
    void perform(world, { kind: 'Deposit', account, coin, amount: coins(whole) })
  for (const coin of coinNames) put(maker, coin, 1_000_000)
  for (const account of borrowers) {
    put(account, 'USDT', 20_000)
    perform(world, { kind: 'SetSpotLeverage', account, leverage: 2 + (account % 5) * 2 })
    perform(world, { kind: 'SetSpotMargin', account, isOn: true })
  }
  movePrices(world, 1)
  return world
}

const coins = (whole: number) => amount(BigInt(Math.round(whole * 1e4)) * 10_000n)

/** Moves all prices by a factor; the maker then replaces its quotes on both sides. */
function movePrices(world: World, factor: number): void {
  world.prices = { BTC: world.prices.BTC * factor, ETH: world.prices.ETH * factor }
  const e8 = (price: number) => priceE8(Math.round(price * 100) * 1_000_000)
  perform(world, { kind: 'CancelAllOrders', account: maker })
  perform(world, {
    kind: 'UpdatePrices',
    prices: [
      { symbol: symbolId('BTC/USDT'), indexE8: e8(world.prices.BTC) },
      { symbol: symbolId('BTCUSDT'), indexE8: e8(world.prices.BTC) },
      { symbol: symbolId('ETH/USDT'), indexE8: e8(world.prices.ETH) },
    ],
    coins: [
      { coin: 'BTC', usdE8: e8(world.prices.BTC) },
      { coin: 'ETH', usdE8: e8(world.prices.ETH) },
    ],
  })
  for (const symbol of ['BTC/USDT', 'ETH/USDT', 'BTCUSDT']) {
    for (const side of ['Buy', 'Sell'] as const) {
      const price = world.prices[symbol.startsWith('BTC') ? 'BTC' : 'ETH']
      perform(
        world,
        order(world, maker, symbol, {
          side,
          price: price * (side === 'Buy' ? 0.999 : 1.001),
          value: 300_000,
        }),
      )
    }
  }
}

type Terms = {
  side: 'Buy' | 'Sell'
  price: number
  value: number
  isLeverage?: true
  isMarket?: boolean
}

function order({ engine }: World, account: AccountId, symbol: string, terms: Terms): PlaceOrder {
  const instrument = engine.views.instrument(symbolId(symbol))
  if (instrument === undefined) throw new Error(symbol)
  const { side, price, value, isLeverage, isMarket = false } = terms
  const lots = Math.max(1, Math.round((value / price) * (1e8 / instrument.lotSizeE8)))
  const ticks = priceTicks(Math.max(1, Math.round((price * 1e8) / instrument.tickSizeE8)))
  return {
    kind: 'PlaceOrder',
    account,
    symbol: instrument.symbol,
    side,
    orderType: isMarket ? 'Market' : 'Limit',
    timeInForce: isMarket ? 'ImmediateOrCancel' : 'GoodTillCancel',
    ...(isMarket ? {} : { priceTicks: ticks }),
    qtyLots: qtyLots(lots),
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
    linkId: '',
    selfTrade: 'CancelTaker',
    ...(isLeverage === undefined ? {} : { isLeverage }),
  }
}

/** One random step: a request of an account, new prices, or time. */
function step(world: World, prng: Prng): void {
  const below = (bound: number): number => prng.nextBelow(bound)
  const account = borrowers[below(borrowers.length)] ?? maker
  const coin = coinNames[below(3)] ?? 'USDT'
  world.timeMs += below(400_000)
  switch (below(14)) {
    case 0:
    case 1:
      return movePrices(world, 0.94 + below(13) / 100)
    case 2:
      return movePrices(world, below(5) === 0 ? 0.7 + below(8) / 10 : 1)
    case 3:
      return void perform(world, {
        kind: 'BorrowCoin',
        account,
        coin,
        amount: coins((limits[coin] * (1 + below(12))) / 10),
      })
    case 4: {
      const part = below(2) === 0 ? {} : { amount: coins((limits[coin] * below(5)) / 10) }
      return void perform(world, {
        kind: 'RepayLoan',
        account,
        coin,
        ...part,
        isConverting: below(2) === 0,
      })
    }
    case 5:
      return void perform(world, {
        kind: 'Deposit',
        account,
        coin,
        amount: coins(limits[coin] / 20),
      })
    case 6:
      if (below(3) === 0) return void perform(world, { kind: 'CancelAllOrders', account })
      return void perform(world, { kind: 'SetSpotMargin', account, isOn: below(4) !== 0 })
    case 7:
      if (below(3) === 0) {
        return void perform(world, { kind: 'SetCollateral', account, coin, isOn: below(2) === 0 })
      }
      return void perform(world, {
        kind: 'SetSpotLeverage',
        account,
        ...(below(2) === 0 ? {} : { coin }),
        leverage: 1 + below(11),
      })
    case 8: {
      const side = below(2) === 0 ? 'Buy' : 'Sell'
      const price = world.prices.BTC * (side === 'Buy' ? 1.01 : 0.99)
      return void perform(
        world,
        order(world, account, 'BTCUSDT', { side, price, value: 1000 * (1 + below(80)) }),
      )
    }
    default: {
      const symbol = pairs[below(2)] ?? 'BTC/USDT'
      const side = below(2) === 0 ? 'Buy' : 'Sell'
      const near = world.prices[symbol.startsWith('BTC') ? 'BTC' : 'ETH']
      const price = near * (0.97 + below(7) / 100)
      const lent = below(4) === 0 ? {} : { isLeverage: true as const }
      const isMarket = below(3) === 0
      perform(
        world,
        order(world, account, symbol, {
          side,
          price,
          value: 1000 * (1 + below(60)),
          isMarket,
          ...lent,
        }),
      )
    }
  }
}

/** The debt of every account, only from the ledger's records and the charges. */
function owedByRecords(events: readonly Event[]): Map<string, bigint> {
  const owed = new Map<string, bigint>()
  const add = (account: number, coin: string, value: bigint): void => {
    const key = `${account} ${coin}`
    owed.set(key, (owed.get(key) ?? 0n) + value)
  }
  for (const event of events) {
    if (event.kind === 'InterestCharged') add(event.account, event.coin, event.interest)
    if (event.kind !== 'WalletChanged') continue
    const { cause } = event
    if (cause === 'Borrow' || cause === 'Repay' || cause === 'Interest') {
      add(event.account, event.coin, event.change)
    }
  }
  return owed
}

const tierRows = (coin: (typeof coinNames)[number]) =>
  tiers[coin].split(',').map((tier) => tier.split(':').map(Number))

/** The margin of an account's loans, by the rules in floating point (12.2). */
function loanMarginByRules({ engine, prices }: World, account: AccountId): number {
  const view = engine.views.account(account)
  let sum = 0
  for (const coin of coinNames) {
    const owed = Number(
      formatTrimmed(view?.coins.find((row) => row.coin === coin)?.borrowed ?? amount(0n), 8),
    )
    const usd = coin === 'USDT' ? 1 : Math.round(prices[coin] * 100) / 100
    const rows = tierRows(coin)
    const [, initial = 0] = rows.find(([upTo = 0]) => owed <= upTo) ?? rows.at(-1) ?? []
    const own = view?.spotMargin.ofCoins?.find(([name]) => name === coin)?.[1]
    const leverage = own ?? view?.spotMargin.leverage ?? 1
    if (view?.spotMargin.isOn === true) sum += owed * usd * Math.max(initial, 1 / leverage)
  }
  return sum
}

function check(world: World, seed: number): void {
  const { engine, events } = world
  expect([seed, brokenInvariants(engine)]).toEqual([seed, []])
  const records = owedByRecords(events)
  for (const account of people) {
    const view = engine.views.account(account)
    for (const row of view?.coins ?? []) {
      const owed = row.principal + row.interest
      expect([seed, account, row.coin, owed]).toEqual([
        seed,
        account,
        row.coin,
        records.get(`${account} ${row.coin}`) ?? 0n,
      ])
      expect(row.equity).toBe(row.balance + row.unrealisedPnl - owed)
    }
    const margin = Number(formatTrimmed(view?.loanMargin ?? amount(0n), 8))
    expect(Math.abs(margin - loanMarginByRules(world, account))).toBeLessThan(0.001)
  }
}

/** Replays the commands, with a restart from a snapshot at this interval. */
function replayed(commands: readonly NumberedCommand[], every: number): string {
  let engine = createEngine()
  for (const numbered of commands) {
    engine.apply(numbered)
    if (numbered.seq % every === 0) engine = engineFromSnapshot([...takeSnapshot(engine)])
  }
  return stateHash(engine)
}

const counts = new Map<string, number>()
const seeds = proofLength(30, 15)

describe('lending', () => {
  test(`14.2.1, 14.2.4, 12.2: over ${seeds} seeds money adds up and loans follow from the records`, () => {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const prng = createPrng(seed)
      const world = opened()
      for (let k = 0; k < 220; k += 1) {
        step(world, prng)
        if (k % 10 === 0) check(world, seed)
      }
      check(world, seed)
      for (const [name, times] of world.counts) counts.set(name, (counts.get(name) ?? 0) + times)
      if (seed % 5 !== 0) continue
      const hash = stateHash(world.engine)
      expect([seed, replayed(world.commands, 97)]).toEqual([seed, hash])
      expect([seed, replayed(world.commands, 1e9)]).toEqual([seed, hash])
    }
  })

  test('every event and every refusal of spot margin occurred', () => {
    const wanted = [
      'BorrowCoin done',
      'RepayLoan done',
      'SetSpotMargin done',
      'SetSpotLeverage done',
      'SetCollateral done',
      'InterestCharged',
      'LoanConverted Request',
      'LoanConverted Rate',
      'LoanConverted Liquidation',
      'LiquidationStarted',
      'LossCovered',
      'BorrowCoin borrowLimitExceeded',
      'BorrowCoin borrowMarginShort',
      'BorrowCoin spotMarginOff',
      'PlaceOrder borrowMarginShort',
      'PlaceOrder spotMarginOff',
      'RepayLoan nothingToRepay',
      'RepayLoan repayBalanceShort',
      'SetSpotMargin spotMarginInUse',
      'SetSpotLeverage spotLeverageOutOfRange',
      'SetCollateral collateralAlwaysOn',
      'SetCollateral collateralOwed',
      'SetCollateral collateralNeeded',
    ]
    expect(wanted.filter((name) => !counts.has(name))).toEqual([])
  })
})
