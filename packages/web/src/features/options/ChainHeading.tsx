// The head of a chain: coin, settle coin, index, expiries, and the time left to the shown one.

import { useEffect, useState } from 'react'
import { optionSettleCoins } from '@basis/domain/instrument/option-naming'
import { serverNowMs } from '../../client/connection.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { goTo } from '../../shell/location.ts'
import { useQuote, useUnderlying, type ChainName } from '../../stores/options/chain.ts'
import { Segments, Tabs } from '../../ui/Tabs.tsx'
import { anyOption, daysLeft, hoursLeft, msLeft, type Expiry } from './chain-rows.ts'

type Props = {
  name: ChainName
  coins: readonly string[]
  expiries: readonly Expiry[]
  shown: number | undefined
  onShow: (deliveryMs: number) => void
}

/** Returns the exchange's time, updated at an interval. */
function useNowMs(everyMs: number): number {
  const [nowMs, setNowMs] = useState(serverNowMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowMs
}

export function ChainHeading({ name, coins, expiries, shown, onShow }: Props) {
  const t = useT()
  const format = useFormat()
  const index = useUnderlying(name.baseCoin)
  const nowMs = useNowMs(1000)
  const expiry = expiries.find(({ deliveryMs }) => deliveryMs === shown)
  const forward = useQuote(anyOption(expiry))?.underlyingPrice
  const go = (baseCoin: string, settleCoin: string): void =>
    goTo({ kind: 'option', baseCoin, settle: settleCoin === 'USDC' ? 'usdc' : 'usdt' })
  return (
    <header className="rounded bg-panel text-xs">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-3 py-2">
        <h1 className="sr-only">
          {t('options.title', { coin: name.baseCoin, settle: name.settleCoin })}
        </h1>
        <Segments
          label={t('options.coin')}
          value={name.baseCoin}
          onChange={(coin) => go(coin, name.settleCoin)}
          items={coins.map((value) => ({ value, label: value }))}
        />
        <Segments
          label={t('options.settle')}
          value={name.settleCoin}
          onChange={(settle) => go(name.baseCoin, settle)}
          items={optionSettleCoins.map((value) => ({ value, label: value }))}
        />
        <dl className="flex flex-wrap gap-x-6 gap-y-2 [&_dd]:tabular-nums [&_dt]:text-soft">
          <div>
            <dt>{t('options.underlying')}</dt>
            <dd data-testid="index">{format.price(index, 2)}</dd>
          </div>
          <div>
            <dt>{t('options.forward')}</dt>
            <dd>{format.price(forward === '' ? undefined : forward, 2)}</dd>
          </div>
          <div>
            <dt>{t('options.endsIn')}</dt>
            <dd>{shown === undefined ? '--' : format.countdown(msLeft(shown, nowMs))}</dd>
          </div>
        </dl>
      </div>
      {shown !== undefined && (
        <Tabs
          label={t('options.expiry')}
          size="sm"
          value={String(shown)}
          onChange={(value) => onShow(Number(value))}
          items={expiries.map(({ deliveryMs }) => ({
            value: String(deliveryMs),
            label: (
              <span className="flex items-baseline gap-1">
                {format.date(deliveryMs)}
                <span className="text-2xs text-muted">
                  <TimeLeft deliveryMs={deliveryMs} nowMs={nowMs} />
                </span>
                <Forward expiry={expiries.find((each) => each.deliveryMs === deliveryMs)} />
              </span>
            ),
          }))}
        />
      )}
    </header>
  )
}

/** The days left, on the last day the hours. */
function TimeLeft({ deliveryMs, nowMs }: { deliveryMs: number; nowMs: number }) {
  const t = useT()
  const hours = hoursLeft(deliveryMs, nowMs)
  return hours === undefined
    ? t('options.days', { count: daysLeft(deliveryMs, nowMs) })
    : t('options.hours', { count: hours })
}

/** The forward price of an expiry, in its tab. */
function Forward({ expiry }: { expiry: Expiry | undefined }) {
  const format = useFormat()
  const forward = useQuote(anyOption(expiry))?.underlyingPrice
  if (forward === undefined || forward === '') return null
  return (
    <span className="text-2xs text-muted tabular-nums max-lg:hidden">
      {format.price(forward, 0)}
    </span>
  )
}
