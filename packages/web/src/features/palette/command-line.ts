// Typed commands: an order, a close, a cancellation or a leverage in a trader's short form, e.g.
// "buy 0.1 eth stop 3380 tp 3500" or "sell btc risk 1% stop 66000".

import type { FeeRates } from '@basis/domain/instrument/fee-levels'
import type { Instrument } from '@basis/domain/instrument/instrument'
import {
  formatPrice,
  formatQty,
  parsePrice,
  parseQty,
  qtyCoin,
} from '@basis/domain/instrument/instrument'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { lotsOfValue } from '@basis/domain/margin/cost-input'
import {
  lotsOfRisk,
  riskBeside,
  type EntryLevel,
  type RiskTerms,
} from '@basis/domain/margin/risk-input'
import {
  amount,
  formatTrimmed,
  leverageE2,
  parseDecimal,
  priceE8,
  type Amount,
  type LeverageE2,
  type PriceTicks,
  type QtyLots,
} from '@basis/domain/numbers/fixed'
import type { Side, TimeInForce } from '@basis/domain/orders/order'
import { sideProblem } from '@basis/domain/orders/tpsl'
import type { AlertDraft } from '../../actions/alerts/alert-actions.ts'
import type { IntendedOrder } from '../../actions/batches/batch-orders.ts'
import {
  bookEntry,
  bracketOf,
  priceEntry,
  riskAmount,
  riskTerms,
  heldBeside,
  type Bracket,
  type HeldPart,
  wholeAtStop,
} from '../../actions/risk.ts'
import type { OrderIntent } from '../../actions/order-requests.ts'
import { problemMessage } from '../../client/error-reactions.ts'
import { decimalSeparatorOf } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import { pastedText } from '../../ui/number-text.ts'

/** The data that a command may refer to. */
export type CommandContext = {
  /** The contract of the page, used if no symbol is named. */
  readonly current: Instrument
  /** Returns a listed symbol, or a coin's perpetual; undefined for any other word. */
  readonly find: (word: string) => Instrument | undefined
  /** Returns the known best prices and last trade of a symbol. */
  readonly prices: (instrument: Instrument) => Prices
  /**
   * The book that a market order takes, best level first: ticks, lots, …; absent while incomplete.
   */
  readonly book?: (instrument: Instrument) => Levels | undefined
  /** Of the whole account, in 1e-8 USD. */
  readonly equity: Amount | undefined
  /** The existing position on a side of a contract; absent if there is none. */
  readonly heldOn?: (instrument: Instrument, side: Side) => HeldPart | undefined
  /** The account's maximum fee rates; absent for the listed ones (rules 3.6). */
  readonly feeRates?: FeeRates | undefined
}
type Levels = { readonly bids: ArrayLike<number>; readonly asks: ArrayLike<number> }
type Prices = {
  readonly bid?: PriceTicks | undefined
  readonly ask?: PriceTicks | undefined
  readonly last?: PriceTicks | undefined
}

/** A parsed command. */
export type Command =
  | {
      readonly kind: 'order'
      readonly instrument: Instrument
      readonly intent: OrderIntent
      /** The results at its stop and target; absent without a stop. */
      readonly bracket?: Bracket | undefined
      /** Including the existing position, which is closed there too; absent if there is none. */
      readonly wholeAtStop?: Amount | undefined
    }
  /** Sent as one request: all of them or none. */
  | { readonly kind: 'batch'; readonly orders: readonly IntendedOrder[] }
  | { readonly kind: 'close'; readonly instrument: Instrument; readonly percent: number }
  | { readonly kind: 'cancel'; readonly instrument: Instrument | undefined }
  | {
      readonly kind: 'leverage'
      readonly instrument: Instrument
      readonly leverage: LeverageE2
    }
  | { readonly kind: 'alert'; readonly instrument: Instrument; readonly draft: AlertDraft }

/** A command, or why it is incomplete or invalid; undefined if it does not begin like one. */
export type Reading = { readonly command: Command } | { readonly wrong: Message } | undefined

const verbs: Readonly<Record<string, 'Buy' | 'Sell' | 'close' | 'cancel' | 'leverage' | 'alert'>> =
  {
    buy: 'Buy',
    long: 'Buy',
    sell: 'Sell',
    short: 'Sell',
    close: 'close',
    cancel: 'cancel',
    leverage: 'leverage',
    lev: 'leverage',
    alert: 'alert',
  }

