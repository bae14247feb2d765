// What version 3 of the rules changes for orders of combinations, beside the second version: the
// check of a maker that is filled in part, and the closing of a leg (rules 20.1, 20.2, 20.4).

import { describe, expect, test } from 'vitest'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../../replay/snapshot/snapshot.ts'
import { coins, startMs, venue, type Venue } from '../../../testing/example-venue.ts'

const deliveryMs = startMs + 30 * 24 * 3_600_000
const perpetual = 'BTCUSDT LinearPerpetual BTC/USDT band=3:3'
const basis = 'BTCUSDT-22OCT26_BTCUSDT'
const carry = 'BTCUSDT-22OCT26_BTC/USDT'

/** A perpetual, a dated future and a pair, all at 60,000. */
function btc(rules: number, alice: string): Venue {
  const made = venue(perpetual, { alice, rules })
  made.say(`list BTCUSDT-22OCT26 LinearFutures BTC/USDT tick=0.5 band=5:10 delivery=${deliveryMs}`)
  made.say('list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 fees=0.1:0.1 qty=1l..200000000l')
  made.say('coin BTC 98')
  index(made, 60_000)
  return made
}

const index = (made: Venue, price: number): void =>
  void made.say(
    `index BTCUSDT ${price} BTCUSDT-22OCT26 ${price} BTC/USDT ${price} coins BTC ${price}`,
  )

const spreads = ({ engine, id }: Venue) => engine.views.spreads.openOrders(id('alice'))
const usdt = (made: Venue) => made.account()?.coins.find(({ coin }) => coin === 'USDT')

describe('a maker that is filled in part after a rise of its legs (20.2)', () => {
  /**
   * Alice's order of 1 reserves about 12,000 of her 13,000 at 60,000. At 72,000 half of it costs
   * 7,200, and the other half still reserves 6,000.
   */
  const met = (rules: number): Venue => {
    const made = btc(rules, '13000')
    made.say(`spread alice Buy ${basis} 1000l @ 0t`)
    index(made, 72_000)
    made.say(`spread bob Sell ${basis} 500l @ 0t`)
    return made
  }

  test('is cancelled if the rest of its reserve and the position exceed its margin', () => {
    const made = met(3)
    expect(spreads(made)).toEqual([])
    const ended = made.emitted.flatMap((event) =>
      event.kind === 'SpreadOrderChanged' && event.spread.account === made.id('alice')
        ? [[event.spread.cancelType, event.problem?.name]]
        : [],
    )
    expect(ended.at(-1)).toEqual(['CancelByInsufficientMargin', 'insufficientBalance'])
    expect(made.position()).toBeUndefined()
  })

  test('is filled if both are covered', () => {
    const made = btc(3, '14000')
    made.say(`spread alice Buy ${basis} 1000l @ 0t`)
    index(made, 72_000)
    made.say(`spread bob Sell ${basis} 500l @ 0t`)
    expect(spreads(made)[0]).toMatchObject({ filledLots: 500, leavesLots: 500 })
  })

  test('was filled beyond its margin under the second rules', () => {
    const made = met(2)
    expect(spreads(made)[0]).toMatchObject({ filledLots: 500, leavesLots: 500 })
    const { walletBalance = 0n, initialMargin = 0n } = made.account() ?? {}
    expect(initialMargin).toBeGreaterThan(walletBalance)
  })

  /** Of 6,200 a buy of 0.1 of the pair locks 6,000; at 72,000 half of it pays 3,600. */
  const paid = (rules: number): Venue => {
    const made = btc(rules, '6200')
    made.say('leverage alice BTCUSDT-22OCT26 100')
    made.say(`spread alice Sell ${carry} 100l @ 0t`)
    index(made, 72_000)
    made.say('deposit bob 1 BTC')
    made.say(`spread bob Buy ${carry} 50l @ 0t`)
    return made
  }

  test('does not pay for its spot leg with coins that its rest has locked', () => {
    const made = paid(3)
    expect(spreads(made)).toEqual([])
    expect(usdt(made)?.balance).toBe(coins('6200'))
  })

  test('had more locked than its balance under the second rules', () => {
    const made = paid(2)
    expect(spreads(made)).toHaveLength(1)
    expect(usdt(made)?.locked).toBeGreaterThan(usdt(made)?.balance ?? 0n)
  })
})

describe('a leg that is closed by the exchange (20.1, 20.4)', () => {
  const closed = (rules: number, leg: string): Venue => {
    const made = btc(rules, '100000')
    made.say(`spread alice Buy ${basis} 10l @ 0t`)
    made.say(`spread alice Sell ${carry} 10l @ 0t`)
    made.say(`status ${leg} Closed`)
    return made
  }

  test('ends the orders of its combinations, and releases what they reserve', () => {
    const made = closed(3, 'BTC/USDT')
    expect(spreads(made).map(({ symbol }) => symbol)).toEqual([basis])
    expect(usdt(made)?.locked).toBe(0n)
    const all = closed(3, 'BTCUSDT-22OCT26')
    expect(spreads(all)).toEqual([])
    expect(all.account()?.initialMargin).toBe(0n)
    const reasons = all.emitted.flatMap((event) =>
      event.kind === 'SpreadOrderChanged' ? (event.spread.cancelType ?? []) : [],
    )
    expect(reasons).toEqual(['CancelByAdmin', 'CancelByAdmin'])
  })

  test('left them with their reserves under the second rules', () => {
    const made = closed(2, 'BTCUSDT-22OCT26')
    expect(spreads(made)).toHaveLength(2)
    expect(usdt(made)?.locked).toBeGreaterThan(0n)
  })
})

describe('a leg whose maximum price is beyond the book of a combination (20.1)', () => {
  const dear = 'list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 price=0.01..9000000'
  const restored = ({ engine }: Venue) => engineFromSnapshot(takeSnapshot(engine))

  test('is refused, so that a snapshot can be restored', () => {
    const made = venue('BTCUSDT LinearPerpetual BTC/USDT tick=0.01')
    made.say('list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001')
    expect(made.refused(dear)).toMatchObject({ name: 'commandRefused', field: 'maxPriceTicks' })
    expect(stateHash(restored(made))).toBe(stateHash(made.engine))
  })

  test('was accepted for a known pair under the second rules', () => {
    const made = venue('BTCUSDT LinearPerpetual BTC/USDT tick=0.01', { rules: 2 })
    made.say('list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001')
    made.say(dear)
    expect(() => restored(made)).toThrow('too dear')
  })
})
