// The forward of an expiry: the mark of the future with that expiry, else interpolated between
// futures, else the index (rules 9.2, D-44); near expiry blended with the index average (9.3).

/** A dated future of the coin; its price ÷ the index is its basis. */
export type ForwardPoint = { readonly deliveryMs: number; readonly price: number }

/**
 * Returns the forward at a time: the basis is linear from 1 now to that of each future, and keeps
 * the last one's annual rate beyond it.
 */
export function forwardAt(
  index: number,
  futures: readonly ForwardPoint[],
  { deliveryMs, nowMs }: { readonly deliveryMs: number; readonly nowMs: number },
): number {
  let before = { deliveryMs: nowMs, price: index }
  const ahead = futures.filter((future) => future.deliveryMs > nowMs)
  for (const future of ahead.toSorted((a, b) => a.deliveryMs - b.deliveryMs)) {
    if (future.deliveryMs >= deliveryMs) {
      const share = (deliveryMs - before.deliveryMs) / (future.deliveryMs - before.deliveryMs)
      return before.price + (future.price - before.price) * share
    }
    before = future
  }
  if (before.deliveryMs <= nowMs) return index
  const rate = Math.log(before.price / index) / (before.deliveryMs - nowMs)
  return index * Math.exp(rate * (deliveryMs - nowMs))
}

const windowMs = 30 * 60_000

/** Returns w × average + (1 − w) × forward, w the elapsed part of the last half hour (9.3). */
export function blendedForward(
  forward: number,
  average: number | undefined,
  leftMs: number,
): number {
  if (average === undefined || leftMs >= windowMs) return forward
  const elapsed = Math.min(1, 1 - leftMs / windowMs)
  return elapsed * average + (1 - elapsed) * forward
}
