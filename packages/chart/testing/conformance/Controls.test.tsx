// The controls in the frame as a trader uses them: search, indicator settings, chart settings,
// menus and dialogs.

import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SearchItem } from '../../src/options/datafeed.ts'
import type { ChartWidget } from '../../src/api/widget.ts'
import { clearLab, inside, labFeed, readyWidget, until } from '../chart-lab.ts'

afterEach(() => {
  clearLab()
  vi.restoreAllMocks()
})

/** Favourites need a host that stores settings. */
const nowhere = { setValue: () => {}, removeValue: () => {} }

function press(widget: ChartWidget, selector: string): void {
  const found = inside(widget, selector)
  if (found === null) throw new Error(`There is no ${selector}`)
  found.click()
}

function type(widget: ChartWidget, selector: string, text: string, at = 0): void {
  const found = widget._iFrame.contentDocument?.querySelectorAll<HTMLInputElement>(selector)[at]
  if (found === undefined) throw new Error(`There is no ${selector}`)
  found.value = text
  found.dispatchEvent(new Event('input', { bubbles: true }))
}

const key = (widget: ChartWidget, name: string) =>
  inside(widget, ':focus')?.dispatchEvent(
    new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
  )

describe('the symbol search', () => {
  const item = (symbol: string): SearchItem => ({
    symbol,
    description: '',
    exchange: 'Lab',
    type: 'spot',
  })

  it('has the tabs of the feed, searches by type and opens the symbol chosen by key', async () => {
    const asked: string[] = []
    const feed = labFeed({
      extra: {
        onReady: (callback) =>
          void setTimeout(
            () => callback({ symbols_types: ['', 'spot', 'perpetual', 'expiry'].map(namedType) }),
            0,
          ),
        searchSymbols: (...[input, , wanted, onResult]) => {
          asked.push(`${input} ${wanted}`)
          onResult([item('ETHUSDT'), item('BTCUSDT')])
        },
      },
    })
    const widget = await readyWidget({ symbol_search_request_delay: 1 }, feed)
    widget.activeChart().executeActionById('symbolSearch')
    expect(inside(widget, '.search-types')?.childElementCount).toBe(4)
    press(widget, '[data-type="expiry"]')
    type(widget, '.search-input', 'eth')
    await until(() => expect(asked).toEqual([' ', ' expiry', 'ETH expiry']))
    inside(widget, '.search-input')?.focus()
    key(widget, 'Enter')
    expect(widget.symbolInterval().symbol).toBe('ETHUSDT')
    expect(inside(widget, '.dialog')).toBeNull()
  })

  const namedType = (value: string) => ({ name: value === '' ? 'All' : value, value })

  it('drops the answer to an outdated query', async () => {
    const answers: ((items: SearchItem[]) => void)[] = []
    const feed = labFeed({
      extra: { searchSymbols: (...[, , , onResult]) => void answers.push(onResult) },
    })
    const widget = await readyWidget({ symbol_search_request_delay: 1 }, feed)
    widget.activeChart().executeActionById('symbolSearch')
    type(widget, '.search-input', 'new')
    await until(() => expect(answers).toHaveLength(2))
    answers[1]?.([item('NEW')])
    answers[0]?.([item('OLD')])
    expect(inside(widget, '.search-list')?.textContent).toContain('NEW')
    expect(inside(widget, '.search-list')?.textContent).not.toContain('OLD')
  })
})

