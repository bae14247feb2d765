// The trade page on a phone: one column, the ticket in a sheet behind two buttons that stay
// visible.

import { Suspense, useEffect, useRef, useState } from 'react'
import { useCurrentListing } from '../stores/catalogue.ts'
import { usePick } from '../stores/draft.ts'
import { SymbolBar } from '../features/catalogue/SymbolBar.tsx'
import { StatusBar } from '../features/status/StatusBar.tsx'
import { useT } from '../i18n/i18n.ts'
import { onPageSeen } from '../platform/first-sight.ts'
import { onPanelRequest, tablePanels, type TablePanel } from '../shell/panel-requests.ts'
import { Button } from '../ui/Button.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { GlobalNav } from './GlobalNav.tsx'
import { Panic } from './panels/Panic.tsx'
import { PageHeading } from './PageHeading.tsx'
import { PanelBoundary } from './PanelBoundary.tsx'
import { panelCounts, panelNames } from './panels/panels.ts'
import { loadFurtherPanels, panelViews, TicketSheet } from './panels/phone-panels.ts'

type Upper = 'chart' | 'book' | 'ladder' | 'trades' | 'info'

export function PhoneLayout() {
  const [side, setSide] = useState<'Buy' | 'Sell' | undefined>(undefined)
  const picked = usePick()?.order?.side
  // An order picked on the chart goes into the ticket, which must be open for that.
  if (picked !== undefined && side === undefined) setSide(picked)
  // The sheet is loaded when it is first opened, and kept, so that it can slide out.
  const [wasOpen, setWasOpen] = useState(false)
  if (side !== undefined && !wasOpen) setWasOpen(true)
  useEffect(() => onPageSeen(loadFurtherPanels), [])
  // A request for a table closes the sheet, which would cover it.
  useEffect(() => onPanelRequest(() => setSide(undefined)), [])
  return (
    <div className="flex min-h-dvh flex-col">
      <GlobalNav />
      <div className="border-b border-line bg-panel">
        <PanelBoundary>
          <SymbolBar />
        </PanelBoundary>
      </div>
      <main className="flex flex-1 flex-col gap-1 pb-[calc(4rem+env(safe-area-inset-bottom))]">
        <PageHeading />
        <UpperPanels />
        <LowerPanels />
        <div className="bg-panel">
          <PanelBoundary>
            <StatusBar />
            <Panic />
          </PanelBoundary>
        </div>
      </main>
      <TradeButtons onSide={setSide} />
      <Suspense>
        {wasOpen && <TicketSheet side={side} onClose={() => setSide(undefined)} />}
      </Suspense>
    </div>
  )
}

function UpperPanels() {
  const t = useT()
  const [shown, setShown] = useState<Upper>('chart')
  const View = panelViews[shown]
  const items: { value: Upper; label: string }[] = [
    { value: 'chart', label: t('shell.panelChart') },
    { value: 'book', label: t('shell.phoneBook') },
    { value: 'ladder', label: t('shell.panelLadder') },
    { value: 'trades', label: t('shell.panelTrades') },
    { value: 'info', label: t('shell.phoneInfo') },
  ]
  return (
    <Tabs
      label={t('shell.phonePanels')}
      value={shown}
      onChange={setShown}
      items={items}
      className="bg-panel"
      panelClassName="h-[56dvh] min-h-80 flex-none! overflow-auto"
    >
      <PanelBoundary key={shown}>
        <View />
      </PanelBoundary>
    </Tabs>
  )
}

function LowerPanels() {
  const t = useT()
  const [shown, setShown] = useState<TablePanel>('positions')
  const place = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      onPanelRequest((panel) => {
        setShown(panel)
        place.current?.scrollIntoView({ block: 'start' })
      }),
    [],
  )
  const View = panelViews[shown]
  const Account = panelViews.account
  const items = tablePanels.map((value) => {
    const Count = panelCounts[value]
    return {
      value,
      label: (
        <>
          {t({ key: panelNames[value] })}
          {Count !== undefined && <Count />}
        </>
      ),
    }
  })
  return (
    <div ref={place} className="flex flex-1 scroll-mt-12 flex-col">
      <Tabs
        label={t('shell.phoneTables')}
        value={shown}
        onChange={setShown}
        items={items}
        className="flex-1 bg-panel"
        panelClassName="min-h-48"
      >
        {shown === 'assets' && (
          <PanelBoundary>
            <Account />
          </PanelBoundary>
        )}
        <PanelBoundary key={shown}>
          <View />
        </PanelBoundary>
      </Tabs>
    </div>
  )
}

function TradeButtons({ onSide }: { onSide: (side: 'Buy' | 'Sell') => void }) {
  const t = useT()
  const traded = useCurrentListing()?.instrument
  const coin = traded?.kind === 'Spot' ? traded.baseCoin : undefined
  return (
    <div className="fixed inset-x-0 bottom-0 z-header flex gap-2 border-t border-line bg-panel p-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))]">
      <Button variant="buy" size="lg" className="h-11 flex-1" onClick={() => onSide('Buy')}>
        {coin === undefined ? t('ticket.buyLong') : t('ticket.buy', { coin })}
      </Button>
      <Button variant="sell" size="lg" className="h-11 flex-1" onClick={() => onSide('Sell')}>
        {coin === undefined ? t('ticket.sellShort') : t('ticket.sell', { coin })}
      </Button>
    </div>
  )
}
