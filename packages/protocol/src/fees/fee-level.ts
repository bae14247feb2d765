// Fee levels on the wire: an account's level, rates and volume, and the schedule (rules 3.6). Rates
// are fractions: 0.00055 is 0.055 %.

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

/** The highest rates that an account pays; if absent, each symbol's listed rates. */
export const wireFees = z.object({ level, rates: optionalField(rates) })
type WireFees = z.output<typeof wireFees>

/** An account's fee level within the schedule. */
export const feeLevelAnswer = z.object({
  ...wireFees.shape,
  /** The level granted by the operator; the account has the higher of this and its volume's. */
  granted: optionalField(level),
  /** Traded today and in the 29 days before, UTC. */
  volume,
  /** The volume missing to the next level, of either market; absent on the highest. */
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

/** Decodes an account's fees. */
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

/** Returns an account's fee level within the schedule. */
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
