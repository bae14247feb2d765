// Index prices in the journal: one flat list of symbols, each followed by its figures.

import type { UpdatePrices } from '@basis/engine/commands'

type Prices = UpdatePrices['prices']

/** The compiler refuses a figure of a price that the list below lacks. */
type Figure = Exclude<keyof Prices[number], 'symbol'>
const figures = [
  'indexE8',
  'markE8',
  'forwardE8',
  'volatilityE8',
] as const satisfies readonly Figure[]
const everyFigureHasAPlace: [Exclude<Figure, (typeof figures)[number]>] extends [never]
  ? true
  : never = true
void everyFigureHasAPlace

/** Means the same value as for the symbol before: all options of a chain share one index. */
const asBefore = 0

/** Returns the symbols with their known figures; missing figures at the end are left out. */
export function compactPrices(prices: Prices): unknown {
  // No valid price is 0, but a command that will be refused for it is kept as it came.
  if (prices.some((price) => figures.some((figure) => price[figure] === asBefore))) return prices
  return prices.flatMap((price, i) => {
    const values: (string | number | null)[] = [price.symbol]
    const before = prices[i - 1]
    for (const figure of figures) {
      const value = price[figure]
      const isSame = value !== undefined && value === before?.[figure]
      values.push(isSame ? asBefore : (value ?? null))
    }
    while (values.at(-1) === null) values.pop()
    return values
  })
}

/** Returns the prices of a line as records; older lines already hold records. */
export function plainPrices(prices: unknown): unknown {
  if (!Array.isArray(prices) || typeof prices[0] !== 'string') return prices
  const found: Record<string, unknown>[] = []
  let place = 0
  for (const value of prices as readonly unknown[]) {
    if (typeof value === 'string') {
      found.push({ symbol: value })
      place = 0
      continue
    }
    const figure = figures[place]
    const price = found.at(-1)
    if (figure === undefined || price === undefined) {
      throw new Error('Prices in the journal have a figure unknown to this build')
    }
    if (value !== null) price[figure] = value === asBefore ? found.at(-2)?.[figure] : value
    place += 1
  }
  return found
}
