// The arrangement of the panels: the default for each window size, and how it is stored.

import type { IJsonModel, IJsonRowNode, IJsonTabNode, IJsonTabSetNode } from 'flexlayout-react'
import { isRecord, stored } from '../../platform/storage.ts'
import type { Stored, TextStorage } from '../../platform/storage.ts'
import type { Viewport } from '../../platform/viewport.ts'

/** The panels of the trade page; each has a place in every arrangement. */
export const panelIds = [
  'chart',
  'book',
  'ladder',
  'trades',
  'ticket',
  'account',
  'positions',
  'orders',
  'strategies',
  'orderHistory',
  'fills',
  'closedPnl',
  'assets',
] as const
export type PanelId = (typeof panelIds)[number]

/** Panels that belong together: one whose window closes returns to its neighbours. */
const neighbours: readonly (readonly PanelId[])[] = [
  ['chart'],
  ['book', 'ladder', 'trades'],
  ['ticket', 'account'],
  ['positions', 'orders', 'strategies', 'orderHistory', 'fills', 'closedPnl', 'assets'],
]

export function neighboursOf(panel: string): readonly PanelId[] {
  return neighbours.find((group) => group.some((each) => each === panel)) ?? []
}

export type Desktop = Exclude<Viewport, 'phone'>

/**
 * The widths and heights of the default arrangement in pixels (docs/screen 1), stored as weights.
 */
const BOOK_PX = 300
const SIDE_PX = 332
const ACCOUNT_PX = 192
const TABLES_PX = 248
/** Tablet in portrait: the ticket in full height, the book below it, and the chart beside both. */
const TABLET = { ticketPx: 528, tablesPx: 276, leastBookPx: 240 } as const

export type LayoutSize = { widthPx: number; heightPx: number }

/** Returns the default arrangement for a window of this viewport and size. */
export function firstLayout(shape: Desktop, size: LayoutSize): IJsonModel {
  return { global: settings, layout: { type: 'row', children: rootChildren(shape, size) } }
}

/** Returns how many sets of tabs the default arrangement of a window has. */
export const panelSetsOf = (shape: Desktop, size: LayoutSize): number =>
  setsBelow(firstLayout(shape, size).layout).length

/** Returns whether an arrangement has as many sets of tabs as the window's default. */
export const fitsWindow = (model: IJsonModel, shape: Desktop, size: LayoutSize): boolean =>
  setsBelow(model.layout).length === panelSetsOf(shape, size)

/** Settings of every set of tabs. */
export const settings: NonNullable<IJsonModel['global']> = {
  tabEnableClose: false,
  tabEnableRename: false,
  tabEnablePopout: true,
  tabEnablePopoutIcon: true,
  tabEnablePopoutOverlay: true,
  tabEnableFloat: false,
  tabEnablePin: false,
  tabSetEnableMaximize: true,
  tabSetEnableTabGroups: false,
  tabSetEnableClose: false,
  tabSetMinWidth: 200,
  tabSetMinHeight: 120,
  enableEdgeDock: true,
}

function rootChildren(shape: Desktop, size: LayoutSize): (IJsonRowNode | IJsonTabSetNode)[] {
  const side = column(SIDE_PX, [
    tabset(['ticket'], size.heightPx - ACCOUNT_PX, { minWidth: 300 }),
    tabset(['account'], ACCOUNT_PX, { minWidth: 300 }),
  ])
  const tablesPx = Math.min(TABLES_PX, size.heightPx / 2)
  const upperPx = size.heightPx - tablesPx
  const tables = tabset(neighbours[3] ?? [], tablesPx, {})
  const leftPx = size.widthPx - SIDE_PX
  switch (shape) {
    case 'wide':
      return [
        column(leftPx, [
          row(upperPx, [
            tabset(['chart'], leftPx - BOOK_PX * 1.8, { minWidth: 320 }),
            tabset(['book', 'ladder'], BOOK_PX, { minWidth: 240 }),
            tabset(['trades'], BOOK_PX * 0.8, { minWidth: 200 }),
          ]),
          tables,
        ]),
        side,
      ]
    case 'desk':
      return [
        column(leftPx, [
          row(upperPx, [
            tabset(['chart'], leftPx - BOOK_PX, { minWidth: 320 }),
            tabset(['book', 'ladder', 'trades'], BOOK_PX, { minWidth: 240 }),
          ]),
          tables,
        ]),
        side,
      ]
    case 'narrow':
      return [
        column(leftPx, [
          row(upperPx, [
            tabset(['chart'], leftPx - 240, { minWidth: 320 }),
            tabset(['book', 'ladder', 'trades'], 240, { minWidth: 220 }),
          ]),
          tables,
        ]),
        column(SIDE_PX, [tabset(['ticket', 'account'], size.heightPx, { minWidth: 300 })]),
      ]
    case 'tablet':
      return tabletChildren(size)
  }
}