/**
 * Parses a command. Words are split at spaces; `k` means thousand.
 */
export function readCommand(text: string, context: CommandContext): Reading {
  const words = text.trim().toLowerCase().split(/\s+/)
  const verb = verbs[words[0] ?? '']
  if (verb === undefined) return undefined
  const rest = words.slice(1)
  switch (verb) {
    case 'Buy':
    case 'Sell':
      return readOrder(verb, rest, context)
    case 'close':
      return readClose(rest, context)
    case 'cancel':
      return readCancel(rest, context)
    case 'leverage':
      return readLeverage(rest, context)
    case 'alert':
      return readAlertCommand(rest, context)
  }
}

/** No digit is cut: too many decimals are a problem of the order. */
const allDecimals = { scale: 100 }

const notUnderstood = (word: string): Reading => ({
  wrong: message('palette.notUnderstood', { word }),
})

/**
 * Returns a number as a plain decimal text; undefined for anything else. Commas are read as in a
 * pasted number: between groups of three digits, or as the decimal comma of 0,1. A comma after a
 * number separates it from the next word.
 */
function figure(word: string | undefined): string | undefined {
  const match = /^\$?(\d[\d.,]*?)(k?),?$/.exec(word ?? '')
  if (match === null) return undefined
  const [, typed = '', thousand] = match
  const digits = pastedText(typed, allDecimals, decimalSeparatorOf(currentLanguage()))
  if (digits === undefined || thousand === '') return digits
  const value = parseDecimal(digits, 8)
  return value === undefined ? undefined : formatTrimmed(value * 1000n, 8)
}

const percent = (word: string): number | undefined => {
  const match = /^(\d+(?:\.\d{1,2})?)%$/.exec(word)
  return match === null ? undefined : Number(match[1])
}

/** A size as a quantity, as a value in money, or as the loss at the stop. */
type Size =
  | { readonly by: 'qty' | 'value' | 'risk'; readonly text: string }
  | { readonly by: 'riskPercent'; readonly percent: number }

type Order = {
  instrument: Instrument
  size: Size | undefined
  /** The risk at the stop; beside a size it limits that size. */
  risk: Size | undefined
  price: string | undefined
  takeProfit: string | undefined
  stopLoss: string | undefined
  timeInForce: TimeInForce | undefined
  reduceOnly: boolean
}

/** The words before a price, with the field that each fills. */
const priceWords: Readonly<Record<string, 'price' | 'takeProfit' | 'stopLoss'>> = {
  at: 'price',
  limit: 'price',
  '@': 'price',
  tp: 'takeProfit',
  target: 'takeProfit',
  sl: 'stopLoss',
  stop: 'stopLoss',
}
const forces: Readonly<Record<string, TimeInForce>> = {
  gtc: 'GoodTillCancel',
  ioc: 'ImmediateOrCancel',
  fok: 'FillOrKill',
  post: 'PostOnly',
}
const moneyWords = new Set(['usdt', 'usdc', 'usd', '$'])

/** Returns the number of an amount with its coin written directly after it: `500usdt`. */
function amountBeforeCoin(word: string): string | undefined {
  const [, amount, coin = ''] = /^(\d[\d.,]*k?)([a-z]+),?$/.exec(word) ?? []
  return moneyWords.has(coin) ? figure(amount) : undefined
}

function readOrder(side: Side, words: readonly string[], context: CommandContext): Reading {
  const order: Order = {
    instrument: context.current,
    size: undefined,
    risk: undefined,
    price: undefined,
    takeProfit: undefined,
    stopLoss: undefined,
    timeInForce: undefined,
    reduceOnly: false,
  }
  for (let at = 0; at < words.length; at += 1) {
    const taken = takeWords(order, words.slice(at), context)
    if (taken === 0) return notUnderstood(words[at] ?? '')
    at += taken - 1
  }
  return orderOf(side, order, context)
}

