// Levels of the margin rate in the account box: calm, high, danger (docs/screen 5).

/** The unit of the unified account's totals: the sum of its coins at their index prices. */
export const accountUnit = 'USD'

export type MarginLevel = 'calm' | 'high' | 'danger'

/**
 * Returns the level of a rate in E4 (0.5 is 5,000): calm below 50 %, high below 80 %, else danger.
 */
export function marginLevel(rateE4: number): MarginLevel {
  if (rateE4 < 5_000) return 'calm'
  return rateE4 < 8_000 ? 'high' : 'danger'
}

/** Returns how much of a bar a rate fills, in percent with two decimals, clamped to 0–100. */
export function shareWidth(rateE4: number): number {
  return Math.min(10_000, Math.max(0, rateE4)) / 100
}
