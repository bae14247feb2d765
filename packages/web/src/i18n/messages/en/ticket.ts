// English: the order ticket.

export const ticket = {
  title: 'Order',
  buyLong: 'Buy / Long',
  sellShort: 'Sell / Short',
  buy: 'Buy {{coin}}',
  sell: 'Sell {{coin}}',
  limit: 'Limit',
  market: 'Market',
  price: 'Price',
  quantity: 'Quantity',
  last: 'Last',
} as const
