// The market's figures and the instrument's rules as a list, for the phone's Info tab.

import type { ReactNode } from 'react'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import { qtyCoin, valueCoin } from '@basis/domain/instrument/instrument'
import { maxLeverageOf } from '@basis/domain/margin/cross-margin'
import { useCurrentListing, type Listing } from '../../stores/catalogue.ts'
import { useServerNowMs } from '../../client/connection.ts'
import { PageLink } from '../../shell/PageLink.tsx'
import { exactE8, useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useTicker } from '../../stores/tickers.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { deliveryLeft } from './delivery-left.ts'

export function SymbolInfo() {
  const t = useT()
  const listing = useCurrentListing()
  if (listing === undefined) return <Skeleton className="m-3 h-40" />
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 p-3 text-xs">
        <MarketFigures listing={listing} />
        <Rules listing={listing} />
      </dl>
      <PageLink
        page={{ kind: 'instrument', symbol: listing.symbol }}
        className="mx-3 mb-3 block rounded bg-field py-2.5 text-center text-sm font-medium hover:bg-hover"
      >
        {t('instrument.open')}
      </PageLink>
    </>
  )
}

function MarketFigures({ listing }: { listing: Listing }) {
  const t = useT()
  const format = useFormat()
  const nowMs = useServerNowMs()
  const { instrument, symbol } = listing
  const words = useInstrumentFormat(instrument)
  const ticker = useTicker(symbol)
  const compact = (value: bigint | undefined): string =>
    value === undefined ? '--' : format.compact(exactE8(value))
  return (
    <>
      <Fact label={t('book.high24h')}>{words.price(ticker?.highTicks)}</Fact>
      <Fact label={t('book.low24h')}>{words.price(ticker?.lowTicks)}</Fact>
      <Fact label={t('book.volume24h', { coin: qtyCoin(instrument) })}>
        {compact(ticker?.volume)}
      </Fact>
      <Fact label={t('book.turnover24h', { coin: valueCoin(instrument) })}>
        {compact(ticker?.turnover)}
      </Fact>
      {instrument.kind !== 'Spot' && (
        <>
          <Fact label={t('book.mark')}>{words.priceE8(ticker?.markE8)}</Fact>
          <Fact label={t('book.index')}>{words.priceE8(ticker?.indexE8)}</Fact>
          <Fact label={t('book.openInterest', { coin: qtyCoin(instrument) })}>
            {compact(ticker?.openInterest)}
          </Fact>
          {instrument.deliveryMs === undefined ? (
            <Fact label={t('book.funding')}>
              {ticker?.fundingRateE8 === undefined
                ? '--'
                : t('book.fundingOf', {
                    rate: format.funding(exactE8(ticker.fundingRateE8)),
                    countdown: format.countdown(ticker.nextFundingMs - nowMs),
                  })}
            </Fact>
          ) : (
            <Fact label={t('book.delivery')}>
              {t(deliveryLeft(instrument.deliveryMs, nowMs, format))}
            </Fact>
          )}
        </>
      )}
    </>
  )
}

function Rules({ listing }: { listing: Listing }) {
  const t = useT()
  const format = useFormat()
  const { instrument, marginPercents } = listing
  const words = useInstrumentFormat(instrument)
  const rate = (rateE8: number): string =>
    format.percent({ units: rateE8, scale: 6 }, { scale: 3, signed: false })
  return (
    <>
      <Fact label={t('book.tickSize')}>{formatTrimmed(BigInt(instrument.tickSizeE8), 8)}</Fact>
      <Fact label={t('book.lotSize')}>
        {formatTrimmed(BigInt(instrument.lotSizeE8), 8)} {qtyCoin(instrument)}
      </Fact>
      <Fact label={t('book.minOrder')}>
        {words.quote(instrument.minNotional)} {instrument.quoteCoin}
      </Fact>
      <Fact label={t('book.maxOrder')}>
        {words.qty(instrument.maxQtyLots)} {qtyCoin(instrument)}
      </Fact>
      <Fact label={t('book.makerFee')}>{rate(instrument.makerFeeE8)}</Fact>
      <Fact label={t('book.takerFee')}>{rate(instrument.takerFeeE8)}</Fact>
      {marginPercents !== undefined && (
        <>
          <Fact label={t('account.initialRate')}>
            {format.percent(marginPercents.initial, { signed: false })}
          </Fact>
          <Fact label={t('account.maintenanceRate')}>
            {format.percent(marginPercents.maintenance, { signed: false })}
          </Fact>
        </>
      )}
      {instrument.riskTiers.length > 0 && (
        <Fact label={t('book.maxLeverage')}>
          {format.leverage(maxLeverageOf(instrument.riskTiers))}
        </Fact>
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col border-b border-line py-2">
      <dt className="text-2xs text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
