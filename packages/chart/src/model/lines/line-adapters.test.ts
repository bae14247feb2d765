import { describe, expect, test, vi } from 'vitest'
import { createExecutionShape, createOrderLine, createPositionLine } from './line-adapters.ts'
import { LineStore } from './line-store.ts'

const emptyStore = () => new LineStore({ after: () => () => {} })

describe('order lines', () => {
  test('setters chain, getters answer what was set', () => {
    const store = emptyStore()
    const line = createOrderLine(store)
      .setPrice(100)
      .setText('Limit')
      .setQuantity('0.5')
      .setLineLength(25)
      .setLineStyle(1)
      .setExtendLeft(false)
      .setEditable(true)
      .setCancelTooltip('Cancel it')
    expect([
      line.getPrice(),
      line.getText(),
      line.getLineLength(),
      line.getLineLengthUnit(),
    ]).toEqual([100, 'Limit', 25, 'percentage'])
    expect(line.getBodyFont()).toBe('bold 7pt Verdana')
    expect(store.shown[0]?.line).toMatchObject({ price: 100, quantity: '0.5', isDraggable: false })
  })

  test('every property of the table has a setter and a getter', () => {
    const line = createOrderLine(emptyStore()) as unknown as Record<string, unknown>
    const names = [
      'Price',
      'Text',
      'Tooltip',
      'ModifyTooltip',
      'CancelTooltip',
      'Quantity',
      'Editable',
      'Cancellable',
      'ExtendLeft',
      'LineLength',
      'LineStyle',
      'LineWidth',
      'BodyFont',
      'QuantityFont',
      'LineColor',
      'BodyBorderColor',
      'BodyTextColor',
      'BodyBackgroundColor',
      'CancelButtonBackgroundColor',
      'QuantityBackgroundColor',
      'QuantityBorderColor',
      'QuantityTextColor',
      'CancelButtonBorderColor',
      'CancelButtonIconColor',
    ]
    const missing = names
      .flatMap((name) => [`set${name}`, `get${name}`])
      .filter((method) => typeof line[method] !== 'function')
    expect(missing).toEqual([])
    expect(line['then']).toBeUndefined()
  })

  test('callbacks get their data, and the adapter as their this; parts without a callback are off', () => {
    const store = emptyStore()
    const called: unknown[] = []
    const line = createOrderLine(store).setPrice(100)
    expect(store.startDrag(store.shown[0]?.line.id ?? '')).toBe(false)
    line.onMove('the data', function (data) {
      called.push(data, this.getPrice())
    })
    const cancel = vi.fn()
    line.onCancel(cancel)
    const id = store.shown[0]?.line.id ?? ''
    store.startDrag(id)
    store.dragTo(105)
    store.endDrag()
    store.press(id, 'cancel')
    store.press(id, 'modify')
    expect(called).toEqual(['the data', 105])
    expect(cancel).toHaveBeenCalledTimes(1)
    expect(store.shown[0]).toMatchObject({ price: 105, state: 'idle' })
  })

  test('a removed line stays removed, and its setters do nothing', () => {
    const store = emptyStore()
    const line = createOrderLine(store).setPrice(100)
    line.remove()
    line.remove()
    line.setPrice(101)
    expect(store.shown).toEqual([])
  })
})

test('a position line has the buttons that have callbacks, and is never dragged', () => {
  const store = emptyStore()
  const close = vi.fn()
  createPositionLine(store).setPrice(50).onClose(close)
  const [shown] = store.shown
  expect(shown?.line.buttons).toEqual(['close'])
  expect(store.startDrag(shown?.line.id ?? '')).toBe(false)
  store.press(shown?.line.id ?? '', 'close')
  expect(close).toHaveBeenCalledTimes(1)
})

test('an execution is marked at its second until it is removed', () => {
  const store = emptyStore()
  const shape = createExecutionShape(store).setPrice(50).setTime(1_700_000_000).setDirection('sell')
  expect(store.executions).toMatchObject([{ timeMs: 1_700_000_000_000, side: 'sell' }])
  expect([shape.getArrowHeight(), shape.getText(), shape.getFont()]).toEqual([
    8,
    'execution',
    '8pt Verdana',
  ])
  shape.remove()
  expect(store.executions).toEqual([])
})

test('onMoving is called for each step of a drag, onModify for a press on the label', () => {
  const store = emptyStore()
  const [moving, modify] = [vi.fn(), vi.fn()]
  createOrderLine(store)
    .setPrice(100)
    .onMove(() => {})
    .onMoving(moving)
    .onModify(modify)
  const id = store.shown[0]?.line.id ?? ''
  store.startDrag(id)
  for (const price of [101, 102]) {
    store.dragTo(price)
    store.emitMoving()
  }
  store.endDrag()
  expect(moving).toHaveBeenCalledTimes(2)
  store.press(id, 'modify')
  expect(modify).toHaveBeenCalledTimes(1)
})

test('an aborted drag leaves the line at the price that the host has set', () => {
  const store = emptyStore()
  const line = createOrderLine(store)
    .setPrice(100)
    .onMove(() => {})
    .onMoving(function () {
      this.setText(`to ${this.getPrice()}`)
    })
  const id = store.shown[0]?.line.id ?? ''
  const drag = (price: number): void => {
    store.startDrag(id)
    store.dragTo(price)
    store.emitMoving()
  }
  drag(105)
  expect([line.getText(), line.getPrice()]).toEqual(['to 105', 105])
  store.cancelDrag()
  expect([line.getPrice(), store.shown[0]?.price]).toEqual([100, 100])
  // A price that the host sets during the drag is shown after it.
  drag(106)
  line.setPrice(99)
  store.cancelDrag()
  expect([line.getPrice(), store.shown[0]?.price]).toEqual([99, 99])
  drag(107)
  store.endDrag()
  expect([line.getPrice(), store.shown[0]?.price]).toEqual([107, 107])
})

test('a position line has its tooltips, and a reverse button if onReverse is set', () => {
  const store = emptyStore()
  const reverse = vi.fn()
  const line = createPositionLine(store).setPrice(50).onReverse(reverse)
  line.setProtectTooltip('protect').setReverseTooltip('turn').setCloseTooltip('close')
  expect([line.getProtectTooltip(), line.getReverseTooltip(), line.getCloseTooltip()]).toEqual([
    'protect',
    'turn',
    'close',
  ])
  const [shown] = store.shown
  expect(shown?.line.buttons).toEqual(['reverse'])
  store.press(shown?.line.id ?? '', 'reverse')
  expect(reverse).toHaveBeenCalledTimes(1)
})

test('an execution has the size and the distance of its arrow', () => {
  const store = emptyStore()
  const shape = createExecutionShape(store).setPrice(50).setTime(1_700_000_000)
  shape.setArrowHeight(12).setArrowSpacing(4)
  expect([shape.getArrowHeight(), shape.getArrowSpacing()]).toEqual([12, 4])
  expect(store.executions[0]?.appearance).toMatchObject({ arrowHeight: 12, arrowSpacing: 4 })
})
