// The difference between the shown and the wanted lines.

import { describe, expect, it } from 'vitest'
import { type ChartLine, lineChanges, thicknessPx } from './trading-lines.ts'

const line = (id: string, change: Partial<ChartLine> = {}): ChartLine => ({
  id,
  kind: 'order',
  price: 100,
  text: 'Limit',
  side: 'buy',
  ...change,
})
const shown = (...lines: ChartLine[]) => new Map(lines.map((one) => [one.id, one]))
const ids = (lines: readonly ChartLine[]) => lines.map(({ id }) => id)

describe('lines are created or updated per id; lines whose ids vanish are removed', () => {
  it('creates new lines and removes missing ones', () => {
    const changes = lineChanges(shown(line('a'), line('b')), [line('b'), line('c')])
    expect(ids(changes.created)).toEqual(['c'])
    expect(changes.updated).toEqual([])
    expect(changes.removed).toEqual(['a'])
  })

  it('does nothing when nothing changed, even for other objects', () => {
    const before = line('a', { pnl: { text: '+1', sign: 1 } })
    const changes = lineChanges(shown(before), [line('a', { pnl: { text: '+1', sign: 1 } })])
    expect(changes).toEqual({ created: [], updated: [], removed: [] })
  })

  const visible: Partial<ChartLine>[] = [
    { price: 101 },
    { text: 'Stop' },
    { side: 'sell' },
    { kind: 'position' },
    { quantity: '0.1' },
    { pnl: { text: '+2', sign: 1 } },
    { thickness: 'thick' },
    { dash: 'dotted' },
    { color: 'red' },
  ]
  for (const change of visible) {
    it(`updates on ${JSON.stringify(change)}`, () => {
      const changes = lineChanges(shown(line('a')), [line('a', change)])
      expect(changes.updated).toEqual([line('a', change)])
      expect(changes.created).toEqual([])
    })
  }

  it('removes a line whose price can no longer be drawn', () => {
    for (const price of [Number.NaN, 0, -1, Number.POSITIVE_INFINITY]) {
      expect(lineChanges(shown(line('a')), [line('a', { price })]).removed).toEqual(['a'])
    }
  })

  it('uses the last of two lines with the same id', () => {
    const changes = lineChanges(shown(), [line('a', { price: 1 }), line('a', { price: 2 })])
    expect(changes.created.map(({ price }) => price)).toEqual([2])
  })
})

it('thickness is thin 0.5, medium 1, thick 2', () => {
  expect(thicknessPx).toEqual({ thin: 0.5, medium: 1, thick: 2 })
})
