// Spread orders in the engine: worked examples, both legs or none, resting orders, refusals and the
// close (rules 20).

import { describe, expect, test } from 'vitest'
import { symbolId } from '@basis/domain/numbers/brand'
import { spreadTicks } from '@basis/domain/spread/combination'
import type { SpreadFill, SpreadOrder } from '@basis/domain/spread/order'
import type { Event } from '../../api/events.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../../replay/snapshot/snapshot.ts'
import { coins, startMs, venue, type Person, type Venue } from '../../../testing/example-venue.ts'

const hour = 3_600_000
const deliveryMs = startMs + 30 * 24 * hour
const perpetual = 'BTCUSDT LinearPerpetual BTC/USDT band=3:3'
const basis = 'BTCUSDT-22OCT26_BTCUSDT'
const carry = 'BTCUSDT-22OCT26_BTC/USDT'

/** A perpetual, a dated future with a coarser tick, and a pair, all with their prices. */
function btc({ index = '60012.34', alice = '1000000' } = {}): Venue {
  const made = venue(perpetual, { alice })
  made.say(`list BTCUSDT-22OCT26 LinearFutures BTC/USDT tick=0.5 band=5:10 delivery=${deliveryMs}`)
  made.say('list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 fees=0.1:0.1 qty=1l..200000000l')
  made.say('coin BTC 98')
  made.say(`index BTCUSDT ${index} BTCUSDT-22OCT26 ${index} BTC/USDT ${index} coins BTC ${index}`)
  return made
}

const fillsOf = (events: readonly Event[], account: number): readonly SpreadFill[] =>
  events.flatMap((event) =>
    event.kind === 'SpreadFilled' && event.spread.account === account ? [event.fill] : [],
  )
const ordersOf = ({ engine, id }: Venue, person: Person): readonly SpreadOrder[] =>
  engine.views.spreads.openOrders(id(person))
const lastOf = (its: Venue, person: Person): SpreadOrder | undefined =>
  its.emitted
    .flatMap((event) =>
      (event.kind === 'SpreadOrderChanged' || event.kind === 'SpreadFilled') &&
      event.spread.account === its.id(person)
        ? [event.spread]
        : [],
    )
    .at(-1)
const position = ({ engine, id }: Venue, person: Person, symbol: string) =>
  engine.views.positions(id(person)).find((held) => held.position.symbol === symbol)?.position
const balance = ({ engine, id }: Venue, person: Person, coin: string) =>
  engine.views.account(id(person))?.coins.find((each) => each.coin === coin)

