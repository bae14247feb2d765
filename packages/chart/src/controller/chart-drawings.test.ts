// Drawings and drawing settings are restored by the next chart with the same settings.

import { expect, it } from 'vitest'
import { makeListeners } from '../model/chart-events.ts'
import { Workspace } from '../model/layout/workspace.ts'
import { englishMessages } from '../options/messages.ts'
import { type Settings, settingsIn } from '../options/settings.ts'
import { chartDrawings, type DrawnChart } from './chart-drawings.ts'
import { samplePane } from '../../testing/sample-pane.ts'

function opened(settings: Settings) {
  const pane = samplePane()
  const events = makeListeners()
  const workspace = new Workspace()
  const state = { title: 'BTCUSDT', messages: englishMessages } as DrawnChart['state']
  const drawings = chartDrawings({ state, workspace, settings, events, pane: () => pane })
  return { drawings, events, workspace }
}

it('drawings, default styles and the magnet are saved, and events are emitted', async () => {
  const settings = settingsIn(undefined, () => undefined)
  const { drawings, events, workspace } = opened(settings)
  const called: string[] = []
  events.drawing_event.subscribe(null, (_id, event) => void called.push(event))
  events.drawing.subscribe(null, ({ value }) => void called.push(value))
  drawings.session.set({ magnet: 'weak' })
  drawings.session.choose('horizontalLine')
  drawings.session
    .press({ x: 105, y: 300 }, { isTouch: false, shift: false, ctrl: false })
    ?.end({ x: 105, y: 300 }, { isTouch: false, shift: false, ctrl: false })
  const [drawing] = drawings.store.of('BTCUSDT')
  if (drawing === undefined) throw new Error('Nothing was drawn')
  drawings.change(drawing.id, (one) => ({ ...one, style: { color: '#123456' } }))
  drawings.styles.save({ ...drawing, style: { color: '#123456' } })
  await Promise.resolve()
  expect(called).toEqual(['create', 'horizontal_line', 'properties_changed'])
  expect(workspace.history.state.undoText).toBe('Change: Horizontal line')
  const next = opened(settings).drawings
  expect(next.store.of('BTCUSDT')).toEqual(drawings.store.of('BTCUSDT'))
  expect(next.session.magnet).toBe('weak')
  expect(next.session.fresh('horizontalLine').style).toEqual({ color: '#123456' })
  expect(next.store.freeId()).not.toBe(drawing.id)
})
