// The panels of a large window in the docking library: resized, docked, moved to windows of their
// own, and stored.

import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Actions, DockLocation, Layout, Model, TabNode, TabSetNode } from 'flexlayout-react'
import type { Action, IIcons, ILayoutProps, ITabRenderValues, ModelLayout } from 'flexlayout-react'
import { ExternalLink, Maximize2, Minimize2, MoreHorizontal } from 'lucide-react'
import { say, useLanguage, useT } from '../../i18n/i18n.ts'
import type { Translate } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'
import { onPageRequest } from '../../shell/page-requests.ts'
import { onPanelRequest } from '../../shell/panel-requests.ts'
import { dressDocument } from '../../shell/theme.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Skeleton.tsx'
import { PortalScope } from '../../ui/UiProvider.tsx'
import {
  firstLayout,
  layoutRecord,
  neighboursOf,
  panelIds,
  placeAmong,
} from '../layout/layout-model.ts'
import { panelsShown, type Arrangement } from '../layout/arrangement.ts'
import type { Desktop, PanelId, LayoutSize } from '../layout/layout-model.ts'
import { rememberWindows } from '../layout/layout-store.ts'
import { Sizes } from '../layout/layout-sizes.ts'
import { panelNames } from '../panels/panels.ts'
import { PanelName } from './ArrangedPanels.tsx'
import { PanelPlace } from './PanelHosts.tsx'
import '../layout/docking.css'

const POPOUT_URL = `${import.meta.env.BASE_URL}popout.html`

const icons: IIcons = {
  popout: <ExternalLink className="size-3.5" aria-hidden />,
  maximize: <Maximize2 className="size-3.5" aria-hidden />,
  restore: <Minimize2 className="size-3.5" aria-hidden />,
  more: <MoreHorizontal className="size-4" aria-hidden />,
}

export type DockingProps = {
  shape: Desktop
  /** The space below the bars; the panels fit it until the trader moves an edge. */
  space: LayoutSize
  /** The arrangement shown before the docking library had loaded. */
  arrangement: Arrangement
  /** Called once all panels are mounted here. */
  onDocked: () => void
}

export function Docking({ shape, space, arrangement, onDocked }: DockingProps) {
  const t = useT()
  const { popped } = arrangement
  const [{ model, sizes }] = useState(() => dockedModel(shape, space, arrangement))
  const [{ paint, expect }] = useState(() => panelPainter(onDocked))
  // A tab selected in the earlier arrangement, while the panels are being moved, is selected here
  // too.
  useEffect(() => {
    const shown = panelsShown(arrangement.model)
    for (const panel of shown) bringForward(model, panel)
    expect(shown)
  }, [model, arrangement, expect])
  useEffect(() => sizes.fit(space), [sizes, space])
  useEffect(() => {
    const reopen = (): void => {
      for (const panel of popped) model.doAction(Actions.popoutTab(panel, 'window'))
    }
    return rememberWindows({ count: popped.length, reopen })
  }, [model, popped])
  useEffect(() => onPanelRequest((panel) => void model.doAction(Actions.selectTab(panel))), [model])
  useEffect(
    () => onPageRequest((request) => request === 'toggleLadder' && toggleLadder(model)),
    [model],
  )
  const language = useLanguage()
  const paintedIn = useRef(language)
  useEffect(() => {
    if (paintedIn.current === language) return
    paintedIn.current = language
    // The library caches its rendered tabs, and with them names in the old language.
    model.doAction(Actions.updateModelAttributes({}))
  }, [model, language])

  return (
    <Layout
      model={model}
      factory={paint}
      icons={icons}
      realtimeResize
      popoutURL={POPOUT_URL}
      popoutClassName="basis-popout"
      invalidateTabContentOnParentRender={false}
      i18nTranslator={(key) => layoutWord(key, t)}
      onRenderTab={paintTab}
      onModelChange={(changed, action) => afterChange(changed, action, { shape, sizes })}
      onPopoutOpen={onPopoutOpen}
      onTabSetPlaceHolder={() => <PanelInWindow onDock={() => dockWindows(model)} />}
    />
  )
}

/** Whether a panel is the selected one of its tabs; undefined if it is in none. */
function isInFront(model: Model, panel: PanelId): boolean | undefined {
  const node = model.getNodeById(panel)
  const set = node?.getParent()
  return set instanceof TabSetNode ? set.getSelectedNode() === node : undefined
}

/** Selects the ladder among its tabs, or the book if the ladder is selected already. */
function toggleLadder(model: Model): void {
  const isShown = isInFront(model, 'ladder') === true
  model.doAction(Actions.selectTab(isShown ? 'book' : 'ladder'))
}

function dockedModel(
  shape: Desktop,
  space: LayoutSize,
  { model: json, hasOwnSizes }: Arrangement,
): { model: Model; sizes: Sizes } {
  try {
    const model = Model.fromJson(json)
    return { model, sizes: new Sizes(model, shape, hasOwnSizes) }
  } catch {
    // An arrangement that the library rejects is removed; the first arrangement replaces it.
    layoutRecord(shape).remove()
    const model = Model.fromJson(firstLayout(shape, space))
    return { model, sizes: new Sizes(model, shape, false) }
  }
}

function bringForward(model: Model, panel: PanelId): void {
  if (isInFront(model, panel) === false) model.doAction(Actions.selectTab(panel))
}

