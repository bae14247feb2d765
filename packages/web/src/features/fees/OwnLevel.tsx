// The account's fee level: its rates, its traded volume, and the volume missing for the next level.

import { useQuery } from '@tanstack/react-query'
import { usualRates } from '@basis/domain/instrument/fee-schedule'
import { feeMarkets, type FeeMarket } from '@basis/domain/instrument/fee-levels'
import { decodeFees, type WireFeeLevel } from '@basis/protocol/fees/fee-level'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useWallet } from '../../stores/wallet.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LoadFailed } from '../page-states/LoadFailed.tsx'
import { askFeeLevel, percentOfNext } from './next-level.ts'
import { useRateWords } from './rate-words.ts'

const refreshMs = 5_000
const unit = 'USD'

export function OwnLevel() {
  const uid = useSession(({ user }) => user?.uid)
  // The wallet pushes a changed level at once; the volume has to be requested.
  const level = useWallet()?.fees.level
  const { data, isError, refetch, isFetching } = useQuery({
    queryKey: ['feeLevel', uid, level],
    queryFn: ({ signal }) => askFeeLevel(signal),
    refetchInterval: refreshMs,
    placeholderData: (before) => before,
    retry: 1,
  })
  if (data !== undefined) return <Level feeLevel={data} />
  if (!isError) return <Skeleton className="h-40" />
  return <LoadFailed query={{ isFetching, refetch }} className="rounded bg-panel p-4" />
}

function Level({ feeLevel }: { feeLevel: WireFeeLevel }) {
  const t = useT()
  return (
    <section className="flex flex-col gap-3 rounded bg-panel px-4 py-3">
      <h2 className="flex flex-wrap items-center gap-2 text-lg font-semibold">
        {t('fees.yours')}
        <Badge tone="accent">{feeLevel.level}</Badge>
      </h2>
      {feeLevel.granted !== undefined && (
        <p className="text-xs text-soft">{t('fees.granted', { level: feeLevel.granted })}</p>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        {feeMarkets.map((market) => (
          <Market key={market} market={market} feeLevel={feeLevel} />
        ))}
      </div>
      {feeLevel.next === undefined && <p className="text-xs text-soft">{t('fees.highest')}</p>}
    </section>
  )
}

const names = { spot: 'fees.spot', derivatives: 'fees.derivatives' } as const

function Market({ market, feeLevel }: { market: FeeMarket; feeLevel: WireFeeLevel }) {
  const t = useT()
  const format = useFormat()
  const words = useRateWords()
  const { rates } = decodeFees(feeLevel)
  const name = t(names[market])
  const usd = (text: string): string => format.money(text, unit, { rounding: 'down' })
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2" aria-label={name}>
      <div>
        <dt className="text-xs text-muted">
          {name}: {t('fees.volume')}
        </dt>
        <dd className="text-lg font-semibold break-words">
          {usd(feeLevel.volume[market])}{' '}
          <span className="text-xs font-normal text-muted">{unit}</span>
        </dd>
      </div>
      <div>
        <dt className="text-xs text-muted">{t('fees.yourRates')}</dt>
        <dd className="text-lg font-semibold">
          {rates === undefined
            ? t('fees.listedAs', { rates: words(usualRates[market]) })
            : words(rates[market])}
        </dd>
      </div>
      {feeLevel.next !== undefined && (
        <Missing name={name} next={feeLevel.next} volume={feeLevel.volume} market={market} />
      )}
    </dl>
  )
}

function Missing(props: {
  name: string
  market: FeeMarket
  volume: WireFeeLevel['volume']
  next: NonNullable<WireFeeLevel['next']>
}) {
  const t = useT()
  const format = useFormat()
  const { name, market, volume, next } = props
  const missing = next.missing[market]
  const percent = percentOfNext(volume[market], missing)
  const text = t('fees.toNext', {
    volume: format.money(missing, unit, { rounding: 'up' }),
    level: next.level,
  })
  return (
    <div className="col-span-2">
      <dt className="sr-only">{next.level}</dt>
      <dd className="text-xs text-soft">
        {text}
        <span
          role="meter"
          aria-label={`${name}: ${text}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          className="mt-1 block h-1.5 overflow-hidden rounded-full bg-field"
        >
          <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
        </span>
      </dd>
    </div>
  )
}
