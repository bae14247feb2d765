// The state of market and account that an order is judged by before it is sent: prices, funds,
// leverage and the position.

import type { FeeRates } from '@basis/domain/instrument/fee-levels'
import { parsePrice, type Instrument } from '@basis/domain/instrument/instrument'
import {
  amount,
  mulDiv,
  parseDecimal,
  priceE8,
  priceTicks,
  unitE8,
  zero,
} from '@basis/domain/numbers/fixed'
import type { Amount, LeverageE2, PriceE8, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import { oppositeSide, type Side } from '@basis/domain/orders/order'
import { quoteStore } from '../../../stores/options/chain.ts'
import {
  positionsIn,
  tradingModeOf,
  type PositionRecord,
  type TradingMode,
} from '../../../stores/positions.ts'
import { tickerStore, type Ticker } from '../../../stores/tickers.ts'
import { coinOf, walletNow, type Wallet } from '../../../stores/wallet.ts'

/** The position in the instrument, with the fields that an order's figures need. */
export type OpenPosition = {
  readonly side: Side
  readonly sizeLots: QtyLots
  readonly entryValue: Amount
}

export type OrderContext = {
  readonly instrument: Instrument
  readonly leverage: LeverageE2
  readonly last: PriceTicks | undefined
  readonly bid: PriceTicks | undefined
  readonly ask: PriceTicks | undefined
  readonly markE8: PriceE8 | undefined
  /** Undefined if nobody is signed in or the wallet has not arrived. */
  readonly funds: OrderFunds | undefined
  /** The highest fee rates of the account's fills; absent: as listed (rules 3.6). */
  readonly feeRates?: FeeRates | undefined
  /** The position that an order affects: in hedge mode it depends on the side (see `inHedge`). */
  readonly position: OpenPosition | undefined
  readonly isIsolated: boolean
  /** In portfolio margin an order has no cost of its own (rules 10.4). */
  readonly isPortfolio?: boolean | undefined
  /** Hedge mode: the long and the short side; absent in one-way mode. */
  readonly sides?: HedgeSides | undefined
}

type HedgeSides = Readonly<
  Record<Side, { readonly held: OpenPosition | undefined; readonly leverage: LeverageE2 }>
>

/**
 * Amounts in 1e-8: `available` of the settle (spot: quote) coin, `base` of the spot pair's base
 * coin.
 */
type OrderFunds = {
  readonly available: Amount
  readonly base: Amount
  readonly equity: Amount
  readonly maintenance: Amount
  /** In dollars, if the equity is in coins. */
  readonly equityUsd?: Amount
}

/**
 * Returns the context of an order of the side: in hedge mode a closing order affects the other
 * side's position, an opening one its own (D-32), each with its own leverage.
 */
export function inHedge<Context extends OrderContext>(
  { reduceOnly }: { readonly reduceOnly: boolean },
  context: Context,
  side: Side,
): Context {
  const { sides } = context
  if (sides === undefined) return context
  const { held, leverage } = sides[reduceOnly ? oppositeSide(side) : side]
  return { ...context, position: held, leverage }
}

/** The prices that an order is judged by. */
type Prices = Pick<Ticker, 'lastTicks' | 'bidTicks' | 'askTicks' | 'markE8'>

type Sources = {
  readonly ticker: Prices | undefined
  readonly wallet: Wallet | undefined
  /** Those in the instrument. */
  readonly positions: readonly PositionRecord[]
  readonly standing: TradingMode
}

/** Returns the context of orders for an instrument. */
export function orderContextOf(instrument: Instrument, sources: Sources): OrderContext {
  const { ticker, wallet, positions, standing } = sources
  const { leverageE2: leverage, sellLeverageE2 } = standing
  const heldOn = (side: Side): OpenPosition | undefined =>
    heldOf(positions.find(({ position }) => position.side === side)?.position)
  return {
    instrument,
    leverage,
    last: ticks(ticker?.lastTicks),
    bid: ticks(ticker?.bidTicks),
    ask: ticks(ticker?.askTicks),
    markE8: ticker?.markE8 === undefined ? undefined : priceE8(ticker.markE8),
    funds: fundsOf(wallet, instrument, { markE8: ticker?.markE8, ...standing }),
    feeRates: wallet?.fees.rates,
    position: heldOf(positions[0]?.position),
    isIsolated: standing.isIsolated,
    isPortfolio: wallet?.portfolio !== undefined && instrument.kind !== 'Spot',
    sides:
      standing.mode === 'BothSide'
        ? {
            Buy: { held: heldOn('Buy'), leverage },
            Sell: { held: heldOn('Sell'), leverage: sellLeverageE2 },
          }
        : undefined,
  }
}

/** Returns the context as it is now, outside React. */
export const orderContextNow = (instrument: Instrument): OrderContext =>
  orderContextOf(instrument, {
    ticker: pricesNow(instrument),
    wallet: walletNow(),
    positions: positionsIn(instrument.symbol),
    standing: tradingModeOf(instrument.symbol),
  })

/** The prices of an option are those of its chain, which the page of options shows. */
function pricesNow(instrument: Instrument): Prices | undefined {
  const { symbol, option } = instrument
  const quote = option === undefined ? undefined : quoteStore.current(symbol)
  if (quote === undefined) return tickerStore.current(symbol)
  const price = (text: string): PriceTicks | undefined => {
    const found = text === '' ? undefined : parsePrice(instrument, text)
    return typeof found === 'number' ? found : undefined
  }
  const mark = parseDecimal(quote.markPrice, 8)
  return {
    lastTicks: price(quote.lastPrice),
    bidTicks: price(quote.bid1Price),
    askTicks: price(quote.ask1Price),
    markE8: mark === undefined ? undefined : Number(mark),
  }
}

const ticks = (value: number | undefined): PriceTicks | undefined =>
  value === undefined ? undefined : priceTicks(value)

/** Returns the funds available to an order; undefined before the wallet is known. */
export function fundsOf(
  wallet: Wallet | undefined,
  instrument: Instrument,
  traded: { readonly markE8: number | undefined; readonly isIsolated: boolean },
): OrderFunds | undefined {
  if (wallet === undefined) return undefined
  const funds = accountFunds(wallet, instrument, traded.markE8 ?? 0)
  if (instrument.kind === 'Spot' || !traded.isIsolated) return funds
  // An isolated position uses the settle coin only, never other collateral (rules 5.3).
  const own = coinOf(wallet, instrument.settleCoin)?.free ?? zero
  const available = own < funds.available ? own : funds.available
  return { ...funds, available: available > zero ? available : zero }
}

function accountFunds(wallet: Wallet, instrument: Instrument, markE8: number): OrderFunds {
  if (instrument.kind === 'Inverse') return coinFundsOf(wallet, markE8)
  const { equity, maintenanceMargin } = wallet
  if (instrument.kind !== 'Spot') {
    const available = wallet.available > zero ? wallet.available : zero
    return { available, base: zero, equity, maintenance: maintenanceMargin }
  }
  // An order of a pair may pay free coins even if they could not be withdrawn (rules 12.3): the
  // exchange reports how much of the collateral it may use (`withMost`).
  const quote = coinOf(wallet, instrument.quoteCoin)?.free ?? zero
  const base = coinOf(wallet, instrument.baseCoin)?.free ?? zero
  return {
    available: quote > zero ? quote : zero,
    base: base > zero ? base : zero,
    equity: amount(equity),
    maintenance: maintenanceMargin,
  }
}

/**
 * The account's dollars converted to the settle coin of an inverse contract, at its mark and
 * rounded down: an estimate, since the engine uses the coin's index price and collateral ratio.
 */
function coinFundsOf(wallet: Wallet, markE8: number): OrderFunds {
  const coins = (usd: bigint): Amount =>
    amount(markE8 <= 0 || usd <= 0n ? 0n : mulDiv(usd, unitE8, BigInt(Math.round(markE8)), 'down'))
  return {
    available: coins(wallet.available),
    base: zero,
    equity: coins(wallet.equity),
    equityUsd: amount(wallet.equity),
    maintenance: coins(wallet.maintenanceMargin),
  }
}

function heldOf(
  position: { side: string; sizeLots: number; entryValue: bigint } | undefined,
): OpenPosition | undefined {
  if (position === undefined || position.sizeLots === 0) return undefined
  const { side, sizeLots, entryValue } = position as OpenPosition
  return { side, sizeLots, entryValue }
}
