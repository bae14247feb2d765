// Bounds of whole numbers that a request names, such as a count or seconds.

/** Whether a value is a whole number from the least to the most; NaN is not. */
export const isWholeWithin = (value: number, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most
