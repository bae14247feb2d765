// Bounds of whole numbers in requests, such as a count or seconds.

/** Whether a value is a whole number from `least` to `most`; NaN is not. */
export const isWholeWithin = (value: number, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most
