// Buys a quantity in equal parts over a time by market orders, and tells at what average price.
// KEY=… SECRET=… npx node examples/twap-taker.ts

import { setTimeout as delay } from 'node:timers/promises'
import { openExchange } from './exchange.ts'

const symbol = process.env['SYMBOL'] ?? 'BTC/USDT:USDT'
const total = Number(process.env['TOTAL'] ?? 0.05)
const parts = Number(process.env['PARTS'] ?? 5)
const everyMs = Number(process.env['EVERY_MS'] ?? 1000)

const exchange = await openExchange()
const part = Number(exchange.amountToPrecision(symbol, total / parts))

let filled = 0
let spent = 0
for (let k = 0; k < parts; k += 1) {
  if (k > 0) await delay(everyMs)
  const { id } = await exchange.createOrder(symbol, 'market', 'buy', part)
  if (id === undefined) throw new Error('The order has no id.')
  const order = await ended(id)
  filled += order.filled ?? 0
  spent += order.cost ?? 0
  console.log(`part ${k + 1} of ${parts}: ${order.filled} at ${order.average} (${order.status})`)
}

const average = filled === 0 ? 0 : spent / filled
const { bid, ask } = await exchange.fetchTicker(symbol)
console.log(`bought ${filled} at ${average.toFixed(2)} on average; now ${bid} / ${ask}`)
await exchange.close()

/** Waits until an order has ended; an answer to its creation says only that it was accepted. */
async function ended(id: string) {
  for (let tries = 0; tries < 50; tries += 1) {
    const order = await exchange.fetchOrder(id, symbol, { acknowledged: true })
    if (order.status !== 'open') return order
    await delay(100)
  }
  throw new Error(`order ${id} is still open`)
}
