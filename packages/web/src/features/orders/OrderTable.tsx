// The open orders: a table on a desk, cards on a phone; changed, cancelled, or all cancelled.

import { memo, useState } from 'react'
import type { ReactNode } from 'react'
import { ChevronDown, Pencil } from 'lucide-react'
import { qtyCoin, valueCoin, valueOf, type Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import { instrumentOf, listingOf, nameOf, showListing } from '../../stores/catalogue.ts'
import { useCurrentSymbol, useListing } from '../../stores/catalogue.ts'
import { useConnection } from '../../client/connection.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useOpenOrders } from '../../stores/orders.ts'
import { isHeld, usePositions } from '../../stores/positions.ts'
import { basisWord } from '../../actions/words/basis-words.ts'
import { stopWord, triggerSign } from '../../actions/words/stop-words.ts'
import { startDemo, useSession } from '../../client/session.ts'
import { changeSettings, useSettings } from '../../stores/settings.ts'
import { wordsOfOrder } from '../../actions/words/order-words.ts'
import { cancelAll, cancelOrder } from '../../actions/trading.ts'
import { useT } from '../../i18n/i18n.ts'
import type { MessageKey } from '../../i18n/message-keys.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useIsWide } from '../../platform/use-is-wide.ts'
import { openDialog, type DialogRequest } from '../../shell/dialogs.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Menu } from '../../ui/Menu.tsx'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { sortedRows, useTableSort, type SortKey } from '../../ui/table/sort.ts'
import { Switch } from '../../ui/Switch.tsx'
import { Cell, EmptyRow, HeadCell, SkeletonRows, Table, TableBody } from '../../ui/table/Table.tsx'
import { TableHead, TableRow } from '../../ui/table/Table.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { MmrCloseCard, MmrCloseRow, type MmrCloseProps } from './MmrCloseRow.tsx'
import { forceWord, orderTab, orderTabs, statusWord, typeWord } from './order-tabs.ts'
import type { OrderTab } from './order-tabs.ts'

const COLUMNS = 9
/** What the table needs with no column out of sight; below it the orders are cards. */
const TABLE_PX = 860

export function OrderTable() {
  const t = useT()
  const [room, isWide] = useIsWide<HTMLElement>(TABLE_PX)
  const isVisitor = useSession((session) => session.status === 'visitor')
  const orders = useShownOrders()
  const closes = useShownMmrCloses()
  const [tab, setTab] = useState<ShownTab>('all')
  const List = isWide ? Rows : Cards
  const inTab = (shown: ShownTab): readonly Order[] | undefined =>
    shown === 'all' ? orders : orders?.filter((order) => tabOf(order) === shown)
  const closesIn = (shown: ShownTab) => (shown === 'all' || shown === 'mmr' ? closes : [])
  // Where the room is short the tabs have a line of their own.
  const toolbar = <Toolbar count={orders?.length ?? 0} />
  return (
    <section ref={room} aria-label={t('orders.openTitle')} className="flex h-full min-h-0 flex-col">
      {!isWide && <div className="px-3">{toolbar}</div>}
      <Tabs
        label={t('orders.kind')}
        size="sm"
        value={tab}
        onChange={setTab}
        items={shownTabs.map((value) => ({
          value,
          label: t({ key: tabWords[value] }),
          count: (inTab(value)?.length ?? 0) + closesIn(value).length,
        }))}
        actions={isWide ? toolbar : undefined}
        className="min-h-0 flex-1"
        panelClassName="flex flex-col"
      >
        <List orders={inTab(tab)} mmrCloses={closesIn(tab)} isVisitor={isVisitor} />
      </Tabs>
    </section>
  )
}

/** Positions with an MMR close order that waits: each is one open order of its tab. */
function useShownMmrCloses(): readonly MmrCloseProps[] {
  const positions = usePositions()
  const allSymbols = useSettings((settings) => settings.allSymbols)
  const symbol = useCurrentSymbol()
  return (positions ?? []).flatMap(({ key, position, mmrClose }) =>
    mmrClose === undefined || !isHeld(position) || (!allSymbols && position.symbol !== symbol)
      ? []
      : [{ key, position, mmrClose }],
  )
}

function useShownOrders(): readonly Order[] | undefined {
  const orders = useOpenOrders()
  const allSymbols = useSettings((settings) => settings.allSymbols)
  const symbol = useCurrentSymbol()
  return orders?.filter((order) => allSymbols || order.symbol === symbol)
}

const tabOf = ({ symbol, stop }: Order): OrderTab =>
  orderTab({ marketType: listingOf(symbol)?.marketType, stopOrderType: stop?.stopType })

/** Every order, or those of one of the tabs. */
const shownTabs = ['all', ...orderTabs] as const
type ShownTab = (typeof shownTabs)[number]

function Toolbar({ count }: { count: number }) {
  const t = useT()
  const symbol = useCurrentSymbol()
  const allSymbols = useSettings((settings) => settings.allSymbols)
  return (
    <div className="flex h-8 shrink-0 items-center justify-between gap-4 whitespace-nowrap">
      <Switch
        label={t('positions.allSymbols')}
        checked={allSymbols}
        onChange={(checked) => changeSettings({ allSymbols: checked })}
      />
      <Menu
        trigger={
          <Button size="sm" disabled={count === 0}>
            {t('orders.cancelAll')}
            <ChevronDown className="size-3.5" aria-hidden />
          </Button>
        }
        entries={[
          {
            kind: 'act',
            id: 'symbol',
            label: t('orders.cancelThisSymbol', { symbol }),
            onSelect: () => void cancelAll(symbol),
          },
          {
            kind: 'act',
            id: 'everything',
            label: t('orders.cancelEverything'),
            onSelect: () => void cancelAll(),
          },
        ]}
      />
    </div>
  )
}

const tabWords = {
  all: 'orders.tabAll',
  activity: 'orders.tabActivity',
  condition: 'orders.tabCondition',
  tpSl: 'orders.tabTpSl',
  trailingStop: 'orders.tabTrailingStop',
  mmr: 'orders.tabMmr',
  oco: 'orders.tabOco',
  futureSpread: 'orders.tabFutureSpread',
} as const satisfies Record<ShownTab, MessageKey>

type ListProps = {
  orders: readonly Order[] | undefined
  mmrCloses: readonly MmrCloseProps[]
  isVisitor: boolean
}

type SortColumn = 'contract' | 'time' | 'side' | 'value'

function sortKey(order: Order, column: SortColumn): SortKey {
  if (column === 'contract') return order.symbol
  if (column === 'time') return order.createdMs
  if (column === 'side') return order.side
  const instrument = instrumentOf(order.symbol)
  if (instrument === undefined) return undefined
  return valueOf(instrument, valuationTicks(order), order.qtyLots)
}

function Rows({ orders, mmrCloses, isVisitor }: ListProps) {
  const t = useT()
  const { choice, head } = useTableSort<SortColumn>()
  return (
    <Table label={t('orders.openTitle')} minWidthPx={TABLE_PX} className="min-h-0 flex-1">
      <TableHead>
        <HeadCell sticky {...head('contract')}>
          {t('orders.contract')}
        </HeadCell>
        <HeadCell second={t('orders.type')} {...head('side')}>
          {t('orders.side')}
        </HeadCell>
        <HeadCell align="end" second={t('orders.trigger')}>
          {t('orders.price')}
        </HeadCell>
        <HeadCell align="end">{t('orders.filledQty')}</HeadCell>
        <HeadCell align="end" {...head('value')}>
          {t('orders.value')}
        </HeadCell>
        <HeadCell align="end">{t('tpsl.column')}</HeadCell>
        <HeadCell second={t('orders.reduceOnly')}>{t('orders.timeInForce')}</HeadCell>
        <HeadCell second={t('orders.status')} {...head('time')}>
          {t('orders.time')}
        </HeadCell>
        <HeadCell align="end">
          <span className="sr-only">{t('orders.cancel')}</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {sortedRows(orders ?? [], choice, sortKey).map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
        {mmrCloses.map((each) => (
          <MmrCloseRow {...each} key={each.key} />
        ))}
        {orders === undefined && !isVisitor && <SkeletonRows columns={COLUMNS} rows={2} />}
        {((orders?.length === 0 && mmrCloses.length === 0) || isVisitor) && (
          <EmptyRow columns={COLUMNS}>
            <NoOrders isVisitor={isVisitor} />
          </EmptyRow>
        )}
      </TableBody>
    </Table>
  )
}

const OrderRow = memo(function OrderRow({ order }: { order: Order }) {
  const listing = useListing(order.symbol)
  return listing === undefined ? null : (
    <ListedRow order={order} instrument={listing.instrument} onShow={() => showListing(listing)} />
  )
})

type RowProps = { order: Order; instrument: Instrument; onShow: () => void }

function ListedRow({ order, instrument, onShow }: RowProps) {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  const isStale = useConnection((connection) => connection.account !== 'live')
  return (
    <TableRow pending={isStale}>
      <Cell sticky>
        <button
          type="button"
          aria-label={t('positions.goTo', { symbol: order.symbol })}
          onClick={onShow}
          className="rounded-sm font-medium hover:text-accent"
        >
          {nameOf(order.symbol)}
        </button>
      </Cell>
      <Cell second={<TypeWords order={order} />}>
        <SideWord order={order} />
      </Cell>
      <Cell align="end" second={<Trigger order={order} instrument={instrument} />}>
        <Price order={order} instrument={instrument} />
      </Cell>
      <Cell align="end">
        <span className="text-soft">{words.qty(order.filledLots)} / </span>
        {words.qty(order.qtyLots)} <span className="text-soft">{qtyCoin(instrument)}</span>
      </Cell>
      <Cell align="end">
        <Value order={order} instrument={instrument} />
      </Cell>
      <Cell align="end">
        <AttachedTpsl order={order} instrument={instrument} />
      </Cell>
      <Cell className="text-soft" second={t(order.reduceOnly ? 'orders.yes' : 'orders.no')}>
        {t({ key: forceWord(order.timeInForce) })}
      </Cell>
      <Cell second={t({ key: statusWord(order.status) })}>{format.dateTime(order.createdMs)}</Cell>
      <Cell align="end">
        <Acts order={order} instrument={instrument} />
      </Cell>
    </TableRow>
  )
}

type OrderProps = { order: Order; instrument: Instrument }

/** A stop says what it is beside the order that it becomes. */
function TypeWords({ order }: { order: Order }) {
  const t = useT()
  const type = t({ key: typeWord(order.orderType) })
  const stop = stopWord(order.stop?.stopType)
  return stop === undefined ? type : `${t({ key: stop })} · ${type}`
}

/** The TP/SL that the order brings to the position it opens. */
function AttachedTpsl({ order, instrument }: OrderProps) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const { takeProfit, stopLoss } = order.stop ?? {}
  if (takeProfit === undefined && stopLoss === undefined) return '--'
  const legs = [
    [t('orders.takeProfit'), takeProfit],
    [t('orders.stopLoss'), stopLoss],
  ] as const
  const details = legs.flatMap(([name, leg]) =>
    leg === undefined ? [] : [{ name, leg, price: words.price(leg.triggerTicks) }],
  )
  return (
    <Tooltip
      content={details.map(({ name, leg, price }) => (
        <span key={name} className="block">
          {name}: {t({ key: basisWord(leg.triggerBy) })} {price}
          {leg.limitTicks !== undefined && ` → ${t('orders.limit')} ${words.price(leg.limitTicks)}`}
        </span>
      ))}
    >
      <button type="button" className="explained rounded-sm text-2xs leading-3.5">
        <span className="block">{words.price(takeProfit?.triggerTicks)}</span>
        <span className="block">{words.price(stopLoss?.triggerTicks)}</span>
      </button>
    </Tooltip>
  )
}

function Value({ order, instrument }: OrderProps) {
  const words = useInstrumentFormat(instrument)
  const ticks = valuationTicks(order)
  if (ticks <= 0) return '--'
  const value = words.value(valueOf(instrument, ticks, order.qtyLots))
  return (
    <>
      {value} <span className="text-soft">{valueCoin(instrument)}</span>
    </>
  )
}

function Price({ order, instrument }: OrderProps) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  if (order.orderType === 'Market') return <span className="text-soft">{t('orders.market')}</span>
  return words.price(order.priceTicks)
}

