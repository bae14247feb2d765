// Tabs of the trader's options: positions, open orders, histories, and the risk of the coin.

import { useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { useListings } from '../../stores/catalogue.ts'
import { useOpenOrders } from '../../stores/orders.ts'
import { useOptionPositions } from '../../stores/positions.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { holdingsOf } from './holdings.ts'
import type { Picked } from './chain-rows.ts'
import { OptionOrders } from './OptionOrders.tsx'
import { OptionPositions } from './OptionPositions.tsx'
import type { OptionParts } from './option-parts.ts'

type Props = { onPick: (picked: Picked) => void }
const tabs = ['tabPositions', 'tabOrders', 'tabHistory', 'tabFills', 'tabRisk'] as const
type Tab = (typeof tabs)[number]

type HoldingsProps = Props & {
  /** Histories and the stress of portfolio margin come from other features. */
  parts: Pick<OptionParts, 'History' | 'Risk'>
  baseCoin: string
}

export function OptionHoldings({ onPick, parts: { History, Risk }, baseCoin }: HoldingsProps) {
  const t = useT()
  const [tab, setTab] = useState<Tab>('tabPositions')
  // Positions can be shown once their chain is loaded.
  const listings = useListings()
  const instrumentOf = (symbol: string) => listings.get(symbol)?.instrument
  const coins = holdingsOf(useOptionPositions() ?? [], instrumentOf)
  const orders = (useOpenOrders() ?? []).filter(({ symbol }) => instrumentOf(symbol)?.option)
  const held = coins.flatMap(({ expiries }) => expiries.flatMap(({ rows }) => rows))
  const counts: Partial<Record<Tab, number>> = {
    tabPositions: held.length,
    tabOrders: orders.length,
  }
  return (
    <section aria-label={t('options.holdings')} className="flex-1 rounded bg-panel">
      <Tabs
        label={t('options.holdings')}
        value={tab}
        onChange={setTab}
        items={tabs.map((value) => ({
          value,
          label: t({ key: `options.${value}` }),
          count: counts[value],
        }))}
      >
        {(tab === 'tabHistory' || tab === 'tabFills') && (
          <div className="h-80">
            <History key={tab} view={tab === 'tabHistory' ? 'orders' : 'fills'} />
          </div>
        )}
        {tab === 'tabRisk' && <Risk baseCoin={baseCoin} />}
        {tab === 'tabOrders' && <OptionOrders orders={orders} onPick={onPick} />}
        {tab === 'tabPositions' && <OptionPositions coins={coins} onPick={onPick} />}
      </Tabs>
    </section>
  )
}
