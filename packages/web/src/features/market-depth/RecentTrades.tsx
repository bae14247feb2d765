// The latest public trades: price in the colour of the taker's side, quantity, time; large trades
// are highlighted.

import { memo } from 'react'
import { qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { useCurrentListing } from '../../stores/catalogue.ts'
import { useConnection } from '../../client/connection.ts'
import { pickPrice } from '../../stores/draft.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useTrades, type Trade } from '../../stores/trades.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { largeLots } from './depth.ts'
import { COLUMNS } from './DepthRows.tsx'

export function RecentTrades() {
  const t = useT()
  const listing = useCurrentListing()
  return (
    <section aria-label={t('book.recentTrades')} className="flex h-full min-h-0 flex-col">
      {listing === undefined ? (
        <WaitingTrades />
      ) : (
        <TradesOf key={listing.symbol} instrument={listing.instrument} />
      )}
    </section>
  )
}

function TradesOf({ instrument }: { instrument: Instrument }) {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  const trades = useTrades(instrument.symbol)
  const isStale = useConnection((connection) => connection.market !== 'live')
  const large = largeLots(trades ?? [])
  return (
    <>
      <div className={classNames(COLUMNS, 'h-7 shrink-0 items-center text-2xs text-muted')}>
        <span>{t('book.withUnit', { word: t('book.price'), unit: instrument.quoteCoin })}</span>
        <span className="text-end">
          {t('book.withUnit', { word: t('book.quantity'), unit: qtyCoin(instrument) })}
        </span>
        <span className="text-end">{t('book.time')}</span>
      </div>
      {trades === undefined && <WaitingTrades />}
      {trades?.length === 0 && <EmptyState title={t('book.noTrades')} />}
      <div
        role="table"
        aria-label={t('book.recentTrades')}
        className={classNames('min-h-0 flex-1 overflow-hidden', isStale && 'stale')}
      >
        {trades?.map((trade) => (
          <TradeRow
            key={trade.id}
            trade={trade}
            symbol={instrument.symbol}
            price={words.price(trade.ticks)}
            qty={words.qty(trade.lots)}
            time={format.time(trade.timeMs)}
            isLarge={trade.lots >= large}
          />
        ))}
      </div>
    </>
  )
}

type TradeRowProps = {
  trade: Trade
  symbol: string
  price: string
  qty: string
  time: string
  isLarge: boolean
}

const TradeRow = memo(function TradeRow(props: TradeRowProps) {
  const t = useT()
  const { trade, symbol, price, qty, time, isLarge } = props
  const isBuy = trade.side === 'Buy'
  return (
    <div
      role="row"
      className={classNames(
        COLUMNS,
        'h-5 items-center text-xs leading-5 [contain:strict] hover:bg-hover',
        isLarge && 'font-semibold',
      )}
    >
      <span role="cell" className="min-w-0">
        <button
          type="button"
          tabIndex={-1}
          onClick={() => pickPrice(symbol, trade.ticks)}
          className={classNames('h-5 w-full truncate text-start', isBuy ? 'text-up' : 'text-down')}
        >
          {price}
          <span className="sr-only"> {t(isBuy ? 'book.bought' : 'book.sold')}</span>
        </button>
      </span>
      <span role="cell" className="truncate text-end">
        {qty}
      </span>
      <span role="cell" className="truncate text-end text-soft">
        {time}
      </span>
    </div>
  )
})

function WaitingTrades() {
  return (
    <div aria-hidden className="flex flex-1 flex-col gap-2.5 px-3 py-1">
      {Array.from({ length: 14 }, (_row, at) => (
        <div key={at} className={classNames(COLUMNS, 'gap-4 px-0')}>
          <Skeleton className="h-2.5 w-3/4" />
          <Skeleton className="ml-auto h-2.5 w-1/2" />
          <Skeleton className="ml-auto h-2.5 w-2/3" />
        </div>
      ))}
    </div>
  )
}
