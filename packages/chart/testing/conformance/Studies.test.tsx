// Studies beyond adding them: plot styles, compared symbols, labels in other languages, and
// legends on screenshots.

import { afterEach, expect, it, vi } from 'vitest'
import type { SearchItem } from '../../src/options/datafeed.ts'
import { bundleNames, loadMessages } from '../../src/options/locales/bundles.ts'
import { studyLabel } from '../../src/model/chart-state.ts'
import { englishMessages } from '../../src/options/messages.ts'
import { studyCatalogue, studyNames } from '../../src/model/studies/study-catalogue.ts'
import type { ChartWidget } from '../../src/api/widget.ts'
import { clearLab, inside, labFeed, readyWidget, until } from '../chart-lab.ts'

afterEach(() => {
  clearLab()
  vi.restoreAllMocks()
})

const all = <Kind extends HTMLElement>(widget: ChartWidget, selector: string): Kind[] => [
  ...(widget._iFrame.contentDocument?.querySelectorAll<Kind>(selector) ?? []),
]

function press(widget: ChartWidget, selector: string): void {
  const found = inside(widget, selector)
  if (found === null) throw new Error(`There is no ${selector}`)
  found.click()
}

/** Presses an element as soon as it is there. */
const pressOnce = (widget: ChartWidget, selector: string) => until(() => press(widget, selector))

it('each line has a switch, a colour, a width and a dash; the study has one setting of decimals', async () => {
  const widget = await readyWidget()
  const chart = widget.activeChart()
  const id = (await chart.createStudy('BOLL')) ?? ''
  await pressOnce(widget, '.legend-row:nth-child(3) .legend-remove:nth-of-type(2)')
  const rows = all(widget, '.plot-row')
  expect(rows.map((row) => row.textContent?.slice(0, 6))).toEqual(
    ['Upper1', 'Middle', 'Lower1'].map((label) => expect.stringContaining(label.slice(0, 5))),
  )
  const [first, second] = rows
  const input = first?.querySelector<HTMLInputElement>('.form-checkbox')
  if (input) input.checked = false
  const [width, dash] = second?.querySelectorAll<HTMLSelectElement>('select') ?? []
  if (width) width.value = '3'
  if (dash) dash.value = 'dashed'
  const precision = all<HTMLSelectElement>(widget, '.form-choice:not(.form-small)').at(-1)
  if (precision) precision.value = '4'
  press(widget, '.dialog-main')
  const text = await new Promise<string>((resolve) =>
    widget.save((layout) => resolve(JSON.stringify(layout))),
  )
  expect(text).toContain('"plot_0.visible":false')
  expect(text).toContain('"plot_1.linewidth":3')
  expect(text).toContain('"plot_1.linestyle":2')
  expect(text).toContain('"precision":4')
  const values = () => all(widget, '.legend-row:nth-child(3) .legend-value')
  await until(() => expect(values()).toHaveLength(2))
  await until(() => expect(values()[0]?.textContent).toMatch(/\.\d{4}$/))
  expect(widget.undoRedoState().enableUndo).toBe(true)
  chart.executeActionById('undo')
  await until(() => expect(values()).toHaveLength(3))
  expect(chart.getStudyById(id)).not.toBeNull()
})

it('a source is chosen from a list, and the defaults can be restored', async () => {
  const widget = await readyWidget()
  const chart = widget.activeChart()
  const id = (await chart.createStudy('RSI')) ?? ''
  await pressOnce(widget, '.legend-pane:last-child .legend-remove:nth-of-type(2)')
  const [source] = all<HTMLSelectElement>(widget, '.form-choice')
  expect([...(source?.options ?? [])].map(({ value }) => value)).toContain('hlc3')
  if (source) source.value = 'open'
  press(widget, '.dialog-main')
  const read = () => chart.getStudyById(id)?.getInputValues()
  expect(read()).toContainEqual({ id: 'source', value: 'open' })
  press(widget, '.legend-pane:last-child .legend-remove:nth-of-type(2)')
  press(widget, '.dialog-foot button:last-child')
  expect(read()).toContainEqual({ id: 'source', value: 'close' })
})

it('another symbol is compared on the same scale or in a pane, and removed again', async () => {
  const item = (symbol: string): SearchItem => ({
    symbol,
    description: symbol,
    exchange: 'Lab',
    type: 'spot',
  })
  const feed = labFeed({
    extra: { searchSymbols: (...[, , , answer]) => answer([item('ETHUSDT'), item('SOLUSDT')]) },
  })
  const widget = await readyWidget({ compare_symbols: [{ symbol: 'GOLD', title: 'Gold' }] }, feed)
  const chart = widget.activeChart()
  press(widget, '.control[aria-label="Compare or add a symbol"]')
  const symbols = () => all(widget, '.search-list .search-symbol').map((one) => one.textContent)
  expect(symbols()).toEqual(['GOLD', 'ETHUSDT', 'SOLUSDT'])
  press(widget, '.search-both:nth-child(2) .search-row')
  expect(chart.priceScaleMode()).toBe(2)
  press(widget, '.search-both:nth-child(3) .search-second')
  // The same symbol is not added twice.
  press(widget, '.search-both:nth-child(2) .search-row')
  const compared = () => chart.getAllStudies().filter(({ name }) => name === 'COMPARE')
  expect(compared()).toHaveLength(2)
  expect(chart.getStudyById(compared()[0]?.id ?? '')?.paneIndex()).toBe(0)
  expect(chart.getStudyById(compared()[1]?.id ?? '')?.paneIndex()).toBeGreaterThan(0)
  press(widget, '[aria-label="Remove: ETHUSDT"]')
  press(widget, '[aria-label="Remove: SOLUSDT"]')
  expect(compared()).toHaveLength(0)
  widget.closePopupsAndDialogs()
  chart.executeActionById('compareOrAdd')
  expect(inside(widget, '.dialog')).not.toBeNull()
})

it('every indicator has a label in every language', async () => {
  for (const name of bundleNames) {
    const messages = await loadMessages(name)
    if (messages === undefined) throw new Error(`There is no ${name}`)
    for (const study of studyNames) {
      expect(studyLabel(study, messages), `${study} in ${name}`).not.toBe('')
      expect(Reflect.has(messages, `study${study}`) || study in englishNames).toBe(true)
    }
  }
  expect(studyLabel('STDEV', englishMessages)).toBe(studyCatalogue.STDEV.title)
})

/** Studies whose message keys do not begin with `study`. */
const englishNames = { VOL: '', MA: '', EMA: '', BOLL: '', MACD: '', RSI: '' }

it('a screenshot has the legends of indicators', async () => {
  const widget = await readyWidget()
  await widget.activeChart().createStudy('RSI')
  await until(() => expect(inside(widget, '.legend')?.textContent).toContain('RSI 14'))
  const written: string[] = []
  const fill = vi
    .spyOn(CanvasRenderingContext2D.prototype, 'fillText')
    .mockImplementation((text) => void written.push(text))
  const proto = (widget._iFrame.contentWindow as (Window & typeof globalThis) | null)
    ?.CanvasRenderingContext2D.prototype
  const own =
    proto && vi.spyOn(proto, 'fillText').mockImplementation((text) => void written.push(text))
  await widget.takeClientScreenshot()
  fill.mockRestore()
  own?.mockRestore()
  expect(written.some((text) => text.startsWith('RSI 14'))).toBe(true)
})
