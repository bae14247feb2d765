// The page of combinations of two legs: the picker, the book and chart of one, its ticket, and the
// trader's orders and legs.

import { useState } from 'react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { WireSpreadInstrument, WireSpreadTicker } from '@basis/protocol/spread/market'
import { formatTopic } from '@basis/protocol/topics/topic'
import { useSession } from '../../client/session.ts'
import { useWatch } from '../../feed/push.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { usePage } from '../../shell/location.ts'
import { useCombinations } from '../../stores/spread/combinations.ts'
import { useSpreadMarket } from '../../stores/spread/spreads.ts'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { SpreadBook, SpreadTrades } from './SpreadBook.tsx'
import { SpreadChart } from './SpreadChart.tsx'
import { SpreadMatrix } from './SpreadMatrix.tsx'
import { SpreadOrders } from './SpreadOrders.tsx'
import { SpreadPicker } from './SpreadPicker.tsx'
import { SpreadTicket } from './SpreadTicket.tsx'
import { legText, percentOf, shownSymbol, spreadText } from './spread-form.ts'

let queries: QueryClient | undefined
const spreadQueries = (): QueryClient => (queries ??= new QueryClient())

export function SpreadPage() {
  return (
    <main className="min-h-0 flex-1 overflow-auto">
      <QueryClientProvider client={spreadQueries()}>
        <Parts />
      </QueryClientProvider>
    </main>
  )
}

function Parts() {
  const t = useT()
  const page = usePage()
  const list = useCombinations()
  if (list === undefined) return <Skeleton className="m-3 h-96" />
  const asked = page.kind === 'spread' ? page.symbol : ''
  const symbol = shownSymbol(asked, list)
  return (
    <div className="mx-auto flex max-w-[90rem] flex-col gap-1 p-1">
      {symbol === undefined ? (
        <EmptyState title={t('spread.unknown', { symbol: asked })} />
      ) : (
        <OneSpread key={symbol} symbol={symbol} list={list} />
      )}
      <SpreadMatrix list={list} shown={symbol ?? ''} />
    </div>
  )
}

function OneSpread({ symbol, list }: { symbol: string; list: readonly WireSpreadInstrument[] }) {
  const isTrader = useSession(({ status }) => status === 'trader')
  const [price, setPrice] = useState('')
  useWatch(formatTopic({ kind: 'spread', symbol }))
  const market = useSpreadMarket(symbol)
  if (market === undefined) return <Skeleton className="h-96" />
  const { instrument, ticker, book, trades } = market
  return (
    <>
      <Heading instrument={instrument} ticker={ticker} list={list} />
      <div className="grid gap-1 lg:grid-cols-[minmax(0,1fr)_16rem_18rem]">
        <div className="min-w-0 rounded bg-panel p-3">
          <SpreadChart symbol={symbol} fair={ticker.fairPrice} />
        </div>
        <div className="rounded bg-panel p-3">
          <SpreadBook instrument={instrument} book={book} onPick={setPrice} />
          <SpreadTrades trades={trades} />
        </div>
        <div className="rounded bg-panel p-3">
          <SpreadTicket
            instrument={instrument}
            ticker={ticker}
            book={book}
            price={price}
            onPrice={setPrice}
          />
        </div>
      </div>
      {isTrader && <SpreadOrders symbol={symbol} />}
    </>
  )
}

type HeadingProps = {
  instrument: WireSpreadInstrument
  ticker: WireSpreadTicker
  list: readonly WireSpreadInstrument[]
}

function Heading({ instrument, ticker, list }: HeadingProps) {
  const t = useT()
  const format = useFormat()
  const { symbol, contractType, deliveryTime, legs } = instrument
  const price = (text: string) => spreadText(format, text)
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded bg-panel px-3 py-2 text-xs">
      <div>
        <h1 className="sr-only">{symbol}</h1>
        <SpreadPicker symbol={symbol} list={list} />
        <p className="text-soft">{t({ key: `spread.kind_${contractType}` })}</p>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-2 [&_dd]:tabular-nums [&_dt]:text-soft">
        <div>
          <dt>{t('spread.fair')}</dt>
          <dd data-testid="fair">{price(ticker.fairPrice)}</dd>
        </div>
        <div>
          <dt>{t('spread.last')}</dt>
          <dd>{price(ticker.lastPrice)}</dd>
        </div>
        <div>
          <dt>{legs[0].symbol}</dt>
          <dd>{legText(format, instrument, ticker.farPrice)}</dd>
        </div>
        <div>
          <dt>{legs[1].symbol}</dt>
          <dd>{legText(format, instrument, ticker.nearPrice)}</dd>
        </div>
        <div>
          <dt>{t('spread.yield')}</dt>
          <dd>{format.percent(percentOf(ticker.annualYield), { scale: 2, signed: true })}</dd>
        </div>
        <div>
          <dt>{t('spread.ends')}</dt>
          <dd>{deliveryTime === 0 ? t('spread.never') : format.dateTime(deliveryTime)}</dd>
        </div>
      </dl>
    </header>
  )
}