/** Parses the first words into the order; returns how many were used, 0 for none. */
function takeWords(order: Order, words: readonly string[], context: CommandContext): number {
  const [word = '', next = '', third = ''] = words
  const attached = /^@(.+)$/.exec(word)?.[1]
  if (attached !== undefined) return takePrice(order, 'price', attached)
  const priced = priceWords[word]
  if (priced !== undefined) return takePrice(order, priced, next) * 2
  const force = forces[word]
  if (force !== undefined) order.timeInForce = force
  if (force !== undefined || word === 'market') return 1
  if (word === 'reduce') {
    order.reduceOnly = true
    return 1
  }
  if (word === 'risk') return takeRisk(order, next, third)
  const value = amountBeforeCoin(word)
  if (value !== undefined) {
    order.size = { by: 'value', text: value }
    return 1
  }
  const digits = figure(word)
  if (digits !== undefined) {
    const isMoney = word.startsWith('$') || moneyWords.has(next)
    order.size = { by: isMoney ? 'value' : 'qty', text: digits }
    return moneyWords.has(next) ? 2 : 1
  }
  const found = context.find(word)
  if (found !== undefined) order.instrument = found
  return found === undefined ? 0 : 1
}

function takePrice(order: Order, field: 'price' | 'takeProfit' | 'stopLoss', word: string) {
  const digits = figure(word)
  if (digits !== undefined) order[field] = digits
  return digits === undefined ? 0 : 1
}

function takeRisk(order: Order, word: string, next: string): number {
  const share = percent(word)
  if (share !== undefined) {
    order.risk = { by: 'riskPercent', percent: share }
    return 2
  }
  const digits = figure(word)
  if (digits === undefined) return 0
  order.risk = { by: 'risk', text: digits }
  return moneyWords.has(next) ? 3 : 2
}

function orderOf(side: Side, order: Order, context: CommandContext): Reading {
  const { instrument, timeInForce, reduceOnly } = order
  const priceTicks = ticksOf(instrument, order.price, 'price')
  const takeProfit = ticksOf(instrument, order.takeProfit, 'takeProfit')
  const stopLoss = ticksOf(instrument, order.stopLoss, 'stopLoss')
  for (const read of [priceTicks, takeProfit, stopLoss]) {
    if (typeof read === 'object') return { wrong: problemMessage(read) }
  }
  if (typeof priceTicks === 'object' || typeof stopLoss === 'object') return undefined
  if (typeof takeProfit === 'object') return undefined
  const notOfPairs = instrument.kind === 'Spot' ? pairProblem(order) : undefined
  if (notOfPairs !== undefined) return { wrong: problemMessage(notOfPairs) }
  const entering = { side, priceTicks, stopTicks: stopLoss, timeInForce }
  const sized = smallest(order, entering, context)
  if (sized === undefined) return { wrong: message('palette.sizeMissing') }
  if (typeof sized === 'object') return { wrong: 'key' in sized ? sized : problemMessage(sized) }
  const leg = (triggerTicks: PriceTicks) =>
    ({ triggerTicks, triggerBy: 'LastPrice', orderType: 'Market' }) as const
  const hasTpsl = takeProfit !== undefined || stopLoss !== undefined
  const isMarket = priceTicks === undefined
  const terms = termsOf(instrument, entering, context)
  const bracket = terms && bracketOf(instrument, terms, { lots: sized, targetTicks: takeProfit })
  const held = terms && heldBeside(instrument, terms, context.heldOn?.(instrument, side))
  return {
    command: {
      kind: 'order',
      instrument,
      bracket,
      wholeAtStop: wholeAtStop(bracket, held),
      intent: {
        symbol: instrument.symbol,
        side,
        orderType: isMarket ? 'Market' : 'Limit',
        timeInForce: timeInForce ?? (isMarket ? 'ImmediateOrCancel' : 'GoodTillCancel'),
        priceTicks,
        qtyLots: sized,
        reduceOnly,
        ...(hasTpsl
          ? {
              tpsl: {
                mode: 'Full',
                ...(takeProfit === undefined ? {} : { takeProfit: leg(takeProfit) }),
                ...(stopLoss === undefined ? {} : { stopLoss: leg(stopLoss) }),
              },
            }
          : {}),
      },
    },
  }
}

/**
 * Returns what an order of a pair cannot have: there is no position, and its take-profit and
 * stop-loss are plans of the ticket, which are orders of another kind.
 */
