// The open orders: a table in a large window, cards on a phone; selected, changed, cancelled, or
// all cancelled.

import { Fragment, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { ChevronDown, Columns3 } from 'lucide-react'
import { valueCoin } from '@basis/domain/instrument/instrument'
import { amount, zero, type Amount } from '@basis/domain/numbers/fixed'
import type { Order } from '@basis/domain/orders/order'
import { instrumentOf, useCurrentSymbol, useListings } from '../../stores/catalogue.ts'
import { useOpenOrders } from '../../stores/orders.ts'
import { isHeld, usePositions } from '../../stores/positions.ts'
import { useSpreadCount } from '../../stores/spread/spreads.ts'
import { useSession } from '../../client/session.ts'
import {
  changeSettings,
  useSettings,
  useTableColumns,
  useTableProps,
} from '../../stores/settings.ts'
import { cancelOrders } from '../../actions/cancelling.ts'
import { cancelAll } from '../../actions/trading.ts'
import { useT } from '../../i18n/i18n.ts'
import { message, type MessageKey } from '../../i18n/message-keys.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useGrowing } from '../../platform/use-growing.ts'
import { useIsWide } from '../../platform/use-is-wide.ts'
import { openDialog, type ColumnsRequest } from '../../shell/dialogs.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { sortedRows, useTableSort, type SortKey } from '../../ui/table/sort.ts'
import { Checkbox, Switch } from '../../ui/Switch.tsx'
import { EmptyRow, HeadCell, SkeletonRows, Table, TableBody } from '../../ui/table/Table.tsx'
import { TableHead, WindowedRows } from '../../ui/table/Table.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { SignedOut } from '../page-states/SignedOut.tsx'
import { MmrCloseCard, MmrCloseRow, type MmrCloseProps } from './MmrCloseRow.tsx'
import { OrderCard, OrderRow, orderColumns } from './OrderRow.tsx'
import type { OrderColumn } from './OrderRow.tsx'
import { orderRank, orderTabs, ordersByTab } from './order-tabs.ts'
import { orderValue } from './order-value.ts'

/** The width at which the table shows all columns; below it the orders are cards. */
const TABLE_PX = 860
const TABLE = 'orders'

/** All orders, or those of one tab. */
const shownTabs = ['all', ...orderTabs] as const
type ShownTab = (typeof shownTabs)[number]

type Props = {
  /** Open orders of combinations, with one leg or all: the content of their tab. */
  spreads: ComponentType<{ leg?: string | undefined }>
}

export function OrderTable({ spreads: Spreads }: Props) {
  const t = useT()
  const [room, isWide] = useIsWide<HTMLElement>(TABLE_PX)
  const isVisitor = useSession((session) => session.status === 'visitor')
  const orders = useShownOrders()
  const closes = useShownMmrCloses()
  const leg = useShownLeg()
  const spreadCount = useSpreadCount(leg)
  const [tab, setTab] = useState<ShownTab>('all')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(noneChosen)
  const listings = useListings()
  const byTab = ordersByTab(orders ?? [], (symbol) => listings.get(symbol)?.marketType)
  const inTab = (shown: ShownTab): readonly Order[] =>
    shown === 'all' ? (orders ?? []) : (byTab.get(shown) ?? [])
  const closesIn = (shown: ShownTab) => (shown === 'all' || shown === 'mmr' ? closes : [])
  const shown = inTab(tab)
  const List = isWide ? Rows : Cards
  // In a narrow panel the tabs have their own line.
  const toolbar = (
    <Toolbar
      count={orders?.length ?? 0}
      chosen={shown.filter(({ id }) => chosen.has(id))}
      isTable={isWide}
    />
  )
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
          count:
            inTab(value).length +
            closesIn(value).length +
            (value === 'futureSpread' || value === 'all' ? spreadCount : 0),
        }))}
        actions={isWide ? toolbar : undefined}
        className="min-h-0 flex-1"
        panelClassName="flex flex-col"
      >
        {tab === 'futureSpread' && !isVisitor ? (
          <Spreads leg={leg} />
        ) : (
          <List
            orders={orders === undefined ? undefined : shown}
            mmrCloses={closesIn(tab)}
            isVisitor={isVisitor}
            chosen={chosen}
            onChoose={setChosen}
          />
        )}
        {tab === 'all' && spreadCount > 0 && !isVisitor && (
          // Cancel All also cancels orders of combinations, so the tab of all orders lists them.
          <div className="max-h-1/2 shrink-0 overflow-y-auto border-t border-line">
            <Spreads leg={leg} />
          </div>
        )}
        {isWide && <Sums orders={shown} />}
      </Tabs>
    </section>
  )
}

