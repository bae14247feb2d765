// Fee levels on the wire: an account's own with its rates, what it has traded, and the schedule
// (rules 3.6). Rates are shares: 0.00055 is 0.055 %.

import * as z from '../schema/deferred.ts'
import {
  feeLevels,
  feeMarkets,
  type AccountFees,
  type FeeLevel,
  type FeeRates,
  type TradedVolume,
} from '@basis/domain/instrument/fee-levels'
import { feeSchedule, levelAbove } from '@basis/domain/instrument/fee-schedule'
import {
  amount,
  formatTrimmed,
  parseDecimal,
  rateE8,
  zero,
  type RateE8,
} from '@basis/domain/numbers/fixed'
import { encodeAmount } from '../order.ts'
import { decimal, optionalField } from '../wire.ts'

const sideRates = z.object({ taker: decimal, maker: decimal })
const rates = z.object({ spot: sideRates, derivatives: sideRates })
/** In USD. */
const volume = z.object({ spot: decimal, derivatives: decimal })
const level = z.enum(feeLevels)

/** What an account's fills pay at most; without rates as each symbol is listed. */
export const wireFees = z.object({ level, rates: optionalField(rates) })
type WireFees = z.output<typeof wireFees>

/** An account's place in the schedule. */
export const feeLevelAnswer = z.object({
  ...wireFees.shape,
  /** What the operator gave; the account has the higher of this and its volume's. */
  granted: optionalField(level),
  /** Traded today and in the 29 days before, UTC. */
  volume,
  /** What is missing of either volume to the next level; absent on the highest. */
  next: optionalField(z.object({ level, missing: volume })),
  schedule: z.array(z.object({ level, from: volume, rates })),
})
export type WireFeeLevel = z.output<typeof feeLevelAnswer>

const share = (rate: RateE8): string => formatTrimmed(BigInt(rate), 8)

const encodeRates = ({ spot, derivatives }: FeeRates): z.output<typeof rates> => ({
  spot: { taker: share(spot.takerE8), maker: share(spot.makerE8) },
  derivatives: { taker: share(derivatives.takerE8), maker: share(derivatives.makerE8) },
})

const encodeVolume = (traded: TradedVolume): z.output<typeof volume> => ({
  spot: encodeAmount(traded.spot),
  derivatives: encodeAmount(traded.derivatives),
})

export const encodeFees = (fees: AccountFees): WireFees =>
  fees.rates === undefined
    ? { level: fees.level }
    : { level: fees.level, rates: encodeRates(fees.rates) }

const rateOf = (text: string): RateE8 => rateE8(Number(parseDecimal(text, 8) ?? 0n))

/** Reads an account's fees back, to know what a fill will pay. */
export function decodeFees(fees: WireFees): AccountFees {
  if (fees.rates === undefined) return { level: fees.level }
  const { spot, derivatives } = fees.rates
  return {
    level: fees.level,
    rates: {
      spot: { takerE8: rateOf(spot.taker), makerE8: rateOf(spot.maker) },
      derivatives: { takerE8: rateOf(derivatives.taker), makerE8: rateOf(derivatives.maker) },
    },
  }
}

/** Returns an account's place in the schedule. */
export function encodeFeeLevel(
  fees: AccountFees,
  traded: TradedVolume,
  granted: FeeLevel | undefined,
): WireFeeLevel {
  const above = levelAbove(fees.level)
  return {
    ...encodeFees(fees),
    ...(granted === undefined ? {} : { granted }),
    volume: encodeVolume(traded),
    ...(above === undefined
      ? {}
      : { next: { level: above.level, missing: encodeVolume(missing(above.from, traded)) } }),
    schedule: feeSchedule.map((row) => ({
      level: row.level,
      from: encodeVolume(row.from),
      rates: encodeRates(row.rates),
    })),
  }
}

function missing(from: TradedVolume, traded: TradedVolume): TradedVolume {
  const [spot, derivatives] = feeMarkets.map((market) =>
    traded[market] < from[market] ? amount(from[market] - traded[market]) : zero,
  )
  return { spot: spot ?? zero, derivatives: derivatives ?? zero }
}
