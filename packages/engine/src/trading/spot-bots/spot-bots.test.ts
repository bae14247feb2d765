// DCA bots and rebalancing bots in the engine (rules 21, 22): actions due by time and by price,
// every way in which a bot ends, and restarts.

import type { SpotBotTerms } from '@basis/domain/spot-bots/terms'
import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, parseDecimal, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import type { Command } from '../../api/commands.ts'
import { createEngine } from '../../engine/engine.ts'
import { brokenInvariants } from '../../replay/invariants.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../../replay/snapshot/snapshot.ts'
import { formatCommand, parseCommand } from '../../replay/text/format.ts'

const coins = (text: string) => amount(parseDecimal(text, 8) ?? -1n)
const owner = accountId(1)
const maker = accountId(2)
const minuteMs = 60_000

type Coins = readonly { readonly coin: string; readonly balance: bigint }[]
const balanceIn = (held: Coins = [], coin: string): bigint =>
  held.find((each) => each.coin === coin)?.balance ?? 0n

const symbols = ['BTC/USDT', 'ETH/USDT'] as const

/** An exchange with two pairs at 50,000 and 2,500, without fees, and a maker on both sides. */
function open() {
  let engine = createEngine()
  let [seq, timeMs] = [0, 1_790_035_200_000]
  const apply = (command: Command) => {
    seq += 1
    timeMs += 1000
    const applied = engine.apply({ seq, timeMs, command })
    expect(brokenInvariants(engine)).toEqual([])
    return applied
  }
  const give = (command: Command) => {
    const applied = apply(command)
    if (applied.problem !== undefined) throw new Error(`${command.kind}: ${applied.problem.name}`)
    return applied
  }
  const read = (line: string) => give(parseCommand(line, { instruments: new Map() }))
  read('list BTC/USDT Spot BTC/USDT tick=1 lot=0.000001 fees=0:0 band=90:90 qty=1l..100000000l')
  read('list ETH/USDT Spot ETH/USDT tick=1 lot=0.0001 fees=0:0 band=90:90 qty=1l..100000000l')
  for (const account of [owner, maker]) {
    give({ kind: 'OpenAccount', account, role: 'trader' })
    give({ kind: 'Deposit', account, coin: 'USDT', amount: coins('1000000') })
  }
  for (const coin of ['BTC', 'ETH']) {
    give({ kind: 'Deposit', account: maker, coin, amount: coins('1000') })
  }
  const quote = (symbol: string, side: 'Buy' | 'Sell', price: number, lots: number) =>
    give({
      kind: 'PlaceOrder',
      account: maker,
      symbol: symbolId(symbol),
      side,
      orderType: 'Limit',
      timeInForce: 'GoodTillCancel',
      priceTicks: priceTicks(price),
      qtyLots: qtyLots(lots),
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      linkId: '',
      selfTrade: 'None',
    })
  /** Moves the index, the last price and both sides of each book to these prices. */
  const trade = (btc: number, eth: number) => {
    read(`cancel-all #${maker}`)
    const lots = { 'BTC/USDT': 5_000_000, 'ETH/USDT': 1_000_000 } as const
    const at = { 'BTC/USDT': btc, 'ETH/USDT': eth }
    give({
      kind: 'UpdatePrices',
      prices: symbols.map((symbol) => ({
        symbol: symbolId(symbol),
        indexE8: priceE8(at[symbol] * 1e8),
      })),
    })
    for (const symbol of symbols) {
      quote(symbol, 'Sell', at[symbol], 1000)
      quote(symbol, 'Buy', at[symbol], 1000)
      quote(symbol, 'Sell', at[symbol] + 1, lots[symbol])
      quote(symbol, 'Buy', at[symbol] - 1, lots[symbol])
    }
  }
  trade(50_000, 2_500)
  const wait = (ms: number) => {
    timeMs += ms - 1000
    return give({ kind: 'AdvanceTime' })
  }
  return {
    give,
    trade,
    wait,
    cancelQuotes: () => read(`cancel-all #${maker}`),
    ask: (command: Command) => apply(command).problem?.name,
    create: (terms: SpotBotTerms, investment: string): AccountId => {
      const made = give({
        kind: 'CreateSpotBot',
        account: owner,
        terms,
        investment: coins(investment),
      })
      return made.wallet ?? accountId(0)
    },
    bot: (wallet: AccountId) => {
      const bot = engine.views.spotBots.bot(wallet)
      if (bot === undefined) throw new Error('no such bot')
      return bot
    },
    balance: (coin: string) => balanceIn(engine.views.account(owner)?.coins, coin),
    /** Continues from a snapshot of the engine. */
    restart: () => {
      const hash = stateHash(engine)
      engine = engineFromSnapshot(takeSnapshot(engine))
      expect(stateHash(engine)).toBe(hash)
    },
  }
}

