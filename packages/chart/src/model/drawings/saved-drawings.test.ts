// Drawings are saved in a layout and restored byte for byte, whatever else it contains.

import { describe, expect, it } from 'vitest'
import { pricePane, type SavedSource } from '../layout/sources.ts'
import type { Drawing } from './drawing.ts'
import { DrawingStore } from './drawing-store.ts'
import { drawingSources } from './saved-drawings.ts'

const store = () => new DrawingStore({ record: () => {}, touch: () => {}, text: () => '' })

const drawing: Drawing = {
  id: 'd1',
  tool: 'trendLine',
  symbol: 'BTCUSDT',
  points: [
    { time: 1_735_689_600, price: 65_000 },
    { time: 1_735_700_000, price: 65_500.5, offset: 4, interval: '30' },
  ],
  style: { color: '#2962ff', widthPx: 3, dash: 'dashed' },
  text: '',
  isLocked: true,
  isHidden: false,
  zOrder: 1,
  isSaved: true,
  isSelectable: true,
}

const loaded = (sources: readonly unknown[]) => {
  const target = store()
  const provider = drawingSources(target)
  provider.read(sources.map((source) => ({ pane: pricePane, source: source as SavedSource })))?.()
  return { target, provider: provider }
}

describe('the source provider of drawings', () => {
  it('writes TradingView-like entries and reads them back equal', () => {
    const first = store()
    first.put([drawing, { ...drawing, id: 'd2', isSaved: false }])
    const saved = drawingSources(first).save()
    expect(saved).toEqual([
      {
        pane: 'p0',
        source: {
          type: 'LineToolTrendLine',
          id: 'd1',
          ownerSource: 'm',
          symbol: 'BTCUSDT',
          points: drawing.points,
          state: { linecolor: '#2962ff', linewidth: 3, linestyle: 2, frozen: true },
          zorder: 1,
        },
      },
    ])
    const { target, provider } = loaded(saved.map(({ source }) => source))
    expect(target.all()).toEqual([drawing])
    expect(JSON.stringify(provider.save())).toBe(JSON.stringify(saved))
  })

  it('writes them in the order in which they were made, of which a full store drops the first', () => {
    const first = store()
    first.put([{ ...drawing, id: 'z', symbol: 'XRPUSDT', zOrder: 1 }])
    first.put([{ ...drawing, id: 'b', symbol: 'BTCUSDT', zOrder: 1 }])
    first.put([{ ...drawing, id: 'a', symbol: 'XRPUSDT', zOrder: 2 }])
    // Putting one below the others changes how it is painted, not its age.
    first.put([{ ...drawing, id: 'a', symbol: 'XRPUSDT', zOrder: 0 }])
    const saved = drawingSources(first).save()
    expect(saved.map(({ source }) => source.id)).toEqual(['z', 'b', 'a'])
    const { provider } = loaded(saved.map(({ source }) => source))
    expect(JSON.stringify(provider.save())).toBe(JSON.stringify(saved))
  })

  it('keeps unreadable entries and unknown properties', () => {
    const strange = { type: 'LineToolRay', id: 'x', symbol: 'A', points: [{ time: 'no' }] }
    const rich = {
      type: 'LineToolHorzLine',
      id: 'h',
      symbol: 'A',
      points: [{ time: 1, price: 2 }],
      state: { showPrice: true, linewidth: 'thick' },
      zorder: 3,
    }
    const { target, provider } = loaded([strange, rich])
    expect(target.all()).toHaveLength(1)
    const sources = provider.save().map(({ source }) => source)
    expect(sources[0]).toMatchObject({ id: 'h', state: { showPrice: true } })
    expect(sources[1]).toEqual(strange)
  })

  it('saves a thousand drawings within 20 ms', () => {
    const many = store()
    many.put(Array.from({ length: 1000 }, (_, at) => ({ ...drawing, id: `d${at}`, zOrder: at })))
    const provider = drawingSources(many)
    const times = Array.from({ length: 9 }, () => {
      const startMs = performance.now()
      JSON.stringify(provider.save())
      return performance.now() - startMs
    })
    expect(Math.min(...times)).toBeLessThan(20)
  })
})
