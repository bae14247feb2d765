// English: order book, recent trades, symbol bar and symbol picker.

export const book = {
  title: 'Order book',
  trades: 'Trades',
  price: 'Price',
  quantity: 'Qty',
  total: 'Total',
  time: 'Time',
} as const
