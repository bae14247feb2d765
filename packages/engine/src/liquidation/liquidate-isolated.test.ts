// Isolated positions in the engine: margin, adding and removing it, replenishment, liquidation
// (rules 4.5, 5.1–5.5), with the numbers of the examples.
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import {
  amount,
  leverageE2,
  priceE8,
  priceTicks,
  qtyLots,
  rateE8,
} from '@basis/domain/numbers/fixed'
import { type Instrument } from '@basis/domain/instrument/instrument'
import { withDeductions } from '@basis/domain/margin/cross-margin'
import { describe, expect, test } from 'vitest'
import type { Command } from '../api/commands.ts'
import { createEngine, type ApplyResult, type Engine } from '../engine/engine.ts'
import { brokenInvariants } from '../replay/invariants.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../replay/snapshot/snapshot.ts'
import type { PositionView } from '../api/views.ts'
import { btcUsdt } from '@basis/domain/testing/instruments'

const usdt = (value: number): ReturnType<typeof amount> => amount(BigInt(Math.round(value * 1e8)))
const symbol = symbolId('BTCUSDT')
const alice = accountId(1001)
const bob = accountId(1002)
const tier = (limit: number, rate: number): Parameters<typeof withDeductions>[0][number] => ({
  limit: usdt(limit),
  initialRateE8: rateE8(1_000_000),
  maintenanceRateE8: rateE8(rate),
  maxLeverageE2: leverageE2(10_000),
})

const instrument: Instrument = {
  ...btcUsdt,
  symbol,
  bandXE8: rateE8(50_000_000),
  bandYE8: rateE8(50_000_000),
  riskTiers: withDeductions([tier(2_000_000, 500_000), tier(2_600_000, 560_000)]),
  // Without funding the mark is the index, so that the examples' marks can be set at will.
  fundingIntervalMin: 0,
  impactNotional: usdt(50_000),
}

type Venue = {
  readonly engine: Engine
  readonly give: (command: Command) => ApplyResult
  readonly position: () => PositionView | undefined
}

function venue(price: number, leverage: number, deposit = 100_000): Venue {
  const engine = createEngine()
  let seq = 0
  const give = (command: Command): ApplyResult => {
    seq += 1
    const timeMs = 1_790_000_000_000 + seq * 1000
    const applied = engine.apply({ seq, timeMs, command })
    expect(brokenInvariants(engine)).toEqual([])
    return applied
  }
  const position = (): PositionView | undefined => engine.views.positions(alice)[0]
  give({ kind: 'ListInstrument', instrument })
  for (const [account, money] of [
    [alice, deposit],
    [bob, 10_000_000],
  ] as const) {
    give({ kind: 'OpenAccount', account, role: 'trader' })
    give({ kind: 'Deposit', account, coin: 'USDT', amount: usdt(money) })
  }
  mark(give, price)
  give({ kind: 'SetMarginMode', account: alice, symbol, mode: 'Isolated' })
  const wanted = leverageE2(leverage * 100)
  if (leverage !== 10) give({ kind: 'SetLeverage', account: alice, symbol, leverageE2: wanted })
  return { engine, give, position }
}

/** Sends the same price six times, so that it is fresh enough for liquidations (L2). */
function mark(give: Venue['give'], price: number): ApplyResult[] {
  const prices = [{ symbol, indexE8: priceE8(Math.round(price * 10) * 10_000_000) }]
  return Array.from({ length: 6 }, () => give({ kind: 'UpdatePrices', prices }))
}

type Asked = readonly [account: typeof alice, side: 'Buy' | 'Sell', qty: number, at: number]
function place(give: Venue['give'], ...[account, side, qty, at]: Asked): ApplyResult {
  return give({
    kind: 'PlaceOrder',
    account,
    symbol,
    side,
    orderType: 'Limit',
    timeInForce: 'GoodTillCancel',
    priceTicks: priceTicks(Math.round(at * 10)),
    qtyLots: qtyLots(Math.round(qty * 1000)),
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
    linkId: '',
    selfTrade: 'None',
  })
}

function open(it: Venue, qty: number, at: number): void {
  place(it.give, bob, 'Sell', qty, at)
  expect(place(it.give, alice, 'Buy', qty, at).problem).toBeUndefined()
}

const addMargin = (it: Venue, money: number): ApplyResult =>
  it.give({
    kind: 'ChangeMargin',
    account: alice,
    symbol,
    positionIdx: 0,
    amount: usdt(money),
  })