const dca: SpotBotTerms = {
  kind: 'Dca',
  symbol: symbolId('BTC/USDT'),
  amount: coins('1000'),
  purchases: 3,
  intervalMs: minuteMs,
  lowTicks: priceTicks(0),
  highTicks: priceTicks(0),
  takeProfitE4: 0,
}

test('EX-21.3: a purchase at once and one each minute; after the last the coins return to the owner', () => {
  const at = open()
  const wallet = at.create(dca, '3000')
  expect(at.bot(wallet)).toMatchObject({ done: 1, status: 'Running' })
  at.wait(30_000)
  expect(at.bot(wallet).done).toBe(1)
  at.wait(30_000)
  expect(at.bot(wallet).done).toBe(2)
  at.restart()
  at.wait(minuteMs)
  const { status, end, done, spent, bought, returned } = at.bot(wallet)
  expect([status, end, done]).toEqual(['Ended', 'Completed', 3])
  expect(spent).toBeLessThanOrEqual(coins('3000'))
  expect(spent).toBeGreaterThan(coins('2999'))
  expect(returned).toContainEqual(['BTC', bought])
  expect(at.balance('BTC')).toBe(bought)
  expect(at.balance('USDT')).toBe(coins('1000000') - spent)
})

test('EX-21.4: a purchase outside the range is skipped; one that finds an empty book is retried', () => {
  const at = open()
  const wallet = at.create({ ...dca, highTicks: priceTicks(50_500) }, '3000')
  at.trade(51_000, 2_500)
  at.wait(minuteMs)
  expect(at.bot(wallet).done).toBe(1)
  at.trade(50_000, 2_500)
  at.wait(minuteMs)
  expect(at.bot(wallet).done).toBe(2)
  at.cancelQuotes()
  at.wait(minuteMs)
  expect(at.bot(wallet).done).toBe(2)
  at.trade(50_000, 2_500)
  at.wait(2000)
  expect(at.bot(wallet)).toMatchObject({ done: 3, end: 'Completed' })
})

test('EX-21.5: with a take-profit of 10 % the bot waits after its last purchase and sells at the profit', () => {
  const at = open()
  const wallet = at.create({ ...dca, purchases: 1, takeProfitE4: 1000 }, '1000')
  at.wait(minuteMs)
  expect(at.bot(wallet)).toMatchObject({ status: 'Running', dueMs: 0, done: 1 })
  at.trade(54_900, 2_500)
  at.wait(2000)
  expect(at.bot(wallet).status).toBe('Running')
  at.trade(55_010, 2_500)
  at.wait(2000)
  expect(at.bot(wallet)).toMatchObject({ status: 'Ended', end: 'TakeProfit' })
  expect(at.balance('BTC')).toBe(0n)
  expect(at.balance('USDT')).toBeGreaterThan(coins('1000095'))
})

test('a bot is paused, resumed and stopped with its coins sold or kept; other accounts cannot stop it', () => {
  const at = open()
  const wallet = at.create(dca, '3000')
  at.give({ kind: 'PauseSpotBot', account: owner, wallet, isPaused: true })
  at.wait(2 * minuteMs)
  expect(at.bot(wallet).done).toBe(1)
  // Missed purchases are not made up for: one at once, and then by the schedule again.
  at.give({ kind: 'PauseSpotBot', account: owner, wallet, isPaused: false })
  expect(at.bot(wallet).done).toBe(2)
  at.wait(2000)
  expect(at.bot(wallet).done).toBe(2)
  const foreign = { kind: 'StopSpotBot', account: maker, wallet, keepsCoins: true } as const
  expect(at.ask(foreign)).toBe('gridUnknown')
  expect(at.ask({ kind: 'CancelAllOrders', account: wallet })).toBe('gridWalletLimited')
  at.give({ ...foreign, account: owner })
  expect(at.bot(wallet)).toMatchObject({ status: 'Ended', end: 'ByOwner' })
  expect(at.balance('BTC')).toBe(at.bot(wallet).bought)
  expect(at.ask({ ...foreign, account: owner })).toBe('gridClosed')
  const other = at.create(dca, '3000')
  const before = at.balance('BTC')
  at.give({ kind: 'StopSpotBot', account: owner, wallet: other, keepsCoins: false })
  expect(at.balance('BTC')).toBe(before)
})

