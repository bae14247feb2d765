// Tabs of the trader's combinations: open orders, fills with the origin of their prices, past
// orders, and positions of the legs.

import { useState } from 'react'
import type { WireSpreadExecution } from '@basis/protocol/spread/order'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useSpreadCount } from '../../stores/spread/spreads.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { OpenSpreads, SpreadOrderTable } from './OpenSpreads.tsx'
import { SpreadLegs } from './SpreadLegs.tsx'
import { reportFailedPage } from '../page-states/failed-page.ts'
import { LoadFailed } from '../page-states/LoadFailed.tsx'
import { loadState } from '../page-states/load-state.ts'
import { usePastSpreads, useSpreadFills } from './spread-pages.ts'

const tabs = ['open', 'fills', 'past', 'legs'] as const
type Tab = (typeof tabs)[number]

export function SpreadOrders({ symbol }: { symbol: string }) {
  const t = useT()
  const [tab, setTab] = useState<Tab>('open')
  const count = useSpreadCount()
  const uid = useSession(({ user }) => user?.uid)
  return (
    <section aria-label={t('spread.orders')} className="rounded bg-panel">
      <Tabs
        label={t('spread.orders')}
        value={tab}
        onChange={setTab}
        items={tabs.map((value) => ({
          value,
          label: t({ key: `spread.tab_${value}` }),
          ...(value === 'open' ? { count } : {}),
        }))}
      >
        {tab === 'open' && <OpenSpreads />}
        {tab === 'past' && <PastOrders key={uid} uid={uid} />}
        {tab === 'fills' && <Fills key={uid} uid={uid} />}
        {tab === 'legs' && <SpreadLegs symbol={symbol} />}
      </Tabs>
    </section>
  )
}

/** The next account is not shown what was read for this one. */
type OwnProps = { uid: string | undefined }

function PastOrders({ uid }: OwnProps) {
  const query = usePastSpreads(uid)
  const state = loadState(query)
  if (state === 'waiting') return <Skeleton className="m-3 h-24" />
  if (state === 'failed') return <LoadFailed query={query} />
  const orders = query.data?.pages.flatMap(({ list }) => list) ?? []
  return (
    <>
      <SpreadOrderTable orders={orders} isOpen={false} />
      <MoreRows query={query} />
    </>
  )
}

function Fills({ uid }: OwnProps) {
  const t = useT()
  const query = useSpreadFills(uid)
  const state = loadState(query)
  if (state === 'waiting') return <Skeleton className="m-3 h-24" />
  if (state === 'failed') return <LoadFailed query={query} />
  const fills = query.data?.pages.flatMap(({ list }) => list) ?? []
  if (fills.length === 0) return <p className="p-3 text-xs text-soft">{t('spread.noFills')}</p>
  return (
    <>
      <ul className="flex flex-col gap-2 p-2">
        {fills.map((fill) => (
          <Fill key={fill.execId + fill.side} fill={fill} />
        ))}
      </ul>
      <MoreRows query={query} />
    </>
  )
}

type MoreProps = { query: ReturnType<typeof usePastSpreads | typeof useSpreadFills> }

function MoreRows({ query }: MoreProps) {
  const t = useT()
  const { hasNextPage, isFetchingNextPage } = query
  if (!hasNextPage) return null
  const load = async (): Promise<void> => reportFailedPage(await query.fetchNextPage())
  return (
    <div className="flex justify-center p-1">
      <Button size="sm" variant="ghost" pending={isFetchingNextPage} onClick={() => void load()}>
        {t('history.loadMore')}
      </Button>
    </div>
  )
}

/**
 * Explains a fill: the origin of the near leg's price, to which the spread is added for the far
 * leg.
 */
function Fill({ fill }: { fill: WireSpreadExecution }) {
  const t = useT()
  const format = useFormat()
  const number = (text: string) => format.decimal(text, { scale: 8, trimTo: 1 })
  const [far, near] = fill.legs
  return (
    <li className="rounded border border-line p-2 text-xs">
      <p className="flex flex-wrap justify-between gap-2 font-semibold">
        <span>
          {t(fill.side === 'Buy' ? 'spread.bought' : 'spread.sold', {
            qty: number(fill.execQty),
            symbol: fill.symbol,
            price: number(fill.execPrice),
          })}
        </span>
        <span className="font-normal text-soft">{format.dateTime(fill.execTime)}</span>
      </p>
      <ul className="mt-1 tabular-nums">
        {[far, near].map((leg) => (
          <li key={leg.execId} className="flex flex-wrap justify-between gap-2">
            <span className={leg.side === 'Buy' ? 'text-up' : 'text-down'}>
              {t(leg.side === 'Buy' ? 'spread.legBuy' : 'spread.legSell', { symbol: leg.symbol })}
            </span>
            <span>
              {t('spread.legAt', {
                qty: number(leg.execQty),
                price: number(leg.execPrice),
                fee: format.money(leg.execFee, leg.feeCurrency),
                coin: leg.feeCurrency,
              })}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-soft">
        {t('spread.explained', {
          reference: number(fill.referencePrice),
          near: number(near.execPrice),
          price: number(fill.execPrice),
          far: number(far.execPrice),
        })}
      </p>
    </li>
  )
}
