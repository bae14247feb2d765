// English: open orders and histories.

export const orders = {
  title: 'Orders',
  cancel: 'Cancel',
} as const
