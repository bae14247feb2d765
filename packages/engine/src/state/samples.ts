// A bounded list of the latest samples of a figure, one a second or one a minute.

export type Samples = { readonly capacity: number; values: number[]; sum: number }

/** Adds a sample; drops the oldest if the list is full. */
export function addSample(samples: Samples, value: number): void {
  samples.values.push(value)
  samples.sum += value
  if (samples.values.length > samples.capacity) samples.sum -= samples.values.shift() ?? 0
}

/** Returns the mean of the samples, rounded toward minus infinity; 0 without samples. */
export const meanOf = (samples: Samples): number =>
  samples.values.length === 0 ? 0 : Math.floor(samples.sum / samples.values.length)