describe('worked examples', () => {
  test('EX-20.1: 0.5 at 350.5 trades legs at 60,012.5 and 60,363, each at half its fee', () => {
    const its = btc()
    its.say(`spread bob Sell ${basis} 500l @ 701t`)
    const { events } = its.say(`spread alice Buy ${basis} 500l @ 701t`)
    const [fill] = fillsOf(events, its.id('alice'))
    expect(fill?.near).toMatchObject({
      symbol: 'BTCUSDT',
      side: 'Sell',
      priceTicks: 600_125,
      qtyLots: 500,
      fee: coins('8.25171875'),
      feeRateE8: 27_500,
    })
    expect(fill?.far).toMatchObject({
      symbol: 'BTCUSDT-22OCT26',
      side: 'Buy',
      priceTicks: 120_726,
      qtyLots: 500,
      fee: coins('8.2999125'),
    })
    expect(fill?.referenceE8).toBe(6_001_234_000_000)
    const [own] = fillsOf(events, its.id('bob'))
    expect(own?.near).toMatchObject({ side: 'Buy', priceTicks: 600_125, feeRateE8: 10_000 })
    expect(position(its, 'alice', 'BTCUSDT')).toMatchObject({ side: 'Sell', sizeLots: 500 })
    expect(position(its, 'alice', 'BTCUSDT-22OCT26')).toMatchObject({ side: 'Buy', sizeLots: 500 })
  })

  test('EX-20.2: a negative spread against the pair; the spot leg pays half its fee in the coin', () => {
    const its = venue('SOLUSDT LinearPerpetual SOL/USDT tick=0.01 lot=0.1 band=90:90')
    its.say('list SOL/USDT Spot SOL/USDT tick=0.001 lot=0.01 fees=0.1:0.1')
    its.say('coin SOL 95')
    its.say('index SOLUSDT 150 SOL/USDT 150.037 coins SOL 150.037')
    its.say('deposit bob 1000 SOL')
    const arb = 'SOLUSDT_SOL/USDT'
    its.say(`spread bob Buy ${arb} 100l @ -12t`)
    const { events } = its.say(`spread alice Sell ${arb} 100l @ -12t`)
    const [fill] = fillsOf(events, its.id('alice'))
    expect(fill?.near).toMatchObject({
      side: 'Buy',
      priceTicks: 150_040,
      value: coins('1500.4'),
      fee: coins('0.005'),
      feeCoin: 'SOL',
    })
    expect(fill?.far).toMatchObject({ side: 'Sell', priceTicks: 14_992, fee: coins('0.41228') })
    expect(fill?.value).toBe(coins('-1.2'))
    expect(balance(its, 'alice', 'SOL')?.balance).toBe(coins('9.995'))
    expect(balance(its, 'alice', 'USDT')?.balance).toBe(
      coins('1000000') - coins('1500.4') - coins('0.41228'),
    )
  })

  test('EX-20.3: closed at 300 it has lost 25.25, whatever the price is', () => {
    const its = btc()
    its.say(`spread bob Sell ${basis} 500l @ 701t`)
    its.say(`spread alice Buy ${basis} 500l @ 701t`)
    its.say('index BTCUSDT 58000 BTCUSDT-22OCT26 58000 BTC/USDT 58000')
    its.say(`spread bob Buy ${basis} 500l @ 600t`)
    const { events } = its.say(`spread alice Sell ${basis} 500l @ 600t`)
    const closed = events.flatMap((event) =>
      event.kind === 'PnlClosed' && event.account === its.id('alice') ? [event.tradePnl] : [],
    )
    expect(closed).toEqual([coins('1006.25'), coins('-1031.5')])
    expect(position(its, 'alice', 'BTCUSDT')).toBeUndefined()
  })

  test('EX-20.4: the price band, and refusals above and below it', () => {
    const its = btc({ index: '60000' })
    // The mark of the future is the index: the fair spread is 0, the band ±3,000.
    expect(its.engine.views.spreads.market(symbolId(basis))?.band).toEqual({
      low: -6000,
      high: 6000,
    })
    expect(its.refused(`spread alice Buy ${basis} 1l @ 6001t`).name).toBe('priceAboveBand')
    expect(its.refused(`spread alice Sell ${basis} 1l @ -6001t`).name).toBe('priceBelowBand')
    its.say(`spread alice Buy ${basis} 1l @ -6000t`)
  })
})

test('leg fills change the open interest of a leg, but not its last price, and are not public trades', () => {
  const its = btc()
  its.say(`spread bob Sell ${carry} 100l @ 20t`)
  // A buyer of the spread sells the pair: alice has no coins yet.
  expect(its.refused(`spread alice Buy ${carry} 100l @ 20t`)).toMatchObject({
    name: 'insufficientCoin',
    params: { needed: '0.1', available: '0', coin: 'BTC' },
  })
  its.say('deposit alice 5 BTC')
  its.say(`spread alice Buy ${carry} 100l @ 20t`)
  const future = its.engine.views.symbol(symbolId('BTCUSDT-22OCT26'))
  expect(future?.openInterestLots).toBe(100)
  expect(future?.lastTicks).toBe(0)
  expect(its.engine.views.symbol(symbolId('BTC/USDT'))?.lastTicks).toBe(0)
  const market = its.engine.views.spreads.market(symbolId(carry))
  expect(market).toMatchObject({ lastTicks: 20, tradedLots: 100 })
  expect(its.emitted.some(({ kind }) => kind === 'Traded')).toBe(false)
})