test('a bot with too little or too much money, an unknown pair or invalid terms is refused', () => {
  const at = open()
  const asked = (terms: SpotBotTerms, investment: string) =>
    at.ask({ kind: 'CreateSpotBot', account: owner, terms, investment: coins(investment) })
  expect(asked(dca, '2999')).toBe('gridInvestmentTooSmall')
  expect(asked({ ...dca, purchases: 1000 }, '1000000')).toBeUndefined()
  expect(asked(dca, '3000')).toBe('gridInvestmentLimit')
  expect(asked({ ...dca, symbol: symbolId('XRP/USDT') }, '3000')).toBe('instrumentUnknown')
  expect(asked({ ...dca, purchases: 0 }, '3000')).toBe('gridOutOfRange')
  expect(asked({ ...dca, intervalMs: minuteMs - 1 }, '3000')).toBe('gridOutOfRange')
  const turned = { lowTicks: priceTicks(50_000), highTicks: priceTicks(40_000) }
  expect(asked({ ...dca, ...turned }, '3000')).toBe('gridRangeInvalid')
  const idle = { ...halves, thresholdE4: 0 } as SpotBotTerms
  expect(asked(idle, '3000')).toBe('botTriggerMissing')
  const poor = { kind: 'CreateSpotBot', account: maker, terms: dca } as const
  at.give({ kind: 'OpenAccount', account: accountId(3), role: 'trader' })
  const broke = { ...poor, account: accountId(3), investment: coins('3000') }
  expect(at.ask(broke)).toBe('gridBalanceInsufficient')
})

const halves: SpotBotTerms = {
  kind: 'Rebalance',
  weights: [
    { symbol: symbolId('BTC/USDT'), weightE4: 5000 },
    { symbol: symbolId('ETH/USDT'), weightE4: 3000 },
  ],
  thresholdE4: 500,
  intervalMs: 0,
  takeProfitE4: 0,
  stopLossE4: 0,
}

test('EX-22.5: weights are bought at once, and restored when one deviates by 5 points', () => {
  const at = open()
  const wallet = at.create(halves, '10000')
  const shares = () => at.bot(wallet).holdings.map(({ shareE4 }) => Math.round(shareE4 / 100))
  expect(shares()).toEqual([50, 30])
  expect(at.bot(wallet).done).toBe(1)
  at.trade(55_000, 2_500)
  at.wait(2000)
  expect(at.bot(wallet).done).toBe(1)
  at.restart()
  at.trade(65_000, 2_500)
  at.wait(2000)
  expect(at.bot(wallet).done).toBe(2)
  expect(shares()).toEqual([50, 30])
  expect(at.bot(wallet).strayedE4).toBeLessThan(10)
  expect(at.bot(wallet).total).toBeGreaterThan(0n)
})

test('EX-22.6: a bot with an interval restores its weights each minute', () => {
  const at = open()
  const wallet = at.create({ ...halves, thresholdE4: 0, intervalMs: minuteMs }, '10000')
  at.trade(52_000, 2_500)
  at.wait(30_000)
  expect(at.bot(wallet).done).toBe(1)
  at.wait(30_000)
  expect(at.bot(wallet).done).toBe(2)
  at.wait(minuteMs)
  // No weight deviates by the value of an order: nothing is traded.
  expect(at.bot(wallet).done).toBe(2)
})

test('EX-22.7: a bot ends at its take-profit, at its stop-loss, and when a pair is no longer traded', () => {
  const at = open()
  const gaining = at.create({ ...halves, takeProfitE4: 1000 }, '10000')
  const losing = at.create({ ...halves, stopLossE4: 1000 }, '10000')
  at.trade(61_500, 2_500)
  at.wait(2000)
  expect(at.bot(gaining)).toMatchObject({ status: 'Ended', end: 'TakeProfit' })
  at.trade(40_000, 1_900)
  at.wait(2000)
  expect(at.bot(losing)).toMatchObject({ status: 'Ended', end: 'StopLoss' })
  expect([at.balance('BTC'), at.balance('ETH')]).toEqual([0n, 0n])
  const last = at.create(halves, '1000')
  at.give({ kind: 'SetInstrumentStatus', symbol: symbolId('ETH/USDT'), status: 'ReduceOnly' })
  expect(at.bot(last).end).toBe('Delisting')
})

