// Grid bots in the engine (rules 17): a filled level places the next order in the same command, the
// range follows the price, and every way in which a bot ends.

import type { CopySettings } from '@basis/domain/copy/settings'
import type { GridTerms } from '@basis/domain/grid/terms'
import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import {
  amount,
  leverageE2,
  parseDecimal,
  priceE8,
  priceTicks,
  qtyLots,
} from '@basis/domain/numbers/fixed'
import { describe, expect, test } from 'vitest'
import type { Command, PlaceOrder } from '../../api/commands.ts'
import { createEngine } from '../../engine/engine.ts'
import { brokenInvariants } from '../../replay/invariants.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../../replay/snapshot/snapshot.ts'
import { parseCommand } from '../../replay/text/format.ts'

const coins = (text: string) => amount(parseDecimal(text, 8) ?? -1n)
const owner = accountId(1)
const maker = accountId(2)

/** An exchange with a pair and a perpetual at 54,000 and a maker on both sides. */
function open(makerPercent = '0.02') {
  let engine = createEngine()
  let [seq, timeMs] = [0, 1_790_035_200_000]
  const give = (command: Command) => {
    seq += 1
    timeMs += 1000
    const applied = engine.apply({ seq, timeMs, command })
    if (applied.problem !== undefined) throw new Error(`${command.kind}: ${applied.problem.name}`)
    expect(brokenInvariants(engine)).toEqual([])
    return applied
  }
  const read = (line: string) => give(parseCommand(line, { instruments: new Map() }))
  read('list BTC/USDT Spot BTC/USDT tick=1 lot=0.000001 fees=0.1:0.1 band=90:90')
  const fees = `fees=0.1:${makerPercent} band=90:90 qty=1l..100000000l`
  read(`list BTCUSDT LinearPerpetual BTC/USDT tick=1 lot=0.001 ${fees}`)
  for (const account of [owner, maker]) {
    give({ kind: 'OpenAccount', account, role: 'trader' })
    give({ kind: 'Deposit', account, coin: 'USDT', amount: coins('10000000') })
    give({ kind: 'Deposit', account, coin: 'BTC', amount: coins('100') })
  }
  const order = (
    side: 'Buy' | 'Sell',
    symbol: string,
    price: number,
    lots: number,
  ): PlaceOrder => ({
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
  const mark = (price: number) =>
    give({
      kind: 'UpdatePrices',
      prices: ['BTC/USDT', 'BTCUSDT'].map((name) => ({
        symbol: symbolId(name),
        indexE8: priceE8(price * 1e8),
      })),
    })
  mark(54_000)
  return {
    give,
    mark,
    read,
    /** The maker trades with all resting orders up to a price and cancels the rest. */
    sweep: (side: 'Buy' | 'Sell', symbol: string, price: number, lots: number) => {
      const applied = give(order(side, symbol, price, lots))
      if (applied.orderId !== undefined) read(`cancel-all #${maker}`)
      return applied
    },
    rest: (side: 'Buy' | 'Sell', symbol: string, price: number, lots: number) =>
      give(order(side, symbol, price, lots)),
    create: (symbol: string, terms: Partial<GridTerms>, investment: string): AccountId => {
      const made = give({
        kind: 'CreateGrid',
        account: owner,
        symbol: symbolId(symbol),
        terms: { ...usual, ...terms },
        investment: coins(investment),
      })
      return made.wallet ?? accountId(0)
    },
    bot: (wallet: AccountId) => {
      const bot = engine.views.grids.bot(wallet)
      if (bot === undefined) throw new Error('no bot')
      return bot
    },
    /** Lots held of the perpetual, negative for a short. */
    held: (wallet: AccountId) => {
      const [held] = engine.views.positions(wallet)
      if (held === undefined) return 0
      const { side, sizeLots } = held.position
      return side === 'Sell' ? -sizeLots : Number(sizeLots)
    },
    orders: (wallet: AccountId) =>
      engine.views
        .openOrders(wallet)
        .map(({ side, priceTicks: at }) => `${side} ${at}`)
        .toSorted(),
    restart: () => {
      const before = stateHash(engine)
      engine = engineFromSnapshot(takeSnapshot(engine))
      expect(stateHash(engine)).toBe(before)
    },
  }
}

const usual: GridTerms = {
  mode: 'Neutral',
  spacing: 'Arithmetic',
  lowTicks: priceTicks(45_000),
  highTicks: priceTicks(65_000),
  cells: 5,
  leverageE2: leverageE2(500),
  takeProfitTicks: priceTicks(0),
  stopLossTicks: priceTicks(0),
  isTrailing: false,
}
const onceTheSame: CopySettings = {
  mode: 'FixedRatio',
  margin: amount(0n),
  ratioE4: 10_000,
  leverageE2: leverageE2(0),
  symbolMargin: amount(0n),
  dayMargin: amount(0n),
  slippageE4: 1000,
  takeProfitE4: 0,
  stopLossE4: 0,
  totalStopLoss: amount(0n),
}
const spot = { mode: 'Spot', leverageE2: leverageE2(100) } as const

describe('a spot grid', () => {
  test('EX-13.4: it buys below and sells above the price; the cell 53,000 to 57,000 earns the stated profit', () => {
    const venue = open()
    venue.rest('Sell', 'BTC/USDT', 54_000, 900_000)
    const wallet = venue.create('BTC/USDT', spot, '22500')
    const first = ['Buy 45000', 'Buy 49000', 'Buy 53000', 'Sell 61000', 'Sell 65000']
    expect(venue.orders(wallet)).toEqual(first)
    const { lots } = venue.bot(wallet)
    venue.read(`cancel-all #${maker}`)
    venue.sweep('Sell', 'BTC/USDT', 53_000, lots)
    // The same command places the sell at the next level, and a restart keeps it.
    const bought = ['Buy 45000', 'Buy 49000', 'Sell 57000', 'Sell 61000', 'Sell 65000']
    expect(venue.orders(wallet)).toEqual(bought)
    venue.restart()
    expect(venue.orders(wallet)).toEqual(bought)
    venue.sweep('Buy', 'BTC/USDT', 57_000, lots)
    expect(venue.orders(wallet)).toEqual(first)
    const { completed, profit, log } = venue.bot(wallet)
    expect([completed, log[0]?.buyTicks, log[0]?.sellTicks]).toEqual([1, 53_000, 57_000])
    // 341.81292098 for 0.08795882 BTC, in proportion to this grid's quantity.
    const due = (341.81292098 / 87_958.82) * lots
    expect(Math.abs(Number(profit) / 1e8 - due)).toBeLessThan(0.06)
  })

  test('17.5, 17.6: it can be paused and resumed; when it is stopped its coins are sold or kept', () => {
    const venue = open()
    venue.rest('Sell', 'BTC/USDT', 54_000, 900_000)
    const [sold, kept] = [0, 1].map(() => venue.create('BTC/USDT', spot, '22500'))
    if (sold === undefined || kept === undefined) throw new Error('two bots')
    venue.give({ kind: 'PauseGrid', account: owner, wallet: kept, isPaused: true })
    expect(venue.orders(kept)).toEqual([])
    venue.give({ kind: 'PauseGrid', account: owner, wallet: kept, isPaused: false })
    expect(venue.orders(kept)).toHaveLength(5)
    venue.give({ kind: 'StopGrid', account: owner, wallet: kept, keepsBase: true })
    expect(venue.bot(kept)).toMatchObject({ status: 'Ended', end: 'ByOwner' })
    expect(venue.bot(kept).returnedBase).toBeGreaterThan(0n)
    // There are no bids yet: it ends as soon as there are.
    venue.read(`cancel-all #${maker}`)
    venue.give({ kind: 'StopGrid', account: owner, wallet: sold, keepsBase: false })
    expect(venue.bot(sold).status).toBe('Stopping')
    const again = { kind: 'PauseGrid', account: owner, wallet: sold, isPaused: true } as const
    expect(() => venue.give(again)).toThrow('gridTransferring')
    venue.rest('Buy', 'BTC/USDT', 53_500, 900_000)
    venue.mark(54_000)
    expect(venue.bot(sold).status).toBe('Ended')
    expect(venue.bot(sold).returnedBase).toBeLessThan(1000n)
  })

  test('17.6: a trailing range follows a rising price; delisting ends the bot', () => {
    const venue = open()
    venue.rest('Sell', 'BTC/USDT', 54_000, 900_000)
    const wallet = venue.create('BTC/USDT', { ...spot, isTrailing: true }, '22500')
    venue.read(`cancel-all #${maker}`)
    venue.sweep('Buy', 'BTC/USDT', 65_000, 900_000)
    expect(venue.bot(wallet).shift).toBe(0)
    const trader = accountId(3)
    venue.give({ kind: 'OpenAccount', account: trader, role: 'trader' })
    venue.give({ kind: 'Deposit', account: trader, coin: 'BTC', amount: coins('1') })
    venue.rest('Buy', 'BTC/USDT', 69_000, 100_000)
    venue.read(`place #${trader} Sell BTC/USDT 5000l @ 69000t`)
    expect(venue.bot(wallet)).toMatchObject({ shift: 1, levels: expect.arrayContaining([69_000]) })
    expect(venue.orders(wallet)[0]).toBe('Buy 49000')
    venue.read('status BTC/USDT Closed')
    expect(venue.bot(wallet)).toMatchObject({ status: 'Ended', end: 'Delisting' })
  })
})

describe('a grid on a perpetual', () => {
  test('17.3: a long grid opens its position; a cell earns interval × quantity less both fees', () => {
    const venue = open()
    venue.rest('Sell', 'BTCUSDT', 54_000, 10_000)
    const wallet = venue.create('BTCUSDT', { mode: 'Long' }, '50000')
    expect(venue.orders(wallet)).toHaveLength(5)
    venue.read(`cancel-all #${maker}`)
    const { lots } = venue.bot(wallet)
    venue.sweep('Sell', 'BTCUSDT', 53_000, lots)
    venue.sweep('Buy', 'BTCUSDT', 57_000, lots)
    const qty = lots / 1000
    const due = 4000 * qty - 0.0002 * qty * (53_000 + 57_000)
    const { completed, profit } = venue.bot(wallet)
    expect(completed).toBe(1)
    expect(Number(profit) / 1e8).toBeCloseTo(due, 6)
  })

  test('EX-13.5: 10,000 to 30,000 in 5 cells of 0.152: the cell 18,000 to 22,000 earns 606.784', () => {
    const venue = open()
    venue.mark(20_000)
    venue.rest('Buy', 'BTCUSDT', 20_000, 10)
    venue.rest('Sell', 'BTCUSDT', 21_000, 10)
    const range = { lowTicks: priceTicks(10_000), highTicks: priceTicks(30_000) }
    const wallet = venue.create('BTCUSDT', range, '3115')
    expect(venue.bot(wallet).lots).toBe(152)
    venue.read(`cancel-all #${maker}`)
    venue.sweep('Sell', 'BTCUSDT', 18_000, 152)
    venue.sweep('Buy', 'BTCUSDT', 22_000, 152)
    const { completed, profit, log } = venue.bot(wallet)
    expect([completed, log[0]?.buyTicks, log[0]?.sellTicks]).toEqual([1, 18_000, 22_000])
    expect(profit).toBe(coins('606.784'))
  })

  test('EX-13.6: at a fee of 0.1 % cells earn 8.68 % to 6.3508 %, geometric ones 7.4241 % each', () => {
    const percents = (spacing: GridTerms['spacing']): string[] => {
      const venue = open('0.1')
      venue.mark(66_000)
      const wallet = venue.create('BTCUSDT', { spacing }, '50000')
      const { lots } = venue.bot(wallet)
      venue.sweep('Sell', 'BTCUSDT', 45_000, 5 * lots)
      venue.sweep('Buy', 'BTCUSDT', 65_000, 5 * lots)
      const { log } = venue.bot(wallet)
      return log
        .toSorted((one, other) => one.buyTicks - other.buyTicks)
        .map(({ profit, buyTicks }) => (Number(profit) / buyTicks / lots / 1000).toFixed(4))
    }
    // [4,000 − 0.001 × (2p + 4,000)] ÷ p, from p = 45,000 to p = 61,000.
    const rates = ['8.6800', '7.9551', '7.3396', '6.8105', '6.3508']
    expect(percents('Arithmetic')).toEqual(rates)
    // A level is rounded to the tick: 48,434 for 48,434.26.
    const geometric = percents('Geometric')
    expect(geometric).toHaveLength(5)
    for (const rate of geometric) expect(Math.abs(Number(rate) - 7.4241)).toBeLessThan(0.002)
  })

  test('17.6: take-profit and stop-loss end a running bot and close its position', () => {
    for (const [price, end, side] of [
      [70_000, 'TakeProfit', 'Buy'],
      [40_000, 'StopLoss', 'Sell'],
    ] as const) {
      const venue = open()
      const stops = { takeProfitTicks: priceTicks(70_000), stopLossTicks: priceTicks(40_000) }
      const wallet = venue.create('BTCUSDT', stops, '50000')
      const { lots } = venue.bot(wallet)
      const trader = accountId(3)
      venue.give({ kind: 'OpenAccount', account: trader, role: 'trader' })
      venue.give({ kind: 'Deposit', account: trader, coin: 'USDT', amount: coins('100000') })
      // The maker takes the bot's orders; what is left of its own is the market at the stop.
      const [isUp, sign] = [side === 'Buy', side === 'Buy' ? -1 : 1]
      venue.sweep(side, 'BTCUSDT', isUp ? 65_000 : 45_000, 5 * lots)
      expect(venue.bot(wallet)).toMatchObject({ status: 'Running', end: undefined })
      expect(Math.sign(venue.held(wallet))).toBe(sign)
      venue.rest(side, 'BTCUSDT', price, 100)
      venue.rest(isUp ? 'Sell' : 'Buy', 'BTCUSDT', price - sign, 10 * lots)
      venue.read(`place #${trader} ${isUp ? 'Sell' : 'Buy'} BTCUSDT 5l @ ${price}t`)
      expect(venue.bot(wallet)).toMatchObject({ status: 'Ended', end })
      expect([venue.held(wallet), venue.orders(wallet)]).toEqual([0, []])
    }
  })

  test('17.6: take-profit and stop-loss end a paused bot', () => {
    for (const [price, end] of [
      [70_000, 'TakeProfit'],
      [40_000, 'StopLoss'],
    ] as const) {
      const venue = open()
      const stops = { takeProfitTicks: priceTicks(70_000), stopLossTicks: priceTicks(40_000) }
      const wallet = venue.create('BTCUSDT', stops, '50000')
      venue.give({ kind: 'PauseGrid', account: owner, wallet, isPaused: true })
      const trader = accountId(3)
      venue.give({ kind: 'OpenAccount', account: trader, role: 'trader' })
      venue.give({ kind: 'Deposit', account: trader, coin: 'USDT', amount: coins('100000') })
      venue.rest('Buy', 'BTCUSDT', price, 10)
      venue.read(`place #${trader} Sell BTCUSDT 5l @ ${price}t`)
      expect(venue.bot(wallet)).toMatchObject({ status: 'Ended', end })
      expect(venue.bot(wallet).returnedQuote).toBe(coins('50000'))
    }
  })

  test('17.6: a liquidation or a ban ends a bot; commands for its wallet are refused', () => {
    const venue = open()
    venue.rest('Sell', 'BTCUSDT', 54_000, 10_000)
    const long = { mode: 'Long', leverageE2: leverageE2(5000) } as const
    const wallet = venue.create('BTCUSDT', long, '5000')
    expect(() => venue.read(`cancel-all #${wallet}`)).toThrow('gridWalletLimited')
    venue.sweep('Sell', 'BTCUSDT', 31_000, 5_000)
    venue.rest('Buy', 'BTCUSDT', 30_000, 10_000)
    const trader = accountId(3)
    venue.give({ kind: 'OpenAccount', account: trader, role: 'trader' })
    venue.give({ kind: 'Deposit', account: trader, coin: 'USDT', amount: coins('100000') })
    venue.read(`place #${trader} Sell BTCUSDT 5l @ 30000t`)
    for (let k = 0; k < 5; k += 1) venue.mark(31_000)
    expect(venue.bot(wallet)).toMatchObject({ end: 'Liquidation' })
    const other = venue.create('BTC/USDT', { ...spot, lowTicks: priceTicks(20_000) }, '22500')
    venue.give({ kind: 'StopGrid', account: owner, wallet: other, keepsBase: false, isBan: true })
    expect(venue.bot(other)).toMatchObject({ end: 'Banned' })
  })

  test('17.6: a paused bot ends with the reason Liquidation when its position is liquidated', () => {
    const venue = open()
    venue.rest('Sell', 'BTCUSDT', 54_000, 10_000)
    const wallet = venue.create('BTCUSDT', { mode: 'Long', leverageE2: leverageE2(5000) }, '5000')
    venue.give({ kind: 'PauseGrid', account: owner, wallet, isPaused: true })
    expect(venue.orders(wallet)).toEqual([])
    venue.read(`cancel-all #${maker}`)
    venue.rest('Buy', 'BTCUSDT', 30_000, 10_000)
    for (let k = 0; k < 200; k += 1) venue.mark(30_000)
    expect(venue.bot(wallet)).toMatchObject({ status: 'Ended', end: 'Liquidation' })
  })

  test('17.6: a paused bot ends with the reason Deleveraged when its position is deleveraged', () => {
    const venue = open()
    const wallet = venue.create('BTCUSDT', {}, '5000')
    for (let k = 0; k < 200; k += 1) venue.mark(61_000)
    const debtor = accountId(3)
    venue.give({ kind: 'OpenAccount', account: debtor, role: 'trader' })
    venue.give({ kind: 'Deposit', account: debtor, coin: 'USDT', amount: coins('500') })
    venue.read(`leverage #${debtor} BTCUSDT 50`)
    const { lots } = venue.bot(wallet)
    venue.read(`place #${debtor} Buy BTCUSDT ${lots}l @ 61000t`)
    expect(venue.held(wallet)).toBe(-lots)
    venue.give({ kind: 'PauseGrid', account: owner, wallet, isPaused: true })
    // There are no bids for the debtor's position and no pool for its loss: the bot is deleveraged.
    for (let k = 0; k < 200; k += 1) venue.mark(46_000)
    expect(venue.bot(wallet)).toMatchObject({ status: 'Ended', end: 'Deleveraged' })
    expect(venue.bot(wallet).returnedQuote).toBeGreaterThan(coins('5000'))
  })

  test('17.2: a level filled by a copied order places the bot’s next order in the same command', () => {
    const venue = open()
    const [lea, finn] = [3, 4].map(accountId)
    if (lea === undefined || finn === undefined) throw new Error('two traders')
    for (const account of [lea, finn]) {
      venue.give({ kind: 'OpenAccount', account, role: 'trader' })
      venue.give({ kind: 'Deposit', account, coin: 'USDT', amount: coins('100000') })
    }
    const money = amount(coins('50000'))
    const led = { name: 'Lea', style: 'Classic', shareE4: 0, amount: money } as const
    const leader = venue.give({ kind: 'BecomeLeader', account: lea, ...led }).wallet ?? accountId(0)
    venue.give({
      kind: 'FollowLeader',
      account: finn,
      leader,
      amount: money,
      settings: onceTheSame,
    })
    const bot = venue.create('BTCUSDT', {}, '50000')
    const { lots } = venue.bot(bot)
    venue.rest('Sell', 'BTCUSDT', 56_000, lots)
    const before = venue.orders(bot)
    expect(before).toContain('Sell 61000')
    expect(before).not.toContain('Buy 57000')
    // The leader buys the maker's lots, the follower the bot's.
    venue.read(`place #${leader} Buy BTCUSDT ${lots}l @ 56000t idx=1`)
    expect(venue.held(bot)).toBe(-lots)
    expect(venue.orders(bot)).toContain('Buy 57000')
  })
})
