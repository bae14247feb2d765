// The two lengths of a proof: a short form in `npm test`, the long one where PROOFS is long.

export const isLong = process.env['PROOFS'] === 'long'

/** One figure of a proof: how many commands a seed plays, how many seeds, how long it may take. */
export const proofLength = (long: number, short: number): number => (isLong ? long : short)

/** The first so many of the seeds; all of them in the long form. */
export const proofSeeds = (seeds: readonly number[], few: number): readonly number[] =>
  isLong ? seeds : seeds.slice(0, few)

/** Each nth of a table's cells, from one to the last; all of them in the long form. */
export const eachNth = <Cell>(cells: readonly Cell[], n: number): readonly Cell[] =>
  isLong ? cells : cells.filter((_, at) => at % n === 0)
