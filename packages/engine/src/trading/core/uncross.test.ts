// The call auction of a pair: the orders that it accepts, what it publishes, and its trades at one
// price (rules 8.12).

import { accountId } from '@basis/domain/numbers/brand'
import { describe, expect, test } from 'vitest'
import { coins, startMs, venue, type Venue } from '../../../testing/example-venue.ts'
import { brokenInvariants } from '../../replay/invariants.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../../replay/snapshot/snapshot.ts'

const opensMs = startMs + 3_600_000
const pair =
  'NEW/USDT Spot NEW/USDT tick=0.01 lot=0.01 band=90:90 fees=0.1:0.05 qty=1l..100000000l ' +
  `status=PreLaunch launch=${opensMs} auction=600000`

/** A pair that opens in an hour, after an auction of ten minutes; bob and carol have its coin. */
function coming(): Venue {
  const made = venue('BTCUSDT LinearPerpetual BTC/USDT band=90:90', {
    coin: 'USDT',
    alice: '100000',
  })
  for (const line of [
    `list ${pair}`,
    'coin NEW 0',
    'index NEW/USDT 10 coins NEW 10',
    'deposit bob 1000 NEW',
    'deposit carol 1000 NEW',
  ])
    made.say(line)
  return made
}

const toAuction = (made: Venue): void => {
  made.wait(3_000_000)
  made.say('time')
}
const toLaunch = (made: Venue): void => {
  made.wait(600_000)
  made.say('time')
}
const viewOf = (made: Venue) => made.engine.views.symbol('NEW/USDT' as never)
const trades = (made: Venue) =>
  made.emitted.flatMap((event) =>
    event.kind === 'Traded' ? [[Number(event.priceTicks), Number(event.qtyLots)]] : [],
  )

