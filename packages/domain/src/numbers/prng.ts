// Seeded pseudo-random generator for robots, simulator and tests (xoshiro128**). The engine never
// uses it: random values reach the engine inside commands.

export type Prng = {
  /** The next 32 bits as an integer in [0, 2^32). */
  readonly nextU32: () => number
  /** An integer in [0, bound), without modulo bias for the bounds that we use (≤ 2^26). */
  readonly nextBelow: (bound: number) => number
  /** A float in [0, 1) with 32 random bits. */
  readonly nextFloat: () => number
}

/** Returns a generator whose sequence depends only on the seed (any safe integer). */
export function createPrng(seed: number): Prng {
  let s = seed >>> 0 || 0x9e3779b9
  const splitMix = (): number => {
    s = (s + 0x9e3779b9) >>> 0
    let z = s
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
    return (z ^ (z >>> 16)) >>> 0
  }
  // The high half of a large seed is mixed in, so that seeds 2^32 apart differ.
  s = (s ^ Math.trunc(seed / 4_294_967_296)) >>> 0
  let a = splitMix()
  let b = splitMix()
  let c = splitMix()
  let d = splitMix()
  const nextU32 = (): number => {
    const product = Math.imul(b, 5)
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0
    const t = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = (d << 11) | (d >>> 21)
    return result
  }
  return {
    nextU32,
    nextBelow: (bound) => Math.floor((nextU32() / 4_294_967_296) * bound),
    nextFloat: () => nextU32() / 4_294_967_296,
  }
}
