// The dialog of alerts: active ones with the distance to their level, triggered ones, and the form
// of an alert.

import { useState } from 'react'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { openDialog, type AlertsRequest } from '../../shell/dialogs.ts'
import { useAlerts } from '../../stores/alerts.ts'
import { useCurrentSymbol } from '../../stores/catalogue.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { AlertFormDialog } from './AlertForm.tsx'
import { AlertList } from './AlertList.tsx'
import { FiringList } from './FiringList.tsx'

type Props = { request: AlertsRequest; onClose: () => void }

export function AlertsDialog({ request, onClose }: Props) {
  const alerts = useAlerts()
  const { make, editId } = request
  const edited = alerts.find(({ alertId }) => alertId === editId)
  const back = (): void => openDialog({ kind: 'alerts' })
  if (make === undefined && edited === undefined) return <ListDialog onClose={onClose} />
  return (
    <AlertFormDialog
      key={editId ?? JSON.stringify(make)}
      start={make}
      edited={edited}
      onBack={back}
      onClose={onClose}
    />
  )
}

function ListDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const alerts = useAlerts()
  const symbol = useCurrentSymbol()
  const isTrader = useSession(({ user }) => user !== undefined)
  const [view, setView] = useState<'alerts' | 'history'>('alerts')
  return (
    <Dialog open width="lg" onClose={onClose} title={t('alerts.title')}>
      <div className="flex min-h-80 flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Segments
            label={t('alerts.title')}
            value={view}
            onChange={setView}
            items={[
              { value: 'alerts', label: t('alerts.all', { count: alerts.length }) },
              { value: 'history', label: t('alerts.history') },
            ]}
          />
          <span className="flex gap-2">
            <Button size="sm" variant="ghost" onClick={() => openDialog({ kind: 'sounds' })}>
              {t('sounds.title')}
            </Button>
            <Button
              size="sm"
              variant="primary"
              onClick={() => openDialog({ kind: 'alerts', make: { symbols: [symbol] } })}
            >
              {t('alerts.new')}
            </Button>
          </span>
        </div>
        {view === 'alerts' ? <AlertList alerts={alerts} /> : <FiringList />}
        <p className="mt-auto text-xs text-muted">
          {t(isTrader ? 'alerts.help' : 'alerts.visitorHelp')}
        </p>
      </div>
    </Dialog>
  )
}
