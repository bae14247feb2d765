// The histories of a trader: one of them with its period, its export, and further pages on request.

import { useState } from 'react'
import type { ReactNode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Columns3, Download, History, RotateCw, TriangleAlert } from 'lucide-react'
import type { HistoryFamily } from '@basis/domain/instrument/market'
import { useCurrentSymbol } from '../../stores/catalogue.ts'
import { serverNowMs } from '../../client/connection.ts'
import { failureMessage } from '../../client/error-reactions.ts'
import { useSession } from '../../client/session.ts'
import { changeSettings, useSettings } from '../../stores/settings.ts'
import { useT } from '../../i18n/i18n.ts'
import type { MessageKey } from '../../i18n/message-keys.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { openDialog, type ColumnsRequest } from '../../shell/dialogs.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { EmptyState } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { PageFailure, reportFailedPage } from '../page-states/failed-page.ts'
import { SignedOut } from '../page-states/SignedOut.tsx'
import { definitions } from './history-columns.ts'
import { historyViews, periodNames, scopeOf, viewsOf } from './history-pages.ts'
import type { HistoryView, Period } from './history-pages.ts'
import { historyQueries } from './history-queries.ts'
import { HistoryRows, tableOf, WaitingRows } from './HistoryTable.tsx'
import { useExport } from './use-export.ts'
import { useFreshHistory, useHistory, type Wanted } from './use-history.ts'

/** The histories of each panel; the first is shown first. */
const panels: Record<string, readonly HistoryView[]> = {
  orders: ['orders'],
  fills: ['fills'],
  closedPnl: ['closedPnl', 'funding', 'transactions'],
  strategies: ['strategies'],
}

/** The separate history page is the trade history, so it starts with fills. */
const fillsFirst = (views: readonly HistoryView[]): readonly HistoryView[] => [
  'fills',
  ...views.filter((view) => view !== 'fills'),
]

type TradeHistoryProps = {
  /** Names the panel; without it all histories are shown. */
  view?: string
  /** Limits the rows to these instruments, regardless of the page's symbol. */
  family?: HistoryFamily
}

/** A panel of histories. */
export function TradeHistory({ view, family }: TradeHistoryProps) {
  const isTrader = useSession((session) => session.status === 'trader')
  const isUnknown = useSession((session) => session.status === 'unknown')
  if (!isTrader) return isUnknown ? null : <SignedOutPanel />
  return (
    <QueryClientProvider client={historyQueries()}>
      <HistoryPanel
        views={
          panels[view ?? ''] ?? fillsFirst(family === undefined ? historyViews : viewsOf(family))
        }
        family={family}
      />
    </QueryClientProvider>
  )
}

function SignedOutPanel() {
  const t = useT()
  return (
    <div className="grid h-full min-h-40 place-items-center">
      <SignedOut icon={<History />} title={t('history.signedOut')} />
    </div>
  )
}

type PanelProps = {
  views: readonly HistoryView[]
  family: HistoryFamily | undefined
}

function HistoryPanel({ views, family }: PanelProps) {
  const t = useT()
  const [chosen, setChosen] = useState<HistoryView>(views[0] ?? 'fills')
  const [period, setPeriod] = useState<Period>('all')
  const allSymbols = useSettings((settings) => settings.allSymbols)
  const symbol = useCurrentSymbol()
  const uid = useSession(({ user }) => user?.uid)
  useFreshHistory()
  const shown = allSymbols ? undefined : symbol
  const scope = scopeOf(chosen, { symbol: shown, family })
  const wanted = { view: chosen, scope, period }
  return (
    <section aria-label={t({ key: definitions[chosen].title })} className="flex h-full flex-col">
      <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-3 py-1">
        {views.length > 1 && (
          <div className="no-scrollbar max-w-full overflow-x-auto overflow-y-hidden pointer-coarse:-my-2.5 pointer-coarse:py-2.5">
            <Segments
              label={t('history.kinds')}
              value={chosen}
              onChange={setChosen}
              items={views.map((view) => ({
                value: view,
                label: t({ key: definitions[view].title }),
              }))}
            />
          </div>
        )}
        {family === undefined && <AllSymbols allSymbols={allSymbols} />}
        <PeriodChoice period={period} onPeriod={setPeriod} />
        <Actions key={`${uid} ${chosen} ${period} ${family} ${shown}`} wanted={wanted} />
      </div>
      <div className="min-h-0 flex-1">
        <Rows key={chosen} wanted={wanted} onAllTime={() => setPeriod('all')} />
      </div>
    </section>
  )
}

const periodKeys: Record<Period, MessageKey> = {
  day: 'history.rangeDay',
  week: 'history.rangeWeek',
  month: 'history.rangeMonth',
  all: 'history.rangeAll',
}

