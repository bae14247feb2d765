// Exponential, logarithm, root and normal distribution from + − × ÷ alone. IEEE 754 defines these
// to the last digit, so that every machine gets the same result (decision 51).

const [ln2High, ln2Low] = [0.6931471803691238, 1.9082149292705877e-10]
const rootTwo = 1.4142135623730951
const rootTwoPi = 2.5066282746310002

/** Returns x × 2^power. */
function scaled(x: number, power: number): number {
  let value = x
  for (let k = 0; k < power; k += 1) value *= 2
  for (let k = 0; k > power; k -= 1) value *= 0.5
  return value
}

/** Returns e^x with a relative error of 1e-15; 0 below −700. */
export function repeatableExp(x: number): number {
  if (x < -700) return 0
  const power = Math.floor(x / (ln2High + ln2Low) + 0.5)
  const rest = x - power * ln2High - power * ln2Low
  let sum = 1
  for (let k = 14; k > 0; k -= 1) sum = 1 + (rest * sum) / k
  return scaled(sum, power)
}

/** Returns ln x of a positive number. */
export function repeatableLn(x: number): number {
  let part = x
  let power = 0
  for (; part > rootTwo; power += 1) part *= 0.5
  for (; part < rootTwo / 2; power -= 1) part *= 2
  const s = (part - 1) / (part + 1)
  const square = s * s
  let sum = 0
  for (let k = 25; k > 0; k -= 2) sum = sum * square + 1 / k
  return power * ln2High + (power * ln2Low + 2 * s * sum)
}

/** Returns √x of a non-negative number, by Newton's method. */
export function repeatableRoot(x: number): number {
  if (x <= 0) return 0
  let part = x
  let power = 0
  for (; part > 2; power += 1) part *= 0.25
  for (; part < 0.5; power -= 1) part *= 4
  let root = (1 + part) / 2
  for (let k = 0; k < 6; k += 1) root = (root + part / root) / 2
  return scaled(root, power)
}

/** Returns the normal density. */
export const repeatableDensity = (x: number): number => repeatableExp((-x * x) / 2) / rootTwoPi

const top = [
  0.0352624965998911, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871,
  221.213596169931, 220.206867912376,
] as const
const bottom = [
  0.0883883476483184, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674,
  637.333633378831, 793.826512519948, 440.413735824752,
] as const

const polynomial = (coefficients: readonly number[], x: number): number => {
  let sum = 0
  for (const each of coefficients) sum = sum * x + each
  return sum
}

/** Returns the normal distribution function by Hart's approximation, to 1e-14. */
export function repeatableCdf(x: number): number {
  const size = x < 0 ? -x : x
  const tail = size > 37 ? 0 : tailOf(size)
  return x > 0 ? 1 - tail : tail
}

function tailOf(size: number): number {
  const fall = repeatableExp((-size * size) / 2)
  if (size < 7.07106781186547) return (fall * polynomial(top, size)) / polynomial(bottom, size)
  return fall / (size + 1 / (size + 2 / (size + 3 / (size + 4 / (size + 0.65))))) / rootTwoPi
}
