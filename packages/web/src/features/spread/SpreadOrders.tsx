// Orders and fills of combinations with both of their legs, how each fill came to its prices, and
// the positions of the legs.

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { WireSpreadExecution, WireSpreadOrder } from '@basis/protocol/spread/order'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Cell, EmptyRow, HeadCell, Table } from '../../ui/table/Table.tsx'
import { TableBody, TableHead, TableRow } from '../../ui/table/Table.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { act, askShown } from './spread-calls.ts'

const tabs = ['open', 'fills', 'past', 'legs'] as const
type Tab = (typeof tabs)[number]

export function SpreadOrders({ legs }: { legs: readonly string[] }) {
  const t = useT()
  const [tab, setTab] = useState<Tab>('open')
  const open = useQuery({
    queryKey: ['openSpreads'],
    queryFn: ({ signal }) => askShown('openSpreads', {}, signal),
    refetchInterval: 1000,
  })
  const fills = useQuery({
    queryKey: ['spreadExecutions'],
    queryFn: ({ signal }) => askShown('spreadExecutions', {}, signal),
    refetchInterval: 1500,
    enabled: tab === 'fills',
  })
  const past = useQuery({
    queryKey: ['spreadHistory'],
    queryFn: ({ signal }) => askShown('spreadHistory', {}, signal),
    refetchInterval: 1500,
    enabled: tab === 'past',
  })
  const orders = open.data?.list ?? []
  const cancel = async (orderId: string): Promise<void> => {
    await act('cancelSpread', { orderId })
    void open.refetch()
  }
  return (
    <section aria-label={t('spread.orders')} className="rounded bg-panel">
      <Tabs
        label={t('spread.orders')}
        value={tab}
        onChange={setTab}
        items={tabs.map((value) => ({
          value,
          label: t({ key: `spread.tab_${value}` }),
          ...(value === 'open' ? { count: orders.length } : {}),
        }))}
      >
        {tab === 'open' && <Orders orders={orders} onCancel={(id) => void cancel(id)} />}
        {tab === 'past' && <Orders orders={past.data?.list ?? []} />}
        {tab === 'fills' && <Fills fills={fills.data?.list ?? []} />}
        {tab === 'legs' && <Legs legs={legs} />}
      </Tabs>
    </section>
  )
}

type OrdersProps = {
  orders: readonly WireSpreadOrder[]
  onCancel?: ((orderId: string) => void) | undefined
}

function Orders({ orders, onCancel }: OrdersProps) {
  const t = useT()
  const format = useFormat()
  const number = (text: string) =>
    text === '' ? '--' : format.decimal(text, { scale: 8, trimTo: 1 })
  return (
    <Table label={t('spread.orders')} className="h-auto!">
      <TableHead>
        <HeadCell>{t('spread.choose')}</HeadCell>
        <HeadCell>{t('spread.side')}</HeadCell>
        <HeadCell>{t('spread.legs')}</HeadCell>
        <HeadCell align="end">{t('spread.spreadPrice')}</HeadCell>
        <HeadCell align="end">{t('spread.filled')}</HeadCell>
        <HeadCell align="end">{t('spread.state')}</HeadCell>
      </TableHead>
      <TableBody>
        {orders.length === 0 && <EmptyRow columns={6}>{t('spread.noOrders')}</EmptyRow>}
        {orders.map((order) => (
          <TableRow key={order.orderId}>
            <Cell second={format.dateTime(order.createdAtE3)}>{order.symbol}</Cell>
            <Cell>{t(order.side === 'Buy' ? 'spread.buy' : 'spread.sell')}</Cell>
            <Cell
              second={t(order.legSide2 === 'Buy' ? 'spread.legBuy' : 'spread.legSell', {
                symbol: order.legSymbol2,
              })}
            >
              {t(order.legSide1 === 'Buy' ? 'spread.legBuy' : 'spread.legSell', {
                symbol: order.legSymbol1,
              })}
            </Cell>
            <Cell align="end">{number(order.price === '' ? order.avgPrice : order.price)}</Cell>
            <Cell align="end">{`${order.cumExecQty} / ${order.qty}`}</Cell>
            <Cell align="end">
              {onCancel === undefined ? (
                t({ key: `orders.status${order.orderStatus}` })
              ) : (
                <Button
                  size="sm"
                  aria-label={t('spread.cancelOf', { symbol: order.symbol })}
                  onClick={() => onCancel(order.orderId)}
                >
                  {t('shell.cancel')}
                </Button>
              )}
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function Fills({ fills }: { fills: readonly WireSpreadExecution[] }) {
  const t = useT()
  if (fills.length === 0) return <p className="p-3 text-xs text-soft">{t('spread.noFills')}</p>
  return (
    <ul className="flex flex-col gap-2 p-2">
      {fills.map((fill) => (
        <Fill key={fill.execId + fill.side} fill={fill} />
      ))}
    </ul>
  )
}

/**
 * Explains a fill: where the near leg's price came from, and that the far one is the spread away.
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
                fee: format.decimal(leg.execFee, { scale: 8, trimTo: 2 }),
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

/** The positions of the legs of the combination that is shown. */
function Legs({ legs }: { legs: readonly string[] }) {
  const t = useT()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: ['spreadLegs'],
    queryFn: ({ signal }) => askShown('positionList', {}, signal),
    refetchInterval: 1500,
  })
  const held = (data?.list ?? []).filter(({ symbol }) => legs.includes(symbol))
  return (
    <Table label={t('spread.tab_legs')} className="h-auto!">
      <TableHead>
        <HeadCell>{t('positions.contract')}</HeadCell>
        <HeadCell align="end">{t('positions.size')}</HeadCell>
        <HeadCell align="end">{t('positions.entry')}</HeadCell>
        <HeadCell align="end">{t('positions.mark')}</HeadCell>
      </TableHead>
      <TableBody>
        {held.length === 0 && <EmptyRow columns={4}>{t('positions.empty')}</EmptyRow>}
        {held.map((position) => (
          <TableRow key={position.symbol}>
            <Cell second={t(position.side === 'Buy' ? 'positions.long' : 'positions.short')}>
              {position.symbol}
            </Cell>
            <Cell align="end">{format.decimal(position.size, { scale: 8, trimTo: 0 })}</Cell>
            <Cell align="end">{format.decimal(position.entryPrice, { scale: 8, trimTo: 1 })}</Cell>
            <Cell align="end">{format.decimal(position.markPrice, { scale: 8, trimTo: 1 })}</Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
