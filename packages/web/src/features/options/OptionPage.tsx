// The options page: the chain of a coin with its chart and volatilities, the ticket and book of the
// chosen option or a strategy of several, and the trader's options.

import { useEffect, useState } from 'react'
import { Columns3 } from 'lucide-react'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useViewport } from '../../platform/viewport.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { useTradePage } from '../../shell/location.ts'
import type { TradePage } from '../../shell/routes.ts'
import { instrumentOf, useListing } from '../../stores/catalogue.ts'
import { useChain, type Chain, type ChainName } from '../../stores/options/chain.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Dialog.tsx'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { Segments, Tabs } from '../../ui/Tabs.tsx'
import { expiriesOf, startOption, type Expiry, type Picked } from './chain-rows.ts'
import { ChainHeading } from './ChainHeading.tsx'
import { chainColumns, OptionChain } from './OptionChain.tsx'
import { OptionBook } from './OptionBook.tsx'
import { OptionHoldings } from './OptionHoldings.tsx'
import { OptionTicket } from './OptionTicket.tsx'
import type { OptionParts } from './option-parts.ts'
import { emptyStrategy, withLeg, type StrategyDraft } from './strategy/strategy-draft.ts'
import { StrategyBuilder } from './strategy/StrategyBuilder.tsx'
import { VolatilityView } from './volatility/VolatilityView.tsx'

type Props = { parts: OptionParts }

/** The page of a chain; a new one whenever an option is chosen by a link or the search. */
type Chosen = Extract<TradePage, { kind: 'option' }>

const firstChain: Chosen = { kind: 'option', baseCoin: 'BTC', settle: 'usdc' }

export function OptionPage({ parts }: Props) {
  const page = useTradePage()
  const chosen = page.kind === 'option' ? page : firstChain
  const { baseCoin, settle } = chosen
  const settleCoin = settle === 'usdc' ? 'USDC' : 'USDT'
  return (
    <main className="flex min-h-0 flex-1 flex-col overflow-auto p-1">
      <OneChain
        key={`${baseCoin} ${settleCoin}`}
        name={{ baseCoin, settleCoin }}
        chosen={chosen}
        parts={parts}
      />
    </main>
  )
}

type OneChainProps = Props & { name: ChainName; chosen: Chosen }

function OneChain({ name, chosen, parts }: OneChainProps) {
  const t = useT()
  const chain = useChain(name)
  const title = t('options.title', { coin: name.baseCoin, settle: name.settleCoin })
  useEffect(() => {
    document.title = `${title} | Basis`
  }, [title])
  if (chain === undefined) return <Skeleton className="h-96" />
  return <Loaded name={name} chain={chain} chosen={chosen} parts={parts} />
}

const sides = ['order', 'strategy'] as const
type Side = (typeof sides)[number]

