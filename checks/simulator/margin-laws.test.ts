// Laws of margin and rounding for random figures, checked on whole engines (rules 14.2.9, 14.2.10,
// 14.2.18, 14.2.20, 14.2.23; reliability L5, M4).

import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import { priceTicks } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import type { Command, PlaceOrder } from '@basis/engine/commands'
import { createEngine, type ApplyResult, type Engine } from '@basis/engine/engine'
import { engineFromSnapshot, takeSnapshot } from '@basis/engine/snapshot'
import { parseCommand } from '@basis/engine/text'
import { describe, expect, test } from 'vitest'
import { proofSeeds } from '../proof-length.ts'
import { runSeed } from './simulation.ts'
import { instruments } from './traders/instruments.ts'

const known = new Map(instruments.map((instrument) => [instrument.symbol as string, instrument]))
const alice = accountId(1)
const bob = accountId(2)
const btc = symbolId('BTCUSDT')

function perform(engine: Engine, command: Command): ApplyResult {
  return engine.apply({ seq: engine.lastSeq() + 1, timeMs: engine.lastTimeMs(), command })
}

/** An exchange with two rich accounts, its mark at the index because there were no trades. */
function opened(
  listing: string,
  index: string,
): { engine: Engine; say: (line: string) => ApplyResult } {
  const engine = createEngine()
  const scales = new Map(known)
  const say = (line: string): ApplyResult => {
    const command = parseCommand(line, { instruments: scales })
    if (command.kind === 'ListInstrument') scales.set(btc, command.instrument)
    return perform(engine, command)
  }
  say(`list BTCUSDT LinearPerpetual ${listing}`)
  say(`index BTCUSDT ${index}`)
  for (const account of ['#1', '#2']) {
    say(`open ${account} trader`)
    say(`deposit ${account} 100000000 USDT`)
  }
  return { engine, say }
}

const limit = (account: AccountId, side: Side, lots: number, ticks: number): PlaceOrder => ({
  kind: 'PlaceOrder',
  account,
  symbol: btc,
  side,
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  priceTicks: priceTicks(ticks),
  qtyLots: lots as PlaceOrder['qtyLots'],
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  linkId: '',
  selfTrade: 'None',
})

/** Trades the given lots at a price: Bob makes, Alice takes. */
function trade(engine: Engine, side: Side, lots: number, ticks: number): void {
  const far = side === 'Buy' ? 'Sell' : 'Buy'
  expect(perform(engine, limit(bob, far, lots, ticks)).problem).toBeUndefined()
  expect(perform(engine, limit(alice, side, lots, ticks)).problem).toBeUndefined()
}

const walletOf = (engine: Engine, account: AccountId): bigint =>
  engine.views.account(account)?.walletBalance ?? 0n

/** Cuts a number into random parts. */
function parts(prng: Prng, whole: number): number[] {
  const cuts: number[] = []
  for (let left = whole; left > 0;) {
    const part = Math.min(left, 1 + prng.nextBelow(Math.max(1, whole >> 1)))
    cuts.push(part)
    left -= part
  }
  return cuts
}

describe('L5: after an accepted order the initial margin is covered', () => {
  test.each(proofSeeds([2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008], 1))('seed %i', (seed) => {
    const before = new Map<number, bigint>()
    let seen = 0
    runSeed({
      seed,
      commands: 2000,
      witness: ({ command }, applied, engine) => {
        const isOrder = command.kind === 'PlaceOrder' || command.kind === 'ReplaceOrder'
        if (isOrder && applied.problem === undefined) {
          const view = engine.views.account(command.account)
          const initial = view?.initialMargin ?? 0n
          const grew = initial > (before.get(command.account) ?? 0n)
          // An order that closes pays its fee from the margin it frees; a reversal may need that
          // too.
          const closing = applied.events.some(
            (event) => event.kind === 'OrderFilled' && event.fill.closedLots > 0,
          )
          if (grew && !closing) {
            seen += 1
            expect(view?.initialRateE4).toBeLessThanOrEqual(10_000)
          }
        }
        for (const account of engine.views.accounts()) {
          before.set(account, engine.views.account(account)?.initialMargin ?? 0n)
        }
      },
    })
    expect(seen).toBeGreaterThan(50)
  })
})

describe('14.2.23: an account with free initial margin has more than its maintenance margin', () => {
  test.each(proofSeeds([2301, 2302], 1))('seed %i', (seed) => {
    let seen = 0
    runSeed({
      seed,
      commands: 1500,
      witness: (_numbered, _applied, engine) => {
        for (const account of engine.views.accounts()) {
          const view = engine.views.account(account)
          if (view === undefined || view.maintenanceMargin === 0n) continue
          if (view.marginBalance <= 0n || view.initialRateE4 >= 10_000) continue
          seen += 1
          expect(view.maintenanceMargin).toBeLessThan(view.marginBalance)
        }
      },
    })
    expect(seen).toBeGreaterThan(1000)
  })
})

