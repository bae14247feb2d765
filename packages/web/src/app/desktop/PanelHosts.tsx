// Each panel is painted into an element of its own, which is moved from one arrangement to the next
// with all that is in it: what was typed stays typed, and the chart is not made again.

import { createContext, useContext, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { PortalScope } from '../../ui/UiProvider.tsx'
import type { PanelId } from '../layout/layout-model.ts'
import { whenReleased } from '../../platform/pressed-pointer.ts'
import { PanelBoundary } from '../PanelBoundary.tsx'
import { panelViews } from '../panels/desktop-panels.ts'

/** Takes the element of a panel to a place. */
type Stand = (id: PanelId, place: HTMLElement) => void

const HostsContext = createContext<Stand>(() => undefined)

type Moving = { readonly moveBefore?: (node: Node, child: Node | null) => void }

/**
 * Whether this browser moves an element without ending what goes on in it: the focus, and the
 * document of a frame.
 */
export const mayMovePanels = 'moveBefore' in Element.prototype

/** Paints the panels that stand in a place below it. */
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

/** Where a panel stands; the last place that was painted has it. */
export function PanelPlace({ id, onStand }: PanelPlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  const stand = useContext(HostsContext)
  // Not before the docking library has put the place itself where it belongs, and not while a
  // button is pressed: an element that is moved before the release gets no click.
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