function AllSymbols({ allSymbols }: { allSymbols: boolean }) {
  const t = useT()
  return (
    <Switch
      label={t('history.allSymbols')}
      checked={allSymbols}
      onChange={(checked) => changeSettings({ allSymbols: checked })}
    />
  )
}

function PeriodChoice(props: { period: Period; onPeriod: (period: Period) => void }) {
  const t = useT()
  return (
    <Select
      label={t('history.rangeLabel')}
      variant="plain"
      size="sm"
      value={props.period}
      onChange={props.onPeriod}
      items={periodNames.map((name) => ({ value: name, label: t({ key: periodKeys[name] }) }))}
    />
  )
}

function Actions<View extends HistoryView>({ wanted }: { wanted: Wanted<View> }) {
  const t = useT()
  const format = useFormat()
  const { refetch, isRefetching } = useHistory(wanted)
  const { count, start, stop } = useExport(wanted)
  return (
    <div className="ml-auto flex items-center gap-2 text-2xs text-muted">
      <span className="max-md:hidden">
        {t('history.zone', { zone: format.zoneName(serverNowMs()) })}
      </span>
      <IconButton
        label={t('shell.columns')}
        onClick={() => openDialog(columnsRequest(wanted.view))}
      >
        <Columns3 aria-hidden />
      </IconButton>
      <IconButton
        label={t('history.refresh')}
        onClick={() => void refetch().then(reportFailedPage)}
      >
        <RotateCw aria-hidden className={isRefetching ? 'animate-spin' : undefined} />
      </IconButton>
      {count === undefined ? (
        <Button
          size="sm"
          variant="ghost"
          onClick={({ currentTarget }) => start(currentTarget.ownerDocument)}
        >
          <Download className="size-3.5" aria-hidden />
          {t('history.exportCsv')}
        </Button>
      ) : (
        <>
          <span role="status">{t('history.exporting', { count })}</span>
          <Button size="sm" variant="ghost" onClick={stop}>
            {t('history.exportStop')}
          </Button>
        </>
      )}
    </div>
  )
}

/** The dialog of a history's columns; the contract and the time are always shown. */
function columnsRequest(view: HistoryView): ColumnsRequest {
  const { title, columns }: { title: MessageKey; columns: readonly Titled[] } = definitions[view]
  return {
    kind: 'columns',
    table: tableOf(view),
    title: { key: title },
    columns: columns.map(({ id, title: above, under }) => ({
      id,
      titles: [{ key: above }, ...(under === undefined ? [] : [{ key: under.title }])],
    })),
  }
}

type Titled = {
  readonly id: string
  readonly title: MessageKey
  readonly under?: { readonly title: MessageKey }
}

type RowsProps<View extends HistoryView> = { wanted: Wanted<View>; onAllTime: () => void }

function Rows<View extends HistoryView>({ wanted, onAllTime }: RowsProps<View>) {
  const t = useT()
  const { view, period } = wanted
  const definition = definitions[view]
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useHistory(wanted)
  if (data === undefined && error !== null) {
    return <Failed error={error} onRetry={() => void refetch()} />
  }
  if (isPending || data === undefined) return <WaitingRows view={view} definition={definition} />
  const rows = data.pages.flatMap(({ list }) => list)
  if (rows.length === 0) {
    const isCut = period !== 'all'
    return (
      <Centred>
        <EmptyState
          icon={<History />}
          title={isCut ? t('history.emptyPeriod') : t({ key: definition.empty })}
          action={isCut && <AllTime onAllTime={onAllTime} />}
        />
      </Centred>
    )
  }
  return (
    <div className="flex h-full flex-col">
      <div className="min-h-0 flex-1">
        <HistoryRows view={view} definition={definition} rows={rows} />
      </div>
      {hasNextPage && (
        <div className="flex justify-center border-t border-line p-1">
          <Button
            size="sm"
            variant="ghost"
            pending={isFetchingNextPage}
            onClick={() => void fetchNextPage().then(reportFailedPage)}
          >
            {t('history.loadMore')}
          </Button>
        </div>
      )}
    </div>
  )
}

function AllTime({ onAllTime }: { onAllTime: () => void }) {
  const t = useT()
  return (
    <Button size="sm" onClick={onAllTime}>
      {t('history.emptyPeriodAction')}
    </Button>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useT()
  const body = error instanceof PageFailure ? t(failureMessage(error.failure)) : undefined
  return (
    <Centred>
      <EmptyState
        icon={<TriangleAlert />}
        title={t('history.failed')}
        body={body}
        action={
          <Button size="sm" onClick={onRetry}>
            {t('shell.retry')}
          </Button>
        }
      />
    </Centred>
  )
}

function Centred({ children }: { children: ReactNode }) {
  return <div className="grid h-full min-h-32 place-items-center">{children}</div>
}
