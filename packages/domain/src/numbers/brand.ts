// The one helper that makes branded types, and the identities that every floor shares.

declare const tag: unique symbol

/** A type that is `Base` at run time and a word of its own for the compiler. */
export type Brand<Base, Name extends string> = Base & { readonly [tag]: Name }

/** An account's number: given by the server in the order of opening, a positive safe integer. */
export type AccountId = Brand<number, 'AccountId'>
/** An order's number: given by the engine in the order of acceptance, a positive safe integer. */
export type OrderId = Brand<number, 'OrderId'>
/**
 * An instrument's name, unique on this exchange: `BTCUSDT` the perpetual, `BTC/USDT` the spot pair.
 */
export type SymbolId = Brand<string, 'SymbolId'>

export const accountId = (value: number): AccountId => value as AccountId
export const orderId = (value: number): OrderId => value as OrderId
export const symbolId = (value: string): SymbolId => value as SymbolId
