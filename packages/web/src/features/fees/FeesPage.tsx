// The page of fees: the account's level with the volume missing for the next one, and the schedule.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { feeMarkets, type FeeLevel } from '@basis/domain/instrument/fee-levels'
import { feeSchedule, type FeeLevelRow } from '@basis/domain/instrument/fee-schedule'
import { zero } from '@basis/domain/numbers/fixed'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { exactE8 } from '../../stores/instrument-format.ts'
import { useWallet } from '../../stores/wallet.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../ui/table/Table.tsx'
import { SignedOut } from '../page-states/SignedOut.tsx'
import { OwnLevel } from './OwnLevel.tsx'
import { useRateWords } from './rate-words.ts'

let queries: QueryClient | undefined
const feeQueries = (): QueryClient => (queries ??= new QueryClient())

export function FeesPage() {
  const t = useT()
  const status = useSession((session) => session.status)
  const uid = useSession(({ user }) => user?.uid)
  const level = useWallet()?.fees.level
  return (
    <main className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto flex max-w-4xl flex-col gap-1 p-1">
        <h1 className="rounded bg-panel px-4 py-3 text-lg font-semibold">{t('fees.title')}</h1>
        {status === 'visitor' && (
          <div className="rounded bg-panel p-4">
            <SignedOut />
          </div>
        )}
        {status === 'unknown' && <Skeleton className="h-40" />}
        {status === 'trader' && (
          <QueryClientProvider client={feeQueries()}>
            <OwnLevel key={uid} />
          </QueryClientProvider>
        )}
        <Schedule own={level} />
      </div>
    </main>
  )
}

function Schedule({ own }: { own: FeeLevel | undefined }) {
  const t = useT()
  return (
    <section className="flex flex-col gap-2 rounded bg-panel px-4 py-3">
      <h2 className="text-lg font-semibold">{t('fees.schedule')}</h2>
      <p className="text-xs text-soft">{t('fees.scheduleHelp')}</p>
      <Table label={t('fees.schedule')} className="h-auto! shrink-0">
        <TableHead>
          <HeadCell>{t('fees.level')}</HeadCell>
          <HeadCell align="end" wraps second={t('fees.volumeThenRates')}>
            {t('fees.spot')}
          </HeadCell>
          <HeadCell align="end" wraps second={t('fees.volumeThenRates')}>
            {t('fees.derivatives')}
          </HeadCell>
        </TableHead>
        <TableBody>
          {feeSchedule.map((row) => (
            <LevelRow key={row.level} row={row} isOwn={row.level === own} />
          ))}
        </TableBody>
      </Table>
      <p className="text-xs text-soft">{t('fees.asListed')}</p>
    </section>
  )
}

function LevelRow({ row, isOwn }: { row: FeeLevelRow; isOwn: boolean }) {
  const t = useT()
  const format = useFormat()
  const words = useRateWords()
  return (
    <TableRow selected={isOwn}>
      <Cell>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {row.level}
          {isOwn && <Badge tone="accent">{t('fees.yours')}</Badge>}
        </span>
      </Cell>
      {feeMarkets.map((market) => {
        const from = row.from[market]
        const volume = format.decimal(exactE8(from), { scale: 0 })
        return (
          <Cell key={market} align="end" second={words(row.rates[market])}>
            {from === zero ? t('fees.anyVolume') : t('fees.from', { volume })}
          </Cell>
        )
      })}
    </TableRow>
  )
}
