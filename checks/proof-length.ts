// The two lengths of a proof: a short form in `npm test`, the long one if PROOFS is long.

export const isLong = process.env['PROOFS'] === 'long'

/** One parameter of a proof, such as commands per seed, number of seeds, or a time limit. */
export const proofLength = (long: number, short: number): number => (isLong ? long : short)

/** The first `few` seeds; all of them in the long form. */
export const proofSeeds = (seeds: readonly number[], few: number): readonly number[] =>
  isLong ? seeds : seeds.slice(0, few)

/** Every nth cell of a table, including the first; all of them in the long form. */
export const eachNth = <Cell>(cells: readonly Cell[], n: number): readonly Cell[] =>
  isLong ? cells : cells.filter((_, at) => at % n === 0)