/**
 * The chart gets the height, since the width is small; in a low window the book is behind a tab.
 */
function tabletChildren({ widthPx, heightPx }: LayoutSize): IJsonRowNode[] {
  const tablesPx = Math.min(TABLET.tablesPx, heightPx * 0.4)
  const bookPx = heightPx - TABLET.ticketPx
  const side =
    bookPx < TABLET.leastBookPx
      ? [tabset(['ticket', 'account', 'book', 'ladder', 'trades'], heightPx, { minWidth: 300 })]
      : [
          tabset(['ticket', 'account'], TABLET.ticketPx, { minWidth: 300 }),
          tabset(['book', 'ladder', 'trades'], bookPx, { minWidth: 300 }),
        ]
  return [
    column(widthPx - SIDE_PX, [
      tabset(['chart'], heightPx - tablesPx, {}),
      tabset(neighbours[3] ?? [], tablesPx, {}),
    ]),
    column(SIDE_PX, side),
  ]
}

function row(weight: number, children: IJsonRowNode['children']): IJsonRowNode {
  return { type: 'row', weight, children: children ?? [] }
}

// A row inside a row is laid out vertically, hence the name.
const column = row

type TabSetRules = Pick<IJsonTabSetNode, 'minWidth'>

function tabset(panels: readonly PanelId[], weight: number, rules: TabSetRules): IJsonTabSetNode {
  return { type: 'tabset', weight, ...rules, children: panels.map(tab) }
}

function tab(id: PanelId): IJsonTabNode {
  return { type: 'tab', id, name: id, component: id }
}

/** Returns the ids of all panels in an arrangement, windows included, in their order. */
export function panelsIn(model: IJsonModel): string[] {
  const windows = Object.values(model.subLayouts ?? {})
  return [model.layout, ...windows.map(({ layout }) => layout)].flatMap(tabsBelow)
}

/** Returns the ids of the panels below a part, in their order. */
export function tabsBelow(node: IJsonRowNode | IJsonTabSetNode | IJsonTabNode): string[] {
  if ('children' in node && Array.isArray(node.children)) return node.children.flatMap(tabsBelow)
  return node.type === 'tab' && node.id !== undefined ? [node.id] : []
}

/**
 * Returns the arrangement with the panels of all windows back in the page, and their ids. A browser
 * blocks windows that are not opened by a click, so they are not reopened automatically.
 */
export function withoutWindows(model: IJsonModel): { model: IJsonModel; popped: string[] } {
  const windows = Object.values(model.subLayouts ?? {})
  const popped = windows.flatMap(({ layout }) => tabsBelow(layout))
  const { subLayouts: _windows, popouts: _olderWindows, ...page } = model
  const layout = withSelection(popped.reduce(withPanel, page.layout))
  return { model: { ...page, layout }, popped }
}

/** A set without a selected tab would be blank: a set emptied by a window has stored -1. */
function withSelection(layout: IJsonRowNode): IJsonRowNode {
  const unshown = setsBelow(layout).filter(({ selected = 0, children = [] }) => {
    return children.length > 0 && children[selected] === undefined
  })
  return unshown.reduce((whole, set) => replaced(whole, set, { ...set, selected: 0 }), layout)
}

