// The intervals of a contract's open interest, long/short and liquidation history.

/** The interval and number of the points shown: a day, a week, three months. */
export const interestSteps = [
  { value: '5', label: '5m', limit: 288 },
  { value: '60', label: '1h', limit: 168 },
  { value: '1D', label: '1D', limit: 90 },
] as const
/** Returns the number of points requested for an interval. */
export const limitOf = (step: InterestStep): number =>
  interestSteps.find(({ value }) => value === step)?.limit ?? 200

export type InterestStep = (typeof interestSteps)[number]['value']
