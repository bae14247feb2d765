// Orders of well-margined accounts are accepted without computing their margin: the quick answer
// must equal the exact one, whatever the price band (well-margined.ts; decision 13).

import { createPrng } from '@basis/domain/numbers/prng'
import { describe, expect, test } from 'vitest'
import { stateOf } from '../engine/engine.ts'
import { stateHash } from '../replay/snapshot/snapshot.ts'
import { markToCheck } from '../state/liquidation-index.ts'
import { venue, type Venue } from '../../testing/example-venue.ts'

const listing = 'BTCUSDT LinearPerpetual BTC/USDT tick=0.1 lot=0.001 band=80:90'

/** A market whose band allows sales at a fifth of the mark, and an account with 100,000. */
function opened() {
  const made = venue(listing, { alice: '100000' })
  made.say('index BTCUSDT 60000')
  made.say('place alice Buy BTCUSDT 0.001 @ 60000')
  made.wait(1000)
  made.say('index BTCUSDT 60000')
  return made
}

describe('a well-margined account in a market with a very wide price band', () => {
  test('is refused an order that loses more than its balance: 3 sold at 12,001 lose 143,997', () => {
    const made = opened()
    expect(made.refused('place alice Sell BTCUSDT 3 @ 12001').name).toBe('insufficientBalance')
  })

  test('is refused the third of three orders that lose too much only together', () => {
    const made = opened()
    made.say('place alice Sell BTCUSDT 0.9 @ 12001')
    made.say('place alice Sell BTCUSDT 0.9 @ 12001')
    expect(made.refused('place alice Sell BTCUSDT 0.9 @ 12001').name).toBe('insufficientBalance')
  })

  test('may sell near the mark', () => {
    const made = opened()
    made.say('place alice Sell BTCUSDT 0.5 @ 60001')
    expect(made.account()?.orderMargin).toBeGreaterThan(0n)
  })
})

test('an account without positions places its first orders as well-margined, within its spare value', () => {
  const made = venue(listing, { alice: '100000' })
  made.say('index BTCUSDT 60000')
  const risk = () => stateOf(made.engine).accounts.get(made.id('alice'))?.risk
  made.say('place alice Buy BTCUSDT 0.1 @ 59000')
  made.say('place alice Sell BTCUSDT 0.1 @ 61000')
  expect(risk()).toMatchObject({ isWellMargined: true, isToCheck: true })
  expect(made.refused('place alice Sell BTCUSDT 3 @ 12001').name).toBe('insufficientBalance')
  made.wait(1000)
  made.say('index BTCUSDT 60000')
  expect(risk()).toMatchObject({ isWellMargined: true, isToCheck: false })
  expect(risk()?.wellMarginedUntil).toBeLessThan(Infinity)
})

describe('an account with orders in a pair and in a contract', () => {
  const pair = 'BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 band=5:10 fees=0:0 qty=1l..100000000l'

  /** Whether an account with ten coins, five of them in a sell order, is well-margined. */
  function quoting(dollars: string, tiers: string) {
    const made = venue('BTCUSDT LinearPerpetual BTC/USDT', { alice: dollars })
    made.say(`list ${pair}`)
    made.say(`coin BTC 9800 ${tiers}`)
    made.say('index BTCUSDT 60000 BTC/USDT 60000 coins BTC 60000')
    made.say('deposit alice 10 BTC')
    made.say('place alice Sell BTC/USDT 5 @ 61000')
    made.say('place alice Buy BTC/USDT 0.001 @ 59000')
    made.say('place alice Buy BTCUSDT 0.01 @ 59000')
    made.wait(1000)
    made.say('index BTCUSDT 60000 BTC/USDT 60000 coins BTC 60001')
    const { risk } = stateOf(made.engine).accounts.get(made.id('alice')) ?? {}
    return risk?.isWellMargined
  }

  test('is not checked at every price if its USDT alone covers its margin', () => {
    expect(quoting('100000', 'tiers=10:9800,20:9500')).toBe(true)
  })

  test('is checked at every price if it needs its coins to cover its margin', () => {
    expect(quoting('100', 'tiers=10:9800,20:9500')).toBe(false)
  })

  test('is checked at every price if single fills could cost more collateral than all together', () => {
    expect(quoting('100000', 'tiers=1:1000,20:9500')).toBe(false)
  })
})

