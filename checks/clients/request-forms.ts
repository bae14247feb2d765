// The requests of ccxt's own static request tests: the arguments of a call, here with this venue's
// prices, and the request it must send.

import { ccxtSymbols } from './ccxt-venue.ts'
import type { CcxtExchange } from './ccxt-methods.ts'

export type RequestForm = {
  readonly method: string
  readonly says: string
  readonly send: (x: CcxtExchange, option: string) => Promise<unknown>
  readonly path: string
  /** The complete body or query; `*` stands for any text. */
  readonly fields: object
  /** The venue's error code; absent if the request is accepted. */
  readonly refusal?: string
  /** Settings of the client for this request only. */
  readonly options?: Readonly<Record<string, unknown>>
}

export const { spot, swap, inverse } = ccxtSymbols
export const linearBtc = { category: 'linear', symbol: 'BTCUSDT' } as const
export const spotBtc = { category: 'spot', symbol: 'BTCUSDT' } as const
export const inverseBtc = { category: 'inverse', symbol: 'BTCUSD' } as const
/** A quantity in bitcoin, or in dollar contracts for the inverse market. */
const size = (symbol: string): number => (symbol === inverse ? 650 : 0.01)

const idOf = ({ id }: { readonly id: string | undefined }): string => id ?? ''
/** Places an order that rests, and returns its id. */
export const resting = async (
  x: CcxtExchange,
  symbol: string,
  params: object = {},
): Promise<string> =>
  idOf(await x.createOrder(symbol, 'limit', 'buy', size(symbol), 60_000, params))
/** Fills an order, and returns its id. */
export const filled = async (x: CcxtExchange, symbol: string): Promise<string> =>
  idOf(await x.createOrder(symbol, 'market', 'buy', size(symbol)))

/** Runs `act` while a long position is open. */
export async function holding(
  x: CcxtExchange,
  symbol: string,
  act: () => Promise<unknown>,
): Promise<void> {
  await filled(x, symbol)
  await act()
}

/** Runs `act` in hedge mode, with a position on each side. */
export async function hedging(x: CcxtExchange, act: () => Promise<unknown>): Promise<void> {
  const hedged = { hedged: true }
  await x.setPositionMode(true, swap)
  await x.createOrder(swap, 'market', 'buy', 0.01, undefined, hedged)
  await x.createOrder(swap, 'market', 'sell', 0.01, undefined, hedged)
  await act()
  for (const { side, contracts } of await x.fetchPositions([swap])) {
    const closing = { hedged: true, reduceOnly: true }
    const opposite = side === 'long' ? 'sell' : 'buy'
    await x.createOrder(swap, 'market', opposite, contracts ?? 0, undefined, closing)
  }
  await x.setPositionMode(false, swap)
}
