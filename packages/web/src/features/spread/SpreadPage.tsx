// The page of combinations of two legs: which there are, the book and the line of one, its ticket,
// and what the trader has of them.

import { useState } from 'react'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { WireSpreadInstrument, WireSpreadTicker } from '@basis/protocol/spread/market'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { usePage, goTo } from '../../shell/location.ts'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { Select } from '../../ui/Select.tsx'
import { SpreadBook, SpreadTrades } from './SpreadBook.tsx'
import { SpreadChart } from './SpreadChart.tsx'
import { SpreadMatrix } from './SpreadMatrix.tsx'
import { SpreadOrders } from './SpreadOrders.tsx'
import { SpreadTicket } from './SpreadTicket.tsx'
import { askShown } from './spread-calls.ts'
import { percentOf, shownSymbol } from './spread-form.ts'

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
  const { data } = useQuery({
    queryKey: ['spreadInstruments'],
    queryFn: ({ signal }) => askShown('spreadInstruments', {}, signal),
    refetchInterval: 30_000,
  })
  if (data === undefined) return <Skeleton className="m-3 h-96" />
  const asked = page.kind === 'spread' ? page.symbol : ''
  const symbol = shownSymbol(asked, data.list)
  return (
    <div className="mx-auto flex max-w-[90rem] flex-col gap-1 p-1">
      {symbol === undefined ? (
        <EmptyState title={t('spread.unknown', { symbol: asked })} />
      ) : (
        <OneSpread key={symbol} symbol={symbol} list={data.list} />
      )}
      <SpreadMatrix list={data.list} shown={symbol ?? ''} />
    </div>
  )
}

function OneSpread({ symbol, list }: { symbol: string; list: readonly WireSpreadInstrument[] }) {
  const isTrader = useSession(({ status }) => status === 'trader')
  const [price, setPrice] = useState('')
  const market = useQuery({
    queryKey: ['spreadMarket', symbol],
    queryFn: ({ signal }) => askShown('spreadMarket', { symbol }, signal),
    refetchInterval: 700,
  })
  const { data } = market
  if (data === undefined) return <Skeleton className="h-96" />
  const { instrument, ticker, book, trades } = data
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
            price={price}
            onPrice={setPrice}
            onDone={() => void spreadQueries().invalidateQueries()}
          />
        </div>
      </div>
      {isTrader && <SpreadOrders legs={instrument.legs.map((leg) => leg.symbol)} />}
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
  const price = (text: string) =>
    text === '' ? '--' : format.decimal(text, { scale: 8, trimTo: 1 })
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded bg-panel px-3 py-2 text-xs">
      <div>
        <h1 className="sr-only">{symbol}</h1>
        <Select
          label={t('spread.choose')}
          look="plain"
          value={symbol}
          onChange={(chosen) => goTo({ kind: 'spread', symbol: chosen })}
          items={list.map((each) => ({ value: each.symbol, label: each.symbol }))}
          className="text-sm font-semibold"
        />
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
          <dd>{price(ticker.farPrice)}</dd>
        </div>
        <div>
          <dt>{legs[1].symbol}</dt>
          <dd>{price(ticker.nearPrice)}</dd>
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
