// Rates, shares and returns of the wire as exact percentages, for `format.percent`.

import { returnE4 } from '@basis/domain/instrument/pnl'
import { parseDecimal } from '@basis/domain/numbers/fixed'

type Exact = { readonly units: bigint; readonly scale: number }

/** A fraction in percent, with all of its decimals. */
export function percentExact(share: string): Exact {
  const scale = share.split('.')[1]?.length ?? 0
  return { units: BigInt(share.replace('.', '')) * 100n, scale }
}

/** A rate (a fraction with four decimals) in percent; 0 if it is no number. */
export const rateExact = (text: string): Exact => ({ units: parseDecimal(text, 4) ?? 0n, scale: 2 })

/** A profit relative to the money put in, percent, two decimals. */
export const returnExact = (pnl: string, invested: string): Exact => ({
  units: returnE4(parseDecimal(pnl, 8) ?? 0n, parseDecimal(invested, 8) ?? 0n),
  scale: 2,
})