/** What it waits for: a price of its basis, reached by a rise or by a fall. */
function Trigger({ order, instrument }: OrderProps) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const { stop } = order
  if (stop === undefined || stop.triggerDirection === 0) return '--'
  const sign = triggerSign(stop.triggerDirection)
  return `${t({ key: basisWord(stop.triggerBy) })} ${sign} ${words.price(stop.triggerTicks)}`
}

/** The price an order's value is told at: a market order that waits has only its trigger. */
const valuationTicks = ({ orderType, priceTicks, stop }: Order): Order['priceTicks'] =>
  orderType === 'Market' && stop !== undefined ? stop.triggerTicks : priceTicks

/** A trailing stop moves by itself: what a trader changes is its distance, on its position. */
const amendDialog = ({ id, symbol, positionIdx, stop }: Order): DialogRequest =>
  stop?.stopType === 'TrailingStop'
    ? { kind: 'trailing', symbol, positionIdx }
    : { kind: 'replaceOrder', symbol, orderId: String(id) }

function SideWord({ order }: { order: Order }) {
  const t = useT()
  const isBuy = order.side === 'Buy'
  return (
    <span className={classNames('font-medium', isBuy ? 'text-up' : 'text-down')}>
      {t(isBuy ? 'orders.buy' : 'orders.sell')}
    </span>
  )
}

