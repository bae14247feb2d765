// The arrangement that a large window shows before the docking library has come: where its parts
// stand, and which tabs are at the front.

import type { IJsonModel, IJsonRowNode, IJsonTabSetNode } from 'flexlayout-react'
import type { TextStorage } from '../../platform/storage.ts'
import {
  firstLayout,
  fitsWindow,
  layoutRecord,
  panelIds,
  replaced,
  setsBelow,
  settings,
  tabsBelow,
  withoutWindows,
  type Desktop,
  type LayoutMemory,
  type LayoutSize,
  type PanelId,
} from './layout-model.ts'

/**
 * An arrangement as it is shown: its panels in the page, and which of them had stood in windows.
 */
export type Arrangement = LayoutMemory & { readonly popped: readonly string[] }

/**
 * Returns what a window of this shape shows first: what is remembered, or the first arrangement.
 */
export function shownFirst(shape: Desktop, room: LayoutSize, storage?: TextStorage): Arrangement {
  const remembered = layoutRecord(shape, storage).read()
  // What nobody has moved stands as the first arrangement of the window that is there now.
  const isKept =
    remembered !== undefined &&
    (remembered.hasOwnSizes || fitsWindow(remembered.model, shape, room))
  if (!isKept) return { model: firstLayout(shape, room), hasOwnSizes: false, popped: [] }
  return { ...withoutWindows(remembered.model), hasOwnSizes: remembered.hasOwnSizes }
}

/** Returns the arrangement with the sizes that it begins with in this room, unless it has own. */
export function fitted(
  { model, hasOwnSizes }: Omit<Arrangement, 'popped'>,
  shape: Desktop,
  room: LayoutSize,
): IJsonModel {
  if (hasOwnSizes) return model
  return { ...model, layout: withWeightsOf(firstLayout(shape, room).layout, model.layout) }
}

/** Gives a row the weights of another one, as far down as both have the same parts. */
function withWeightsOf(first: IJsonRowNode, row: IJsonRowNode): IJsonRowNode {
  const [wanted, found] = [first.children ?? [], row.children ?? []]
  if (wanted.length !== found.length) return row
  const children = found.map((child, at) => {
    const like = wanted[at]
    const weighed = { ...child, weight: like?.weight ?? 1 }
    return child.type === 'row' && like?.type === 'row' ? withWeightsOf(like, weighed) : weighed
  })
  return { ...row, children } as IJsonRowNode
}

/** What stands between two panels, in pixels (layout.css). */
export const SPLITTER_PX = 4
/** The docking library measures its splitters a pixel wider. */
const MEASURED_SPLITTER_PX = 5
const TAB_BAR_PX = 36

/** Returns the size that a part must have at least, as the docking library adds it up. */
export function leastSizeOf(node: IJsonRowNode | IJsonTabSetNode, isRow: boolean): LayoutSize {
  if (node.type === 'tabset') {
    const { minWidth = settings.tabSetMinWidth, minHeight = settings.tabSetMinHeight } =
      node as IJsonTabSetNode
    return { widthPx: minWidth ?? 0, heightPx: (minHeight ?? 0) + TAB_BAR_PX }
  }
  const children = ((node as IJsonRowNode).children ?? []) as readonly (
    | IJsonRowNode
    | IJsonTabSetNode
  )[]
  const sizes = children.map((child) => leastSizeOf(child, !isRow))
  const gaps = Math.max(sizes.length - 1, 0) * MEASURED_SPLITTER_PX
  const [widths, heights] = [
    sizes.map(({ widthPx }) => widthPx),
    sizes.map(({ heightPx }) => heightPx),
  ]
  const total = (lengths: readonly number[]): number => lengths.reduce((sum, px) => sum + px, gaps)
  return isRow
    ? { widthPx: total(widths), heightPx: Math.max(0, ...heights) }
    : { widthPx: Math.max(0, ...widths), heightPx: total(heights) }
}

/** Returns whether an arrangement has rows and sets of tabs only, none of them over the others. */
export function isPlain(model: IJsonModel): boolean {
  const sets = setsBelow(model.layout)
  return model.subLayouts === undefined && sets.every(({ maximized }) => maximized !== true)
}

/** Returns the panels at the front of their tabs. */
export function panelsShown(model: IJsonModel): readonly PanelId[] {
  const names = setsBelow(model.layout).map((set) => tabsBelow(set)[set.selected ?? 0])
  return panelIds.filter((id) => names.includes(id))
}

/** Returns the arrangement with this panel at the front of its tabs. */
export function withShown(model: IJsonModel, panel: PanelId): IJsonModel {
  const set = setsBelow(model.layout).find((each) => tabsBelow(each).includes(panel))
  if (set === undefined) return model
  const selected = tabsBelow(set).indexOf(panel)
  return { ...model, layout: replaced(model.layout, set, { ...set, selected }) }
}

/** Returns the panel that a switch between two brings to the front. */
export function shownInPlaceOf(model: IJsonModel, panel: PanelId, other: PanelId): PanelId {
  const set = setsBelow(model.layout).find((each) => tabsBelow(each).includes(panel))
  const { selected = 0 } = set ?? {}
  return set !== undefined && tabsBelow(set)[selected] === panel ? other : panel
}
