// The panel shown instead of the book before a market's first trade: the opening time, and during a
// call auction the indicative result.

import type { ReactNode } from 'react'
import { auctionStartMs, qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { qtyLots } from '@basis/domain/numbers/fixed'
import { useServerNowMs } from '../../client/connection.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useTicker } from '../../stores/tickers.ts'

export function AuctionBook({ instrument }: { instrument: Instrument }) {
  const t = useT()
  const format = useFormat()
  const nowMs = useServerNowMs()
  const { launchMs, status } = instrument
  const beginsMs = auctionStartMs(instrument)
  const left = (atMs: number): string => format.countdown(Math.max(0, atMs - nowMs))
  return (
    <section aria-label={t('book.title')} className="flex flex-col gap-3 px-3 py-4 text-xs">
      {launchMs !== undefined && (
        <p className="text-lg font-semibold text-accent tabular-nums">
          {t('instrument.opensIn', { countdown: left(launchMs) })}
        </p>
      )}
      {status === 'PreLaunch' && beginsMs !== undefined && (
        <p className="text-soft tabular-nums">
          {t('instrument.auctionIn', { countdown: left(beginsMs) })}
        </p>
      )}
      {beginsMs !== undefined && <p className="text-soft">{t('instrument.auctionBody')}</p>}
      {status === 'Auction' && <Indicative instrument={instrument} />}
    </section>
  )
}

function Indicative({ instrument }: { instrument: Instrument }) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const {
    auctionTicks,
    auctionLots = 0,
    auctionSurplusLots = 0,
  } = useTicker(instrument.symbol) ?? {}
  if (auctionTicks === undefined) return <p>{t('instrument.auctionNone')}</p>
  const coin = qtyCoin(instrument)
  const left = words.qty(qtyLots(Math.abs(auctionSurplusLots)))
  const side = auctionSurplusLots < 0 ? 'instrument.auctionSellers' : 'instrument.auctionBuyers'
  return (
    <dl className="flex flex-col gap-1.5" aria-live="off">
      <Line name={t('instrument.auctionPrice')}>
        <span className="text-lg font-semibold">{words.price(auctionTicks)}</span>
      </Line>
      <Line name={t('instrument.auctionQty', { coin })}>{words.qty(qtyLots(auctionLots))}</Line>
      <Line name={t('instrument.auctionSurplus', { coin })}>
        {auctionSurplusLots === 0 ? left : t(side, { qty: left })}
      </Line>
    </dl>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-2 tabular-nums">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
