// The result of a bench, and its one-line output.

/** One comparison: both figures are medians over alternating runs of the same work. */
export type BenchLine = {
  readonly name: string
  /** How many times better ours is than the peer. */
  readonly ratio: number
  readonly ours: number
  readonly peer: number
  /** The name of the peer. */
  readonly peerName: string
  /** The unit of both figures, such as `op/s`. */
  readonly unit: string
}

/** The exports of every module that `npm run bench` runs. */
export type BenchModule = { readonly bench: () => Promise<BenchLine> }

/** Writes `NAME: RATIO (ours FIGURE unit, PEER FIGURE unit)`, figures with at most two decimals. */
export function formatBenchLine(line: BenchLine): string {
  const { name, ratio, ours, peer, peerName, unit } = line
  const both = `ours ${figure(ours)} ${unit}, ${peerName} ${figure(peer)} ${unit}`
  return `${name}: ${figure(ratio)} (${both})`
}

// Large figures need no decimals; small ones keep two.
function figure(value: number): string {
  return value >= 1000 ? String(Math.round(value)) : String(Math.round(value * 100) / 100)
}
