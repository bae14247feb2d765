// Collects the state that the ticket's figures need from the stores: prices, funds, leverage, the
// position.

import { amount, mulDiv, priceE8, priceTicks, unitE8, zero } from '@basis/domain/numbers/fixed'
import type { Amount, PriceTicks } from '@basis/domain/numbers/fixed'
import { isComing, type Instrument } from '@basis/domain/instrument/instrument'
import type { Side } from '@basis/domain/orders/order'
import { stateProblem } from '@basis/domain/orders/symbol-states'
import { listStateOf, useCatalogue } from '../../stores/catalogue.ts'
import { isBookBlocked, useConnection } from '../../client/connection.ts'
import { useIsModeAwaited } from '../../stores/trading-mode/mode-request.ts'
import { usePositionsIn, useTradingMode } from '../../stores/positions.ts'
import type { Ticker } from '../../stores/tickers.ts'
import { coinOf, useWallet, type Wallet } from '../../stores/wallet.ts'
import type { MessageKey } from '../../i18n/message-keys.ts'
import type { HeldPosition, TicketContext, TicketDraft, TicketFunds } from './ticket.ts'

/** Returns the market and the account state for a draft; re-renders as they change. */
export function useTicketContext(instrument: Instrument, ticker: Ticker): TicketContext {
  const { symbol } = instrument
  const wallet = useWallet()
  const positions = usePositionsIn(symbol)
  const standing = useTradingMode(symbol)
  const { leverageE2: leverage, sellLeverageE2 } = standing
  const isUnsettled = useIsModeAwaited(symbol)
  const heldOn = (side: Side): HeldPosition | undefined =>
    heldOf(positions.find(({ position }) => position.side === side)?.position)
  return {
    instrument,
    leverage,
    last: ticks(ticker.lastTicks),
    bid: ticks(ticker.bidTicks),
    ask: ticks(ticker.askTicks),
    markE8: ticker.markE8 === undefined ? undefined : priceE8(ticker.markE8),
    band: bandOf(ticker),
    funds: fundsOf(wallet, instrument, { markE8: ticker.markE8, ...standing }),
    feeRates: wallet?.fees.rates,
    position: heldOf(positions[0]?.position),
    isIsolated: standing.isIsolated,
    isPortfolio: wallet?.portfolio !== undefined && instrument.kind !== 'Spot',
    isUnsettled,
    sides:
      standing.mode === 'BothSide'
        ? {
            Buy: { held: heldOn('Buy'), leverage },
            Sell: { held: heldOn('Sell'), leverage: sellLeverageE2 },
          }
        : undefined,
  }
}

const ticks = (value: number | undefined): PriceTicks | undefined =>
  value === undefined ? undefined : priceTicks(value)

function bandOf({ maxBuyTicks, minSellTicks }: Ticker): TicketContext['band'] {
  if (maxBuyTicks === undefined || minSellTicks === undefined) return undefined
  return { maxBuyTicks: priceTicks(maxBuyTicks), minSellTicks: priceTicks(minSellTicks) }
}

/** Returns the funds available to an order; undefined before the wallet is known. */
export function fundsOf(
  wallet: Wallet | undefined,
  instrument: Instrument,
  traded: { readonly markE8: number | undefined; readonly isIsolated: boolean },
): TicketFunds | undefined {
  if (wallet === undefined) return undefined
  const funds = accountFunds(wallet, instrument, traded.markE8 ?? 0)
  if (instrument.kind === 'Spot' || !traded.isIsolated) return funds
  // An isolated position uses the settle coin only, never other collateral (rules 5.3).
  const own = coinOf(wallet, instrument.settleCoin)?.free ?? zero
  const available = own < funds.available ? own : funds.available
  return { ...funds, available: available > zero ? available : zero }
}

function accountFunds(wallet: Wallet, instrument: Instrument, markE8: number): TicketFunds {
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
function coinFundsOf(wallet: Wallet, markE8: number): TicketFunds {
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
): HeldPosition | undefined {
  if (position === undefined || position.sizeLots === 0) return undefined
  const { side, sizeLots, entryValue } = position as HeldPosition
  return { side, sizeLots, entryValue }
}

/** Returns why the market's state does not accept such an order. */
export function barredBy(
  { status }: Pick<Instrument, 'status'>,
  { reduceOnly }: Pick<TicketDraft, 'reduceOnly'>,
): MessageKey | undefined {
  const barred = stateProblem(status, reduceOnly ? 'reduce' : 'open')
  if (barred === undefined) return undefined
  if (barred.name === 'symbolReduceOnly') return 'errors.symbolReduceOnly'
  return isComing({ status }) ? 'book.comingTag' : 'ticket.paused'
}

/** Returns why no order may be entered now, regardless of the form; undefined if one may. */
export function useEntryBlock(
  { instrument, isUnsettled }: TicketContext,
  draft: TicketDraft,
): MessageKey | undefined {
  const list = instrument.kind === 'Spot' ? 'spot' : 'contract'
  const source = useCatalogue((catalogue) => listStateOf(catalogue, list))
  const isBlocked = useConnection((connection) => isBookBlocked(connection, Date.now()))
  if (source !== 'network') return 'ticket.blockedCatalogue'
  const barred = barredBy(instrument, draft)
  if (barred !== undefined) return barred
  if (isUnsettled === true && !draft.reduceOnly) return 'ticket.blockedUnsettled'
  if (isBlocked && draft.orderType === 'Market' && !draft.reduceOnly) return 'ticket.blockedStale'
  return undefined
}
