// The trader's price alerts: a button with their number, which opens the list and a field for a new
// one.

import { Suspense } from 'react'
import { Bell } from 'lucide-react'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { useAlerts } from '../../../stores/alerts.ts'
import { useT } from '../../../i18n/i18n.ts'
import { latePart } from '../../../platform/load-part.ts'
import { Button } from '../../../ui/Button.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'

const AlertPanel = latePart(async () => (await import('./AlertPanel.tsx')).AlertPanel)

export function AlertMenu({ instrument }: { instrument: Instrument }) {
  const t = useT()
  const count = useAlerts().filter(({ status }) => status === 'active').length
  return (
    <Popover
      title={t('chart.alerts')}
      align="end"
      className="w-80"
      trigger={
        <Button size="sm" variant="ghost" aria-label={t('chart.alertCount', { count })}>
          <Bell className="size-3.5" aria-hidden />
          {count > 0 && <span className="tabular-nums">{count}</span>}
        </Button>
      }
    >
      <Suspense fallback={<Skeleton className="h-8" />}>
        <AlertPanel instrument={instrument} />
      </Suspense>
    </Popover>
  )
}
