// Slippage by order size: the sizes, and the exchange's answers for both sides.

import { lotsOfValue } from '@basis/domain/margin/cost-input'
import {
  amount,
  leverageE2,
  qtyLots,
  rateE8,
  unitE8,
  type Amount,
  type PriceE8,
} from '@basis/domain/numbers/fixed'
import {
  formatQty,
  parseQty,
  qtyAmount,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { contractValue } from '@basis/domain/instrument/contract'
import type { CallAnswer } from '@basis/protocol/calls'
import { ask } from '../../client/http.ts'

export type Slippage = CallAnswer<'slippage'>

/** The result of a market order of a size on each side; undefined if no answer came. */
export type SlippageRow = {
  readonly qty: string
  readonly buy: Slippage | undefined
  readonly sell: Slippage | undefined
}

/** Order values in dollars. */
const values = [1_000, 10_000, 50_000, 100_000, 500_000, 1_000_000] as const

/**
 * Returns the quantities of those values at a price, without duplicates or any below the minimum;
 * `quoteUsd` is the dollar value of one unit of the quote coin.
 */
export function sizesOf(instrument: Instrument, price: PriceE8, quoteUsd = 1): readonly string[] {
  const lots = values.map((dollars) =>
    Math.max(instrument.minQtyLots, lotsOfValueIn(instrument, price, dollars / quoteUsd)),
  )
  return [...new Set(lots)].map((each) => formatQty(instrument, qtyLots(each)))
}

/**
 * A lot of an inverse contract is in dollars; other values are divided by the price, rounded down.
 */
function lotsOfValueIn(instrument: Instrument, price: PriceE8, quotes: number): number {
  const { kind, lotSizeE8 } = instrument
  const value = amount(BigInt(Math.floor(quotes * Number(unitE8))))
  if (kind === 'Inverse') return Number(value / BigInt(lotSizeE8))
  const terms = { sign: 1, leverage: leverageE2(100), takerFee: rateE8(0) } as const
  return lotsOfValue({ ...terms, kind: 'Linear', price, lotSizeE8 }, value)
}

/** Returns the value of a quantity at a price, 1e-8 of the value coin. */
export function valueOfSize(
  instrument: Instrument,
  qty: string,
  price: PriceE8,
): Amount | undefined {
  const lots = parseQty(instrument, qty)
  if (typeof lots !== 'number') return undefined
  const kind = instrument.kind === 'Inverse' ? 'Inverse' : 'Linear'
  return contractValue(kind, qtyAmount(instrument, lots), price)
}

/** Requests the result of orders of these sizes, on both sides. */
export async function askSlippage(
  symbol: string,
  sizes: readonly string[],
  asking: typeof ask = ask,
): Promise<readonly SlippageRow[]> {
  const one = async (side: 'Buy' | 'Sell', qty: string): Promise<Slippage | undefined> => {
    const outcome = await asking('slippage', { symbol, side, qty })
    return outcome.ok ? outcome.value : undefined
  }
  return Promise.all(
    sizes.map(async (qty) => {
      const [buy, sell] = await Promise.all([one('Buy', qty), one('Sell', qty)])
      return { qty, buy, sell }
    }),
  )
}
