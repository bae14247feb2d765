// Accounts that hold the open interest of the simulated contracts: of six kinds, each standing for
// many people, with their target positions.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { ContractType } from '@basis/domain/instrument/market'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { unitE8, type Amount } from '@basis/domain/numbers/fixed'
import type { Listing } from '../../instruments/listings.ts'
import type { PopulationMember } from '../../read-model/seed/seed-history.ts'
import { noiseKey, smoothNoise, uniformAt } from '../noise.ts'
import { dailyTurnoverOf } from './liquidity.ts'

/** The position value of one person per kind of account, USDT. */
const valuesPerHead = {
  large: 1_000_000,
  trend: 25_000,
  retail: 1_500,
  careless: 600,
  arbitrage: 400_000,
  reversion: 25_000,
} as const
export const memberKinds = Object.keys(valuesPerHead) as readonly (keyof typeof valuesPerHead)[]
type MemberKind = (typeof memberKinds)[number]

export type Member = {
  readonly account: AccountId
  readonly kind: MemberKind
  readonly sign: 1 | -1
  /** Its target position, as a share of a day's turnover. */
  readonly share: number
  readonly leverage: number
}

type Seat = Pick<Member, 'kind' | 'sign' | 'leverage'> & { readonly part: number }

/** The holders of a perpetual's open interest; the parts of each side add up to one. */
const perpetualSeats: readonly Seat[] = [
  { kind: 'large', sign: 1, part: 0.5, leverage: 2 },
  { kind: 'trend', sign: 1, part: 0.43, leverage: 3 },
  { kind: 'retail', sign: 1, part: 0.04, leverage: 10 },
  { kind: 'careless', sign: 1, part: 0.03, leverage: 25 },
  { kind: 'arbitrage', sign: -1, part: 0.55, leverage: 2 },
  { kind: 'reversion', sign: -1, part: 0.38, leverage: 3 },
  { kind: 'retail', sign: -1, part: 0.04, leverage: 10 },
  { kind: 'careless', sign: -1, part: 0.03, leverage: 25 },
]
/** The holders of dated futures: hedgers and carry traders, in every delivery of a coin. */
const datedSeats: readonly Seat[] = [
  { kind: 'large', sign: 1, part: 0.6, leverage: 2 },
  { kind: 'trend', sign: 1, part: 0.4, leverage: 3 },
  { kind: 'arbitrage', sign: -1, part: 0.7, leverage: 2 },
  { kind: 'reversion', sign: -1, part: 0.3, leverage: 3 },
]

type Family = {
  readonly seats: readonly Seat[]
  readonly firstAccount: number
  readonly contractTypes: readonly ContractType[]
  /**
   * Bounds of a market's open interest, as shares of an average day's turnover. For perpetuals they
   * are 42 to 53 % of a median day's.
   */
  readonly interest: readonly [least: number, most: number]
  /** Markets with the same name share accounts. */
  readonly nameOf: (listing: Listing) => string
}

const symbolOf = ({ instrument }: Listing): string => instrument.symbol
/** As deliveries come and go, the accounts belong to the coin and its settlement. */
const poolOf = ({ instrument, coin }: Listing): string => `${instrument.contractType} ${coin}`

const families: readonly Family[] = [
  {
    seats: perpetualSeats,
    firstAccount: 100,
    contractTypes: ['LinearPerpetual'],
    interest: [0.23, 0.29],
    nameOf: symbolOf,
  },
  {
    seats: perpetualSeats,
    firstAccount: 600,
    contractTypes: ['UsdcPerpetual', 'InversePerpetual'],
    interest: [0.23, 0.29],
    nameOf: symbolOf,
  },
  {
    seats: datedSeats,
    firstAccount: 800,
    contractTypes: ['LinearFutures', 'UsdcFutures', 'InverseFutures'],
    interest: [0.6, 1.2],
    nameOf: poolOf,
  },
]

/** A position's room to grow within its risk limit, as a factor. */
const roomy = 1.4
const leastRoom = 1.15
const swellPeriodMs = 6 * 3_600_000
/** The period and standard deviation of the change common to both sides' targets. */
const [sharedPeriodMs, sharedShare] = [2.5 * 3_600_000, 0.045] as const
/** A future's open interest builds up over the first part of its life and rolls off in the last. */
const [growingPart, rollingPart, leastMaturity] = [0.3, 0.04, 0.1] as const

