// The panels of a large window: arranged at once, and docked when what the page shows has been seen
// and the docking library has come.

import { Suspense, useCallback, useEffect, useState } from 'react'
import { useIsPageSeen } from '../../platform/first-sight.ts'
import { latePart } from '../../platform/load-part.ts'
import { onPageRequest } from '../../shell/page-requests.ts'
import { onPanelRequest } from '../../shell/panel-requests.ts'
import {
  layoutRecord,
  panelSetsOf,
  type Desktop,
  type LayoutSize,
  type PanelId,
} from '../layout/layout-model.ts'
import { useLayoutRevision } from '../layout/layout-store.ts'
import { isPlain, shownFirst, shownInPlaceOf, withShown } from '../layout/arrangement.ts'
import { ArrangedPanels } from './ArrangedPanels.tsx'
import { mayMovePanels, PanelHosts } from './PanelHosts.tsx'
import 'flexlayout-react/style/dark.css'
import '../layout/layout.css'

const Docking = latePart(async () => (await import('./Docking.tsx')).Docking, { isFirst: true })

export type DesktopLayoutProps = {
  shape: Desktop
  /** The room below the bars; until the trader moves an edge the panels are made for it. */
  room: LayoutSize
}

/** The panels, begun anew for another shape or after a reset. */
export function DesktopLayout(props: DesktopLayoutProps) {
  const revision = useLayoutRevision()
  const sets = panelSetsOf(props.shape, props.room)
  return <ShapedLayout key={`${props.shape} ${sets} ${revision}`} {...props} />
}

function ShapedLayout({ shape, room }: DesktopLayoutProps) {
  const [arrangement, setArrangement] = useState(() => shownFirst(shape, room))
  const [isDocked, setDocked] = useState(false)
  const dock = useCallback(() => setDocked(true), [])
  const isPageSeen = useIsPageSeen()
  // Only what is moved as it is may stand elsewhere before it is docked.
  const isArranged = mayMovePanels && isPlain(arrangement.model)
  const show = useCallback(
    (panel: PanelId) =>
      setArrangement((before) => {
        const after = { ...before, model: withShown(before.model, panel) }
        layoutRecord(shape).write(after)
        return after
      }),
    [shape],
  )
  const isWaiting = isArranged && !isDocked
  useEffect(() => (isWaiting ? onPanelRequest(show) : undefined), [isWaiting, show])
  useEffect(() => {
    if (!isWaiting) return undefined
    return onPageRequest((request) => {
      if (request === 'toggleLadder') show(shownInPlaceOf(arrangement.model, 'ladder', 'book'))
    })
  }, [isWaiting, show, arrangement])
  return (
    <PanelHosts>
      {(isPageSeen || !isArranged) && (
        <div className="contents" data-docking={isWaiting ? 'waits' : undefined}>
          <Suspense>
            <Docking shape={shape} room={room} arrangement={arrangement} onDocked={dock} />
          </Suspense>
        </div>
      )}
      {isWaiting && (
        <ArrangedPanels arrangement={arrangement} shape={shape} room={room} onShow={show} />
      )}
    </PanelHosts>
  )
}
