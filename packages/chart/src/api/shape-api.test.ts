// Drawings created, read, changed and removed by hosts with TradingView's names, and the watched
// switches.

import { describe, expect, it, vi } from 'vitest'
import { type DrawnPosition, Drawings } from '../model/drawings/drawings.ts'
import { samplePane } from '../../testing/sample-pane.ts'
import { Signal } from '../primitives/events.ts'
import { Workspace } from '../model/layout/workspace.ts'
import {
  drawingSwitches,
  selectedLineTool,
  selectLineTool,
} from '../controller/drawing-switches.ts'
import { shapesApi } from './shape-api.ts'

function made() {
  const workspace = new Workspace()
  const pane = samplePane()
  const drawings = new Drawings({
    workspace,
    styleStore: { read: () => undefined, write: () => {} },
    positionRequested: new Signal<[DrawnPosition]>(),
    symbol: () => 'BTCUSDT',
    pane: () => pane,
    text: (kind) => kind,
  })
  const shapes = shapesApi({ drawings, symbol: () => 'BTCUSDT', pane: () => pane })
  return { workspace, drawings, shapes }
}

describe('shapes', () => {
  it('are created with their options and listed', async () => {
    const { shapes, drawings, workspace } = made()
    const id = await shapes.createMultipointShape(
      [
        { time: 60, price: 1 },
        { time: 120, price: 2 },
      ],
      {
        shape: 'trend_line',
        lock: true,
        disableSave: true,
        overrides: { 'linetooltrendline.linecolor': '#f00', linewidth: 4 },
      },
    )
    expect(drawings.store.get(id ?? '')).toMatchObject({
      tool: 'trendLine',
      isLocked: true,
      isSaved: false,
      style: { color: '#f00', widthPx: 4 },
    })
    expect(shapes.getAllShapes()).toEqual([{ id, name: 'trend_line' }])
    expect(workspace.sources.save()).toEqual([])
    expect(workspace.history.state.enableUndo).toBe(true)
  })

  it('take the price of a bar if none is given; shapes that cannot be drawn are refused', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { shapes } = made()
    const id = await shapes.createShape(
      { time: 600, channel: 'high' },
      { shape: 'text', text: 'a' },
    )
    expect(shapes.getShapeById(id ?? '').getPoints()).toEqual([{ time: 600, price: 260 }])
    expect(await shapes.createShape({ time: 600, price: 1 }, { shape: 'trend_line' })).toBeNull()
    expect(await shapes.createShape({ time: Number.NaN }, { shape: 'text' })).toBeNull()
    expect(await shapes.createShape({ time: 1 }, { shape: 'pitchfork' })).toBeNull()
    expect(warn).toHaveBeenCalledTimes(3)
    expect(() => shapes.getShapeById('none')).toThrow()
    warn.mockRestore()
  })

  it('are changed through their objects, without undo if requested', async () => {
    const { shapes, workspace } = made()
    const id = await shapes.createShape(
      { time: 600, price: 100 },
      { shape: 'horizontal_line', disableUndo: true },
    )
    expect(workspace.history.state.enableUndo).toBe(false)
    const shape = shapes.getShapeById(id ?? '')
    shape.setPoints([{ time: 600, price: 150 }])
    shape.setProperties({ linestyle: 2, visible: false })
    shape.setUserEditEnabled(false)
    expect(shape.getPoints()).toEqual([{ time: 600, price: 150 }])
    expect(shape.getProperties()).toEqual({ linestyle: 2, visible: false, frozen: true })
    shapes.removeAllShapes()
    expect(shapes.getAllShapes()).toEqual([])
    expect(shape.getPoints()).toEqual([])
  })
})

describe('the drawing switches', () => {
  it('change the drawing session and follow its changes', () => {
    const { session } = made().drawings
    const { lockAll, hideAll, magnetEnabled, magnetMode } = drawingSwitches(session)
    magnetMode.setValue(1)
    expect(session.magnet).toBe('off')
    magnetEnabled.setValue(true)
    expect(session.magnet).toBe('strong')
    session.set({ magnet: 'weak', isAllLocked: true })
    expect([magnetEnabled.value(), magnetMode.value(), lockAll.value()]).toEqual([true, 0, true])
    hideAll.setValue(true)
    expect(session.isAllHidden).toBe(true)
    session.set({ magnet: 'off' })
    expect(magnetEnabled.value()).toBe(false)
    session.set({ magnet: 'strong' })
    expect([session.magnet, magnetMode.value()]).toEqual(['strong', 1])
  })

  it('select a tool by its name', () => {
    const { session } = made().drawings
    selectLineTool(session, 'fib_retracement')
    expect(selectedLineTool(session)).toBe('fib_retracement')
    selectLineTool(session, 'cursor')
    expect(session.tool).toBeUndefined()
    expect(selectedLineTool(session)).toBe('cursor')
  })
})
