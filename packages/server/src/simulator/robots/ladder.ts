// The shape of one side of a book: how far from the front each place stands. Steps grow by a
// constant factor, so that a few ticks lie between the first quotes and many between the last.

export type Ladder = {
  /** How many quotes one side should have. */
  readonly levels: number
  /** Ticks between the first two places; at least 1. */
  readonly firstStep: number
  /** How many times larger each step is than the one before; at least 1. */
  readonly growth: number
}

/** Returns a ladder whose last place is `span` ticks from its first, as even as that allows. */
export function ladderOf(levels: number, firstStep: number, span: number): Ladder {
  let [low, high] = [1, 1.5]
  for (let i = 0; i < 40; i += 1) {
    const growth = (low + high) / 2
    if (ticksAt({ levels, firstStep, growth }, levels) < span) low = growth
    else high = growth
  }
  return { levels, firstStep, growth: low }
}

/** Returns the distance of a place (0 is the front, fractions between) in ticks. */
export function ticksAt({ firstStep, growth }: Ladder, place: number): number {
  if (growth - 1 < 1e-6) return firstStep * place
  return (firstStep * (growth ** place - 1)) / (growth - 1)
}

/** Returns the place at a distance in ticks; before the front places are negative and even. */
export function placeAt({ firstStep, growth }: Ladder, ticks: number): number {
  if (ticks <= 0 || growth - 1 < 1e-6) return ticks / firstStep
  return Math.log(1 + (ticks * (growth - 1)) / firstStep) / Math.log(growth)
}
