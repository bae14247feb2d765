// Alerts as text: the figure, the condition, and the value when it fired.

import { unitOfFigure, type MarketFigure } from '@basis/domain/alerts/figures'
import { formatPrice, parsePrice } from '@basis/domain/instrument/instrument'
import { formatTrimmed, parseDecimal } from '@basis/domain/numbers/fixed'
import type { WireAlert, WireFiring } from '@basis/protocol/alerts/alert'
import { message, type Figure, type Message } from '../../i18n/message-keys.ts'
import { instrumentOf } from '../../stores/catalogue.ts'

/** Windows of change, written the same in every language. */
const windows = {
  change5m: '5m',
  change15m: '15m',
  change1h: '1h',
  change4h: '4h',
  change24h: '24h',
} as const

export const figureMessages: Readonly<Record<MarketFigure, Message>> = {
  last: message('alerts.last'),
  mark: message('alerts.mark'),
  index: message('alerts.index'),
  change5m: message('markets.change', { window: windows.change5m }),
  change15m: message('markets.change', { window: windows.change15m }),
  change1h: message('markets.change', { window: windows.change1h }),
  change4h: message('markets.change', { window: windows.change4h }),
  change24h: message('markets.change', { window: windows.change24h }),
  funding: message('alerts.funding'),
  openInterest: message('alerts.openInterest'),
  openInterest1h: message('markets.interest1h'),
  openInterest24h: message('markets.interest24h'),
  turnover: message('alerts.turnover'),
  volatility: message('markets.volatility'),
  volumeRatio: message('markets.volumeRatio'),
  correlation: message('markets.correlation'),
  spread: message('markets.spread'),
}

/** Returns a figure's value as text; rates are fractions on the wire and shown in percent. */
export function valueMessage(
  figure: MarketFigure,
  value: string,
  symbol?: string,
): Message | Figure {
  switch (unitOfFigure(figure)) {
    case 'price':
      return { decimal: priceText(value, symbol) }
    case 'rate':
      return message('alerts.percent', { value: { decimal: percentOf(value) } })
    case 'dollars':
      return message('alerts.dollars', { value: { decimal: value } })
    case 'times':
      if (figure === 'correlation') return { decimal: value }
      return message('alerts.times', { value: { decimal: value } })
  }
}

/** A price with its instrument's decimals; one between ticks stays as received. */
function priceText(value: string, symbol: string | undefined): string {
  const instrument = symbol === undefined ? undefined : instrumentOf(symbol)
  const ticks = instrument === undefined ? undefined : parsePrice(instrument, value)
  return instrument && typeof ticks === 'number' ? formatPrice(instrument, ticks) : value
}

/** Returns a fraction as percent, exactly. */
export const percentOf = (value: string): string => formatTrimmed(parseDecimal(value, 8) ?? 0n, 6)

type Condition = Pick<WireAlert, 'figure' | 'operator' | 'value'> & { readonly symbol?: string }

export const conditionMessage = ({ figure, operator, value, symbol }: Condition): Message =>
  message(`alerts.${operator}`, {
    figure: figureMessages[figure],
    value: valueMessage(figure, value, symbol),
  })

/**
 * Returns the distance of a figure from its level: the difference for rates and correlations, else
 * percent.
 */
export const awayMessage = (figure: MarketFigure, away: string): Message | Figure =>
  figure === 'correlation'
    ? { decimal: away }
    : unitOfFigure(figure) === 'rate'
      ? valueMessage(figure, away)
      : message('alerts.percent', { value: { decimal: away } })

/** Returns an alert's condition; a price is written with its instrument's decimals. */
export function alertMessage({ symbols, ...alert }: WireAlert): Message {
  const [symbol] = symbols
  return conditionMessage({ ...alert, ...(symbol === undefined ? {} : { symbol }) })
}

/** Returns the texts of a firing: the condition, and the value that met it. */
export function firingMessages(firing: WireFiring): {
  readonly title: Message
  readonly body: Message
} {
  const { symbol, figure, operator, level, value, note } = firing
  const condition = conditionMessage({ figure, operator, value: level, symbol })
  const found = { value: valueMessage(figure, value, symbol) }
  return {
    title: message('alerts.fired', { symbol, condition }),
    body:
      note === ''
        ? message('alerts.found', found)
        : message('alerts.foundNoted', { ...found, note }),
  }
}
