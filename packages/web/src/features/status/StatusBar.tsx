// The status bar: connection state, the exchange's clock, and the latest notice.

import { Suspense } from 'react'
import { useT } from '../../i18n/i18n.ts'
import type { MessageKey } from '../../i18n/message-keys.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { chooseZone } from '../../i18n/zone.ts'
import { useCatalogue } from '../../stores/catalogue.ts'
import { useConnection } from '../../client/connection.ts'
import { useSession } from '../../client/session.ts'
import { useVenue } from '../../stores/venue.ts'
import { noticeWords, useNoticeLog } from '../../shell/notices.ts'
import { classNames } from '../../ui/class-names.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { latePart } from '../../platform/load-part.ts'
import { MarketSpeed } from './MarketSpeed.tsx'
import { connectionStateOf, statusWarnings, type ConnectionState } from './status.ts'

// Loaded only for a cluster, because a single machine has no gateways.
const SpokenTo = latePart(async () => (await import('./SpokenTo.tsx')).SpokenTo)

export function StatusBar() {
  const t = useT()
  return (
    <section
      aria-label={t('status.title')}
      className="flex min-h-6 flex-wrap items-center gap-x-4 px-3 max-md:gap-x-2.5 text-2xs whitespace-nowrap text-muted"
    >
      <ConnectionMark />
      <Acknowledgement />
      <EngineTime />
      <Simulated />
      <StatusWarnings />
      <LatestNotice />
      <ZoneSwitch />
    </section>
  )
}

const dots: Record<ConnectionState, string> = {
  live: 'bg-good',
  connecting: 'bg-warn animate-pulse',
  stale: 'bg-warn animate-pulse',
  offline: 'bg-bad',
}

const inks: Record<ConnectionState, string> = {
  live: 'text-soft',
  connecting: 'text-warn',
  stale: 'text-warn',
  offline: 'text-bad',
}

const bodies: Record<ConnectionState, MessageKey> = {
  live: 'status.liveBody',
  connecting: 'status.connectingBody',
  stale: 'status.staleBody',
  offline: 'status.offlineBody',
}

function ConnectionMark() {
  const t = useT()
  // A banned account has no private stream.
  const isTrader = useSession(({ status, isBanned }) => status === 'trader' && !isBanned)
  const state = useConnection((connection) => connectionStateOf(connection, isTrader))
  return (
    <Tooltip content={t({ key: bodies[state] })} align="start">
      <button
        type="button"
        className="flex h-6 cursor-help items-center gap-1.5 rounded-sm"
        aria-label={`${t('shell.connection')}: ${t(`status.${state}`)}`}
      >
        <span className={classNames('size-2 rounded-full', dots[state])} aria-hidden />
        <span className={classNames('font-medium', inks[state])} role="status">
          {t(`status.${state}`)}
        </span>
      </button>
    </Tooltip>
  )
}

function Acknowledgement() {
  const t = useT()
  const ackMs = useConnection((connection) => connection.ackMs)
  // Before the first order is acknowledged the round-trip time is shown.
  const tripMs = useConnection((connection) => connection.tripMs)
  const ms = ackMs ?? tripMs
  return (
    <Tooltip content={t(ackMs === undefined ? 'status.tripBody' : 'status.ackBody')}>
      <button type="button" className="h-6 min-w-9 cursor-help rounded-sm text-start">
        {ms === undefined ? t('status.ackUnknown') : t('status.ack', { ms })}
      </button>
    </Tooltip>
  )
}

function EngineTime() {
  const t = useT()
  const format = useFormat()
  // Updated with every message; rendered once a second.
  const engineS = useConnection((connection) => Math.floor(connection.engineMs / 1000))
  const timeMs = engineS === 0 ? undefined : engineS * 1000
  const zone = format.zoneName(timeMs ?? 0)
  return (
    <Tooltip content={t('status.engineTimeBody', { zone })}>
      <button type="button" className="h-6 cursor-help rounded-sm">
        {t('status.engineTime', { time: format.time(timeMs) })}
      </button>
    </Tooltip>
  )
}

function Simulated() {
  const t = useT()
  const venue = useVenue(({ status }) => status)
  if (venue === undefined || !venue.simulated) return null
  // `version` is that of the software package and API document; `buildRelease` that of the wire.
  const release = t('status.release', { release: `${venue.version} (${venue.buildRelease})` })
  return (
    <>
      <Tooltip content={`${t('status.simulatedBody')} ${release}.`}>
        <button type="button" className="h-6 cursor-help rounded-sm">
          {t('status.simulated', { seed: venue.seed })}
        </button>
      </Tooltip>
      <MarketSpeed />
      {venue.cluster !== undefined && (
        <Suspense>
          <SpokenTo cluster={venue.cluster} />
        </Suspense>
      )}
    </>
  )
}

function StatusWarnings() {
  const t = useT()
  const venue = useVenue(({ status }) => status)
  const catalogue = useCatalogue()
  return (
    <span
      role="status"
      className="flex flex-wrap gap-x-4 font-medium whitespace-normal text-warn empty:hidden"
    >
      {statusWarnings(venue, catalogue).map((key) => (
        <span key={key}>{t({ key })}</span>
      ))}
    </span>
  )
}

// The latest notice only; the bell has the whole log.
function LatestNotice() {
  const t = useT()
  const format = useFormat()
  const [latest] = useNoticeLog().log
  return (
    <span className="min-w-0 flex-1 truncate text-end max-md:hidden">
      {latest !== undefined && (
        <>
          <span className="sr-only">{t('status.latest')}: </span>
          {format.time(latest.timeMs)} {t(noticeWords(latest, 1).title)}
        </>
      )}
    </span>
  )
}

function ZoneSwitch() {
  const t = useT()
  const format = useFormat()
  const hour = useConnection((connection) => Math.floor(connection.engineMs / 3_600_000))
  const zone = format.zoneName(hour * 3_600_000)
  const isUtc = format.zone === 'utc'
  const other = isUtc ? t('status.zoneLocal') : 'UTC'
  return (
    <Tooltip content={t('status.zone', { zone, other })} align="end">
      <button
        type="button"
        onClick={() => chooseZone(isUtc ? 'local' : 'utc')}
        className="ml-auto h-6 rounded-sm font-medium text-soft hover:text-ink"
      >
        {zone}
      </button>
    </Tooltip>
  )
}
