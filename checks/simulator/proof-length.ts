// The two lengths of a random proof: a short form in `npm test`, the long one by `npm run proofs`.

const isLong = process.env['PROOFS'] === 'long'

/** How many commands a seed plays. */
export const proofLength = (long: number, short: number): number => (isLong ? long : short)

/** The first so many of the seeds; all of them in the long form. */
export const proofSeeds = (seeds: readonly number[], few: number): readonly number[] =>
  isLong ? seeds : seeds.slice(0, few)
