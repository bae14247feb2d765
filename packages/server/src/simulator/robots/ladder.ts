// The shape of one side of a book: the distance of each level from the front. Steps grow by a
// constant factor, so that levels are dense at the front and sparse at the end.

export type Ladder = {
  /** Number of quotes per side. */
  readonly levels: number
  /** Ticks between the first two levels; at least 1. */
  readonly firstStep: number
  /** Ratio of each step to the one before; at least 1. */
  readonly growth: number
}

/** Returns a ladder that ends `span` ticks from its front, with steps as even as possible. */
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

/** Returns the place at a distance in ticks; evenly spaced and negative in front of the front. */
export function placeAt({ firstStep, growth }: Ladder, ticks: number): number {
  if (ticks <= 0 || growth - 1 < 1e-6) return ticks / firstStep
  return Math.log(1 + (ticks * (growth - 1)) / firstStep) / Math.log(growth)
}