describe('spot orders of an account that also trades contracts', () => {
  const pairs = [
    'BTC/USDT Spot BTC/USDT tick=0.1 lot=0.0001 band=50:90 fees=0:0 qty=1l..100000000l',
    'USDC/USDT Spot USDC/USDT tick=0.0001 lot=0.01 band=50:90 fees=0:0 qty=1l..100000000l',
    'ETH/BTC Spot ETH/BTC tick=0.00001 lot=0.001 band=50:90 fees=0:0 qty=1l..100000000l',
  ]
  const prices = 'BTCUSDT 60000 BTC/USDT 60000 USDC/USDT 1 ETH/BTC 0.05'

  function opened(): Venue {
    const made = venue('BTCUSDT LinearPerpetual BTC/USDT', { alice: '100000' })
    for (const pair of pairs) made.say(`list ${pair}`)
    made.say('coin BTC 1000 tiers=10:1000,20:500')
    made.say('coin USDC 9900 tiers=1000000:9900')
    made.say('coin ETH 9000 tiers=100:9000')
    made.say(`index ${prices} coins BTC 60000 ETH 3000 USDC 1`)
    for (const funds of ['0.05 BTC', '1000 USDC', '0.5 ETH']) made.say(`deposit alice ${funds}`)
    made.say('deposit bob 500 BTC')
    made.say('place bob Sell BTC/USDT 400 @ 60010')
    made.say('place bob Buy BTC/USDT 400 @ 59990')
    made.trade('alice', 'bob', ['0.1', '60000'])
    made.wait(1000)
    made.say(`index ${prices} coins BTC 60000 ETH 3000 USDC 1`)
    return made
  }

  /** The next command: mostly orders that rest far from the market, and their cancels. */
  function line(random: ReturnType<typeof createPrng>): string {
    const qty = (most: number): number => 1 + random.nextBelow(most)
    const side = random.nextBelow(2) === 0 ? 'Buy' : 'Sell'
    const price = (buy: string, sell: string): string => (side === 'Buy' ? buy : sell)
    const kind = random.nextBelow(22)
    if (kind > 19) {
      // Trades at once with bob's orders.
      return `place alice ${side} BTC/USDT ${qty(900) / 10_000} @ ${price('60010', '59990')} IOC`
    }
    if (kind < 5) {
      return `place alice ${side} BTC/USDT ${qty(6000) / 10_000} @ ${price('50000', '70000')}`
    }
    if (kind < 8) return `place alice ${side} USDC/USDT ${qty(30_000)} @ ${price('0.9', '1.1')}`
    if (kind < 11) return `place alice ${side} ETH/BTC ${qty(50) / 100} @ ${price('0.04', '0.06')}`
    if (kind < 14) {
      return `place alice ${side} BTCUSDT ${qty(300) / 1000} @ ${price('55000', '65000')}`
    }
    if (kind === 14) return 'cancel-all alice'
    return `index ${prices} coins BTC ${60_000 + qty(50)} ETH 3000 USDC 1`
  }

  /** Gives a line of command text; returns `taken` or the refusal as text. */
  function said(made: Venue, text: string): string {
    try {
      made.say(text)
      return 'taken'
    } catch (error) {
      return String(error)
    }
  }

  /** A market in which bitcoin counts a tenth as collateral, and alice with a contract order. */
  function ordered(order: string): Venue {
    const made = venue(listing, { alice: '100000' })
    made.say(`list ${pairs[0]}`)
    made.say('coin BTC 1000 tiers=10:1000')
    made.say('index BTCUSDT 60000 BTC/USDT 60000 coins BTC 60000')
    made.say(`place alice ${order}`)
    made.wait(1000)
    made.say('index BTCUSDT 60000 BTC/USDT 60000 coins BTC 60001')
    return made
  }

  test('are refused if they would lose more than other orders leave', () => {
    // The contract order would lose 14,400; the bitcoin bought for 98,000 would count as 12,000.
    const made = ordered('Sell BTCUSDT 0.3 @ 12001')
    const { risk } = stateOf(made.engine).accounts.get(made.id('alice')) ?? {}
    expect(risk?.isWellMargined).toBe(true)
    const { name } = made.refused('place alice Buy BTC/USDT 1.96 @ 50000')
    expect(name).toBe('insufficientBalance')
  })

  test('reduce, while open, what other orders may lose', () => {
    const made = ordered('Buy BTCUSDT 0.001 @ 59000')
    // Each locks 40,000 and buys bitcoin that counts a tenth: about 28,000 is left.
    for (let n = 0; n < 2; n += 1) made.say('place alice Buy BTC/USDT 0.8 @ 50000')
    expect(made.refused('place alice Sell BTCUSDT 0.7 @ 12001').name).toBe('insufficientBalance')
  })

  test('reduce, once filled, what other orders may lose', () => {
    const made = ordered('Buy BTCUSDT 0.001 @ 59000')
    made.say('deposit bob 10 BTC')
    made.say('place bob Sell BTC/USDT 5 @ 60010')
    // 72,000 become bitcoin that counts a tenth: about 35,000 is left.
    for (let n = 0; n < 2; n += 1) made.say('place alice Buy BTC/USDT 0.6 @ 60010 IOC')
    expect(made.refused('place alice Sell BTCUSDT 0.75 @ 12001').name).toBe('insufficientBalance')
  })

  test('are accepted and refused exactly as if the collateral were computed in full for each', () => {
    const random = createPrng(7)
    const [quick, exact] = [opened(), opened()]
    const risk = (made: Venue) => stateOf(made.engine).accounts.get(made.id('alice'))?.risk
    const answers = new Map<string, number>()
    let quickly = 0
    for (let n = 0; n < 2_000; n += 1) {
      const text = line(random)
      const careful = risk(exact)
      if (careful !== undefined) markToCheck(careful)
      if (risk(quick)?.isWellMargined === true && text.includes('/')) quickly += 1
      const answer = said(quick, text)
      expect(said(exact, text), `${n}: ${text}`).toBe(answer)
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
      for (const made of [quick, exact]) made.wait(100)
    }
    expect(stateHash(quick.engine)).toBe(stateHash(exact.engine))
    expect(quickly).toBeGreaterThan(300)
    expect([...answers.keys()].join()).toContain('insufficientBalance')
    expect([...answers.keys()].join()).toContain('insufficientCoin')
  })
})
