// An error boundary around each panel: an error in one is shown there, and the rest keeps working.

import { Component, Suspense } from 'react'
import type { ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState, Skeleton } from '../ui/Skeleton.tsx'

type BoundaryProps = {
  children: ReactNode
  /** Rendered instead of the children, with a function that retries. */
  fallback: (retry: () => void) => ReactNode
}

/** React requires a class here; no hook catches an error of a child. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return this.props.fallback(() => this.setState({ failed: false }))
  }
}

/** Wraps a panel: grey while it loads, a retry button if it fails. */
export function PanelBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary fallback={(retry) => <BrokenPanel onRetry={retry} />}>
      <Suspense fallback={<LoadingPanel />}>{children}</Suspense>
    </Boundary>
  )
}

function BrokenPanel({ onRetry }: { onRetry: () => void }) {
  const t = useT()
  return (
    <div role="alert" className="grid h-full place-items-center">
      <EmptyState
        title={t('shell.panelBroken')}
        body={t('shell.panelBrokenBody')}
        action={
          <Button size="sm" onClick={onRetry}>
            {t('shell.retry')}
          </Button>
        }
      />
    </div>
  )
}

export function LoadingPanel() {
  return (
    <div className="flex h-full flex-col gap-3 p-3" aria-busy="true">
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  )
}

/** The last message if the page itself has failed. */
export function BrokenPage() {
  const t = useT()
  return (
    <div role="alert" className="grid min-h-dvh place-items-center">
      <EmptyState
        title={t('shell.pageBroken')}
        body={t('shell.pageBrokenBody')}
        action={
          <Button variant="primary" onClick={() => globalThis.location.reload()}>
            {t('shell.reload')}
          </Button>
        }
      />
    </div>
  )
}
