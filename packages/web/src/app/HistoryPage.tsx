// The trade history as a page of its own, for the addresses of spec 2.

import { useT } from '../i18n/i18n.ts'
import { GlobalNav } from './GlobalNav.tsx'
import { PanelBoundary } from './PanelBoundary.tsx'
import { Histories } from './panels.ts'

export function HistoryPage() {
  const t = useT()
  return (
    <div className="flex h-dvh flex-col">
      <GlobalNav />
      <main className="m-1 flex min-h-0 flex-1 flex-col rounded bg-panel">
        <h1 className="border-b border-line px-3 py-2 text-lg font-semibold">
          {t('history.title')}
        </h1>
        <div className="min-h-0 flex-1">
          <PanelBoundary>
            <Histories />
          </PanelBoundary>
        </div>
      </main>
    </div>
  )
}
