// Orders of well-margined accounts enter without their margin being computed: the quick answer must
// be the exact one, whatever the price band (well-margined.ts; decision 13).

import { createPrng } from '@basis/domain/numbers/prng'
import { describe, expect, test } from 'vitest'
import { stateOf } from '../engine/engine.ts'
import { stateHash } from '../replay/snapshot/snapshot.ts'
import { markToCheck } from '../state/liquidation-index.ts'
import { venue, type Venue } from '../../testing/example-venue.ts'

const listing = 'BTCUSDT LinearPerpetual BTC/USDT tick=0.1 lot=0.001 band=80:90'

/** A market in which somebody may sell at a fifth of the mark, and one who is rich. */
function opened() {
  const made = venue(listing, { alice: '100000' })
  made.say('index BTCUSDT 60000')
  made.say('place alice Buy BTCUSDT 0.001 @ 60000')
  made.wait(1000)
  made.say('index BTCUSDT 60000')
  return made
}

describe('a well-margined account in a market with a wild price band', () => {
  test('is refused what loses more than it has: 3 sold at 12,001 lose 143,997', () => {
    const made = opened()
    expect(made.refused('place alice Sell BTCUSDT 3 @ 12001').name).toBe('insufficientBalance')
  })

  test('is refused the third of three orders that only together lose too much', () => {
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

test('whoever has nothing yet opens his first orders within his spare value', () => {
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

describe('an account that quotes a pair beside its contracts', () => {
  const pair = 'BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 band=5:10 fees=0:0 qty=1l..100000000l'

  /** Ten coins, of which five are offered, and an order each for a coin and a contract. */
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

  test('is not checked with every price where its dollars alone carry what it has', () => {
    expect(quoting('100000', 'tiers=10:9800,20:9500')).toBe(true)
  })

  test('is checked where it is the coins that carry it', () => {
    expect(quoting('100', 'tiers=10:9800,20:9500')).toBe(false)
  })

  test('is checked where orders could take more one by one than together', () => {
    expect(quoting('100000', 'tiers=1:1000,20:9500')).toBe(false)
  })
})

describe('spot orders of an account that has contracts too', () => {
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

  /** What is said next, of orders that rest far from the market and of their ends. */
  function line(random: ReturnType<typeof createPrng>): string {
    const qty = (most: number): number => 1 + random.nextBelow(most)
    const side = random.nextBelow(2) === 0 ? 'Buy' : 'Sell'
    const price = (buy: string, sell: string): string => (side === 'Buy' ? buy : sell)
    const kind = random.nextBelow(22)
    if (kind > 19) {
      // Trades at once with what somebody else offers there.
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

  /** Says a line; returns by which name it is refused. */
  function said(made: Venue, text: string): string {
    try {
      made.say(text)
      return 'taken'
    } catch (error) {
      return String(error)
    }
  }

  /** One whose bitcoin would count a tenth, with a contract's order. */
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

  test('are refused where they would lose more than other orders leave', () => {
    // The contract's order would lose 14,400; 98,000 would buy what counts 12,000.
    const made = ordered('Sell BTCUSDT 0.3 @ 12001')
    const { risk } = stateOf(made.engine).accounts.get(made.id('alice')) ?? {}
    expect(risk?.isWellMargined).toBe(true)
    const { name } = made.refused('place alice Buy BTC/USDT 1.96 @ 50000')
    expect(name).toBe('insufficientBalance')
  })

  test('take what they would pay from what other orders may lose', () => {
    const made = ordered('Buy BTCUSDT 0.001 @ 59000')
    // Each locks 40,000 and brings bitcoin that counts a tenth: some 28,000 are left.
    for (let n = 0; n < 2; n += 1) made.say('place alice Buy BTC/USDT 0.8 @ 50000')
    expect(made.refused('place alice Sell BTCUSDT 0.7 @ 12001').name).toBe('insufficientBalance')
  })

  test('that trade take what they paid', () => {
    const made = ordered('Buy BTCUSDT 0.001 @ 59000')
    made.say('deposit bob 10 BTC')
    made.say('place bob Sell BTC/USDT 5 @ 60010')
    // 72,000 become bitcoin that counts a tenth: some 35,000 are left.
    for (let n = 0; n < 2; n += 1) made.say('place alice Buy BTC/USDT 0.6 @ 60010 IOC')
    expect(made.refused('place alice Sell BTCUSDT 0.75 @ 12001').name).toBe('insufficientBalance')
  })

  test('are let in and refused just as if all of its coins were weighed each time', () => {
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
