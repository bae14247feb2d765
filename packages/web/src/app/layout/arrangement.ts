// The arrangement that a large window shows before the docking library has loaded: the position of
// its parts, and the selected tabs.

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

/** An arrangement as shown: its panels in the page, and the ones that were in windows. */
export type Arrangement = LayoutMemory & { readonly popped: readonly string[] }

/** Returns the first arrangement to show in a viewport: the stored one, or the default. */
export function shownFirst(shape: Desktop, room: LayoutSize, storage?: TextStorage): Arrangement {
  const remembered = layoutRecord(shape, storage).read()
  // If no panel was moved, the default arrangement of the current window is used.
  const isKept =
    remembered !== undefined &&
    (remembered.hasOwnSizes || fitsWindow(remembered.model, shape, room))
  if (!isKept) return { model: firstLayout(shape, room), hasOwnSizes: false, popped: [] }
  return { ...withoutWindows(remembered.model), hasOwnSizes: remembered.hasOwnSizes }
}

/** Returns the arrangement with the default sizes for this room, unless it has its own. */
export function fitted(
  { model, hasOwnSizes }: Omit<Arrangement, 'popped'>,
  shape: Desktop,
  room: LayoutSize,
): IJsonModel {
  if (hasOwnSizes) return model
  return { ...model, layout: withWeightsOf(firstLayout(shape, room).layout, model.layout) }
}

/** Copies the weights of another row, as far down as both have the same structure. */
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

/** The gap between two panels, in pixels (layout.css). */
export const SPLITTER_PX = 4
/** The docking library counts its splitters as a pixel wider. */
const MEASURED_SPLITTER_PX = 5
const TAB_BAR_PX = 36

/** Returns the least size of a part, computed as the docking library does. */
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

/**
 * Returns whether an arrangement has only rows and sets of tabs, none of them floating or
 * maximised.
 */
export function isPlain(model: IJsonModel): boolean {
  const sets = setsBelow(model.layout)
  return model.subLayouts === undefined && sets.every(({ maximized }) => maximized !== true)
}

/** Returns the selected panels. */
export function panelsShown(model: IJsonModel): readonly PanelId[] {
  const names = setsBelow(model.layout).map((set) => tabsBelow(set)[set.selected ?? 0])
  return panelIds.filter((id) => names.includes(id))
}

/** Returns the arrangement with this panel selected. */
export function withShown(model: IJsonModel, panel: PanelId): IJsonModel {
  const set = setsBelow(model.layout).find((each) => tabsBelow(each).includes(panel))
  if (set === undefined) return model
  const selected = tabsBelow(set).indexOf(panel)
  return { ...model, layout: replaced(model.layout, set, { ...set, selected }) }
}

/** Returns the panel that a toggle between two selects. */
export function shownInPlaceOf(model: IJsonModel, panel: PanelId, other: PanelId): PanelId {
  const set = setsBelow(model.layout).find((each) => tabsBelow(each).includes(panel))
  const { selected = 0 } = set ?? {}
  return set !== undefined && tabsBelow(set)[selected] === panel ? other : panel
}
