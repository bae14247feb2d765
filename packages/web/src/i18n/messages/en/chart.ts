// English: the chart panel.

export const chart = {
  title: 'Chart',
} as const