describe('14.2.18: the maximum quantity is accepted, one lot more is refused', () => {
  const money = ['insufficientBalance', 'insufficientCoin', 'riskLimitExceeded']

  test.each(proofSeeds([3001, 3002, 3003, 3004], 1))('seed %i', (seed) => {
    const prng = createPrng(seed)
    let asked = 0
    runSeed({
      seed,
      commands: 1500,
      witness: (_numbered, _applied, engine) => {
        if (prng.nextBelow(12) !== 0) return
        const symbol = instruments[prng.nextBelow(instruments.length)]?.symbol ?? btc
        const account = accountId(1 + prng.nextBelow(9))
        const side: Side = prng.nextBelow(2) === 0 ? 'Buy' : 'Sell'
        const view = engine.views.symbol(symbol)
        const [bid, ask] = [view?.bestBidTicks ?? 0, view?.bestAskTicks ?? 0]
        const [low, high] = [view?.minSellTicks ?? 0, view?.maxBuyTicks ?? 0]
        // A price inside the band that rests; for a crossing one the maximum depends on the book's
        // depth.
        const ticks = side === 'Buy' ? Math.min(high, ask - 1) : Math.max(low, bid + 1)
        if (bid === 0 || ask === 0 || low === 0 || ticks <= 1) return
        const most = engine.views.maxQty(account, symbol, priceTicks(ticks))
        const lots = (side === 'Buy' ? most?.buyLots : most?.sellLots) ?? 0
        const nameOf = (count: number): string | undefined => {
          const copy = engineFromSnapshot(takeSnapshot(engine))
          return perform(copy, { ...limit(account, side, count, ticks), symbol }).problem?.name
        }
        if (lots === 0) return
        asked += 1
        expect(money).not.toContain(nameOf(lots))
        const refused = [...money, 'orderMaxQtyReplace', 'instrumentNotTrading', 'tooManyOrders']
        expect(refused).toContain(nameOf(lots + 1))
      },
    })
    expect(asked).toBeGreaterThan(10)
  })
})

test('14.2.20: orders need the same margin in any sequence, and cancelling restores all of it', () => {
  const prng = createPrng(20)
  for (let round = 0; round < 40; round += 1) {
    const side: Side = prng.nextBelow(2) === 0 ? 'Buy' : 'Sell'
    const orders = Array.from({ length: 12 }, () =>
      prng.nextBelow(2) === 0
        ? limit(alice, 'Buy', 1 + prng.nextBelow(500), 640_000 + prng.nextBelow(9000))
        : limit(alice, 'Sell', 1 + prng.nextBelow(500), 650_001 + prng.nextBelow(9000)),
    )
    const [there, back] = [orders, [...orders].reverse()].map((sequence) => {
      const { engine } = opened('', '65000')
      trade(engine, side, 700, 650_000)
      const before = engine.views.account(alice)?.available
      for (const order of sequence) expect(perform(engine, order).problem).toBeUndefined()
      const during = engine.views.account(alice)?.available
      perform(engine, { kind: 'CancelAllOrders', account: alice })
      expect(engine.views.account(alice)?.available).toBe(before)
      return during
    })
    expect(there).toBe(back)
  }
})

describe('14.2.9, 14.2.10, M4: accounts do not gain from rounding', () => {
  // Primes, so that no division is exact.
  const sizes = [1, 2, 7, 997, 7919, 104_729]

  test('a trade split into parts gains less than one unit per fill, from the fees', () => {
    const prng = createPrng(9)
    for (const size of sizes) {
      const tiers = 'tiers=100000000:1:0.5:100'
      const whole = opened(tiers, '65000').engine
      trade(whole, 'Buy', size, 649_937)
      trade(whole, 'Sell', size, 650_041)
      for (let round = 0; round < 25; round += 1) {
        const cut = opened(tiers, '65000').engine
        const [opening, closing] = [parts(prng, size), parts(prng, size)]
        for (const part of opening) trade(cut, 'Buy', part, 649_937)
        for (const part of closing) trade(cut, 'Sell', part, 650_041)
        for (const account of [alice, bob]) {
          expect(cut.views.positions(account)).toEqual([])
          const gained = walletOf(cut, account) - walletOf(whole, account)
          // Each fee is truncated to eight decimals: less than one unit per fill.
          const fills = BigInt(opening.length + closing.length)
          expect(gained >= 0n && gained < fills).toBe(true)
        }
      }
    }
  })

  test('a thousand positions opened and closed at one price never gain anything', () => {
    const { engine } = opened('fees=0.0001:0.0001 least=0.00000001', '65000')
    const prng = createPrng(10)
    const before = walletOf(engine, alice) + walletOf(engine, bob)
    const single = walletOf(engine, alice)
    for (let round = 0; round < 1000; round += 1) {
      const side: Side = prng.nextBelow(2) === 0 ? 'Buy' : 'Sell'
      const ticks = 649_000 + prng.nextBelow(2000)
      const size = 1 + prng.nextBelow(50)
      for (const part of parts(prng, size)) trade(engine, side, part, ticks)
      for (const part of parts(prng, size)) {
        trade(engine, side === 'Buy' ? 'Sell' : 'Buy', part, ticks)
      }
      expect(walletOf(engine, alice)).toBeLessThanOrEqual(single)
    }
    expect(walletOf(engine, alice) + walletOf(engine, bob)).toBeLessThan(before)
    expect(engine.views.ledger().every(({ drift }) => drift === 0n)).toBe(true)
  })

  test('the order of fills that increase a position does not change its entry value', () => {
    const prng = createPrng(11)
    for (let round = 0; round < 20; round += 1) {
      const fills = Array.from({ length: 6 }, () => ({
        lots: 1 + prng.nextBelow(997),
        ticks: 649_000 + prng.nextBelow(2000),
      }))
      const [there, back] = [fills, [...fills].reverse()].map((sequence) => {
        const { engine } = opened('', '65000')
        for (const { lots, ticks } of sequence) trade(engine, 'Buy', lots, ticks)
        return engine.views.positions(alice)[0]?.position
      })
      expect(there?.entryValue).toBe(back?.entryValue)
      expect(there?.openFees).toBe(back?.openFees)
    }
  })
})