function Acts({ order, instrument }: { order: Order; instrument: Instrument }) {
  const t = useT()
  const [isPending, setIsPending] = useState(false)
  const words = t(wordsOfOrder(order, instrument))
  const cancel = async (): Promise<void> => {
    setIsPending(true)
    await cancelOrder(order)
    setIsPending(false)
  }
  return (
    <span className="inline-flex items-center gap-1 max-md:w-full max-md:*:flex-1">
      <IconButton
        label={t('orders.editOf', { words })}
        onClick={() => openDialog(amendDialog(order))}
      >
        <Pencil aria-hidden />
      </IconButton>
      <Button
        size="sm"
        pending={isPending}
        aria-label={t('orders.cancelOf', { words })}
        onClick={() => void cancel()}
      >
        {t('orders.cancel')}
      </Button>
    </span>
  )
}

function Cards({ orders, mmrCloses, isVisitor }: ListProps) {
  if (orders === undefined && !isVisitor) return <Skeleton className="mx-3 h-24" />
  if (isVisitor || (orders?.length === 0 && mmrCloses.length === 0)) {
    return <NoOrders isVisitor={isVisitor} />
  }
  return (
    <ul className="grid min-h-0 flex-1 auto-rows-min grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-2 overflow-auto p-2">
      {orders?.map((order) => (
        <OrderCard key={order.id} order={order} />
      ))}
      {mmrCloses.map((each) => (
        <MmrCloseCard {...each} key={each.key} />
      ))}
    </ul>
  )
}