type PanelPainter = {
  readonly paint: (node: TabNode) => ReactNode
  /** Sets the panels that are expected to be mounted. */
  readonly expect: (panels: readonly PanelId[]) => void
}

/** Renders panels, and reports when all expected ones are mounted. */
function panelPainter(onAll: () => void): PanelPainter {
  const standing = new Set<PanelId>()
  let expected: readonly PanelId[] | undefined
  const report = (): void => {
    if (expected?.every((each) => standing.has(each)) === true) onAll()
  }
  const noteStanding = (id: PanelId): void => {
    standing.add(id)
    report()
  }
  return {
    paint: (node) => {
      const id = panelIdOf(node)
      return id !== undefined && <PanelPlace id={id} onStand={noteStanding} />
    },
    expect: (panels) => {
      expected = panels
      report()
    },
  }
}

function paintTab(node: TabNode, values: ITabRenderValues): void {
  const id = panelIdOf(node)
  if (id !== undefined) values.content = <PanelName id={id} />
}

// Shown in place of a panel that is open in its own window.
function PanelInWindow({ onDock }: { onDock: () => void }) {
  const t = useT()
  return (
    <PortalScope className="grid size-full place-items-center bg-panel">
      <EmptyState
        title={t('shell.inWindow')}
        action={<Button onClick={onDock}>{t('shell.dockBack')}</Button>}
      />
    </PortalScope>
  )
}

function dockWindows(model: Model): void {
  for (const layoutId of Object.keys(model.toJson().subLayouts ?? {})) {
    dockPanels(model, layoutId)
  }
}

function panelIdOf(node: TabNode): PanelId | undefined {
  return panelIds.find((id) => id === node.getComponent())
}

// The library requests the texts of its own buttons, and the names of tabs, by key.
function layoutWord(key: string, t: Translate): string {
  const panel = panelIds.find((id) => id === key)
  if (panel !== undefined) return t({ key: panelNames[panel] })
  switch (key) {
    case 'flexlayout.ui.maximize.tabset':
    case 'flexlayout.ui.menu.maximize':
      return t('shell.maximise')
    case 'flexlayout.ui.restore.tabset':
    case 'flexlayout.ui.menu.restore':
      return t('shell.restore')
    case 'flexlayout.ui.popout.tab':
    case 'flexlayout.ui.menu.popout':
    case 'flexlayout.ui.menu.popout.tabset':
      return t('shell.openWindow')
    case 'flexlayout.ui.overflow.menu.tooltip':
      return t('shell.moreTabs')
    case 'flexlayout.ui.splitter':
      return t('shell.splitter')
    case 'flexlayout.ui.popout.window.name':
      return t('shell.productName')
    default:
      return key.startsWith('flexlayout.ui.') ? t('shell.movePanel') : key
  }
}

type Changed = { shape: Desktop; sizes: Sizes }

function afterChange(model: Model, action: Action, { shape, sizes }: Changed): void {
  sizes.heard(action.type)
  // By default a closed window becomes a float in the page; instead its panel returns to its
  // neighbours.
  if (action.type === Actions.CLOSE_POPOUT) {
    const window = String(action.data['layoutId'])
    // If the browser blocked a window, the library closes it at once.
    if (!openedWindows.delete(window)) {
      notify({ kind: 'window-blocked', tone: 'failure', title: { key: 'shell.popoutBlocked' } })
    }
    dockPanels(model, window)
  } else layoutRecord(shape).write({ model: model.toJson(), hasOwnSizes: sizes.areOwn })
}

function dockPanels(model: Model, layoutId: string): void {
  const panels: TabNode[] = []
  const sets: TabSetNode[] = []
  model.visitLayoutNodes(layoutId, (node) => {
    if (node instanceof TabNode) panels.push(node)
    if (node instanceof TabSetNode) sets.push(node)
  })
  for (const panel of panels) {
    const id = panel.getId()
    const home = homeOf(model, id) ?? model.getFirstTabSet()
    if (home === undefined) continue
    const others = home.getChildren().map((each) => each.getId())
    const place = placeAmong(others, id)
    model.doAction(Actions.moveNode(id, home.getId(), DockLocation.CENTER, place, true))
  }
  // Empty sets of tabs are kept, so that the page keeps its layout; a window's must be deleted, or
  // an empty window would remain.
  for (const set of sets) model.doAction(Actions.deleteTabset(set.getId()))
}

function homeOf(model: Model, panel: string): TabSetNode | undefined {
  for (const neighbour of neighboursOf(panel)) {
    if (neighbour === panel) continue
    const set = model.getNodeById(neighbour)?.getParent()
    if (set instanceof TabSetNode && set.getLayoutId() === Model.MAIN_LAYOUT_ID) return set
  }
  return undefined
}

/** Windows that the browser has opened and the trader has not closed, by their layout's id. */
const openedWindows = new Set<string>()

const onPopoutOpen: NonNullable<ILayoutProps['onPopoutOpen']> = (layout, popout, target) => {
  openedWindows.add(layout.getLayoutId())
  const release = dressDocument(target)
  target.title = windowTitle(layout)
  target.body.classList.add('basis-popout')
  popout.addEventListener('beforeunload', release)
}

function windowTitle(layout: ModelLayout): string {
  const names: string[] = []
  layout.visitNodes((node) => {
    const id = node instanceof TabNode ? panelIdOf(node) : undefined
    if (id !== undefined) names.push(say({ key: panelNames[id] }))
  })
  return [...names, say({ key: 'shell.productName' })].join(' · ')
}
