// The trader's alerts, active ones first: the condition, the distance to it, and the actions on
// each.

import { Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { isAlertOver } from '@basis/domain/alerts/alert'
import type { WireAlert } from '@basis/protocol/alerts/alert'
import { amendAlert, clearEndedAlerts, removeAlerts } from '../../actions/alerts/alert-actions.ts'
import { alertMessage, awayMessage, valueMessage } from '../../actions/words/alert-words.ts'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { nameOf } from '../../stores/catalogue.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Skeleton.tsx'
import { alertDistance, type AlertDistance } from './alert-distance.ts'
import { useMarketFacts } from './use-market-facts.ts'

export function AlertList({ alerts }: { alerts: readonly WireAlert[] }) {
  const t = useT()
  const factsOf = useMarketFacts()
  const waiting = alerts.filter(({ status }) => !isAlertOver(status)).toReversed()
  const ended = alerts.filter(({ status }) => isAlertOver(status)).toReversed()
  if (alerts.length === 0) return <EmptyState title={t('alerts.none')} />
  return (
    <>
      <ul aria-label={t('alerts.title')} className="flex flex-col">
        {[...waiting, ...ended].map((alert) => (
          <AlertRow key={alert.alertId} alert={alert} distance={alertDistance(alert, factsOf)} />
        ))}
      </ul>
      {ended.length > 0 && (
        <Button
          size="sm"
          variant="ghost"
          className="self-start"
          onClick={() => void clearEndedAlerts()}
        >
          {t('chart.clearAlerts')}
        </Button>
      )}
    </>
  )
}

type RowProps = { alert: WireAlert; distance: AlertDistance | undefined }

function AlertRow({ alert, distance }: RowProps) {
  const t = useT()
  const { symbols, status, note } = alert
  const condition = t(alertMessage(alert))
  const isOver = isAlertOver(status)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 text-sm last:border-0">
      <span className="flex min-w-0 flex-1 basis-56 flex-col gap-0.5">
        <span className={isOver ? 'text-muted' : undefined}>
          <span className="font-medium" title={symbols.map(nameOf).join(', ')}>
            {symbols.length === 1
              ? nameOf(symbols[0] ?? '')
              : t('alerts.markets', { count: symbols.length })}
          </span>{' '}
          <span className="tabular-nums">{condition}</span>
        </span>
        <Distance alert={alert} distance={distance} />
        {note !== '' && <span className="text-xs break-words text-soft">{note}</span>}
      </span>
      <span className="flex items-center justify-end gap-3 max-md:w-full max-md:justify-between">
        <State alert={alert} />
        <RowActs alert={alert} condition={condition} />
      </span>
    </li>
  )
}

function Distance({ alert, distance }: RowProps) {
  const t = useT()
  if (distance === undefined || isAlertOver(alert.status)) return null
  const { symbol, value, away } = distance
  const now = t('alerts.now', { value: valueMessage(alert.figure, value, symbol) })
  return (
    <span className="text-xs text-muted tabular-nums">
      {alert.symbols.length > 1 && `${nameOf(symbol)}: `}
      {now}
      {away !== undefined &&
        ` · ${t('alerts.away', { distance: awayMessage(alert.figure, away) })}`}
    </span>
  )
}

function State({ alert }: { alert: WireAlert }) {
  const t = useT()
  const format = useFormat()
  const { status, coolDown, expiresAtE3, firedTimes, lastFiredAtE3 } = alert
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-2xs text-muted md:flex-col md:items-end">
      <Badge>{t(`alerts.state_${status}`)}</Badge>
      <span>{coolDown === 0 ? t('alerts.once') : t('alerts.every', { seconds: coolDown })}</span>
      {firedTimes > 0 && <span>{format.dateTime(lastFiredAtE3)}</span>}
      {expiresAtE3 > 0 && <span>{t('alerts.until', { time: format.dateTime(expiresAtE3) })}</span>}
    </span>
  )
}

function RowActs({ alert, condition }: { alert: WireAlert; condition: string }) {
  const t = useT()
  const isTrader = useSession(({ user }) => user !== undefined)
  const { alertId, status, symbols } = alert
  const named = { condition, symbol: symbols.map(nameOf).join(', ') }
  const set = (next: 'active' | 'paused') => void amendAlert(alertId, { status: next })
  return (
    <span className="flex">
      {isTrader && status === 'active' && (
        <IconButton label={t('alerts.pauseOf', named)} onClick={() => set('paused')}>
          <Pause aria-hidden />
        </IconButton>
      )}
      {isTrader && status !== 'active' && (
        <IconButton label={t('alerts.resumeOf', named)} onClick={() => set('active')}>
          <Play aria-hidden />
        </IconButton>
      )}
      {isTrader && (
        <IconButton
          label={t('alerts.editOf', named)}
          onClick={() => openDialog({ kind: 'alerts', editId: alertId })}
        >
          <Pencil aria-hidden />
        </IconButton>
      )}
      <IconButton
        label={t('chart.removeAlertOf', named)}
        onClick={() => void removeAlerts([alertId])}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </span>
  )
}
