// The foot of a page with trading: the state of the connection, and the panic control. A phone has
// no room for it.

import { StatusBar } from '../features/status/StatusBar.tsx'
import { Panic } from './panels/Panic.tsx'
import { PanelBoundary } from './PanelBoundary.tsx'

export function PageFoot() {
  // The line is drawn inside: a border would make the page a pixel too high.
  return (
    <footer className="h-6 shrink-0 bg-panel shadow-[inset_0_1px_0_var(--color-line)] max-md:hidden">
      <PanelBoundary>
        <div className="flex">
          <div className="min-w-0 flex-1">
            <StatusBar />
          </div>
          <Panic />
        </div>
      </PanelBoundary>
    </footer>
  )
}