describe('the indicators', () => {
  it('are searched, added, starred and removed, and the dialog stays open', async () => {
    const widget = await readyWidget({ settings_adapter: nowhere })
    const chart = widget.activeChart()
    chart.executeActionById('insertIndicator')
    type(widget, '.search-input', 'strength')
    expect(inside(widget, '[data-add]')?.dataset['add']).toBe('RSI')
    press(widget, '[data-add="RSI"]')
    expect(chart.getAllStudies().map(({ name }) => name)).toContain('RSI')
    press(widget, '[data-star="RSI"]')
    type(widget, '.search-input', '')
    expect(inside(widget, '[data-add]')?.dataset['add']).toBe('RSI')
    const id = chart.getAllStudies().find(({ name }) => name === 'RSI')?.id ?? ''
    press(widget, `[data-study="${id}"] .menu-star:last-child`)
    expect(chart.getAllStudies().map(({ name }) => name)).not.toContain('RSI')
    expect(inside(widget, '.dialog')).not.toBeNull()
    key(widget, 'Escape')
    expect(inside(widget, '.dialog')).toBeNull()
  })

  it('have settings that change inputs and colours as one undo step', async () => {
    const widget = await readyWidget()
    const chart = widget.activeChart()
    const id = (await chart.createStudy('MA')) ?? ''
    chart.executeActionById('insertIndicator')
    press(widget, `[data-study="${id}"] .menu-star`)
    const before = chart.getStudyById(id)?.getInputValues()
    type(widget, '.form-text', '9')
    type(widget, '.form-text', 'not a number', 1)
    type(widget, '.form-color', '#123456')
    press(widget, '.dialog-main')
    expect(
      chart
        .getStudyById(id)
        ?.getInputValues()
        .map(({ value }) => value),
    ).toEqual([9, 25, 99, 'close'])
    chart.executeActionById('undo')
    expect(chart.getStudyById(id)?.getInputValues()).toEqual(before)
  })
})

describe('the settings of the chart', () => {
  it('change only what was edited, as one undo step', async () => {
    const widget = await readyWidget()
    widget.activeChart().executeActionById('chartProperties')
    type(widget, '.form-color', '#0000ff')
    press(widget, '.dialog-main')
    const { undoText } = widget.undoRedoState()
    expect(undoText).toBe('Chart settings')
    const layout = await new Promise((resolve) => {
      widget.save(resolve)
    })
    expect(JSON.stringify(layout)).toContain('"mainSeriesProperties.candleStyle.upColor":"#0000ff"')
    expect(JSON.stringify(layout)).not.toContain('wickUpColor')
  })

  it('change scale and time zone', async () => {
    const widget = await readyWidget()
    const chart = widget.activeChart()
    chart.executeActionById('chartProperties')
    type(widget, '.form-choice', 'log')
    type(widget, '.form-choice', 'Asia/Tokyo', 1)
    press(widget, '.dialog-main')
    expect(chart.priceScaleMode()).toBe(1)
    expect(chart.getTimezone()).toBe('Asia/Tokyo')
  })

  it('keep the focus inside and return it', async () => {
    const widget = await readyWidget()
    const opener = inside(widget, '.toolbar .icon-settings')?.closest('button')
    opener?.focus()
    opener?.click()
    const dialog = inside(widget, '.dialog')
    expect(dialog?.getAttribute('aria-modal')).toBe('true')
    inside(widget, '.dialog-close')?.focus()
    const page = widget._iFrame.contentDocument
    page?.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Tab', shiftKey: true, bubbles: true, cancelable: true }),
    )
    expect(dialog?.contains(page?.activeElement ?? null)).toBe(true)
    key(widget, 'Escape')
    expect(page?.activeElement).toBe(opener)
  })
})

it('starred drawing tools are in the bar, and the host can star some', async () => {
  const widget = await readyWidget({
    settings_adapter: nowhere,
    favorites: { drawingTools: ['LineToolTrendLine'] },
  })
  expect(inside(widget, '[data-starred="trendLine"]')).not.toBeNull()
  press(widget, '.drawbar-more')
  press(widget, '.popup .menu-row:nth-child(2) .menu-star')
  expect(inside(widget, '[data-starred="ray"]')).not.toBeNull()
  press(widget, '[data-starred="ray"]')
  expect(widget.selectedLineTool()).toBe('ray')
})
