// Coins lent for spot margin: hourly interest, limits, supply, tiers (rules 12.2).

import { amount, rateE8, unitE8, type Amount } from '@basis/domain/numbers/fixed'
import type { LoanTerms } from '@basis/domain/margin/loans'
import type { ListLoan } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'

type Lent = {
  readonly coin: string
  /** Hourly interest rate ×1e12. */
  readonly hourlyE12: number
  /** Whole coins per account; the total supply is a hundred times as much. */
  readonly limit: number
  /** The first tier's rates in percent; each further tier requires half as much again. */
  readonly initial: number
  readonly maintenance: number
  /** Whole coins that losses of derivatives may borrow without interest. */
  readonly free?: number
}

const dollars = { limit: 2_000_000, initial: 10, maintenance: 4, free: 1000 }

const lentCoins: readonly Lent[] = [
  { coin: 'USDT', hourlyE12: 6_850_000, ...dollars },
  { coin: 'USDC', hourlyE12: 6_280_000, ...dollars },
  { coin: 'BTC', hourlyE12: 1_140_000, limit: 40, initial: 10, maintenance: 4 },
  { coin: 'ETH', hourlyE12: 2_280_000, limit: 800, initial: 10, maintenance: 4 },
  { coin: 'SOL', hourlyE12: 5_710_000, limit: 12_000, initial: 20, maintenance: 5 },
  { coin: 'XRP', hourlyE12: 5_710_000, limit: 500_000, initial: 20, maintenance: 5 },
  { coin: 'LTC', hourlyE12: 5_710_000, limit: 8_000, initial: 20, maintenance: 5 },
  { coin: 'DOGE', hourlyE12: 9_130_000, limit: 3_000_000, initial: 25, maintenance: 6 },
]

const whole = (coins: number): Amount => amount(BigInt(coins) * unitE8)
const percent = (share: number) => rateE8(Math.round(share * 1_000_000))

function termsOf({ hourlyE12, limit, initial, maintenance, free = 0 }: Lent): LoanTerms {
  const steps = [
    [0.5, 1],
    [1, 1.5],
    [2, 2],
  ] as const
  return {
    hourlyE12,
    limit: whole(limit),
    supply: whole(100 * limit),
    freeOfInterest: whole(free),
    tiers: steps.map(([part, more]) => ({
      upTo: whole(Math.round(limit * part)),
      initialE8: percent(initial * more),
      maintenanceE8: percent(maintenance * more),
    })),
  }
}

/** Returns the commands that list every coin with new or changed terms. */
export const loanCommands = (views: Pick<Views, 'loan'>): readonly ListLoan[] =>
  lentCoins.flatMap((lent): ListLoan[] => {
    const terms = termsOf(lent)
    const known = views.loan(lent.coin)?.terms
    const isKnown = known !== undefined && sameTerms(known, terms)
    return isKnown ? [] : [{ kind: 'ListLoan', coin: lent.coin, terms }]
  })

const sameTerms = (one: LoanTerms, other: LoanTerms): boolean => textOf(one) === textOf(other)

const textOf = ({ hourlyE12, limit, supply, freeOfInterest, tiers }: LoanTerms): string =>
  [
    hourlyE12,
    limit,
    supply,
    freeOfInterest,
    ...tiers.flatMap(({ upTo, initialE8, maintenanceE8 }) => [upTo, initialE8, maintenanceE8]),
  ].join()
