// The menu at a price of the chart: orders at the price, an alert, a horizontal line.

// The last price decides which orders are offered: below it a buy limit or a sell stop, above it a
// sell limit or a buy stop.

import type { ChartWidget } from '@basis/chart/widget'
import type { PriceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Side } from '@basis/domain/orders/order'
import { useSession } from '../../client/session.ts'
import { addPriceAlert } from '../../actions/alerts/alert-actions.ts'
import type { PickedTerms } from '../../stores/draft.ts'
import { tickerStore } from '../../stores/tickers.ts'
import { say } from '../../i18n/i18n.ts'
import { drawBracket } from './bracket/bracket-store.ts'

export type PriceChoice =
  | { readonly kind: 'limit'; readonly side: Side }
  | { readonly kind: 'stop'; readonly side: Side }

/**
 * Returns the orders that would rest or wait at a price; without a last price, limits of both
 * sides.
 */
export function priceChoices(
  priceTicks: number,
  lastTicks: number | undefined,
  isSpot: boolean,
): readonly PriceChoice[] {
  const [buy, sell] = [
    { kind: 'limit', side: 'Buy' },
    { kind: 'limit', side: 'Sell' },
  ] as const
  if (lastTicks === undefined) return [buy, sell]
  const isBelow = priceTicks < lastTicks
  const limit = isBelow ? buy : sell
  // A stop at the last price would be triggered at once.
  if (isSpot || priceTicks === lastTicks) return isSpot ? [limit] : [buy, sell]
  return [limit, { kind: 'stop', side: isBelow ? 'Sell' : 'Buy' }]
}

type Place = {
  readonly widget: ChartWidget
  readonly instrument: Instrument
  readonly unixTime: number
  readonly price: number
  readonly priceTicks: number
  /** The formatted price. */
  readonly words: string
  readonly pick: PickOrder
  /** The chart shows the page's symbol, whose bracket has its form on the page. */
  readonly isOfPage: boolean
}

/** Fills the order ticket with an order on the chart's symbol. */
export type PickOrder = (
  terms: PickedTerms,
  amounts?: { readonly priceTicks?: number; readonly qtyLots?: number },
) => void

type Entry = {
  readonly position: 'top'
  readonly text: string
  readonly click: () => void
}

const line: Entry = { position: 'top', text: '-', click: () => undefined }

/** Returns the menu entries at a price. */
export function priceEntries(place: Place): Entry[] {
  const { instrument, priceTicks, words, widget, isOfPage } = place
  const { symbol } = instrument
  const lastTicks = tickerStore.current(symbol)?.lastTicks
  const entry = (text: string, click: () => void): Entry => ({ position: 'top', text, click })
  const orders = priceChoices(priceTicks, lastTicks, instrument.kind === 'Spot').map((choice) =>
    entry(choiceWords(choice, words), () => take(choice, place)),
  )
  const setAlert = (): void => void addPriceAlert(instrument, priceTicks)
  const drawLine = () => {
    const point = { time: place.unixTime, price: place.price }
    void widget.activeChart().createShape(point, { shape: 'horizontal_line' })
  }
  const at = priceTicks as PriceTicks
  const bracket = (): void => drawBracket(instrument, { from: at, to: at }, true)
  const isTrader = useSession.getState().status === 'trader'
  const mayDraw = isTrader && isOfPage && instrument.kind !== 'Spot'
  return [
    ...orders,
    ...(mayDraw ? [entry(say({ key: 'chart.bracketAt', params: { price: words } }), bracket)] : []),
    line,
    entry(say({ key: 'chart.alertAt', params: { price: words } }), setAlert),
    entry(say({ key: 'chart.drawLineAt', params: { price: words } }), drawLine),
    line,
  ]
}

function choiceWords({ kind, side }: PriceChoice, price: string): string {
  const keys = {
    limit: { Buy: 'chart.buyLimitAt', Sell: 'chart.sellLimitAt' },
    stop: { Buy: 'chart.buyStopAt', Sell: 'chart.sellStopAt' },
  } as const
  return say({ key: keys[kind][side], params: { price } })
}

function take({ kind, side }: PriceChoice, { pick, priceTicks }: Place): void {
  if (kind === 'limit') pick({ side }, { priceTicks })
  else pick({ side, triggerTicks: priceTicks })
}
