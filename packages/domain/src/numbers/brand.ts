// The helper that makes branded types, and the identifiers that all packages share.

declare const tag: unique symbol

/** A type that is `Base` at run time and a distinct type for the compiler. */
export type Brand<Base, Name extends string> = Base & { readonly [tag]: Name }

/** An account ID: assigned by the server in the order of opening, a positive safe integer. */
export type AccountId = Brand<number, 'AccountId'>
/** An order ID: assigned by the engine in the order of acceptance, a positive safe integer. */
export type OrderId = Brand<number, 'OrderId'>
/** A symbol, unique on this exchange: `BTCUSDT` for the perpetual, `BTC/USDT` for the spot pair. */
export type SymbolId = Brand<string, 'SymbolId'>

export const accountId = (value: number): AccountId => value as AccountId
export const orderId = (value: number): OrderId => value as OrderId
export const symbolId = (value: string): SymbolId => value as SymbolId