describe('the margin of an isolated position', () => {
  test('EX-4.8, EX-4.9: 821.56 at 50x; 1,199.34 more leave the free balance at 20x', () => {
    const it = venue(40_000, 50)
    open(it, 1, 40_000)
    expect(it.position()?.initialMargin).toBe(usdt(821.56))
    const before = it.engine.views.account(alice)?.available ?? 0n
    it.give({ kind: 'SetLeverage', account: alice, symbol, leverageE2: leverageE2(2000) })
    const after = it.engine.views.account(alice)?.available ?? 0n
    expect(before - after).toBe(usdt(1199.34))
    expect(it.position()?.liquidationPriceTicks).toBe(381_910)
  })

  test('110046: a leverage whose liquidation price the mark has already reached is refused', () => {
    const it = venue(40_000, 50)
    open(it, 1, 40_000)
    const hundred = leverageE2(10_000)
    const higher = { kind: 'SetLeverage', account: alice, symbol, leverageE2: hundred } as const
    // 39,600 ÷ 0.995 = 39,798.99…, up to 39,799.0.
    mark(it.give, 39_799)
    const refused = it.give(higher)
    expect(refused.problem?.name).toBe('leverageWouldLiquidate')
    mark(it.give, 39_799.1)
    expect(it.give(higher).problem).toBeUndefined()
    expect(it.position()?.liquidationPriceTicks).toBe(397_990)
  })

  test('EX-5.1: with 3,000 added the long is liquidated at 36,380.3; added margin can be removed again', () => {
    const it = venue(40_000, 50)
    open(it, 1, 40_000)
    expect(addMargin(it, 3000).problem).toBeUndefined()
    expect(it.position()?.liquidationPriceTicks).toBe(363_803)
    expect(addMargin(it, -3000.01).problem?.name).toBe('marginRemovalTooLarge')
    expect(addMargin(it, -3000).problem).toBeUndefined()
    expect(it.position()?.position.extraMargin).toBe(0n)
    expect(addMargin(it, 1_000_000).problem?.name).toBe('addMarginInsufficient')
  })

  test('EX-5.3: 60 BTC are in the second tier and are liquidated at 39,400.7', () => {
    const it = venue(40_000, 50)
    open(it, 60, 40_000)
    // 39,400.64360418, up to the tick on the safe side of a long.
    expect(it.position()?.liquidationPriceTicks).toBe(394_007)
  })

  test('14.2.17: closing a part releases its share of added margin and keeps the liquidation price', () => {
    const it = venue(40_000, 50)
    open(it, 2, 40_000)
    addMargin(it, 3000)
    const before = it.position()?.liquidationPriceTicks
    place(it.give, bob, 'Buy', 1, 40_000)
    place(it.give, alice, 'Sell', 1, 40_000)
    expect(it.position()?.position.extraMargin).toBe(usdt(1500))
    expect(it.position()?.liquidationPriceTicks).toBe(before)
  })

  test('adding margin to a cross position is refused', () => {
    const it = venue(40_000, 10)
    it.give({ kind: 'SetMarginMode', account: alice, symbol, mode: 'Cross' })
    open(it, 1, 40_000)
    expect(addMargin(it, 100).problem?.name).toBe('crossHasNoPositionMargin')
  })

  test('an isolated loss does not change the available balance, and a snapshot keeps the margin mode', () => {
    const it = venue(40_000, 10)
    open(it, 1, 40_000)
    const before = it.engine.views.account(alice)?.available
    mark(it.give, 39_000)
    expect(it.engine.views.account(alice)?.available).toBe(before)
    const copy = engineFromSnapshot(takeSnapshot(it.engine))
    expect(stateHash(copy)).toBe(stateHash(it.engine))
    expect(copy.views.positions(alice)).toEqual(it.engine.views.positions(alice))
  })
})

describe('when the mark reaches the liquidation price', () => {
  test('L12, 14.2.25: the position is taken over and costs its margin, not a unit more', () => {
    const it = venue(40_000, 50)
    open(it, 1, 40_000)
    const held = it.position()?.initialMargin ?? 0n
    const wallet = it.engine.views.account(alice)?.walletBalance ?? 0n
    const events = mark(it.give, 39_300).flatMap((applied) => applied.events)
    expect(events.some((event) => event.kind === 'PositionTakenOver')).toBe(true)
    expect(it.position()).toBeUndefined()
    expect(it.engine.views.account(alice)?.walletBalance).toBe(wallet - held)
  })

  test('EX-5.7: automatic replenishment adds 4,000, then the remaining balance, then liquidation follows', () => {
    const it = venue(8000, 10, 10_022 + 21.78)
    open(it, 5, 8000)
    const isOn = true
    it.give({ kind: 'SetAutoAddMargin', account: alice, symbol, positionIdx: 0, isOn })
    const added = (price: number): bigint[] =>
      mark(it.give, price)
        .flatMap((applied) => applied.events)
        .flatMap((event) => (event.kind === 'MarginReplenished' ? [event.added] : []))
    expect(added(7236.2)).toEqual([usdt(4000)])
    expect(it.position()?.liquidationPriceTicks).toBe(64_318)
    const last = added(6431.7)
    expect(last).toHaveLength(1)
    // The fee of 22 and the fee reserve of 19.80 are also paid out of the 10,043.78: 2,001.98 is
    // left.
    expect(last[0]).toBe(usdt(2001.98))
    expect(it.position()?.position.sizeLots).toBe(5000)
    mark(it.give, 5900)
    expect(it.position()).toBeUndefined()
  })

  test('EX-5.8: the second tier is reduced to the first by 9.240 BTC, and the rest survives', () => {
    const it = venue(40_000, 50)
    open(it, 60, 40_000)
    it.give({ kind: 'CancelAllOrders', account: bob })
    place(it.give, bob, 'Buy', 20, 39_400.6)
    mark(it.give, 39_400.6)
    expect(it.position()?.position.sizeLots).toBe(50_760)
    expect(it.position()?.liquidationPriceTicks).toBe(393_970)
  })
})
