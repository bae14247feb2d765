// The price of a call auction: the one at which most of the collected limit orders can trade (rules
// 8.12).

/** Lots at a price, in ticks. */
export type AuctionLevel = { readonly priceTicks: number; readonly lots: number }

export type Uncrossing = {
  readonly priceTicks: number
  /** The lots that trade at that price. */
  readonly lots: number
  /** Demand minus supply at that price. */
  readonly surplusLots: number
}

/** A price range with constant demand and supply, both ends included. */
type Stretch = {
  readonly low: number
  readonly high: number
  readonly lots: number
  readonly surplusLots: number
}

/**
 * Returns the price at which most lots trade; of several the one with the least surplus; of these
 * the highest if buyers are in surplus, the lowest if sellers are, else the one nearest to the
 * reference, the lower of two. Undefined if no bid reaches an ask.
 */
export function uncrossing(
  bids: readonly AuctionLevel[],
  asks: readonly AuctionLevel[],
  referenceTicks: number,
): Uncrossing | undefined {
  const stretches = stretchesOf(bids, asks)
  const most = Math.max(0, ...stretches.map(({ lots }) => lots))
  if (most === 0) return undefined
  const busiest = stretches.filter(({ lots }) => lots === most)
  const least = Math.min(...busiest.map(({ surplusLots }) => Math.abs(surplusLots)))
  const best = busiest.filter(({ surplusLots }) => Math.abs(surplusLots) === least)
  const chosen = chosenOf(best, referenceTicks)
  return { priceTicks: chosen.low, lots: most, surplusLots: chosen.surplusLots }
}

/** Demand and supply are constant between two order prices: a few ranges cover all prices. */
function stretchesOf(
  bids: readonly AuctionLevel[],
  asks: readonly AuctionLevel[],
): readonly Stretch[] {
  const prices = [...new Set([...bids, ...asks].map(({ priceTicks }) => priceTicks))]
  prices.sort((a, b) => a - b)
  return prices.flatMap((price, k) => {
    const next = prices[k + 1]
    const at = stretchOf(bids, asks, { low: price, high: price })
    if (next === undefined || next === price + 1) return [at]
    return [at, stretchOf(bids, asks, { low: price + 1, high: next - 1 })]
  })
}

function stretchOf(
  bids: readonly AuctionLevel[],
  asks: readonly AuctionLevel[],
  { low, high }: { readonly low: number; readonly high: number },
): Stretch {
  const wanted = sum(bids.filter(({ priceTicks }) => priceTicks >= high))
  const offered = sum(asks.filter(({ priceTicks }) => priceTicks <= low))
  return { low, high, lots: Math.min(wanted, offered), surplusLots: wanted - offered }
}

const sum = (levels: readonly AuctionLevel[]): number =>
  levels.reduce((total, { lots }) => total + lots, 0)

/** Picks one price of equally good ranges, returned as both ends of a range. */
function chosenOf(best: readonly Stretch[], referenceTicks: number): Stretch {
  const first = best[0] as Stretch
  const last = best.at(-1) ?? first
  if (best.every(({ surplusLots }) => surplusLots > 0)) return at(last, last.high)
  if (best.every(({ surplusLots }) => surplusLots < 0)) return at(first, first.low)
  const nearest = best.map((each) => at(each, clamp(referenceTicks, each)))
  const distance = ({ low }: Stretch): number => Math.abs(low - referenceTicks)
  return nearest.reduce((a, b) => (distance(b) < distance(a) ? b : a))
}

const at = (stretch: Stretch, price: number): Stretch => ({ ...stretch, low: price, high: price })

const clamp = (price: number, { low, high }: Stretch): number =>
  Math.min(high, Math.max(low, price))
