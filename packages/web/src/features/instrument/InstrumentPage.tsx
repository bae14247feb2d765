// The page of one instrument: its facts, depth, slippage by order size, funding, open interest,
// liquidations and risk limits.

import { isComing } from '@basis/domain/instrument/instrument'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { askShown } from '../../client/page-calls.ts'
import { useServerNowMs } from '../../client/connection.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { usePage } from '../../shell/location.ts'
import { PageLink } from '../../shell/PageLink.tsx'
import { pageOf } from '../../shell/routes.ts'
import {
  listStateOf,
  shownName,
  tradedOf,
  useCatalogue,
  useListing,
  type Listing,
} from '../../stores/catalogue.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useTicker } from '../../stores/tickers.ts'
import { CoinIcon } from '../../ui/coins/CoinIcon.tsx'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { contractFacts } from './contract-facts.ts'
import { DepthChart } from './DepthChart.tsx'
import { FundingHistory } from './FundingHistory.tsx'
import { InterestHistory } from './InterestHistory.tsx'
import { LiquidationHistory } from './LiquidationHistory.tsx'
import { RiskTiers } from './RiskTiers.tsx'
import { Figure, Section } from './Section.tsx'
import { SlippageTable } from './SlippageTable.tsx'

let queries: QueryClient | undefined
const instrumentQueries = (): QueryClient => (queries ??= new QueryClient())

export function InstrumentPage() {
  const page = usePage()
  const symbol = page.kind === 'instrument' ? page.symbol : ''
  return (
    <main className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto flex max-w-7xl flex-col gap-1 p-1">
        <QueryClientProvider client={instrumentQueries()}>
          <Named key={symbol} symbol={symbol} />
        </QueryClientProvider>
      </div>
    </main>
  )
}

function Named({ symbol }: { symbol: string }) {
  const t = useT()
  const listing = useListing(symbol)
  const kind = symbol.includes('/') ? 'spot' : 'contract'
  const isKnown = useCatalogue((catalogue) => listStateOf(catalogue, kind) === 'network')
  if (listing !== undefined) return <Known listing={listing} />
  if (!isKnown) return <Skeleton className="h-96" />
  return (
    <div className="grid min-h-64 place-items-center rounded bg-panel">
      <h1 className="sr-only">{symbol}</h1>
      <EmptyState
        title={t('instrument.unknown', { symbol })}
        action={
          <PageLink page={{ kind: 'markets' }} className="text-sm underline underline-offset-2">
            {t('markets.title')}
          </PageLink>
        }
      />
    </div>
  )
}

function Known({ listing }: { listing: Listing }) {
  const { instrument } = listing
  const isContract = instrument.kind !== 'Spot'
  return (
    <>
      <Head listing={listing} />
      <div className="grid gap-1 lg:grid-cols-2">
        <ContractInfo listing={listing} />
        <DepthChart listing={listing} />
        <SlippageTable listing={listing} />
        {isContract && <InterestHistory listing={listing} />}
        {isContract && <LiquidationHistory listing={listing} />}
        {instrument.fundingIntervalMin > 0 && <FundingHistory listing={listing} />}
        {isContract && <RiskTiers listing={listing} />}
      </div>
    </>
  )
}

function Head({ listing }: { listing: Listing }) {
  const t = useT()
  const format = useFormat()
  const { instrument, symbol } = listing
  const words = useInstrumentFormat(instrument)
  const ticker = useTicker(symbol)
  const change = ticker?.changeE8 ?? 0
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded bg-panel px-4 py-3">
      <PageLink
        page={{ kind: 'markets' }}
        className="text-sm text-soft underline underline-offset-2 hover:text-ink"
      >
        {t('markets.title')}
      </PageLink>
      <CoinIcon coin={instrument.baseCoin} size={28} />
      <h1 className="text-lg font-semibold">{shownName(listing)}</h1>
      <p className="text-lg font-semibold tabular-nums">
        <span className="sr-only">{t('book.last')} </span>
        {words.price(ticker?.lastTicks)}
      </p>
      <p className={change > 0 ? 'text-up' : change < 0 ? 'text-down' : undefined}>
        <span className="sr-only">{t('book.change24h')} </span>
        {ticker === undefined ? '--' : format.percent({ units: change, scale: 6 })}
      </p>
      {isComing(instrument) && <Opening atMs={instrument.launchMs ?? 0} />}
      <PageLink
        page={pageOf(tradedOf(listing))}
        className="ml-auto rounded bg-field px-4 py-2 text-sm font-medium hover:bg-hover max-md:w-full max-md:text-center"
      >
        {t('instrument.trade', { symbol: shownName(listing) })}
      </PageLink>
    </div>
  )
}

function Opening({ atMs }: { atMs: number }) {
  const t = useT()
  const format = useFormat()
  const leftMs = Math.max(0, atMs - useServerNowMs())
  return (
    <p className="text-sm text-accent tabular-nums">
      {t('instrument.opensIn', { countdown: format.countdown(leftMs) })}
    </p>
  )
}

function ContractInfo({ listing }: { listing: Listing }) {
  const t = useT()
  const format = useFormat()
  const { instrument, symbol } = listing
  const words = useInstrumentFormat(instrument)
  const ticker = useTicker(symbol)
  const facts = contractFacts(instrument, ticker, { words, format })
  return (
    <Section title={t('instrument.info')}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-3">
        {facts.map(({ name, help, value, isWide }) => (
          <Figure key={name} name={t({ key: name })} help={help} isWide={isWide}>
            {typeof value === 'string' ? value : t(value)}
          </Figure>
        ))}
        {instrument.kind !== 'Spot' && <InsuranceFund coin={instrument.settleCoin} />}
      </dl>
    </Section>
  )
}

function InsuranceFund({ coin }: { coin: string }) {
  const t = useT()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: ['ledger'],
    queryFn: async () => (await askShown('ledger', {})).list,
    refetchInterval: 60_000,
  })
  const fund = data?.find((each) => each.coin === coin)?.insurance
  return (
    <Figure name={t('instrument.insurance')} help="instrument.insuranceHelp">
      {fund === undefined ? '--' : `${format.money(fund, coin)} ${coin}`}
    </Figure>
  )
}
