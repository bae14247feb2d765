// Previews of orders that rest or wait: the account once they are filled (rules 6.2).

import { describe, expect, test } from 'vitest'
import { parseCommand } from '../replay/text/format.ts'
import { venue } from '../../testing/example-venue.ts'

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