/** The leg by which combinations are filtered; undefined while all symbols are shown. */
function useShownLeg(): string | undefined {
  const allSymbols = useSettings((settings) => settings.allSymbols)
  const symbol = useCurrentSymbol()
  return allSymbols ? undefined : symbol
}

const noneChosen: ReadonlySet<number> = new Set()

/** Positions with an MMR close order: each counts as an open order of its tab. */
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

/** The dialog of the columns; the contract and the buttons cannot be hidden. */
const columnsRequest: ColumnsRequest = {
  kind: 'columns',
  table: TABLE,
  title: message('orders.openTitle'),
  columns: [
    { id: 'side', titles: [message('orders.side'), message('orders.type')] },
    { id: 'price', titles: [message('orders.price'), message('orders.trigger')] },
    { id: 'filled', titles: [message('orders.filledQty')] },
    { id: 'value', titles: [message('orders.value')] },
    { id: 'tpsl', titles: [message('tpsl.column')] },
    { id: 'force', titles: [message('orders.timeInForce'), message('orders.reduceOnly')] },
    { id: 'time', titles: [message('orders.time'), message('orders.status')] },
  ],
}

type ToolbarProps = { count: number; chosen: readonly Order[]; isTable: boolean }

function Toolbar({ count, chosen, isTable }: ToolbarProps) {
  const t = useT()
  const symbol = useCurrentSymbol()
  const allSymbols = useSettings((settings) => settings.allSymbols)
  return (
    <div className="flex h-8 shrink-0 items-center justify-between gap-3 whitespace-nowrap">
      <Switch
        label={t('positions.allSymbols')}
        checked={allSymbols}
        onChange={(checked) => changeSettings({ allSymbols: checked })}
      />
      {isTable && (
        <IconButton label={t('shell.columns')} onClick={() => openDialog(columnsRequest)}>
          <Columns3 aria-hidden />
        </IconButton>
      )}
      {chosen.length > 0 ? (
        <Button size="sm" onClick={() => void cancelOrders(chosen)}>
          {t('orders.cancelSelected', { count: chosen.length })}
        </Button>
      ) : (
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
      )}
    </div>
  )
}

type ListProps = {
  orders: readonly Order[] | undefined
  mmrCloses: readonly MmrCloseProps[]
  isVisitor: boolean
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
}

type SortColumn = 'contract' | 'time' | 'side' | 'value'

function sortKey(order: Order, column: SortColumn): SortKey {
  if (column === 'contract') return order.symbol
  if (column === 'time') return order.createdMs
  if (column === 'side') return orderRank(order)
  const instrument = instrumentOf(order.symbol)
  if (instrument === undefined) return undefined
  return orderValue(order, instrument)
}