test('commands of bots survive formatting and parsing', () => {
  const commands: Command[] = [
    { kind: 'CreateSpotBot', account: owner, terms: dca, investment: coins('3000') },
    { kind: 'CreateSpotBot', account: owner, terms: halves, investment: coins('10000.5') },
    { kind: 'PauseSpotBot', account: owner, wallet: accountId(7), isPaused: true },
    { kind: 'PauseSpotBot', account: owner, wallet: accountId(7), isPaused: false },
    { kind: 'StopSpotBot', account: owner, wallet: accountId(7), keepsCoins: true },
    { kind: 'StopSpotBot', account: owner, wallet: accountId(7), keepsCoins: false },
  ]
  const grids = { instruments: new Map() }
  for (const command of commands) {
    expect(parseCommand(formatCommand(command, new Map()), grids)).toEqual(command)
  }
})

const dcaTerms: SpotBotTerms = {
  kind: 'Dca',
  symbol: symbolId('BTC/USDT'),
  amount: coins('100'),
  purchases: 2,
  intervalMs: minuteMs,
  lowTicks: priceTicks(0),
  highTicks: priceTicks(0),
  takeProfitE4: 5000,
}

test('21.1: added money buys whole further purchases; a bot that has made all its purchases buys at once', () => {
  const { create, give, ask, bot, wait } = open()
  const wallet = create(dcaTerms, '200')
  wait(minuteMs)
  expect(bot(wallet)).toMatchObject({ done: 2, dueMs: 0, status: 'Running' })
  const add = (money: string): Command => {
    return { kind: 'InvestSpotBot', account: owner, wallet, amount: coins(money) }
  }
  expect(ask(add('99.99'))).toBe('gridInvestmentTooSmall')
  expect(ask(add('150'))).toBe('botInvestmentUneven')
  expect(ask(add('99900'))).toBe('gridInvestmentTooLarge')
  expect(ask({ ...add('100'), account: maker } as Command)).toBe('gridUnknown')
  give(add('300'))
  expect(bot(wallet)).toMatchObject({
    done: 3,
    investment: coins('500'),
    terms: { purchases: 5 },
  })
  wait(minuteMs)
  expect(bot(wallet).done).toBe(4)
  give({ kind: 'StopSpotBot', account: owner, wallet, keepsCoins: true })
  expect(ask(add('100'))).toBe('gridClosed')
})

test('22.1: added money is invested by the weights at once', () => {
  const { create, give, bot } = open()
  const terms: SpotBotTerms = {
    kind: 'Rebalance',
    weights: [
      { symbol: symbolId('BTC/USDT'), weightE4: 5000 },
      { symbol: symbolId('ETH/USDT'), weightE4: 3000 },
    ],
    thresholdE4: 5000,
    intervalMs: 0,
    takeProfitE4: 0,
    stopLossE4: 0,
  }
  const wallet = create(terms, '1000')
  const before = bot(wallet).holdings.map(({ value }) => Number(value) / 1e8)
  give({ kind: 'InvestSpotBot', account: owner, wallet, amount: coins('1000') })
  const after = bot(wallet).holdings.map(({ value }) => Number(value) / 1e8)
  expect(bot(wallet)).toMatchObject({ investment: coins('2000'), status: 'Running' })
  expect((after[0] ?? 0) / (before[0] ?? 1)).toBeCloseTo(2, 1)
  expect((after[1] ?? 0) / (before[1] ?? 1)).toBeCloseTo(2, 1)
})

test('21.3, 22.3: a ban ends a bot with the operator’s reason and returns its money', () => {
  const { create, give, bot, balance } = open()
  const wallet = create(dcaTerms, '200')
  expect(balance('USDT')).toBe(coins('999800'))
  const stop = { kind: 'StopSpotBot', account: owner, wallet, keepsCoins: false } as const
  const command: Command = { ...stop, isBan: true, reason: 'wash trading' }
  expect(parseCommand(formatCommand(command, new Map()), { instruments: new Map() })).toEqual(
    command,
  )
  give(command)
  expect(bot(wallet)).toMatchObject({
    status: 'Ended',
    end: 'Banned',
    problem: { name: 'gridAccountBanned', params: { reason: 'wash trading' } },
  })
  // 0.001999 BTC was bought at 50,001 and is sold at 49,999.
  expect([balance('USDT'), balance('BTC')]).toEqual([coins('999999.996002'), 0n])
})
