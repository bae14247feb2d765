// The trade-history pages, one for each family (spec 2).

import { historyFamilies, type HistoryFamily } from '@basis/domain/instrument/market'
import { useT } from '../i18n/i18n.ts'
import type { MessageKey } from '../i18n/message-keys.ts'
import { goTo, usePage } from '../shell/location.ts'
import { Select } from '../ui/Select.tsx'
import { GlobalNav } from './GlobalNav.tsx'
import { PanelBoundary } from './PanelBoundary.tsx'
import { Histories } from './panels/panels.ts'

const names: Record<HistoryFamily, MessageKey> = {
  LinearPerpetual: 'history.families.LinearPerpetual',
  LinearFutures: 'history.families.LinearFutures',
  UsdcPerpetual: 'history.families.UsdcPerpetual',
  UsdcFutures: 'history.families.UsdcFutures',
  InversePerpetual: 'history.families.InversePerpetual',
  InverseFutures: 'history.families.InverseFutures',
  Option: 'shell.options',
  Spot: 'shell.spot',
}

export function HistoryPage() {
  const t = useT()
  const page = usePage()
  const family = page.kind === 'history' ? page.family : 'LinearPerpetual'
  return (
    <div className="flex h-dvh flex-col">
      <GlobalNav />
      <main className="m-1 flex min-h-0 flex-1 flex-col rounded bg-panel">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-3 py-2">
          <h1 className="text-lg font-semibold">{t('history.title')}</h1>
          <Select
            label={t('history.family')}
            variant="plain"
            value={family}
            onChange={(chosen) => goTo({ kind: 'history', family: chosen })}
            items={historyFamilies.map((each) => ({ value: each, label: t({ key: names[each] }) }))}
          />
        </div>
        <div className="min-h-0 flex-1">
          <PanelBoundary>
            <Histories key={family} family={family} />
          </PanelBoundary>
        </div>
      </main>
    </div>
  )
}
