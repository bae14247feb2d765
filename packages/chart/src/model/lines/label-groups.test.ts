// Labels of lines that are close together are grouped, and unfold under the pointer.

import { describe, expect, it } from 'vitest'
import type { ChartLine } from '../../options/trading-lines.ts'
import { isGroupId, labelGroups, labelHeight } from './label-groups.ts'
import { lineAt, lineLayout, linesOf, type LineBox } from './label-layout.ts'
import type { HoveredLine } from './line-store.ts'
import type { ShownLine } from './line-state.ts'

const shown = (id: string, price: number, more: Partial<ChartLine> = {}): ShownLine => ({
  line: {
    id,
    kind: 'order',
    price,
    text: 'Buy limit',
    quantity: '0.010',
    buttons: ['cancel'],
    ...more,
  },
  price,
  state: 'idle',
  ghostPrice: undefined,
})
/** Prices 300 to 600 on 300 pixels, the highest on top. */
const area = {
  widthPx: 800,
  heightPx: 300,
  yOf: (price: number) => 600 - price,
  measure: (text: string) => text.length * 6,
  priceText: String,
}
const many = Array.from({ length: 30 }, (_, at) => shown(`o${at}`, 400 + at * 5))
const layout = (lines: readonly ShownLine[], hovered?: HoveredLine) =>
  lineLayout(lines, area, hovered)
const idsOf = (boxes: readonly LineBox[]) =>
  boxes.flatMap((box) => linesOf(box).map((line) => line.shown.line.id))
const badges = (boxes: readonly LineBox[]) =>
  boxes.filter(({ shown: { line }, group }) => isGroupId(line.id) && group === undefined)
const cellTexts = (box: LineBox | undefined) => box?.cells.map(({ text }) => text)

describe('folding', () => {
  it('leaves lines with enough space, and two close ones, ungrouped', () => {
    const boxes = layout([shown('a', 500), shown('b', 450), shown('c', 445)])
    expect(badges(boxes)).toEqual([])
    const middles = boxes.map(({ middle }) => middle).toSorted((a, b) => a - b)
    middles.slice(1).forEach((middle, at) => {
      expect(middle - (middles[at] ?? 0)).toBeGreaterThanOrEqual(labelHeight)
    })
  })

  it('shows three close lines as one label with their number', () => {
    const boxes = layout([shown('a', 500), shown('b', 495), shown('c', 490), shown('far', 350)])
    const [badge, ...others] = badges(boxes)
    expect(others).toEqual([])
    expect(cellTexts(badge)).toEqual(['Buy limit', '×3'])
    expect(idsOf(boxes).toSorted()).toEqual(['a', 'b', 'c', 'far'])
  })

  it('keeps thirty orders in one column that takes no more than 60 % of the height', () => {
    const boxes = layout(many)
    expect(idsOf(boxes).toSorted()).toEqual(many.map(({ line }) => line.id).toSorted())
    const heightPx = boxes.reduce((sum, box) => sum + box.heightPx, 0)
    expect(heightPx).toBeLessThanOrEqual(area.heightPx * 0.6)
    expect(Math.min(...boxes.map(({ leftPx }) => leftPx))).toBeGreaterThan(area.widthPx - 250)
  })

  it('never groups positions, liquidation prices, dragged lines and pending lines', () => {
    const free = [
      shown('p', 450, { kind: 'position' }),
      shown('l', 451, { kind: 'liquidation' }),
      { ...shown('d', 452), state: 'dragging' } as const,
      { ...shown('w', 453), state: 'pending' } as const,
    ]
    const alone = layout([...many, ...free]).filter(({ folded }) => folded === undefined)
    expect(idsOf(alone).toSorted()).toEqual(['d', 'l', 'p', 'w'])
  })

  it('keeps buys and sells in separate groups if there is enough space', () => {
    const sides = [500, 497, 494, 491, 488, 485].map((price, at) =>
      shown(`o${at}`, price, { side: at < 3 ? 'sell' : 'buy' }),
    )
    expect(badges(layout(sides)).map((badge) => badge.folded?.length)).toEqual([3, 3])
  })

  it('names the kinds of lines in a group', () => {
    const mixed = [shown('a', 500), shown('b', 495, { text: 'Sell limit' }), shown('c', 490)]
    expect(cellTexts(badges(layout(mixed))[0])).toEqual(['Buy limit, Sell limit', '×3'])
  })
})