function OrderCard({ order }: { order: Order }) {
  const t = useT()
  const format = useFormat()
  const listing = useListing(order.symbol)
  if (listing === undefined) return null
  return (
    <li className="rounded border border-line-strong p-3 text-xs">
      <div className="flex items-center gap-2">
        <span className="font-medium">{nameOf(order.symbol)}</span>
        <Badge tone={order.side === 'Buy' ? 'up' : 'down'}>
          {t(order.side === 'Buy' ? 'orders.buy' : 'orders.sell')}
        </Badge>
        <span className="text-muted">
          <TypeWords order={order} />
        </span>
        <span className="ml-auto text-2xs text-muted">{format.dateTime(order.createdMs)}</span>
      </div>
      <CardFacts order={order} instrument={listing.instrument} />
      <div className="mt-3 flex">
        <Acts order={order} instrument={listing.instrument} />
      </div>
    </li>
  )
}

function CardFacts({ order, instrument }: { order: Order; instrument: Instrument }) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  return (
    <dl className="mt-2 grid grid-cols-3 gap-3">
      <Fact label={t('orders.price')}>
        <Price order={order} instrument={instrument} />
      </Fact>
      <Fact label={t('orders.trigger')}>
        <Trigger order={order} instrument={instrument} />
      </Fact>
      <Fact label={t('orders.filledQty')}>
        {words.qty(order.filledLots)} / {words.qty(order.qtyLots)}
      </Fact>
      <Fact label={t('orders.value')}>
        <Value order={order} instrument={instrument} />
      </Fact>
      <Fact label={t('tpsl.column')}>
        <AttachedTpsl order={order} instrument={instrument} />
      </Fact>
      <Fact label={t('orders.status')}>{t({ key: statusWord(order.status) })}</Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-2xs text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function NoOrders({ isVisitor }: { isVisitor: boolean }) {
  const t = useT()
  if (!isVisitor) return <EmptyState title={t('orders.empty')} body={t('orders.emptyBody')} />
  return (
    <EmptyState
      title={t('orders.signedOut')}
      action={
        <Button size="sm" variant="primary" onClick={() => void startDemo()}>
          {t('ticket.getDemo')}
        </Button>
      }
    />
  )
}