/** Everything below the heading, once the chain is loaded. */
function Loaded({ name, chain, chosen, parts }: OneChainProps & { chain: Chain }) {
  const t = useT()
  const isPhone = useViewport() === 'phone'
  const isTrader = useSession(({ status }) => status === 'trader')
  const [shown, setShown] = useState<number>()
  const [picked, setPicked] = useState<Picked>()
  const [side, setSide] = useState<Side>('order')
  const [taken, setTaken] = useState<Chosen>()
  if (taken !== chosen) {
    setTaken(chosen)
    const option = instrumentOf(chosen.symbol ?? '')
    if (option !== undefined) {
      setShown(option.deliveryMs)
      setPicked({ symbol: option.symbol })
      setSide('order')
    }
  }
  const [isSheet, setSheet] = useState(false)
  const [draft, setDraft] = useState<StrategyDraft>(emptyStrategy)
  const expiries = expiriesOf(chain.list)
  const expiry = expiries.find(({ deliveryMs }) => deliveryMs === shown) ?? expiries[0]
  const [before, setBefore] = useState<string>()
  const start = startOption(expiry?.rows ?? [], before)
  if (start !== before) setBefore(start)
  const one = picked ?? (start === undefined ? undefined : { symbol: start })
  const pick = (next: Picked): void => {
    if (side === 'strategy' && next.side !== undefined) {
      return setDraft(withLeg(draft, next.symbol, next.side))
    }
    setPicked(next)
    setSheet(true)
  }
  const holdings = isTrader && (
    <OptionHoldings onPick={pick} parts={parts} baseCoin={name.baseCoin} />
  )
  const choice = (
    <Segments
      label={t('options.orderOrStrategy')}
      wide
      value={side}
      onChange={setSide}
      items={sides.map((value) => ({ value, label: t({ key: `options.sides.${value}` }) }))}
    />
  )
  const strategy = (
    <StrategyBuilder
      name={name}
      expiries={expiries}
      shown={expiry?.deliveryMs}
      draft={draft}
      onChange={setDraft}
      parts={parts}
    />
  )
  return (
    <div className="mx-auto flex w-full max-w-[120rem] flex-1 flex-col gap-1">
      <ChainHeading
        name={name}
        coins={chain.baseCoins}
        expiries={expiries}
        shown={expiry?.deliveryMs}
        onShow={setShown}
      />
      {expiry === undefined ? (
        <>
          <EmptyState title={t('options.none', { coin: name.baseCoin })} />
          {holdings}
        </>
      ) : (
        <div className="grid flex-1 gap-1 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex min-w-0 flex-col gap-1">
            {isPhone && <div className="rounded bg-panel p-2">{choice}</div>}
            <Views
              expiries={expiries}
              expiry={expiry}
              picked={one?.symbol}
              onPick={pick}
              parts={parts}
            />
            {isPhone && side === 'strategy' && (
              <div className="rounded bg-panel p-3">{strategy}</div>
            )}
            {holdings}
          </div>
          {!isPhone && (
            <div className="flex flex-col gap-3 rounded bg-panel p-3">
              {choice}
              {side === 'strategy' && strategy}
              {side === 'order' && one !== undefined && (
                <OneOption key={one.symbol} picked={one} onPick={pick} />
              )}
            </div>
          )}
        </div>
      )}
      {isPhone && (
        <Sheet
          open={isSheet && picked !== undefined}
          onClose={() => setSheet(false)}
          title={picked?.symbol ?? ''}
        >
          <div className="p-3">
            {picked !== undefined && (
              <OneOption key={picked.symbol} picked={picked} onPick={pick} />
            )}
          </div>
        </Sheet>
      )}
    </div>
  )
}

const views = ['chain', 'chart', 'volatility'] as const
type View = (typeof views)[number]

type ViewsProps = Props & {
  expiries: readonly Expiry[]
  expiry: Expiry
  picked: string | undefined
  onPick: (picked: Picked) => void
}

/** The shown expiry as a chain, the chosen option's chart, or volatilities. */
function Views({ expiries, expiry, picked, onPick, parts: { Chart } }: ViewsProps) {
  const t = useT()
  const [view, setView] = useState<View>('chain')
  const listing = useListing(picked ?? '')
  return (
    <div className="rounded bg-panel">
      <Tabs
        label={t('options.viewsOf')}
        size="sm"
        value={view}
        onChange={setView}
        items={views.map((value) => ({ value, label: t({ key: `options.views.${value}` }) }))}
        actions={
          view === 'chain' ? (
            <IconButton label={t('shell.columns')} onClick={() => openDialog(chainColumns)}>
              <Columns3 aria-hidden />
            </IconButton>
          ) : undefined
        }
      >
        {view === 'chain' && <OptionChain expiry={expiry} picked={picked} onPick={onPick} />}
        {view === 'chart' && listing !== undefined && <Chart instrument={listing.instrument} />}
        {view === 'volatility' && <VolatilityView expiries={expiries} expiry={expiry} />}
      </Tabs>
    </div>
  )
}

type OneProps = { picked: Picked; onPick: (picked: Picked) => void }

function OneOption({ picked, onPick }: OneProps) {
  const listing = useListing(picked.symbol)
  if (listing === undefined) return <Skeleton className="h-96" />
  const { instrument } = listing
  return (
    <div className="flex flex-col gap-4">
      <OptionTicket instrument={instrument} picked={picked} />
      <OptionBook
        instrument={instrument}
        onPick={(price, side) => onPick({ symbol: instrument.symbol, price, side })}
      />
    </div>
  )
}