describe('both legs or none', () => {
  test('a maker without enough margin is cancelled with the reason, and the taker matches the next', () => {
    const its = btc({ alice: '8000' })
    its.say(`spread alice Sell ${basis} 100l @ 20t`)
    its.say(`spread carol Sell ${basis} 100l @ 21t`)
    // Alice uses her balance for another position and loses most of it.
    its.say('place bob Sell BTCUSDT 1 @ 60012')
    its.say('place alice Buy BTCUSDT 1 @ 60012')
    its.mark('58500')
    const { events } = its.say(`spread bob Buy ${basis} 150l @ 30t`)
    const ended = events.find(
      (event) => event.kind === 'SpreadOrderChanged' && event.spread.account === its.id('alice'),
    )
    expect(ended).toMatchObject({
      spread: { status: 'Cancelled', cancelType: 'CancelByInsufficientMargin' },
      problem: { name: 'insufficientBalance' },
    })
    expect(fillsOf(events, its.id('alice'))).toEqual([])
    expect(fillsOf(events, its.id('bob')).map(({ qtyLots }) => qtyLots)).toEqual([100])
    expect(position(its, 'alice', 'BTCUSDT-22OCT26')).toBeUndefined()
    expect(lastOf(its, 'bob')).toMatchObject({ leavesLots: 50, status: 'PartiallyFilled' })
  })

  test('a hedge is not refused for the margin of its first leg: the legs are checked together', () => {
    const its = btc({ alice: '13000' })
    its.say(`spread bob Sell ${basis} 1000l @ 0t`)
    its.say(`spread alice Buy ${basis} 1000l @ 0t`)
    // Reversing it needs no margin, although the first leg alone would.
    its.say(`spread bob Buy ${basis} 1000l @ 0t`)
    its.say(`spread alice Sell ${basis} 1000l @ 0t`)
    expect(position(its, 'alice', 'BTCUSDT')).toBeUndefined()
    expect(position(its, 'alice', 'BTCUSDT-22OCT26')).toBeUndefined()
  })
})

