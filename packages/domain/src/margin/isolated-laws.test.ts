// 14.2.15 for random isolated positions, linear and inverse, long and short: bankruptcy is beyond
// liquidation, liquidation beyond entry, and the margin at both prices is as defined (rules 5.1,
// 5.2).

import { expect, test } from 'vitest'
import { amount, leverageE2, rateE8 } from '../numbers/fixed.ts'
import {
  isolatedBankruptcyPriceE8,
  isolatedLiquidationPriceE8,
  type IsolatedInput,
} from './isolated-margin.ts'
import { withDeductions } from './cross-margin.ts'
import { createPrng, type Prng } from '../numbers/prng.ts'

const one = 100_000_000n
const maintenanceE8 = 500_000n
const tiers = withDeductions([
  {
    limit: amount(10n ** 18n),
    initialRateE8: rateE8(1_000_000),
    maintenanceRateE8: rateE8(Number(maintenanceE8)),
    maxLeverageE2: leverageE2(10_000),
  },
])

function anyPosition(prng: Prng, kind: IsolatedInput['kind'], sign: 1 | -1): IsolatedInput {
  const entryE8 = BigInt(100 + prng.nextBelow(90_000)) * one
  const qty = BigInt(1 + prng.nextBelow(100_000)) * (kind === 'Linear' ? 100_000n : one)
  const entryValue = kind === 'Linear' ? (qty * entryE8) / one : (qty * one) / entryE8
  return {
    kind,
    sign,
    qty: amount(qty),
    entryValue: amount(entryValue),
    leverage: leverageE2(200 + 100 * prng.nextBelow(98)),
    takerFee: rateE8(55_000),
    extra: amount(0n),
  }
}

const valueAt = ({ kind, qty }: IsolatedInput, price: number): bigint =>
  kind === 'Linear' ? (qty * BigInt(price)) / one : (qty * one) / BigInt(price)

/** IM₀ plus the profit or loss of the position at a price. */
function marginAt(input: IsolatedInput, price: number): bigint {
  const { kind, sign, entryValue, leverage } = input
  const moved = valueAt(input, price) - entryValue
  const gained = (kind === 'Linear') === (sign === 1) ? moved : -moved
  return (entryValue * 100n) / BigInt(leverage) + gained
}

/** The value of a unit of the price's eighth decimal, plus two units for rounding. */
const dust = (input: IsolatedInput, price: number): bigint => {
  const [here, there] = [valueAt(input, price), valueAt(input, price + 1)]
  return (here > there ? here - there : there - here) + 3n
}

const within = (found: bigint, wanted: bigint, most: bigint): boolean =>
  found - wanted <= most && wanted - found <= most

const cases = (['Linear', 'Inverse'] as const).flatMap((kind) =>
  ([1, -1] as const).map((sign) => [kind, sign] as const),
)

test.each(cases)(
  '14.2.15: %s, sign %i: bankruptcy, liquidation and entry in order',
  (kind, sign) => {
    const prng = createPrng(15)
    let priced = 0
    for (let round = 0; round < 2000; round += 1) {
      const input = anyPosition(prng, kind, sign)
      const liquidation = isolatedLiquidationPriceE8(input, tiers, input.entryValue)
      const bankruptcy = isolatedBankruptcyPriceE8(input)
      if (liquidation === undefined || bankruptcy === undefined) continue
      priced += 1
      // At the entry price the full margin is available.
      expect(marginAt(input, liquidation)).toBeLessThan(
        (input.entryValue * 100n) / BigInt(input.leverage),
      )
      expect((liquidation - bankruptcy) * sign).toBeGreaterThan(0)
      const maintenance = (valueAt(input, liquidation) * maintenanceE8) / one
      const atLiquidation = marginAt(input, liquidation)
      expect(within(atLiquidation, maintenance, dust(input, liquidation))).toBe(true)
      expect(within(marginAt(input, bankruptcy), 0n, dust(input, bankruptcy))).toBe(true)
      const extra = amount(input.entryValue / 1000n + 1n)
      const further = isolatedLiquidationPriceE8({ ...input, extra }, tiers, input.entryValue)
      if (further !== undefined) expect((liquidation - further) * sign).toBeGreaterThanOrEqual(0)
    }
    expect(priced).toBeGreaterThan(1000)
  },
)