/** Returns the members of a market; none for a spot pair or an option. */
export function membersOf(
  listing: Listing,
  seed: number,
  listings: readonly Listing[],
): readonly Member[] {
  const { symbol, contractType } = listing.instrument
  const family = families.find(({ contractTypes }) =>
    contractTypes.some((type) => type === contractType),
  )
  if (family === undefined || !listing.hasRobots) return []
  const { seats, firstAccount, nameOf, interest: band } = family
  const peopled = listings.filter(({ instrument, hasRobots }) => {
    return hasRobots && family.contractTypes.some((type) => type === instrument.contractType)
  })
  const at = [...new Set(peopled.map(nameOf))].indexOf(nameOf(listing))
  if (at < 0) return []
  const chance = uniformAt(noiseKey(seed, 'interest', symbol), 0)
  const interest = band[0] + (band[1] - band[0]) * chance
  const turnover = dailyTurnoverOf(listing)
  // If risk limits are low, they cap the members of both sides equally.
  const highest = valueOfLimit(listing.instrument.riskTiers.at(-1)?.limit ?? 0n, listing)
  const most = highest / leastRoom / turnover
  const shares = sharesOf(seats, interest, most)
  return seats.map(({ kind, sign, ...seat }, i) => {
    const account = accountId(firstAccount + at * seats.length + i)
    const share = shares[i] ?? 0
    const leverage = Math.min(seat.leverage, leverageFor(share * turnover, listing))
    return { kind, sign, account, share, leverage }
  })
}

/** Returns the members as people, for the long share and for the time before the start. */
export const populationOf = (
  listing: Listing,
  seed: number,
  listings: readonly Listing[],
): readonly PopulationMember[] =>
  membersOf(listing, seed, listings).map(({ account, kind, sign, share }) => ({
    account,
    kind,
    sign,
    share,
    valuePerHead: valuesPerHead[kind],
  }))

/** Returns the seats' shares; what exceeds a member's limit goes to others of its side. */
function sharesOf(seats: readonly Seat[], interest: number, most: number): readonly number[] {
  const shares = seats.map(({ part }) => Math.min(interest * part, most))
  for (const side of [1, -1]) {
    const own = seats.flatMap(({ sign }, i) => (sign === side ? [i] : []))
    let lacking = interest - own.reduce((sum, i) => sum + (shares[i] ?? 0), 0)
    // Large members first: retail and careless ones stay small.
    for (const i of own.toSorted((a, b) => (seats[b]?.part ?? 0) - (seats[a]?.part ?? 0))) {
      const more = Math.min(lacking, most - (shares[i] ?? 0))
      shares[i] = (shares[i] ?? 0) + more
      lacking -= more
    }
  }
  return shares
}

/** A risk limit's value in USDT; that of an inverse contract is in coins. */
function valueOfLimit(limit: Amount | 0n, { instrument, startPriceTicks }: Listing): number {
  const price = instrument.kind === 'Inverse' ? (startPriceTicks * instrument.tickSizeE8) / 1e8 : 1
  return Number(limit / unitE8) * price
}

/** The highest leverage whose risk limit leaves room for a position to grow. */
function leverageFor(value: number, listing: Listing): number {
  const wide = listing.instrument.riskTiers.filter(
    ({ limit }) => valueOfLimit(limit, listing) >= roomy * value,
  )
  return Math.max(100, ...wide.map(({ maxLeverageE2 }) => maxLeverageE2)) / 100
}

/** Whether the account may belong to the population; traders' numbers are higher still. */
export const mayBeMember = (account: AccountId): boolean => account >= 100

/** Returns a member's target at a time, as a multiple of its usual position. */
export const targetInventoryOf = (
  member: Pick<Member, 'kind' | 'account'>,
  timeMs: number,
  trend: number,
): number => sharedLevelAt(member.account, timeMs) * ownWishOf(member, timeMs, trend)

/** The factor common to both sides' targets, mean 1; open interest follows it. */
function sharedLevelAt(account: AccountId, timeMs: number): number {
  const family = families.findLast(({ firstAccount }) => account >= firstAccount)
  if (family === undefined) return 1
  const seat = (account - family.firstAccount) % family.seats.length
  const key = noiseKey('shared', String(account - seat))
  return 1 + sharedShare * smoothNoise(key, timeMs / sharedPeriodMs)
}

function ownWishOf(
  { kind, account }: Pick<Member, 'kind' | 'account'>,
  timeMs: number,
  trend: number,
): number {
  const sentiment = smoothNoise(noiseKey('mood', String(account)), timeMs / swellPeriodMs)
  const pull = Math.tanh(trend)
  switch (kind) {
    case 'trend':
      return 1 + 0.25 * pull + 0.08 * sentiment
    case 'reversion':
      return 1 + 0.2 * pull + 0.08 * sentiment
    case 'retail':
      return 1 + 0.3 * sentiment
    case 'careless':
      return 1 + 0.15 * sentiment
    default:
      return 1 + 0.05 * sentiment
  }
}

/** When a contract was listed, and when it delivers, if it does. */
export type Life = {
  readonly listedMs?: number | undefined
  readonly deliveryMs?: number | undefined
}
export const lifeOf = ({ launchMs, deliveryMs }: Instrument): Life => ({
  listedMs: launchMs,
  deliveryMs,
})

/** Returns a contract's share of its usual open interest by its age; 1 for a perpetual. */
export function maturityOf({ listedMs, deliveryMs }: Life, timeMs: number): number {
  if (listedMs === undefined || deliveryMs === undefined) return 1
  const age = (timeMs - listedMs) / (deliveryMs - listedMs)
  const grown = age / growingPart
  const left = 0.4 + 0.6 * ((1 - age) / rollingPart)
  return Math.max(leastMaturity, Math.min(1, grown, left))
}