// A panel goes to one of its neighbours, else to the first set of tabs.
function withPanel(layout: IJsonRowNode, panel: string): IJsonRowNode {
  const id = panelIds.find((each) => each === panel)
  if (id === undefined) return layout
  const near = neighboursOf(id)
  const sets = setsBelow(layout)
  const home = sets.find((set) => tabsBelow(set).some((each) => near.some((name) => name === each)))
  const target = home ?? sets[0]
  if (target === undefined) return { ...layout, children: [tabset([id], 100, {})] }
  const children = target.children ?? []
  const at = placeAmong(children.flatMap(tabsBelow), id)
  const { selected = 0 } = target
  return replaced(layout, target, {
    ...target,
    children: children.toSpliced(at, 0, tab(id)),
    // The selected panel stays selected.
    selected: selected >= at && children.length > 0 ? selected + 1 : selected,
  })
}

/** Returns the index of a panel among others: before the first that follows it in `panelIds`. */
export function placeAmong(panels: readonly string[], panel: string): number {
  const rank = (id: string): number => panelIds.findIndex((each) => each === id)
  const at = panels.findIndex((each) => rank(each) > rank(panel))
  return at === -1 ? panels.length : at
}

/** Returns the sets of tabs below a part, in their order. */
export function setsBelow(node: IJsonRowNode | IJsonTabSetNode): IJsonTabSetNode[] {
  if (node.type === 'tabset') return [node as IJsonTabSetNode]
  return ((node as IJsonRowNode).children ?? []).flatMap(setsBelow)
}

/** Returns a part with one of the sets below it replaced. */
export function replaced(
  node: IJsonRowNode,
  from: IJsonTabSetNode,
  to: IJsonTabSetNode,
): IJsonRowNode {
  const children = (node.children ?? []).map((child) => {
    if (child === from) return to
    return child.type === 'tabset' ? child : replaced(child as IJsonRowNode, from, to)
  })
  return { ...node, children }
}

/** Raised when panels are renamed; older arrangements are then discarded. */
const LAYOUT_VERSION = 3

/** A stored arrangement. */
export type LayoutMemory = {
  readonly model: IJsonModel
  /** True if the trader has moved a panel or an edge; otherwise the default sizes are used. */
  readonly hasOwnSizes: boolean
}

/** Returns the record of a viewport's arrangement; its value is undefined if none fits. */
export function layoutRecord(
  shape: Desktop,
  storage?: TextStorage,
): Stored<LayoutMemory | undefined> {
  return stored<LayoutMemory | undefined>({
    key: `basis.layout.${shape}`,
    version: LAYOUT_VERSION,
    fallback: undefined,
    decode: (json) => {
      if (!isRecord(json)) return undefined
      const { model, hasOwnSizes } = json
      if (!isArrangement(model)) return undefined
      const whole = withNewPanels(model)
      return isLayout(whole) ? { model: whole, hasOwnSizes: hasOwnSizes === true } : undefined
    },
    storage,
  })
}

/** Adds panels that are newer than the stored arrangement, next to their neighbours. */
function withNewPanels(model: IJsonModel): IJsonModel {
  const known = tabIdsIn(model)
  const young = panelIds.filter((id) => !known.includes(id))
  return young.length === 0 || known.length === 0
    ? model
    : { ...model, layout: young.reduce(withPanel, model.layout) }
}

const isArrangement = (json: unknown): json is IJsonModel =>
  isRecord(json) && isRecord(json['layout'])

// An arrangement must have each panel exactly once; the library validates the rest.
function isLayout(json: IJsonModel): boolean {
  return tabIdsIn(json).toSorted().join() === [...panelIds].toSorted().join()
}

function tabIdsIn(json: unknown): string[] {
  if (Array.isArray(json)) return json.flatMap(tabIdsIn)
  if (!isRecord(json)) return []
  if (json['type'] === 'tab') return typeof json['id'] === 'string' ? [json['id']] : []
  const { layout, subLayouts, children } = json
  const windows = isRecord(subLayouts) ? Object.values(subLayouts) : []
  return [layout, children, ...windows].flatMap(tabIdsIn)
}
