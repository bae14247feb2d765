// Layout requests of the menu: reset of the panels, and reopening of stored windows.

import { create } from 'zustand'
import type { Desktop } from './layout-model.ts'

/** Panels that were in their own windows when the page was left. */
export type RememberedWindows = { count: number; reopen: () => void }

const none: RememberedWindows = { count: 0, reopen: () => undefined }

type LayoutState = { revision: number; windows: RememberedWindows }

const useLayoutStore = create<LayoutState>(() => ({ revision: 0, windows: none }))

/** Returns a number that changes when the panels must be arranged again. */
export function useLayoutRevision(): number {
  return useLayoutStore((state) => state.revision)
}

/** Removes the stored arrangement of a viewport and starts again with the default. */
export async function resetLayout(shape: Desktop): Promise<void> {
  // The page has loaded the module already; a phone never needs it.
  const { layoutRecord } = await import('./layout-model.ts')
  layoutRecord(shape).remove()
  useLayoutStore.setState(({ revision }) => ({ revision: revision + 1, windows: none }))
}

/** Offers to reopen stored windows; returns a function that withdraws the offer. */
export function rememberWindows(windows: RememberedWindows): () => void {
  useLayoutStore.setState({ windows })
  return () => useLayoutStore.setState({ windows: none })
}

/** Opens the stored windows; must be called from a click, or the browser blocks them. */
export function reopenWindows(): void {
  const { windows } = useLayoutStore.getState()
  useLayoutStore.setState({ windows: none })
  windows.reopen()
}

/** Returns how many windows can be reopened. */
export function useRememberedWindows(): number {
  return useLayoutStore((state) => state.windows.count)
}
