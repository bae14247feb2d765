// A licensed chart library gets the same calls as our own; a fake library records them.

import type { ChartOptions, ChartWidget } from '@basis/chart/widget'
import type { ChartLine } from '@basis/chart/lines'
import { expect, test, vi } from 'vitest'
import { type ChartLibrary, foreignLocale, loadChartLibrary } from './chart-library.ts'

/** A library that only records the calls it receives. */
function fakeLibrary() {
  const asked: string[] = []
  const adapters: Map<string, unknown>[] = []
  const adapter = (kind: string) => {
    const values = new Map<string, unknown>([['kind', kind]])
    adapters.push(values)
    const made: Record<string, unknown> = {
      remove: () => values.set('removed', true),
      getPrice: () => values.get('Price'),
      onMove: (callback: () => void) => values.set('drag', callback),
      onCancel: (callback: () => void) => values.set('cancel', callback),
    }
    for (const name of ['Price', 'Text', 'Quantity', 'LineColor', 'Editable']) {
      made[`set${name}`] = (value: unknown) => {
        values.set(name, value)
        return made
      }
    }
    return made
  }
  class Widget {
    #secret = 'private'
    constructor(options: ChartOptions) {
      asked.push(`new ${options.symbol} ${options.library_path} ${options.locale}`)
      asked.push(...(options.enabled_features ?? []))
      if ('messages' in options) asked.push('words it does not know')
    }
    onChartReady(callback: () => void): void {
      asked.push('onChartReady')
      queueMicrotask(callback)
    }
    changeTheme(theme: string): Promise<void> {
      asked.push(`changeTheme ${theme} ${this.#secret}`)
      return Promise.resolve()
    }
    activeChart() {
      return {
        symbol: () => 'BTCUSDT',
        setSymbol: (symbol: string) => asked.push(`setSymbol ${symbol}`),
        createOrderLine: () => adapter('order'),
        createPositionLine: () => Promise.resolve(adapter('position')),
      }
    }
    remove(): void {
      asked.push('remove')
    }
  }
  return { asked, adapters, library: { widget: Widget, version: () => 'CL v29.5.0' } }
}

const own: ChartLibrary = { make: () => Promise.reject(new Error('our own was made')) }

const ports = (library: unknown) => ({
  offer: () => Promise.resolve<unknown>({ module: 'charting_library.esm.js' }),
  load: (address: string) =>
    address === '/tradingview/charting_library.esm.js'
      ? Promise.resolve(library)
      : Promise.reject(new Error(address)),
  own: () => Promise.resolve(own),
})

const options: ChartOptions = {
  symbol: 'BTCUSDT',
  locale: 'zh-HK',
  container: 'chart',
  messages: {},
  datafeed: {} as ChartOptions['datafeed'],
}

async function madeChart(): Promise<{ chart: ChartWidget } & ReturnType<typeof fakeLibrary>> {
  const fake = fakeLibrary()
  const library = await loadChartLibrary(ports(fake.library))
  return { chart: await library.make(options), ...fake }
}

test('a licensed library is created and called by the same methods', async () => {
  const { chart, asked } = await madeChart()
  expect(chart.activeChart().symbol()).toBe('BTCUSDT')
  void chart.activeChart().setSymbol('ETHUSDT')
  chart.setTheme('light')
  chart.setMessages({}, 'de-DE')
  chart.subscribe('drawing_position', () => undefined)
  chart.remove()
  expect(asked).toEqual([
    'new BTCUSDT /tradingview/ zh_TW',
    'iframe_loading_compatibility_mode',
    'onChartReady',
    'setSymbol ETHUSDT',
    'changeTheme light private',
    'remove',
  ])
})

const line = (id: string, given: Partial<ChartLine> = {}): ChartLine => ({
  id,
  kind: 'order',
  price: 100,
  text: 'Buy limit',
  ...given,
})

test('lines become adapters of the library, which are added, changed and removed as the lines are', async () => {
  const { chart, adapters } = await madeChart()
  chart.setLines([
    line('a', { quantity: '1', side: 'sell' }),
    line('p', { kind: 'position', pnl: { text: '+5', sign: 1 } }),
    line('late'),
  ])
  chart.setLines([line('a', { quantity: '1', side: 'sell', price: 99 }), line('p')])
  await expect.poll(() => adapters).toHaveLength(3)
  await Promise.resolve()
  const [order, position, late] = adapters
  expect(Object.fromEntries(order ?? [])).toEqual({
    kind: 'order',
    Price: 99,
    Text: 'Buy limit',
    Quantity: '1',
    LineColor: '#ef454a',
    Editable: false,
  })
  expect([position?.get('kind'), position?.get('Text')]).toEqual(['position', 'Buy limit'])
  expect(late?.get('removed')).toBe(true)
  chart.setLines([])
  expect([order?.get('removed'), position?.get('removed')]).toEqual([true, true])
  expect(adapters).toHaveLength(3)
})

test('dragging its lines and pressing their buttons is reported, and a refused drag is undone', async () => {
  const { chart, adapters } = await madeChart()
  const acts: string[] = []
  chart.setLines([line('a', { isDraggable: true, buttons: ['cancel'] })], {
    moved: (id, price) => {
      acts.push(`${id} to ${price}`)
      return Promise.resolve(false)
    },
    pressed: (id, button) => void acts.push(`${button} ${id}`),
  })
  await expect.poll(() => adapters[0]?.get('Price')).toBe(100)
  const [adapter] = adapters
  adapter?.set('Price', 90)
  const run = (name: string) => (adapter?.get(name) as (() => void) | undefined)?.()
  run('drag')
  run('cancel')
  await expect.poll(() => adapter?.get('Price')).toBe(100)
  expect(acts).toEqual(['a to 90', 'cancel a'])
})

test.each([
  ['if the server offers none', { offer: () => Promise.resolve<unknown>({ module: null }) }],
  ['if the server cannot say', { offer: () => Promise.reject<unknown>(new Error('404')) }],
  ['if the module cannot be loaded', { load: () => Promise.reject<unknown>(new Error('syntax')) }],
  ['if the module is not a chart', { load: () => Promise.resolve<unknown>({}) }],
])('our own library is used %s', async (_case, given) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(await loadChartLibrary({ ...ports({}), ...given })).toBe(own)
})

test('languages get the locale names of the licensed library', () => {
  expect(['en-US', 'zh-CN', 'zh-TW', 'id-ID', 'de-DE', 'th-TH'].map(foreignLocale)).toEqual([
    'en',
    'zh',
    'zh_TW',
    'id_ID',
    'de',
    'th_TH',
  ])
})