function Rows({ orders, mmrCloses, isVisitor, chosen, onChoose }: ListProps) {
  const t = useT()
  const { choice, head } = useTableSort<SortColumn>()
  const columns = useTableColumns(TABLE, orderColumns)
  const appearance = useTableProps(TABLE)
  const count = orders?.length ?? 0
  const everyId = (orders ?? []).map(({ id }) => id)
  const isEveryChosen = count > 0 && everyId.every((id) => chosen.has(id))
  const choose = (id: number, isChosen: boolean): void => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    onChoose(next)
  }
  const heads: Record<OrderColumn, ReactNode> = {
    side: (
      <HeadCell column="side" second={t('orders.type')} {...head('side')}>
        {t('orders.side')}
      </HeadCell>
    ),
    price: (
      <HeadCell column="price" align="end" second={t('orders.trigger')}>
        {t('orders.price')}
      </HeadCell>
    ),
    filled: (
      <HeadCell column="filled" align="end">
        {t('orders.filledQty')}
      </HeadCell>
    ),
    value: (
      <HeadCell column="value" align="end" {...head('value')}>
        {t('orders.value')}
      </HeadCell>
    ),
    tpsl: (
      <HeadCell column="tpsl" align="end">
        {t('tpsl.column')}
      </HeadCell>
    ),
    force: (
      <HeadCell column="force" second={t('orders.reduceOnly')}>
        {t('orders.timeInForce')}
      </HeadCell>
    ),
    time: (
      <HeadCell column="time" second={t('orders.status')} {...head('time')}>
        {t('orders.time')}
      </HeadCell>
    ),
  }
  const across = columns.length + 2
  return (
    <Table
      label={t('orders.openTitle')}
      minWidthPx={TABLE_PX}
      {...appearance}
      rowCount={count}
      className="min-h-0 flex-1"
    >
      <TableHead>
        <HeadCell
          sticky
          before={
            count > 0 && (
              <Checkbox
                className="me-3 align-middle"
                label={t('orders.selectAll')}
                labelHidden
                checked={isEveryChosen}
                onChange={(isChosen) => onChoose(isChosen ? new Set(everyId) : noneChosen)}
              />
            )
          }
          {...head('contract')}
        >
          {t('orders.contract')}
        </HeadCell>
        {columns.map((id) => (
          <Fragment key={id}>{heads[id]}</Fragment>
        ))}
        <HeadCell stickyEnd align="end">
          <span className="sr-only">{t('orders.cancel')}</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        <WindowedRows rows={sortedRows(orders ?? [], choice, sortKey)} columns={across}>
          {(order, index) => (
            <OrderRow
              key={order.id}
              order={order}
              index={index}
              columns={columns}
              isChosen={chosen.has(order.id)}
              onChoose={choose}
            />
          )}
        </WindowedRows>
        {mmrCloses.map((each) => (
          <MmrCloseRow {...each} key={each.key} columns={columns} />
        ))}
        {orders === undefined && !isVisitor && <SkeletonRows columns={across} rows={2} />}
        {((orders?.length === 0 && mmrCloses.length === 0) || isVisitor) && (
          <EmptyRow columns={across}>
            <NoOrders isVisitor={isVisitor} />
          </EmptyRow>
        )}
      </TableBody>
    </Table>
  )
}

/** The number of orders and their total value, for each coin. */
function Sums({ orders }: { orders: readonly Order[] }) {
  const t = useT()
  const format = useFormat()
  const listings = useListings()
  if (orders.length < 2) return null
  const sums = new Map<string, Amount>()
  for (const order of orders) {
    const instrument = listings.get(order.symbol)?.instrument
    if (instrument === undefined) continue
    const coin = valueCoin(instrument)
    const value = orderValue(order, instrument) ?? zero
    sums.set(coin, amount((sums.get(coin) ?? zero) + value))
  }
  const values = [...sums].map(
    ([coin, value]) => `${format.money({ units: value, scale: 8 }, coin)} ${coin}`,
  )
  return (
    <p className="flex h-7 shrink-0 items-center gap-3 border-t border-line px-3 text-2xs text-muted">
      {t('orders.sums', { count: orders.length, value: values.join(' · ') })}
    </p>
  )
}

function Cards({ orders, mmrCloses, isVisitor }: ListProps) {
  const count = orders?.length ?? 0
  const [shown, end] = useGrowing(count)
  if (orders === undefined && !isVisitor) return <Skeleton className="mx-3 h-24" />
  if (isVisitor || (orders?.length === 0 && mmrCloses.length === 0)) {
    return <NoOrders isVisitor={isVisitor} />
  }
  return (
    <ul className="grid min-h-0 flex-1 auto-rows-min grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-2 overflow-auto p-2">
      {orders?.slice(0, shown).map((order) => (
        <OrderCard key={order.id} order={order} />
      ))}
      {/* A new key for each step remounts the end, so that one still visible is observed again. */}
      {shown < count && <li key={shown} ref={end} aria-hidden className="h-px" />}
      {mmrCloses.map((each) => (
        <MmrCloseCard {...each} key={each.key} />
      ))}
    </ul>
  )
}

function NoOrders({ isVisitor }: { isVisitor: boolean }) {
  const t = useT()
  if (!isVisitor) return <EmptyState title={t('orders.empty')} body={t('orders.emptyBody')} />
  return <SignedOut title={t('orders.signedOut')} />
}
