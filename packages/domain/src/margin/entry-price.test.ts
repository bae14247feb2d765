import { describe, expect, test } from 'vitest'
import { enteredMore, enteredPriceE8, notEntered } from './entry-price.ts'

const lotE8 = 100_000
const bought = (entered: typeof notEntered, held: number, lots: number, price: number) =>
  enteredMore(entered, held, { lots, value: BigInt(price * 1e8 * lots) / 1000n })

describe('average entry price', () => {
  test('EX-1.1: 0.5 at 5,000 and 0.3 at 6,000 average 5,375, in either order', () => {
    const one = bought(bought(notEntered, 0, 500, 5000), 500, 300, 6000)
    const other = bought(bought(notEntered, 0, 300, 6000), 300, 500, 5000)
    expect(enteredPriceE8('Linear', one, lotE8)).toBe(537_500_000_000)
    expect(other).toEqual(one)
  })

  test('EX-1.2: inverse: 1,000 at 5,000 and 2,000 at 6,000 average 5,625', () => {
    const first = enteredMore(notEntered, 0, { lots: 1000, value: 20_000_000n })
    const both = enteredMore(first, 1000, { lots: 2000, value: 33_333_333n })
    expect(enteredPriceE8('Inverse', both, 100_000_000)).toBe(562_500_003_516)
  })

  test('closing a part keeps the price; what is bought later is averaged with the remaining part', () => {
    // 3 BTC for 180,000.10; 2.999 are closed; 0.001 more at 70,000.
    const all = enteredMore(notEntered, 0, { lots: 3000, value: 18_000_010_000_000n })
    const more = enteredMore(all, 1, { lots: 1, value: 7_000_000_000n })
    // (60,000.0333… + 70,000) ÷ 2
    expect(enteredPriceE8('Linear', more, lotE8)).toBe(6_500_001_666_667)
  })

  test('the same holds for an inverse position with a tiny value: 6 of 7 USD closed, then 1 USD more', () => {
    // 7 USD for 1,270 of 1e-8 BTC; the remaining 1 has a seventh of it, and 1 more costs 181.
    const seven = enteredMore(notEntered, 0, { lots: 7, value: 1270n })
    const two = enteredMore(seven, 1, { lots: 1, value: 181n })
    // 2 ÷ (1,270⁄7 + 181) × 1e8 = 14e8 ÷ 2,537
    expect(enteredPriceE8('Inverse', two, 100_000_000)).toBe(55_183_287_347_261)
  })

  test('an empty position has an entry price of 0', () => {
    expect(enteredPriceE8('Linear', notEntered, lotE8)).toBe(0)
  })
})
