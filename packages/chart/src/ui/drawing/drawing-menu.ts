// The menu entries of one drawing.

import type { ChartState } from '../../model/chart-state.ts'
import { type Drawing, isPositionTool } from '../../model/drawings/drawing.ts'
import type { Drawings } from '../../model/drawings/drawings.ts'
import type { PopupItem } from '../toolkit/popup.ts'

type DrawingMenuOptions = {
  readonly state: ChartState
  readonly drawings: Drawings
  editText(id: string): void
}

export function toggleLock(drawings: Drawings, id: string): void {
  drawings.change(id, (one) => ({ ...one, isLocked: !one.isLocked }))
}

export function drawingItems(drawing: Drawing, options: DrawingMenuOptions): PopupItem[] {
  const { drawings, state, editText } = options
  const { messages } = state
  const { id, tool, isLocked } = drawing
  const items: PopupItem[] = []
  if (isPositionTool(tool) && drawings.positionRequested.hasSubscribers) {
    items.push({ label: messages.useInOrder, run: () => drawings.requestPosition(id) })
  }
  if (tool === 'text') items.push({ label: messages.editText, run: () => editText(id) })
  return [
    ...items,
    {
      label: messages.cloneDrawing,
      isApart: true,
      run: () => drawings.clone(id),
    },
    { label: messages.copyDrawing, hint: 'Ctrl+C', run: () => drawings.copy(id) },
    {
      label: messages.bringToFront,
      isApart: true,
      run: () => drawings.reorder(id, 'top'),
    },
    { label: messages.sendToBack, run: () => drawings.reorder(id, 'bottom') },
    {
      label: isLocked ? messages.unlockDrawing : messages.lockDrawing,
      isApart: true,
      run: () => toggleLock(drawings, id),
    },
    {
      label: messages.hideDrawing,
      run: () => drawings.change(id, (one) => ({ ...one, isHidden: true })),
    },
    {
      label: messages.removeDrawing,
      hint: 'Del',
      isApart: true,
      run: () => drawings.remove(id),
    },
  ]
}