function pairProblem({ takeProfit, stopLoss, reduceOnly }: Order): Problem | undefined {
  if (stopLoss !== undefined) return problem('triggerNotAllowed', 'stopLoss')
  if (takeProfit !== undefined) return problem('triggerNotAllowed', 'takeProfit')
  return reduceOnly ? problem('reduceOnlyWithoutPosition', 'reduceOnly') : undefined
}

const ticksOf = (instrument: Instrument, text: string | undefined, field: string) => {
  if (text === undefined) return undefined
  const ticks = parsePrice(instrument, text)
  return typeof ticks === 'object' ? { ...ticks, field } : ticks
}

/** The entry of an order, and its stop. */
type Entering = {
  readonly side: Side
  readonly priceTicks: PriceTicks | undefined
  readonly stopTicks: PriceTicks | undefined
  readonly timeInForce: TimeInForce | undefined
}

/** Returns the entry price of an order; for a market order the best price. */
function entryTicks(instrument: Instrument, { side, priceTicks }: Entering, at: CommandContext) {
  const { bid, ask, last } = at.prices(instrument)
  return priceTicks ?? (side === 'Buy' ? ask : bid) ?? last
}

/**
 * Returns the levels that fill an order: its price; at market the book, or the best price alone.
 */
function entryLevels(
  instrument: Instrument,
  entering: Entering,
  context: CommandContext,
): readonly EntryLevel[] {
  const { side, priceTicks } = entering
  const book = priceTicks === undefined ? context.book?.(instrument) : undefined
  const levels = (side === 'Buy' ? book?.asks : book?.bids) ?? []
  if (levels.length > 0) return bookEntry(instrument, levels, { side, worst: undefined })
  const ticks = entryTicks(instrument, entering, context)
  return ticks === undefined ? [] : priceEntry(instrument, ticks)
}

/** Returns the terms of a risk computation; undefined without a stop or an entry price. */
function termsOf(
  instrument: Instrument,
  entering: Entering,
  context: CommandContext,
): RiskTerms | undefined {
  const { side, stopTicks, priceTicks, timeInForce } = entering
  const entry = entryLevels(instrument, entering, context)
  if (stopTicks === undefined || entry.length === 0) return undefined
  const isMaker = priceTicks !== undefined && timeInForce === 'PostOnly'
  const { feeRates } = context
  return riskTerms(instrument, { side, entry, stopTicks, isMaker, feeRates })
}

type Sized = QtyLots | Problem | Message

/**
 * Returns the quantity; undefined if none was named. With both a quantity and a risk it is the
 * smaller, so that a typed quantity is never exceeded.
 */
function smallest(order: Order, entering: Entering, context: CommandContext): Sized | undefined {
  let least: QtyLots | undefined = undefined
  for (const size of [order.size, order.risk]) {
    const sized = size && sizeOf(size, order.instrument, entering, context)
    if (typeof sized === 'object') return sized
    if (sized !== undefined && (least === undefined || sized < least)) least = sized
  }
  return least
}

