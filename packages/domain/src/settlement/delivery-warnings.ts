// Warnings to position holders of a dated contract: a day and an hour before its delivery.

const hourMs = 3_600_000

/** The times before delivery of the warnings, the longest first. */
export const deliveryWarningsMs = [24 * hourMs, hourMs] as const

/**
 * Returns the warning that applies at a time, as its lead time before the delivery; the shortest of
 * several; undefined before the first and from the delivery on.
 */
export function deliveryWarning(deliveryMs: number, nowMs: number): number | undefined {
  const left = deliveryMs - nowMs
  if (left <= 0) return undefined
  return deliveryWarningsMs.findLast((ahead) => left <= ahead)
}

/** Returns the time of the next warning of a delivery; undefined after the last. */
export function nextDeliveryWarning(deliveryMs: number, nowMs: number): number | undefined {
  const ahead = deliveryWarningsMs.find((each) => deliveryMs - each > nowMs)
  return ahead === undefined ? undefined : deliveryMs - ahead
}
