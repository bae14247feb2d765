// Trading on the real chart, in the page's composition: its symbol changes in the parent component,
// its lines in a child.

import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { createChartWidget, type ChartWidget } from '@basis/chart/widget'
import type { Datafeed } from '@basis/chart/datafeed'
import { symbolId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import { framesShown } from '../../../testing/stored-position.ts'
import { instrument } from '../../../testing/held-position.ts'
import { openOrderStore } from '../../stores/orders.ts'
import { ChartTrading } from './ChartTrading.tsx'
import { useShownSymbol } from './use-widget.ts'

const price = 60_000

/** A market that always had the same price. */
const datafeed: Datafeed = {
  onReady: (callback) => void setTimeout(() => callback({}), 0),
  resolveSymbol: (name, found) =>
    void setTimeout(() => found({ name, ticker: name, pricescale: 10, type: 'perpetual' }), 0),
  getBars: (...[, , { to, countBack }, answer]) => {
    const barMs = 30 * 60_000
    const bar = (at: number) => ({
      time: to * 1000 - (countBack - at) * barMs,
      open: price,
      high: price + 10,
      low: price - 10,
      close: price,
    })
    answer(Array.from({ length: countBack }, (_, at) => bar(at)))
  },
  subscribeBars: () => undefined,
  unsubscribeBars: () => undefined,
}

const btc = instrument
const eth: Instrument = { ...instrument, symbol: symbolId('ETHUSDT') }

const orderOf = ({ symbol }: Instrument, id: number, leavesLots: number) =>
  ({
    id,
    symbol,
    side: 'Buy',
    orderType: 'Limit',
    status: 'New',
    priceTicks: price * 10,
    leavesLots,
    updateNo: 1,
  }) as Order

function Page({
  widget,
  shown,
  ticker,
}: {
  widget: ChartWidget
  shown: Instrument
  ticker: string
}) {
  useShownSymbol(widget, ticker)
  return <ChartTrading widget={widget} ticker={ticker} instrument={shown} />
}

test('the lines of the orders are there after another symbol or price source is shown', async () => {
  openOrderStore.set('BTCUSDT', [orderOf(btc, 1, 20)])
  openOrderStore.set('ETHUSDT', [orderOf(eth, 2, 30)])
  await framesShown()
  const container = document.body.appendChild(document.createElement('div'))
  container.style.cssText = 'width: 800px; height: 500px'
  const widget = createChartWidget({ container, datafeed, symbol: 'BTCUSDT', autosize: true })
  await new Promise<void>((ready) => widget.onChartReady(ready))
  const lines = (): string[] => {
    const rows = widget._iFrame.contentDocument?.querySelectorAll('.line-list [role="button"]')
    return [...(rows ?? [])].map((row) => row.textContent ?? '')
  }
  const screen = await render(<Page widget={widget} shown={btc} ticker="BTCUSDT" />)
  await expect.poll(lines).toEqual([expect.stringContaining('Buy limit 0.020')])
  for (const ticker of ['ETHUSDT', 'ETHUSDT#mark']) {
    await screen.rerender(<Page widget={widget} shown={eth} ticker={ticker} />)
    await expect.poll(lines).toEqual([expect.stringContaining('Buy limit 0.030')])
  }
  await screen.unmount()
  widget.remove()
  container.remove()
})

test('a drawn position is offered as an order on contracts only: a pair’s has no target and stop', async () => {
  const subscribed = async (shown: Instrument): Promise<string[]> => {
    const events: string[] = []
    const widget = {
      subscribe: (event: string) => void events.push(event),
      unsubscribe: () => undefined,
      onContextMenu: () => undefined,
      setLines: () => undefined,
      setExecutions: () => undefined,
    }
    const chart = { widget: widget as unknown as ChartWidget, ticker: shown.symbol }
    const screen = await render(<ChartTrading {...chart} instrument={shown} />)
    await screen.unmount()
    return events
  }
  expect(await subscribed(btc)).toEqual(['drawing_position'])
  expect(await subscribed({ ...btc, kind: 'Spot' })).toEqual([])
})
