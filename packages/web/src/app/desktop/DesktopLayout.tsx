// The panels of a large window: arranged at once, and docked once the page has been painted and the
// docking library has loaded.

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
  /** The space below the bars; the panels fit it until the trader moves an edge. */
  space: LayoutSize
}

/** The panels, mounted again for another viewport or after a reset. */
export function DesktopLayout(props: DesktopLayoutProps) {
  const revision = useLayoutRevision()
  const sets = panelSetsOf(props.shape, props.space)
  return <ShapedLayout key={`${props.shape} ${sets} ${revision}`} {...props} />
}

function ShapedLayout({ shape, space }: DesktopLayoutProps) {
  const [arrangement, setArrangement] = useState(() => shownFirst(shape, space))
  const [isDocked, setDocked] = useState(false)
  const dock = useCallback(() => setDocked(true), [])
  const isPageSeen = useIsPageSeen()
  // The panels start elsewhere only if they can be moved later without losing their state.
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
            <Docking shape={shape} space={space} arrangement={arrangement} onDocked={dock} />
          </Suspense>
        </div>
      )}
      {isWaiting && (
        <ArrangedPanels arrangement={arrangement} shape={shape} space={space} onShow={show} />
      )}
    </PanelHosts>
  )
}