function sizeOf(
  size: Size,
  instrument: Instrument,
  entering: Entering,
  context: CommandContext,
): Sized {
  if (size.by === 'qty') return parseQty(instrument, size.text)
  const entry = entryTicks(instrument, entering, context)
  if (entry === undefined) return problem('priceUnavailable', 'symbol')
  const { kind, tickSizeE8, lotSizeE8, takerFeeE8: takerFee } = instrument
  if (size.by === 'value') {
    const value = parseDecimal(size.text, 8)
    if (value === undefined) return problem('qtyInvalid', 'qty')
    // The quantity of an inverse contract is in dollars already.
    if (kind === 'Inverse') return parseQty(instrument, size.text)
    const price = priceE8(entry * tickSizeE8)
    const known = { kind: 'Linear', sign: 1, takerFee, lotSizeE8 } as const
    return lotsOfValue({ ...known, price, leverage: leverageE2(100) }, amount(value))
  }
  const { stopTicks } = entering
  const terms = termsOf(instrument, entering, context)
  if (stopTicks === undefined || terms === undefined) return message('palette.riskNeedsStop')
  const reference = {
    instrument,
    scene: 'Order',
    side: entering.side,
    referenceTicks: entry,
  } as const
  const beyond = sideProblem('stopLoss', stopTicks, reference)
  if (beyond !== undefined) return beyond
  // For an inverse contract the risk is typed in dollars, like its quantity.
  const money = kind === 'Inverse' ? ('riskUsd' as const) : ('riskCoin' as const)
  const typed =
    size.by === 'riskPercent'
      ? { unit: 'riskShare' as const, text: String(size.percent) }
      : { unit: money, text: size.text }
  const risk = riskAmount(typed, { instrument, equityUsd: context.equity, stopTicks })
  if (risk === undefined) return message('palette.equityUnknown')
  // The stop closes the whole position, so the existing part is closed there too.
  const held = heldBeside(instrument, terms, context.heldOn?.(instrument, entering.side))
  const left = riskBeside(risk, held)
  if (left > 0n || held >= 0n) {
    const lots = lotsOfRisk(terms, left)
    if (lots >= instrument.minQtyLots) return lots
    const min = formatQty(instrument, instrument.minQtyLots)
    return problem('qtyTooSmall', 'qty', { min, coin: qtyCoin(instrument) })
  }
  const loss = { decimal: formatTrimmed(-held, 8) }
  return message('ticket.riskTaken', { loss, coin: instrument.settleCoin })
}

const parts: Readonly<Record<string, number>> = { all: 100, half: 50, quarter: 25 }

function readClose(words: readonly string[], { current, find }: CommandContext): Reading {
  let instrument = current
  let share = 100
  for (const word of words) {
    const part = parts[word] ?? percent(word)
    const found = find(word)
    if (part !== undefined && part > 0 && part <= 100) share = part
    else if (found !== undefined) instrument = found
    else return notUnderstood(word)
  }
  return { command: { kind: 'close', instrument, percent: share } }
}

function readCancel(words: readonly string[], { find }: CommandContext): Reading {
  const [word, further] = words
  if (further !== undefined) return notUnderstood(further)
  if (word === undefined || word === 'all') {
    return { command: { kind: 'cancel', instrument: undefined } }
  }
  const instrument = find(word)
  return instrument === undefined
    ? notUnderstood(word)
    : { command: { kind: 'cancel', instrument } }
}

function readLeverage(words: readonly string[], { current, find }: CommandContext): Reading {
  let instrument = current
  let leverage: bigint | undefined
  for (const word of words) {
    const digits = figure(word.replace(/x$/, ''))
    const found = find(word)
    if (digits !== undefined) leverage = parseDecimal(digits, 2)
    else if (found !== undefined) instrument = found
    else return notUnderstood(word)
  }
  if (leverage === undefined) return { wrong: message('palette.leverageMissing') }
  return { command: { kind: 'leverage', instrument, leverage: leverageE2(Number(leverage)) } }
}

const alertSigns: Readonly<Record<string, AlertDraft['operator']>> = {
  '>': 'above',
  above: 'above',
  '<': 'below',
  below: 'below',
  at: 'crosses',
  '@': 'crosses',
  crosses: 'crosses',
}

/** Parses "alert btc > 70000"; without a sign the alert is on crossing the price. */
function readAlertCommand(words: readonly string[], { current, find }: CommandContext): Reading {
  let instrument = current
  let operator: AlertDraft['operator'] = 'crosses'
  let price: string | undefined
  // A sign may be attached to its price, as in ">70000".
  for (const word of words.flatMap((each) => each.split(/([<>@])/)).filter(Boolean)) {
    const sign = alertSigns[word]
    const digits = figure(word)
    const found = find(word)
    if (sign !== undefined) operator = sign
    else if (digits !== undefined) price = digits
    else if (found !== undefined) instrument = found
    else return notUnderstood(word)
  }
  if (price === undefined) return { wrong: message('palette.alertPriceMissing') }
  const ticks = parsePrice(instrument, price)
  if (typeof ticks === 'object') return { wrong: problemMessage(ticks) }
  const value = formatPrice(instrument, ticks)
  const draft = { symbols: [instrument.symbol], figure: 'last', operator, value } as const
  return {
    command: { kind: 'alert', instrument, draft: { ...draft, symbols: [...draft.symbols] } },
  }
}
