// The panels before the docking library has loaded: the same elements, classes and sizes as in the
// library; tabs can be selected, nothing can be moved yet.

import { Fragment, useState } from 'react'
import type { IJsonRowNode, IJsonTabNode, IJsonTabSetNode } from 'flexlayout-react'
import { useT } from '../../i18n/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { panelIds, type Desktop, type LayoutSize, type PanelId } from '../layout/layout-model.ts'
import { fitted, leastSizeOf, SPLITTER_PX, type Arrangement } from '../layout/arrangement.ts'
import { panelCounts, panelNames } from '../panels/panels.ts'
import { PanelPlace } from './PanelHosts.tsx'

type Node = IJsonRowNode | IJsonTabSetNode

type Show = (panel: PanelId) => void

export type ArrangedPanelsProps = {
  arrangement: Arrangement
  shape: Desktop
  space: LayoutSize
  onShow: Show
}

export function ArrangedPanels({ arrangement, shape, space, onShow }: ArrangedPanelsProps) {
  const { layout } = fitted(arrangement, shape, space)
  return (
    <div className="flexlayout__layout">
      <div className="flexlayout__layout_main">
        <Part node={layout} isRow onShow={onShow} />
      </div>
    </div>
  )
}

/** A row of parts, a column (a row inside a row), or a set of tabs. */
function Part({ node, isRow, onShow }: { node: Node; isRow: boolean; onShow: Show }) {
  const { widthPx, heightPx } = leastSizeOf(node, isRow)
  const style = { flexGrow: (node.weight ?? 100) * 1000, minWidth: widthPx, minHeight: heightPx }
  if (node.type === 'tabset') {
    return (
      <div className="flexlayout__tabset_container" style={style}>
        <TabSet set={node as IJsonTabSetNode} onShow={onShow} />
      </div>
    )
  }
  const children = (node.children ?? []) as readonly Node[]
  return (
    <div className="flexlayout__row" style={{ ...style, flexDirection: isRow ? 'row' : 'column' }}>
      {children.map((child, at) => (
        <Fragment key={at}>
          {at > 0 && <div className="shrink-0" style={{ flexBasis: SPLITTER_PX }} />}
          <Part node={child} isRow={!isRow} onShow={onShow} />
        </Fragment>
      ))}
    </div>
  )
}

function TabSet({ set, onShow }: { set: IJsonTabSetNode; onShow: Show }) {
  const tabs = (set.children ?? []).flatMap(panelOf)
  const shown = tabs[set.selected ?? 0]
  // A panel that was shown stays mounted, as it does in the docking library.
  const [seen, setSeen] = useState<readonly PanelId[]>([])
  if (shown !== undefined && !seen.includes(shown)) setSeen([...seen, shown])
  return (
    <div className="flexlayout__tabset">
      <div className="flexlayout__tabset_tabbar_outer flexlayout__tabset_tabbar_outer_top">
        <div className="flexlayout__mini_scrollbar_container">
          <div className="flexlayout__tabset_tabbar_inner flexlayout__tabset_tabbar_inner_top overflow-hidden">
            <div
              role="tablist"
              className="flexlayout__tabset_tabbar_inner_tab_container flexlayout__tabset_tabbar_inner_tab_container_top"
            >
              <Gap />
              {tabs.map((id) => (
                <Fragment key={id}>
                  <Tab id={id} isShown={id === shown} onShow={onShow} />
                  <Gap />
                </Fragment>
              ))}
            </div>
          </div>
        </div>
      </div>
      <div className="flexlayout__tabset_content">
        {seen.map((id) => (
          <div
            key={id}
            role="tabpanel"
            aria-labelledby={`arranged-${id}`}
            hidden={id !== shown}
            className="flexlayout__tab inset-0 overflow-auto!"
          >
            <PanelPlace id={id} />
          </div>
        ))}
      </div>
    </div>
  )
}

const Gap = () => (
  <div className="flexlayout__tabset_tab_spacer">
    <div className="flexlayout__tabset_tab_divider_inner" />
  </div>
)

function Tab({ id, isShown, onShow }: { id: PanelId; isShown: boolean; onShow: Show }) {
  const t = useT()
  return (
    <div
      id={`arranged-${id}`}
      role="tab"
      aria-selected={isShown}
      aria-label={t({ key: panelNames[id] })}
      tabIndex={0}
      className={classNames(
        'flexlayout__tab_button flexlayout__tab_button_top',
        isShown ? 'flexlayout__tab_button--selected' : 'flexlayout__tab_button--unselected',
      )}
      onClick={() => onShow(id)}
      onKeyDown={({ key }) => {
        if (key === 'Enter' || key === ' ') onShow(id)
      }}
    >
      <div className="flexlayout__tab_button_content">
        <PanelName id={id} />
      </div>
    </div>
  )
}

/** The name of a panel on its tab, and its number of entries. */
export function PanelName({ id }: { id: PanelId }) {
  const t = useT()
  const Count = panelCounts[id]
  return (
    <span className="flex gap-1">
      {t({ key: panelNames[id] })}
      {Count !== undefined && <Count />}
    </span>
  )
}

const panelOf = ({ component }: IJsonTabNode): readonly PanelId[] =>
  panelIds.filter((id) => id === component)
