// The trade page: bars above and below, and between them the panels in the layout for the window.

import { Suspense, useEffect, useState } from 'react'
import { useIsUnlisted } from '../stores/catalogue.ts'
import { SymbolBar } from '../features/catalogue/SymbolBar.tsx'
import { useT } from '../i18n/i18n.ts'
import { latePart } from '../platform/load-part.ts'
import { oncePerFrame } from '../platform/frames.ts'
import { viewportOf, type Viewport } from '../platform/viewport.ts'
import { GlobalNav } from './GlobalNav.tsx'
import type { LayoutSize } from './layout/layout-model.ts'
import { PageFoot } from './PageFoot.tsx'
import { PageHeading } from './PageHeading.tsx'
import { PanelBoundary } from './PanelBoundary.tsx'
import { panelsApart } from './panels/panels.ts'

const UnlistedPage = latePart(async () => (await import('./UnlistedPage.tsx')).UnlistedPage)
// A phone never loads the docking library, a large window never the phone's page.
const DesktopLayout = latePart(
  async () => (await import('./desktop/DesktopLayout.tsx')).DesktopLayout,
  {
    isFirst: true,
  },
)
const PhoneLayout = latePart(async () => (await import('./PhoneLayout.tsx')).PhoneLayout, {
  isFirst: true,
})

/**
 * Loads the layout for the window, so that the page is painted completely at once. The chart, which
 * every layout shows, begins to load beside it.
 */
export function loadLayout(): Promise<void> {
  void panelsApart.chart.come()
  return (viewportOf(innerWidth) === 'phone' ? PhoneLayout : DesktopLayout).come()
}

/** The least height of the page in pixels: a smaller window scrolls. */
const LEAST_PX = 600

/** The heights of the bars in pixels (docs/screen 1): navigation, symbol, status. */
const BARS_PX = 48 + 56 + 24 + 8

type WindowSize = { viewport: Viewport; space: LayoutSize }

/**
 * Returns the window's viewport and the space between the bars, and re-renders when the window is
 * resized. Both come from one measurement: otherwise panels for a new viewport would be arranged
 * with the old space.
 */
function useWindowSize(): WindowSize {
  const [size, setSize] = useState(sizeNow)
  useEffect(() => {
    const frame = oncePerFrame(() => setSize(sizeNow()))
    addEventListener('resize', frame.request)
    return () => {
      removeEventListener('resize', frame.request)
      frame.cancel()
    }
  }, [])
  return size
}

const sizeNow = (): WindowSize => ({
  viewport: viewportOf(innerWidth),
  space: { widthPx: innerWidth - 8, heightPx: Math.max(innerHeight, LEAST_PX) - BARS_PX },
})

export function TradePage() {
  // Panels of an unlisted market would show another market's figures.
  return <Suspense>{useIsUnlisted() ? <UnlistedPage /> : <ListedPage />}</Suspense>
}

function ListedPage() {
  const t = useT()
  const { viewport, space } = useWindowSize()
  if (viewport === 'phone') {
    return (
      <Suspense fallback={<GlobalNav />}>
        <PhoneLayout />
      </Suspense>
    )
  }
  return (
    <div className="flex h-dvh min-h-150 flex-col">
      <GlobalNav />
      <div className="h-14 shrink-0 border-b border-line bg-panel">
        <PanelBoundary>
          <SymbolBar />
        </PanelBoundary>
      </div>
      <main aria-label={t('shell.trade')} className="relative m-1 min-h-0 flex-1">
        <PageHeading />
        <Suspense>
          <DesktopLayout shape={viewport} space={space} />
        </Suspense>
      </main>
      <PageFoot />
    </div>
  )
}
