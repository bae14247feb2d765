// Open orders of combinations with both of their legs: price and quantity are edited in place, and
// each order can be cancelled.

import { useState } from 'react'
import type { WireSpreadInstrument } from '@basis/protocol/spread/market'
import type { WireSpreadOrder } from '@basis/protocol/spread/order'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { PageLink } from '../../shell/PageLink.tsx'
import { useCombinations } from '../../stores/spread/combinations.ts'
import { useOpenSpreads } from '../../stores/spread/spreads.ts'
import { Button } from '../../ui/Button.tsx'
import { EditedInPlace, InPlaceField, type Closing } from '../../ui/InPlaceField.tsx'
import { Cell, EmptyRow, HeadCell, Table } from '../../ui/table/Table.tsx'
import { TableBody, TableHead, TableRow } from '../../ui/table/Table.tsx'
import { submitChange } from '../../actions/lost-answers/changes.ts'
import { amendProblem, spreadProblemMessage, spreadText } from './spread-form.ts'

type OpenProps = {
  /** Only combinations with this leg; all if it is absent. */
  leg?: string | undefined
}

export function OpenSpreads({ leg }: OpenProps) {
  return <SpreadOrderTable orders={useOpenSpreads(leg)} isOpen />
}

type TableProps = { orders: readonly WireSpreadOrder[]; isOpen: boolean }

export function SpreadOrderTable({ orders, isOpen }: TableProps) {
  const t = useT()
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
          <OrderOfTwo key={order.orderId} order={order} isOpen={isOpen} />
        ))}
      </TableBody>
    </Table>
  )
}

function OrderOfTwo({ order, isOpen }: { order: WireSpreadOrder; isOpen: boolean }) {
  const t = useT()
  const format = useFormat()
  const { symbol, side, legSide1, legSymbol1, legSide2, legSymbol2 } = order
  const price = order.price === '' ? order.avgPrice : order.price
  const [done, whole] = [order.cumExecQty, order.qty].map((qty) =>
    format.quantity(qty, qty.split('.')[1]?.length ?? 0),
  )
  const filled = `${done} / ${whole}`
  const legWords = (isBuy: boolean, leg: string): string =>
    t(isBuy ? 'spread.legBuy' : 'spread.legSell', { symbol: leg })
  return (
    <TableRow>
      <Cell second={format.dateTime(order.createdAtE3)}>
        <PageLink page={{ kind: 'spread', symbol }} className="hover:text-accent">
          {symbol}
        </PageLink>
      </Cell>
      <Cell>
        <span className={side === 'Buy' ? 'text-up' : 'text-down'}>
          {t(side === 'Buy' ? 'spread.buy' : 'spread.sell')}
        </span>
      </Cell>
      <Cell second={legWords(legSide2 === 'Buy', legSymbol2)}>
        {legWords(legSide1 === 'Buy', legSymbol1)}
      </Cell>
      <Cell align="end">
        {isOpen ? (
          <Amendable order={order} field="price" shown={spreadText(format, price)} />
        ) : (
          spreadText(format, price)
        )}
      </Cell>
      <Cell align="end">
        {isOpen ? <Amendable order={order} field="qty" shown={filled} /> : filled}
      </Cell>
      <Cell align="end">
        {isOpen ? (
          <Button
            size="sm"
            aria-label={t('spread.cancelOf', { symbol })}
            onClick={() => void submitChange('cancelSpread', { orderId: order.orderId })}
          >
            {t('orders.cancel')}
          </Button>
        ) : (
          t({ key: `orders.status${order.orderStatus}` })
        )}
      </Cell>
    </TableRow>
  )
}

type AmendProps = { order: WireSpreadOrder; field: 'price' | 'qty'; shown: string }

function Amendable({ order, field, shown }: AmendProps) {
  const t = useT()
  const { symbol } = order
  const instrument = useCombinations()?.find((each) => each.symbol === symbol)
  return (
    <EditedInPlace
      name={t(field === 'price' ? 'spread.amendPrice' : 'spread.amendQty', { symbol })}
      disabled={instrument === undefined}
      field={(onClose) =>
        instrument && (
          <AmendField order={order} field={field} instrument={instrument} onClose={onClose} />
        )
      }
    >
      {shown}
    </EditedInPlace>
  )
}

type FieldProps = Omit<AmendProps, 'shown'> & {
  instrument: WireSpreadInstrument
  onClose: (how: Closing) => void
}

function AmendField({ order, field, instrument, onClose }: FieldProps) {
  const t = useT()
  const [text, setText] = useState(order[field])
  const [isSent, setSent] = useState(false)
  const wrong = amendProblem(instrument, order, { [field]: text })
  const send = async (): Promise<void> => {
    if (text === order[field]) return onClose('key')
    if (wrong !== undefined || isSent) return undefined
    const { symbol, orderId } = order
    setSent(true)
    const isDone = await submitChange('amendSpread', { symbol, orderId, [field]: text })
    setSent(false)
    return isDone ? onClose('key') : undefined
  }
  const { tickSize, lotSize } = instrument
  return (
    <InPlaceField
      label={t(field === 'price' ? 'spread.spreadPrice' : 'spread.quantity')}
      value={text}
      onChange={setText}
      rules={
        field === 'price' ? { scale: 8, step: tickSize } : { scale: 8, min: '0', step: lotSize }
      }
      error={wrong === undefined ? undefined : t(spreadProblemMessage(wrong))}
      isSending={isSent}
      onSend={() => void send()}
      onClose={onClose}
    />
  )
}
