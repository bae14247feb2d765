// Previews of orders that rest or wait: the account once they are filled (rules 6.2).

import { describe, expect, test } from 'vitest'
import { parseCommand } from '../replay/text/format.ts'
import { venue, type Venue } from '../../testing/example-venue.ts'

const friday = 1_790_035_200_000 + 80 * 3_600_000

/** Alice is long 0.1 BTC from 60,000; the contract's largest order is 0.05. */
function long() {
  const made = venue('BTCUSDT LinearPerpetual BTC/USDT fees=0:0 band=90:90 qty=1l..50l market=50l')
  made.say('index BTCUSDT 60000')
  made.trade('alice', 'bob', ['0.05', '60000'])
  made.trade('alice', 'bob', ['0.05', '60000'])
  const accounts = new Map([['alice', made.id('alice')]])
  /** The position after the orders of a line are filled, in thousandths of a coin. */
  const filledBy = (line: string): string | undefined => {
    const command = parseCommand(line, { instruments: new Map(), accounts })
    if (!('account' in command)) throw new Error(`${line} is of no account`)
    const { problem, filled } = made.engine.preview(command)
    expect(problem).toBeUndefined()
    return filled?.positions.map(({ position }) => `${position.side} ${position.sizeLots}`).join()
  }
  return { filledBy }
}

describe('the fee once it is filled', () => {
  const feeOf = (made: Venue, line: string): bigint | undefined => {
    const accounts = new Map([['alice', made.id('alice')]])
    const command = parseCommand(line, { instruments: new Map(), accounts })
    if (!('account' in command)) throw new Error(`${line} is of no account`)
    const { problem, filledFee } = made.engine.preview(command)
    expect(problem).toBeUndefined()
    return filledFee
  }
  const linearFee = (line: string): bigint | undefined => {
    const made = venue('BTCUSDT LinearPerpetual BTC/USDT fees=0.055:0.02 band=90:90')
    made.say('index BTCUSDT 60000')
    made.trade('carol', 'bob', ['0.001', '60000'])
    made.say('deposit alice 1000000 USDT')
    return feeOf(made, line)
  }

  test('a waiting order pays the taker fee at its trigger, or at a better limit', () => {
    // 0.055 % of 0.5 × 70,000; of 0.5 × 60,000.
    const waits = 'when=rise:700000t'
    expect(linearFee(`place alice Buy BTCUSDT 500l market ${waits}`)).toBe(1_925_000_000n)
    expect(linearFee(`place alice Buy BTCUSDT 500l @ 600000t ${waits}`)).toBe(1_650_000_000n)
    expect(linearFee(`place alice Buy BTCUSDT 500l @ 800000t ${waits}`)).toBe(1_925_000_000n)
  })

  test('a resting order pays the maker fee at its limit', () => {
    expect(linearFee('place alice Buy BTCUSDT 500l @ 500000t')).toBe(500_000_000n)
  })

  test('an option’s fee is that of its index price, limited by its premium (9.4)', () => {
    const name = 'BTC-25SEP26-60000-C'
    const listing =
      `${name} Option BTC/USDC/USDC tick=1 lot=0.01 least=0 fees=0.03:0.02 market=500 ` +
      `tiers=50000000:100:3:1 right=Call strike=60000 delivery=${friday}`
    const made = venue(listing)
    made.say(`index ${name} 60000 mark 1200 forward 60000 iv 0.5`)
    made.say('deposit alice 100000 USDC')
    // 0.02 % of 60,000; 7 % of a premium of 100.
    expect(feeOf(made, `place alice Buy ${name} 100l @ 1000t`)).toBe(1_200_000_000n)
    expect(feeOf(made, `place alice Buy ${name} 100l @ 100t`)).toBe(700_000_000n)
  })
})

describe('once it is filled', () => {
  test('a close-on-trigger order has closed no more than the position', () => {
    const { filledBy } = long()
    const stop = 'market close when=fall:590000t'
    expect(filledBy(`place alice Sell BTCUSDT 40l ${stop}`)).toBe('Buy 60')
    expect(filledBy(`place alice Sell BTCUSDT 300l ${stop}`)).toBe('')
  })

  test('an order that waits to close the whole position has closed it, although it has no quantity', () => {
    const { filledBy } = long()
    expect(filledBy('place alice Sell BTCUSDT 0l market reduce close when=fall:590000t')).toBe('')
  })

  test('a closing order above the maximum has closed all of its parts', () => {
    const { filledBy } = long()
    expect(filledBy('place alice Sell BTCUSDT 100l @ 610000t reduce')).toBe('')
  })

  test('every order of a batch counts, those with attached TP/SL too, but not the TP/SL', () => {
    const { filledBy } = long()
    const protectedBuy = 'place alice Buy BTCUSDT 10l @ 590000t tp=650000t sl=580000t'
    expect(filledBy(protectedBuy)).toBe('Buy 110')
    expect(filledBy(`batch alice ; ${protectedBuy} ; place alice Buy BTCUSDT 10l @ 580000t`)).toBe(
      'Buy 120',
    )
  })
})
