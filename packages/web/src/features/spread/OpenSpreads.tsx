// Open orders of combinations with both of their legs: price and quantity are edited in place, and
// each order can be cancelled.

import { useState } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'
import type { WireSpreadInstrument } from '@basis/protocol/spread/market'
import type { WireSpreadOrder } from '@basis/protocol/spread/order'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { PageLink } from '../../shell/PageLink.tsx'
import { useCombinations } from '../../stores/spread/combinations.ts'
import { useOpenSpreads } from '../../stores/spread/spreads.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { useFocusAfterSending, useReturnedFocus } from '../../ui/use-returned-focus.ts'
import { Cell, EmptyRow, HeadCell, Table } from '../../ui/table/Table.tsx'
import { TableBody, TableHead, TableRow } from '../../ui/table/Table.tsx'
import { submitChange } from '../../client/page-calls.ts'
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

/** A value that can be edited in place: Enter sends it, Escape and leaving the field discard it. */
function Amendable({ order, field, shown }: AmendProps) {
  const t = useT()
  const [isEdited, setEdited] = useState(false)
  const [button, askFocus] = useReturnedFocus()
  const list = useCombinations()
  const instrument = list?.find(({ symbol }) => symbol === order.symbol)
  if (isEdited && instrument !== undefined) {
    const close = (how: Closing): void => {
      if (how === 'key') askFocus()
      setEdited(false)
    }
    return <AmendField order={order} field={field} instrument={instrument} onClose={close} />
  }
  const { symbol } = order
  return (
    <button
      ref={button}
      type="button"
      aria-label={t(field === 'price' ? 'spread.amendPrice' : 'spread.amendQty', { symbol })}
      disabled={instrument === undefined}
      onClick={() => setEdited(true)}
      className="rounded-sm underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-accent"
    >
      {shown}
    </button>
  )
}

type FieldProps = Omit<AmendProps, 'shown'> & {
  instrument: WireSpreadInstrument
  onClose: (how: Closing) => void
}

/** A key closes the field, or the focus leaves it. */
type Closing = 'key' | 'leaving'

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
    const done = await submitChange('amendSpread', { symbol, orderId, [field]: text })
    setSent(false)
    return done === undefined ? undefined : onClose('key')
  }
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose('key')
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      void send()
    }
  }
  const leave = (event: FocusEvent): void => {
    if (!isSent && !event.currentTarget.contains(event.relatedTarget)) onClose('leaving')
  }
  const { tickSize, lotSize } = instrument
  const frame = useFocusAfterSending(isSent)
  return (
    // The field handles its own keys; the group handles those that bubble up.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={frame}
      role="group"
      className="inline-block w-36 text-start"
      onKeyDown={key}
      onBlur={leave}
    >
      <NumberInput
        label={t(field === 'price' ? 'spread.spreadPrice' : 'spread.quantity')}
        labelHidden
        size="sm"
        value={text}
        onChange={setText}
        rules={
          field === 'price' ? { scale: 8, step: tickSize } : { scale: 8, min: '0', step: lotSize }
        }
        inputRef={(input) => input?.select()}
        disabled={isSent}
        error={wrong === undefined ? undefined : t(spreadProblemMessage(wrong))}
      />
    </div>
  )
}