describe('orders', () => {
  test('a resting order reserves margin and coins until it ends (D-S8)', () => {
    const its = btc()
    const free = () => its.engine.views.account(its.id('alice'))?.available ?? 0n
    const before = free()
    its.say(`spread alice Buy ${basis} 100l @ 0t`)
    const held = before - free()
    // 0.1 of each leg at 60,012.5, 10x and both fees: slightly more than 600.125 for each.
    expect(held > coins('1200.25') && held < coins('1215')).toBe(true)
    const [order] = ordersOf(its, 'alice')
    its.say(`replace-spread alice ${order?.id} 40l`)
    expect(free() > before - held / 2n).toBe(true)
    its.say(`cancel-spread alice ${order?.id}`)
    expect(free()).toBe(before)
    its.say(`spread alice Sell ${carry} 100l @ 0t`)
    expect(balance(its, 'alice', 'USDT')?.locked).toBe(coins('6001.25'))
    its.say('cancel-all alice')
    expect(balance(its, 'alice', 'USDT')?.locked).toBe(0n)
    expect(ordersOf(its, 'alice')).toEqual([])
  })

  test('orders at negative prices are matched by price, then by time', () => {
    const its = btc()
    for (const price of [-3, -1, -2]) its.say(`spread bob Sell ${basis} 10l @ ${price}t`)
    its.say(`spread carol Sell ${basis} 10l @ -3t`)
    const depth = its.engine.views.spreads.depth(symbolId(basis), 5)
    expect(depth?.asks.map(({ priceTicks: at, qtyLots: lots }) => [at, lots])).toEqual([
      [-3, 20],
      [-2, 10],
      [-1, 10],
    ])
    const { events } = its.say(`spread alice Buy ${basis} 35l market`)
    const met = fillsOf(events, its.id('alice')).map((fill) => [fill.priceTicks, fill.qtyLots])
    expect(met).toEqual([
      [-3, 10],
      [-3, 10],
      [-2, 10],
      [-1, 5],
    ])
    for (const fill of fillsOf(events, its.id('alice'))) {
      expect(fill.far.priceTicks * 5 - fill.near.priceTicks).toBe(fill.priceTicks * 5)
    }
  })

  test('post-only, fill-or-kill, immediate-or-cancel and market orders are cancelled by their own rules', () => {
    const its = btc()
    its.say(`spread bob Sell ${basis} 10l @ 4t`)
    its.say(`spread alice Buy ${basis} 10l @ 4t PostOnly`)
    expect(lastOf(its, 'alice')?.cancelType).toBe('CancelByPostOnly')
    its.say(`spread alice Buy ${basis} 11l @ 4t FillOrKill`)
    expect(lastOf(its, 'alice')).toMatchObject({ cancelType: 'CancelByFok', filledLots: 0 })
    its.say(`spread alice Buy ${basis} 15l @ 4t ImmediateOrCancel`)
    expect(lastOf(its, 'alice')).toMatchObject({
      status: 'PartiallyFilledCanceled',
      cancelType: 'CancelByIoc',
      filledLots: 10,
    })
    its.say(`spread alice Buy ${basis} 5l market`)
    expect(lastOf(its, 'alice')?.cancelType).toBe('CancelByNoLiquidity')
  })

  test('own orders are not matched with self-trade prevention', () => {
    const its = btc()
    its.say(`spread alice Sell ${basis} 10l @ 4t`)
    its.say(`spread alice Buy ${basis} 10l @ 4t smp=CancelMaker`)
    expect(ordersOf(its, 'alice').map(({ side }) => side)).toEqual(['Buy'])
    its.say(`spread alice Sell ${basis} 10l @ 4t smp=CancelTaker`)
    expect(lastOf(its, 'alice')).toMatchObject({ side: 'Sell', cancelType: 'CancelBySmp' })
  })

  test('hedge mode and isolated margin are refused for spread orders, and while spread orders rest', () => {
    const its = btc()
    its.say('hedge carol BTCUSDT on')
    expect(its.refused(`spread carol Buy ${basis} 1l @ 0t`).name).toBe('spreadNeedsOneWay')
    its.isolate('dave')
    expect(its.refused(`spread dave Buy ${basis} 1l @ 0t`).name).toBe('spreadNeedsCross')
    its.say(`spread alice Buy ${basis} 1l @ 0t`)
    expect(its.refused('mode alice BTCUSDT Isolated').name).toBe('ordersBlockModeSwitch')
    expect(its.refused('hedge alice BTCUSDT on').name).toBe('ordersBlockModeSwitch')
  })

  test('a repeated link id returns its order; other content under it is refused', () => {
    const its = btc()
    const first = its.say(`spread alice Buy ${basis} 1l @ 0t link=mine`)
    expect(its.say(`spread alice Buy ${basis} 1l @ 0t link=mine`).orderId).toBe(first.orderId)
    expect(its.refused(`spread alice Buy ${basis} 2l @ 0t link=mine`).name).toBe(
      'orderLinkIdDuplicate',
    )
    expect(ordersOf(its, 'alice')).toHaveLength(1)
    its.say('replace-spread alice link=mine @ 3t')
    expect(ordersOf(its, 'alice')[0]?.priceTicks).toBe(spreadTicks(3))
    its.say('cancel-spread alice link=mine')
    expect(its.refused('cancel-spread alice link=mine').name).toBe('orderFinal')
  })

  test('trading in a spread closes half an hour before its first leg delivers, and its orders are cancelled', () => {
    const its = btc()
    its.say(`spread alice Buy ${basis} 1l @ 0t`)
    its.wait(30 * 24 * hour - 30 * 60_000 - its.nowMs() + startMs)
    its.say('time')
    expect(lastOf(its, 'alice')).toMatchObject({
      status: 'Cancelled',
      cancelType: 'CancelBySettle',
    })
    expect(its.engine.views.spreads.market(symbolId(basis))?.status).toBe('Settling')
    expect(its.refused(`spread alice Buy ${basis} 1l @ 0t`).name).toBe('instrumentNotTrading')
  })

  test('a snapshot keeps books, statistics and reserved amounts', () => {
    const its = btc()
    its.say(`spread bob Sell ${basis} 500l @ 3t`)
    its.say(`spread alice Buy ${basis} 200l @ 3t`)
    its.say(`spread alice Buy ${basis} 200l @ -7t link=low`)
    its.say(`spread alice Sell ${carry} 100l @ 9t`)
    const again = engineFromSnapshot(takeSnapshot(its.engine))
    expect(stateHash(again)).toBe(stateHash(its.engine))
    const alice = its.id('alice')
    expect(again.views.spreads.openOrders(alice)).toEqual(
      its.engine.views.spreads.openOrders(alice),
    )
    expect(again.views.account(alice)).toEqual(its.engine.views.account(alice))
    expect(again.views.spreads.market(symbolId(basis))?.lastTicks).toBe(3)
  })

  test('the maximum quantity is accepted, and one lot more is refused', () => {
    const its = btc({ alice: '20000' })
    const most = its.engine.views.spreads.maxQty(its.id('alice'), symbolId(basis), spreadTicks(2))
    const lots = most?.buyLots ?? 0
    expect(lots > 0).toBe(true)
    expect(its.refused(`spread alice Buy ${basis} ${lots + 1}l @ 2t`).name).toBe(
      'insufficientBalance',
    )
    its.say(`spread alice Buy ${basis} ${lots}l @ 2t`)
  })
})
