// What version 3 of the rules changes for copies of a leader's order that is filled in parts: they
// are together the copy of the whole order (rules 16.2).

import { accountId } from '@basis/domain/numbers/brand'
import { describe, expect, test } from 'vitest'
import { coins, linear, venue, type Venue } from '../../../testing/example-venue.ts'

const [leader, wallet] = [accountId(1_000_000_001), accountId(1_000_000_002)]

/** Bob copies alice, by default each with 10,000; both trade at 50,000 and nothing costs a fee. */
function copying(
  rules: number,
  mode: string,
  { ratioE4 = 10_000, money = '10000', least = '5' } = {},
): Venue {
  const made = venue(`${linear} fees=0:0 least=${least}`, { rules })
  made.say('index BTCUSDT 50000')
  made.say('lead alice Alice Classic 0 10000')
  const none = { symbolMargin: '0', dayMargin: '0', totalStopLoss: '0' }
  const settings = {
    ...none,
    mode,
    margin: String(coins('100')),
    ratioE4,
    leverageE2: 0,
    slippageE4: 100,
    takeProfitE4: 0,
    stopLossE4: 0,
  }
  made.say(`follow bob #${leader} ${money} ${JSON.stringify(settings)}`)
  // The copies meet carol's order just above.
  made.say('place carol Sell BTCUSDT 10 @ 50001')
  return made
}

const lots = ({ engine }: Venue): number =>
  engine.views.positions(wallet)[0]?.position.sizeLots ?? 0

/** Alice's order is filled by orders of these quantities, one after the other. */
function filled(made: Venue, qty: string, parts: readonly string[]): number {
  made.say(`place #${leader} Buy BTCUSDT ${qty} @ 50000 idx=1`)
  for (const part of parts) made.say(`place dave Sell BTCUSDT ${part} @ 50000`)
  return lots(made)
}
const tenths = Array.from({ length: 10 }, () => '0.1')
const uneven = ['0.013', '0.2', '0.287', '0.001', '0.499']

describe('a leader’s order of 1 at 10x that is filled in parts', () => {
  test('takes a fixed margin of 100 once: 0.02', () => {
    expect(filled(copying(3, 'FixedMargin'), '1', ['1'])).toBe(20)
    expect(filled(copying(3, 'FixedMargin'), '1', tenths)).toBe(20)
    expect(filled(copying(3, 'FixedMargin'), '1', uneven)).toBe(20)
  })

  test('takes it once also in parts whose copies are below the least order', () => {
    // A tenth of the margin is 2 lots of 50 USDT each, and 200 USDT are the least.
    expect(filled(copying(3, 'FixedMargin', { least: '200' }), '1', tenths)).toBe(20)
  })

  test('takes as much of a fixed margin as of the order is filled', () => {
    expect(filled(copying(3, 'FixedMargin'), '1', ['0.25', '0.25'])).toBe(10)
  })

  test('takes it whole if the rest of the order is cancelled at once', () => {
    const made = copying(3, 'FixedMargin')
    made.say('place dave Sell BTCUSDT 0.2 @ 50000')
    made.say(`place #${leader} Buy BTCUSDT 1 @ 50000 IOC idx=1`)
    expect(lots(made)).toBe(20)
  })

  test('takes it again with the next order', () => {
    const made = copying(3, 'FixedMargin')
    filled(made, '1', tenths)
    expect(filled(made, '0.1', ['0.05', '0.05'])).toBe(40)
  })

  test('takes the same half of the available balance as a whole fill', () => {
    // 5,000 of the leader's 10,000; the price of the copies is a little worse.
    const sizes = [['1'], tenths, uneven].map((parts) =>
      filled(copying(3, 'Proportional'), '1', parts),
    )
    expect(sizes[0]).toBe(1000)
    expect(sizes.every((each) => each >= 998 && each <= 1000)).toBe(true)
  })

  const lotByLot = Array.from({ length: 50 }, () => '0.001')

  test('is copied by its ratio, or by a smaller balance, also if each part is less than a lot', () => {
    expect(filled(copying(3, 'FixedRatio', { ratioE4: 1000 }), '0.05', lotByLot)).toBe(5)
    expect(filled(copying(3, 'Proportional', { money: '1000' }), '0.05', lotByLot)).toBe(5)
    expect(filled(copying(2, 'FixedRatio', { ratioE4: 1000 }), '0.05', lotByLot)).toBe(0)
  })

  test('took a fixed margin with each part, and more than its share, under the second rules', () => {
    expect(filled(copying(2, 'FixedMargin'), '1', tenths)).toBe(200)
    expect(filled(copying(2, 'Proportional'), '1', tenths)).toBeGreaterThan(1200)
  })
})