describe('unfolding', () => {
  const [badge] = badges(layout(many))
  if (badge === undefined) throw new Error('thirty orders are folded')
  const onBadge = { x: badge.leftPx + 4, y: badge.middle }
  const over = lineAt(layout(many), onBadge)
  const open = layout(many, over)

  it('shows all labels of the group under the pointer, to the left of the group’s label', () => {
    // The labels contain the prices, for which the axis has no space.
    const [named] = open.filter(({ group, cells }) => group !== undefined && cells.length > 0)
    expect(cellTexts(named)?.[0]).toBe(`Buy limit ${named?.shown.price}`)
    expect(over).toEqual({ id: badge.shown.line.id, part: 'body' })
    const own = open.filter(({ group, cells }) => group !== undefined && cells.length > 0)
    expect(idsOf(own).toSorted()).toEqual(
      badge.folded?.map(({ shown: { line } }) => line.id).toSorted(),
    )
    for (const { leftPx, widthPx } of own) expect(leftPx + widthPx).toBeLessThan(badge.leftPx)
    // The group's label has not moved: a click there presses nothing.
    expect(lineAt(open, onBadge)).toEqual(over)
  })

  it('stays while the pointer moves to a label and over its buttons', () => {
    const member = open.find(({ group, cells }) => group !== undefined && cells.length > 0)
    const cancel = member?.cells.find(({ kind }) => kind === 'cancel')
    if (member === undefined || cancel === undefined) throw new Error('a label has its button')
    for (let x = onBadge.x; x > cancel.leftPx; x -= 3) {
      const on = lineAt(open, { x, y: member.middle })
      if (x < badge.leftPx) expect(on?.group).toBe(badge.shown.line.id)
    }
    const pressed = lineAt(open, { x: cancel.leftPx + 5, y: member.middle })
    expect(pressed).toEqual({
      id: member.shown.line.id,
      part: 'cancel',
      group: badge.shown.line.id,
    })
    expect(layout(many, pressed)).toHaveLength(open.length)
  })

  it('shows fifty labels in columns that do not overlap', () => {
    const fifty = Array.from({ length: 50 }, (_, at) => shown(`o${at}`, 440 + at / 10))
    const closed = layout(fifty)
    expect(closed).toHaveLength(1)
    const own = layout(fifty, { id: closed[0]?.shown.line.id ?? '', part: 'body' }).filter(
      ({ group, cells }) => group !== undefined && cells.length > 0,
    )
    expect(own).toHaveLength(50)
    const covered = own.filter((one, at) =>
      own.some(
        (other, index) =>
          index > at &&
          Math.abs(one.middle - other.middle) < labelHeight &&
          one.leftPx < other.leftPx + other.widthPx &&
          other.leftPx < one.leftPx + one.widthPx,
      ),
    )
    expect(covered).toEqual([])
  })

  it('shows only the label of a grouped line that is itself under the pointer', () => {
    const boxes = layout(many, { id: 'o3', part: 'line' })
    expect(boxes.length).toBe(layout(many).length + 1)
    expect(boxes.at(-1)?.shown.line.id).toBe('o3')
  })

  it('stays while lines are added to the group and removed', () => {
    const fewer = many.filter(({ line }) => line.id !== badge.folded?.[1]?.shown.line.id)
    expect(layout(fewer, over).length).toBeGreaterThan(layout(fewer).length)
  })
})

it('without lines there are no groups', () => {
  expect(labelGroups([], 300)).toEqual([])
})
