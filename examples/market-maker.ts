// Quotes both sides of a market around its mid price, moves the quotes when the price has moved and
// leans against what it holds. KEY=… SECRET=… npx node examples/market-maker.ts

import { openExchange } from './exchange.ts'

const symbol = process.env['SYMBOL'] ?? 'ETH/USDT:USDT'
const size = Number(process.env['SIZE'] ?? 0.1)
/** Half the distance of the quotes, as a share of the price. */
const halfSpread = Number(process.env['HALF_SPREAD'] ?? 0.0004)
const mostHeld = Number(process.env['MOST_HELD'] ?? 1)

const exchange = await openExchange()
const untilMs = Date.now() + 1000 * Number(process.env['SECONDS'] ?? 60)
type Quote = { readonly id: string; readonly price: number }
const quotes = new Map<'buy' | 'sell', Quote>()
let held = 0
let filled = 0

/** Follows what is held by the account's own fills. */
async function followFills(): Promise<void> {
  while (Date.now() < untilMs) {
    for (const { side, amount = 0, price } of await exchange.watchMyTrades(symbol)) {
      held += side === 'buy' ? amount : -amount
      filled += 1
      console.log(`${side} ${amount} at ${price}, held ${held.toFixed(3)}`)
    }
  }
}

/** Where a side should stand: the more is held, the less eager to hold more. */
function wanted(side: 'buy' | 'sell', mid: number): number | undefined {
  const lean = (held / mostHeld) * halfSpread
  if (side === 'buy' ? held >= mostHeld : held <= -mostHeld) return undefined
  const price = mid * (1 - lean + (side === 'buy' ? -halfSpread : halfSpread))
  return Number(exchange.priceToPrecision(symbol, price))
}

async function requote(side: 'buy' | 'sell', mid: number): Promise<void> {
  const price = wanted(side, mid)
  const quote = quotes.get(side)
  const isNear =
    quote !== undefined && price !== undefined && Math.abs(price / quote.price - 1) < halfSpread / 4
  if (isNear) return
  if (quote !== undefined) {
    quotes.delete(side)
    await exchange.cancelOrder(quote.id, symbol).catch(tolerateGone)
  }
  if (price === undefined) return
  const { id } = await exchange.createOrder(symbol, 'limit', side, size, price, { postOnly: true })
  if (id !== undefined) quotes.set(side, { id, price })
}

/** A quote that was filled meanwhile cannot be cancelled, and need not be. */
function tolerateGone(error: unknown): void {
  if (!(error instanceof Error) || error.constructor.name !== 'OrderNotFound') throw error
}

const fills = followFills()
let rounds = 0
while (Date.now() < untilMs) {
  const book = await exchange.watchOrderBook(symbol)
  const [bid, ask] = [book.bids[0]?.[0], book.asks[0]?.[0]]
  if (bid === undefined || ask === undefined) continue
  await Promise.all([requote('buy', (bid + ask) / 2), requote('sell', (bid + ask) / 2)])
  rounds += 1
}
await exchange.cancelAllOrders(symbol)
console.log(`${rounds} rounds, ${filled} fills, held ${held.toFixed(3)}`)
// The last wait for a fill ends with the sockets.
fills.catch(() => undefined)
await exchange.close()
