// English: the position table and what is done to positions.

export const positions = {
  title: 'Positions',
  long: 'Long',
  short: 'Short',
} as const
