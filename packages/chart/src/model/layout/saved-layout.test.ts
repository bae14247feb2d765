// A layout is read and written byte for byte, unknown parts included; a broken one is refused as a
// whole.

import { describe, expect, it } from 'vitest'
import { type LayoutParts, readLayout, writeLayout } from './saved-layout.ts'

const parts: LayoutParts = {
  name: 'Morning',
  main: { symbol: 'BTCUSDT', interval: '30', style: 1 },
  timezone: 'Asia/Tokyo',
  overrides: { 'paneProperties.topMargin': 12, 'x.unknown': 'kept' },
  timeScale: { barSpacing: 8, rightOffset: 5 },
  rightAxis: { mode: 1, inverted: true, auto: true },
  panes: [{ id: 'p1', stretch: 900, isCollapsed: false }],
  sources: [
    { pane: 'p1', source: { type: 'study_MACD', id: 's1', state: { inputs: { fast: 12 } } } },
    { pane: 'p0', source: { type: 'LineToolTrendLine', id: 'd1', points: [] } },
  ],
  unknown: {},
}

const text = (layout: unknown) => JSON.stringify(layout)

/** Reads and writes a layout as a chart does that understands every source. */
function rewritten(given: unknown) {
  const layout = readLayout(given)
  if ('refused' in layout) throw new Error(layout.refused)
  return writeLayout({
    ...parts,
    ...layout,
    main: { ...parts.main, ...layout.main },
    timezone: layout.timezone ?? 'Etc/UTC',
    timeScale: { ...parts.timeScale, ...layout.timeScale },
    rightAxis: { ...parts.rightAxis, ...layout.rightAxis },
  })
}

describe('a layout', () => {
  it('has the shape that hosts read', () => {
    expect(writeLayout(parts)).toMatchObject({
      version: 1,
      engine: 'own-klc',
      charts: [
        {
          timezone: 'Asia/Tokyo',
          panes: [
            {
              id: 'p0',
              sources: [
                { type: 'MainSeries', state: { symbol: 'BTCUSDT', interval: '30', style: 1 } },
                { type: 'LineToolTrendLine' },
              ],
            },
            { id: 'p1', sources: [{ type: 'study_MACD' }] },
          ],
        },
      ],
    })
  })

  it('is the same byte for byte after reading and writing, from an object or from text', () => {
    const saved = text(writeLayout(parts))
    expect(text(rewritten(JSON.parse(saved)))).toBe(saved)
    expect(text(rewritten(saved))).toBe(saved)
  })

  it('keeps unknown keys', () => {
    const layout = JSON.parse(text(writeLayout(parts)))
    layout.colour = 'host'
    layout.charts[0].extra = [1, { deep: true }]
    layout.charts[0].panes[0].sources[0].state.future = 7
    layout.charts.push({ chartId: '2', panes: [] })
    const saved = text(rewritten(layout))
    expect(saved).toContain('"colour":"host"')
    expect(saved).toContain('"extra":[1,{"deep":true}]')
    expect(saved).toContain('"future":7')
    expect(saved).toContain('"chartId":"2"')
    expect(text(rewritten(JSON.parse(saved)))).toBe(saved)
  })

  it('of another library is read as far as it is understood', () => {
    const foreign = {
      charts: [
        {
          timezone: 'Europe/Berlin',
          panes: [
            { sources: [{ type: 'MainSeries', id: 'x', state: { symbol: 'A', interval: '5' } }] },
          ],
        },
      ],
    }
    expect(readLayout(foreign)).toMatchObject({
      isForeign: true,
      main: { symbol: 'A', interval: '5' },
      timezone: 'Europe/Berlin',
    })
  })

  const good = writeLayout(parts)
  const broken: [string, unknown][] = [
    ['no content', undefined],
    ['a list as its content', []],
    ['text that is not JSON', '{'],
    ['no charts', { ...good, charts: undefined }],
    ['a later version', { ...good, version: 2 }],
    ['no main series', { ...good, charts: [{ panes: [{ sources: [] }] }] }],
    ['a source without type', { ...good, charts: [{ panes: [{ sources: [{ id: 'x' }] }] }] }],
  ]
  for (const [what, given] of broken) {
    it(`is refused with ${what}`, () => {
      expect(readLayout(given)).toHaveProperty('refused')
    })
  }
})
