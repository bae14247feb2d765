// Noise with random access: each value is a hash of (key, number), so that any day can be computed
// without those before it.

/** Returns the 32-bit key of a named stream of a seed. */
export function noiseKey(seed: number | string, ...names: readonly string[]): number {
  let hash = 0x811c9dc5
  const text = [String(seed), ...names].join('\u0000')
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  return mix32(hash, text.length)
}

/** Returns 32 well mixed bits, in [0, 2^32), of a key and an integer (taken modulo 2^32). */
export function mix32(key: number, n: number): number {
  let z = (key + Math.imul(n | 0, 0x9e3779b1)) | 0
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
  return (z ^ (z >>> 15)) >>> 0
}

/** Returns the key of a time: unlike `mix32` alone it uses all 53 bits of the number. */
export function momentKey(key: number, timeMs: number): number {
  return mix32(mix32(key, timeMs), Math.floor(timeMs / 4_294_967_296))
}

/** Returns a float in (0, 1), both ends excluded, so that its logarithm is finite. */
export function uniformAt(key: number, n: number): number {
  return (mix32(key, n) + 0.5) / 4_294_967_296
}

/**
 * Returns a bell-shaped float of mean 0 and variance 1, within ±3.47: the sum of four uniforms. Fat
 * tails come from the changing volatility and from jumps, not from here.
 */
export function bellAt(key: number, n: number): number {
  const a = mix32(key, n)
  const b = mix32(key ^ 0x5bd1e995, n)
  return ((a >>> 16) + (a & 0xffff) + (b >>> 16) + (b & 0xffff) - 131_070) / 37_837.23
}

/** Returns continuous bell-shaped noise along the position, with variance 1 everywhere. */
export function smoothNoise(key: number, position: number): number {
  const knot = Math.floor(position)
  return mixed(bellAt(key, knot), bellAt(key, knot + 1), position - knot)
}

/** Mixes the bells at both sides of a position, `far` beyond the first, with variance 1. */
function mixed(before: number, after: number, far: number): number {
  const near = 1 - far
  return (near * before + far * after) / Math.sqrt(near * near + far * far)
}

/**
 * Returns the smooth noise of a key, for positions that are mostly near the one before: the bells
 * at both sides of a position are kept, because drawing them is most of the work.
 */
export function noiseLine(key: number): (position: number) => number {
  let knot = Number.NaN
  let before = 0
  let after = 0
  return (position) => {
    const at = Math.floor(position)
    if (at !== knot) {
      before = at === knot + 1 ? after : bellAt(key, at)
      after = bellAt(key, at + 1)
      knot = at
    }
    return mixed(before, after, position - at)
  }
}