describe('a call auction', () => {
  test('begins at its time, is published, and is followed by trading from the launch on', () => {
    const made = coming()
    expect(made.refused('place alice Buy NEW/USDT 1 @ 10').name).toBe('instrumentNotTrading')
    made.wait(2_999_999)
    made.say('time')
    expect(viewOf(made)?.instrument.status).toBe('PreLaunch')
    made.wait(1)
    made.say('time')
    expect(viewOf(made)).toMatchObject({
      instrument: { status: 'Auction' },
      auction: { priceTicks: 0, qtyLots: 0, surplusLots: 0 },
    })
    toLaunch(made)
    expect(viewOf(made)?.instrument.status).toBe('Trading')
    expect(viewOf(made)).not.toHaveProperty('auction')
    const phases = made.emitted.flatMap((event) =>
      event.kind === 'InstrumentListed' && String(event.instrument.symbol) === 'NEW/USDT'
        ? [event.instrument.status]
        : [],
    )
    expect(phases).toEqual(['PreLaunch', 'Auction', 'Trading'])
  })

  test.each(['CancelOnly', 'ReduceOnly', 'Closed'])(
    'that an operator ends by %s makes no trades: its orders are cancelled, their money is released',
    (status) => {
      const made = coming()
      toAuction(made)
      made.say('place alice Buy NEW/USDT 2 @ 11')
      made.say('place bob Sell NEW/USDT 2 @ 10')
      made.say(`status NEW/USDT ${status}`)
      expect(trades(made)).toEqual([])
      expect(made.engine.views.openOrders(accountId(1))).toEqual([])
      expect(made.engine.views.openOrders(accountId(2))).toEqual([])
      expect(
        made.emitted.flatMap((event) =>
          event.kind === 'OrderCanceled' ? [event.order.cancelType] : [],
        ),
      ).toEqual(['CancelByAdmin', 'CancelByAdmin'])
      made.say('status NEW/USDT Trading')
      expect(trades(made)).toEqual([])
      expect(viewOf(made)?.instrument.status).toBe('Trading')
    },
  )

  test('whose launch is postponed keeps its orders and trades them at the new launch', () => {
    const made = coming()
    toAuction(made)
    made.say('place alice Buy NEW/USDT 2 @ 11')
    made.say('place bob Sell NEW/USDT 2 @ 10')
    made.say(`list ${pair.replace(`launch=${opensMs}`, `launch=${opensMs + 3_600_000}`)}`)
    expect(viewOf(made)?.instrument.status).toBe('PreLaunch')
    expect(trades(made)).toEqual([])
    expect(made.engine.views.openOrders(accountId(1))).toHaveLength(1)
    made.wait(4_200_000)
    made.say('time')
    expect(trades(made)).toEqual([[1000, 200]])
  })

  test.each([
    ['before its auction stays in PreLaunch', 0, 'PreLaunch', 'PreLaunch'],
    ['within its auction stays in the auction', 3_000_000, 'PreLaunch', 'Auction'],
    ['after its launch trades', 3_600_000, 'PreLaunch', 'Trading'],
    ['after its launch gets no second auction', 3_600_000, 'Auction', 'Trading'],
  ])('of a pair that an operator sets back to an earlier state: %s', (_, ms, asked, becomes) => {
    const made = coming()
    made.wait(ms)
    made.say(`status NEW/USDT ${asked}`)
    expect(brokenInvariants(made.engine)).toEqual([])
    expect(viewOf(made)?.instrument.status).toBe(becomes)
  })

  test('of a pair set back to PreLaunch keeps its orders, and they trade at the launch', () => {
    const made = coming()
    toAuction(made)
    made.say('place alice Buy NEW/USDT 2 @ 11')
    made.say('place bob Sell NEW/USDT 2 @ 10')
    made.say('status NEW/USDT PreLaunch')
    expect(viewOf(made)?.auction).toMatchObject({ priceTicks: 1000, qtyLots: 200 })
    expect(trades(made)).toEqual([])
    toLaunch(made)
    expect(trades(made)).toEqual([[1000, 200]])
  })

  test('of a pair that is listed after its launch does not take place: trading begins', () => {
    const made = coming()
    made.wait(3_600_000)
    made.say(`list ${pair.replaceAll('NEW/', 'LATE/')}`)
    expect(brokenInvariants(made.engine)).toEqual([])
    expect(made.engine.views.instrument('LATE/USDT' as never)?.status).toBe('Trading')
  })

  test('accepts only good-till-cancelled limit orders, and their changes and cancels', () => {
    const made = coming()
    toAuction(made)
    const name = (line: string): string => made.refused(line).name
    expect(name('place alice Buy NEW/USDT 1 market')).toBe('auctionLimitOnly')
    expect(name('place alice Buy NEW/USDT 1 @ 10 IOC')).toBe('auctionLimitOnly')
    expect(name('place alice Buy NEW/USDT 1 @ 10 PostOnly')).toBe('auctionLimitOnly')
    expect(name('place alice Buy NEW/USDT 1 @ 10 plan=1 when=rise:12')).toBe('auctionLimitOnly')
    made.say('place alice Buy NEW/USDT 1 @ 10')
    const [{ id } = { id: 0 }] = made.engine.views.openOrders(accountId(1))
    made.say('place bob Sell NEW/USDT 5 @ 11')
    made.say(`replace alice ${id} NEW/USDT 2 @ 11`)
    expect(viewOf(made)?.auction).toMatchObject({ priceTicks: 1100, qtyLots: 200 })
    expect(trades(made)).toEqual([])
    made.say(`cancel alice ${id}`)
    expect(viewOf(made)?.auction).toMatchObject({ qtyLots: 0 })
  })

  test('makes no trades before the launch and shows its indicative result instead of the book', () => {
    const made = coming()
    toAuction(made)
    made.say('place alice Buy NEW/USDT 5 @ 10.20')
    made.say('place bob Sell NEW/USDT 3 @ 9.80')
    expect(trades(made)).toEqual([])
    // A surplus of two on the buy side: the highest price at which three trade.
    expect(viewOf(made)).toMatchObject({
      auction: { priceTicks: 1020, qtyLots: 300, surplusLots: 200 },
      bestBidTicks: 0,
      bestAskTicks: 0,
    })
    expect(made.engine.views.depth('NEW/USDT' as never, 5)).toMatchObject({ bids: [], asks: [] })
    const usdt = made.account()?.coins.find(({ coin }) => coin === 'USDT')
    expect(usdt?.locked).toBe(coins('51'))
  })

  test('trades at one price by price-time priority; unfilled orders stay, locked balances are exact', () => {
    const made = coming()
    toAuction(made)
    made.say('place bob Sell NEW/USDT 4 @ 9.90')
    made.say('place alice Buy NEW/USDT 3 @ 10.10')
    made.say('place dave Buy NEW/USDT 3 @ 10.10')
    made.say('place carol Sell NEW/USDT 1 @ 9.50')
    made.say('place carol Sell NEW/USDT 2 @ 10.50')
    const hash = stateHash(made.engine)
    expect(stateHash(engineFromSnapshot(takeSnapshot(made.engine)))).toBe(hash)
    toLaunch(made)
    // Bids for six, offers of five: 10.10. Carol offered the lowest price, alice came before dave.
    expect(trades(made)).toEqual([
      [1010, 100],
      [1010, 200],
      [1010, 200],
    ])
    const alice = made.account()?.coins ?? []
    const balanceOf = (coin: string) => alice.find((each) => each.coin === coin)
    // The maker's rate of 0.05 % on the 3 that she receives.
    expect(balanceOf('NEW')?.balance).toBe(coins('2.9985'))
    expect(balanceOf('USDT')).toMatchObject({ balance: coins('99969.7'), locked: 0n })
    expect(made.engine.views.depth('NEW/USDT' as never, 5)).toMatchObject({
      bids: [{ priceTicks: 1010, qtyLots: 100 }],
      asks: [{ priceTicks: 1050, qtyLots: 200 }],
    })
    expect(viewOf(made)?.lastTicks).toBe(1010)
  })

  test('charges a buyer the auction price and releases what the bid had locked beyond it', () => {
    const made = coming()
    toAuction(made)
    made.say('place alice Buy NEW/USDT 2 @ 12')
    made.say('place bob Sell NEW/USDT 5 @ 9')
    toLaunch(made)
    // A surplus of three on the sell side: the lowest price.
    expect(trades(made)).toEqual([[900, 200]])
    const usdt = made.account()?.coins.find(({ coin }) => coin === 'USDT')
    expect(usdt).toMatchObject({ balance: coins('99982'), locked: 0n })
  })

  test('refuses a bid that the balance does not cover at its own price, even if lower offers exist', () => {
    const made = coming()
    toAuction(made)
    made.say('deposit bob 20000 NEW')
    made.say('place bob Sell NEW/USDT 11000 @ 9')
    // 100,000 USDT would be enough at 9, and is not at 10.
    expect(made.refused('place alice Buy NEW/USDT 11000 @ 10').name).toBe('insufficientBalance')
    made.say('place alice Buy NEW/USDT 10000 @ 10')
    const usdt = made.account()?.coins.find(({ coin }) => coin === 'USDT')
    expect(usdt?.locked).toBe(coins('100000'))
    expect(
      made.engine.views.maxQty(accountId(1), 'NEW/USDT' as never, 1000 as never),
    ).toMatchObject({ buyLots: 0 })
  })

  test('chooses the lower of two prices that are equally near to the index', () => {
    const made = coming()
    toAuction(made)
    made.say('index NEW/USDT 10.005 coins NEW 10')
    made.say('place alice Buy NEW/USDT 1 @ 10.01')
    made.say('place bob Sell NEW/USDT 1 @ 10')
    toLaunch(made)
    expect(trades(made)).toEqual([[1000, 100]])
  })

  test('applies self-match prevention when an order enters', () => {
    const made = coming()
    toAuction(made)
    made.say('place bob Buy NEW/USDT 2 @ 10')
    made.say('place bob Sell NEW/USDT 2 @ 9 smp=CancelTaker')
    made.say('place bob Sell NEW/USDT 2 @ 9 smp=CancelMaker')
    const cancelled = made.emitted.flatMap((event) =>
      event.kind === 'OrderCanceled' ? [[event.order.side, event.order.cancelType]] : [],
    )
    expect(cancelled).toEqual([
      ['Sell', 'CancelBySmp'],
      ['Buy', 'CancelBySmp'],
    ])
    toLaunch(made)
    expect(trades(made)).toEqual([])
  })

  test('whose whole period the exchange was down does not take place: trading begins', () => {
    const made = coming()
    made.wait(3_600_000)
    made.say('time')
    made.say('place alice Buy NEW/USDT 1 @ 10')
    made.say('place bob Sell NEW/USDT 1 market')
    expect(trades(made)).toEqual([[1000, 100]])
  })
})
