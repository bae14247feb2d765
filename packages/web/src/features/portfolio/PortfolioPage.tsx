// The portfolio page: the account's value, and the closed P&L of a month.

import { useState } from 'react'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useSession } from '../../client/session.ts'
import { useConnection, useServerNowMs } from '../../client/connection.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { PageLink } from '../../shell/PageLink.tsx'
import { useListings } from '../../stores/catalogue.ts'
import { useWallet } from '../../stores/wallet.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { LoadFailed } from '../page-states/LoadFailed.tsx'
import { SignedOut } from '../page-states/SignedOut.tsx'
import { AccountNow } from './AccountNow.tsx'
import { EquityOverTime } from './EquityOverTime.tsx'
import { askMonth, mostRecords, type MonthRecords } from './month-records.ts'
import { MonthResult } from './MonthResult.tsx'
import { monthAt, type Month } from './portfolio-figures.ts'

const MINUTE_MS = 60_000
const REFRESH_MS = 15_000

let queries: QueryClient | undefined
const portfolioQueries = (): QueryClient => (queries ??= new QueryClient())

export function PortfolioPage() {
  const t = useT()
  const status = useSession((session) => session.status)
  return (
    <main className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto flex max-w-6xl flex-col gap-1 p-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded bg-panel px-4 py-3">
          <h1 className="text-lg font-semibold">{t('portfolio.title')}</h1>
          {status === 'trader' && (
            <PageLink
              page={{ kind: 'history', family: 'LinearPerpetual' }}
              className="text-sm text-soft underline underline-offset-2 hover:text-ink"
            >
              {t('portfolio.toHistory')}
            </PageLink>
          )}
        </div>
        {status === 'visitor' && <SignedOutPanel />}
        {status === 'unknown' && <Skeleton className="h-64" />}
        {status === 'trader' && (
          <QueryClientProvider client={portfolioQueries()}>
            <Portfolio />
          </QueryClientProvider>
        )}
      </div>
    </main>
  )
}

function SignedOutPanel() {
  return (
    <div className="grid min-h-64 place-items-center rounded bg-panel">
      <SignedOut />
    </div>
  )
}

function Portfolio() {
  const wallet = useWallet()
  const isStale = useConnection((connection) => connection.account !== 'live')
  const nowMs = useServerNowMs(MINUTE_MS)
  const [back, setBack] = useState(0)
  const month = monthAt(nowMs, -back)
  return (
    <>
      {wallet === undefined ? <Skeleton className="h-40" /> : <AccountNow wallet={wallet} />}
      <EquityOverTime wallet={isStale ? undefined : wallet} />
      <section className="rounded bg-panel px-4 py-3">
        <MonthOf month={month} back={back} onBack={setBack} nowMs={nowMs} />
      </section>
    </>
  )
}

type MonthProps = {
  month: Month
  /** Months before the current one. */
  back: number
  onBack: (back: number) => void
  nowMs: number
}

function MonthOf({ month, back, onBack, nowMs }: MonthProps) {
  const t = useT()
  const uid = useSession(({ user }) => user?.uid)
  const format = useFormat()
  const { data, isError, refetch, isFetching } = useQuery({
    queryKey: ['portfolio', uid, month.fromMs],
    queryFn: ({ signal }) => askMonth(month, signal),
    refetchInterval: back === 0 ? REFRESH_MS : false,
    retry: 1,
  })
  return (
    <>
      <div className="flex items-center gap-1">
        <IconButton label={t('portfolio.previousMonth')} onClick={() => onBack(back + 1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <h2 aria-live="polite" className="min-w-36 text-center text-lg font-semibold">
          {format.month(month.fromMs)}
        </h2>
        <IconButton
          label={t('portfolio.nextMonth')}
          disabled={back === 0}
          onClick={() => onBack(Math.max(0, back - 1))}
        >
          <ChevronRight aria-hidden />
        </IconButton>
      </div>
      {data !== undefined ? (
        <Coins month={month} records={data} nowMs={nowMs} />
      ) : isError ? (
        <LoadFailed query={{ isFetching, refetch }} className="grid min-h-64 place-items-center" />
      ) : (
        <Skeleton className="mt-3 h-64" />
      )}
    </>
  )
}

/** Amounts of different coins have no sum, so one coin is shown at a time. */
function Coins({ month, records, nowMs }: { month: Month; records: MonthRecords; nowMs: number }) {
  const t = useT()
  // The records' coins are known once the catalogue, or an option's chain, is loaded.
  const listings = useListings()
  const coinOf = (symbol: string): string => listings.get(symbol)?.instrument.settleCoin ?? unknown
  const [chosen, setChosen] = useState<string>()
  const coins = [
    ...new Set([...records.closed, ...records.funding].map(({ symbol }) => coinOf(symbol))),
  ].toSorted()
  const coin =
    coins.find((each) => each === chosen) ??
    coins.find((each) => each === 'USDT') ??
    coins[0] ??
    'USDT'
  const isOfCoin = ({ symbol }: { symbol: string }): boolean => coinOf(symbol) === coin
  return (
    <>
      {coins.length > 1 && (
        <Segments
          label={t('history.coin')}
          value={coin}
          onChange={setChosen}
          items={coins.map((each) => ({ value: each, label: each }))}
          className="mt-2"
        />
      )}
      {!records.isWhole && (
        <p role="status" className="mt-2 text-xs text-warn">
          {t('portfolio.capped', { count: mostRecords })}
        </p>
      )}
      <MonthResult
        month={month}
        coin={coin}
        closed={records.closed.filter(isOfCoin)}
        funding={records.funding.filter(isOfCoin)}
        nowMs={nowMs}
      />
    </>
  )
}

/** The coin of a contract that is no longer listed; such records are shown separately. */
const unknown = '--'
