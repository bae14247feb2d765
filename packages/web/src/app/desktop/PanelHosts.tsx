// Hosts of the panels: each is rendered into its own element, which is moved between arrangements
// with its state, so that typed input is kept and the chart is not created again.

import { createContext, useContext, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { PortalScope } from '../../ui/UiProvider.tsx'
import type { PanelId } from '../layout/layout-model.ts'
import { whenReleased } from '../../platform/pressed-pointer.ts'
import { PanelBoundary } from '../PanelBoundary.tsx'
import { panelViews } from '../panels/desktop-panels.ts'

/** Moves the element of a panel to a place. */
type Stand = (id: PanelId, place: HTMLElement) => void

const HostsContext = createContext<Stand>(() => undefined)

type Moving = { readonly moveBefore?: (node: Node, child: Node | null) => void }

/**
 * Whether this browser can move an element without resetting its state: the focus, and the document
 * of a frame.
 */
export const mayMovePanels = 'moveBefore' in Element.prototype

/** Renders the panels that have a place below it. */
export function PanelHosts({ children }: { children: ReactNode }) {
  const [hosts, setHosts] = useState<ReadonlyMap<PanelId, HTMLElement>>(new Map())
  const [stand] = useState((): Stand => {
    const known = new Map<PanelId, HTMLElement>()
    return (id, place) => {
      const host = known.get(id) ?? newHost(place)
      move(host, place)
      if (known.has(id)) return
      known.set(id, host)
      setHosts(new Map(known))
    }
  })
  return (
    <HostsContext value={stand}>
      {children}
      {[...hosts].map(([id, host]) => createPortal(<Panel id={id} />, host, id))}
    </HostsContext>
  )
}

function newHost({ ownerDocument }: HTMLElement): HTMLElement {
  const host = ownerDocument.createElement('div')
  host.className = 'h-full'
  return host
}

function move(host: HTMLElement, place: HTMLElement): void {
  const { moveBefore } = place as Moving
  const isSamePage = host.isConnected && host.ownerDocument === place.ownerDocument
  if (isSamePage && moveBefore !== undefined) moveBefore.call(place, host, null)
  else place.append(host)
}

function Panel({ id }: { id: PanelId }) {
  const View = panelViews[id]
  return (
    <PortalScope className="h-full bg-panel">
      <PanelBoundary>
        <View />
      </PanelBoundary>
    </PortalScope>
  )
}

type PanelPlaceProps = { id: PanelId; onStand?: (id: PanelId) => void }

/** The place of a panel; the last one that was rendered holds it. */
export function PanelPlace({ id, onStand }: PanelPlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  const stand = useContext(HostsContext)
  // Only after the docking library has positioned the place, and not while a button is pressed: an
  // element that is moved before the release gets no click.
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    return whenReleased(() => {
      stand(id, element)
      onStand?.(id)
    })
  }, [id, stand, onStand])
  return <div ref={place} className="h-full" />
}
