// Open orders of a leader's wallet, each with a cancel button.

import type { WireOrder } from '@basis/protocol/order'
import { stopWord } from '../../actions/words/stop-words.ts'
import { triggerSign } from '../../actions/words/basis-words.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Cell, EmptyRow, HeadCell, Table, TableBody, TableHead } from '../../ui/table/Table.tsx'
import { TableRow } from '../../ui/table/Table.tsx'
import { positionSideOf, typeWord } from '../orders/order-tabs.ts'

type Props = { orders: readonly WireOrder[]; onCancel: (order: WireOrder) => void }

export function WalletOrders({ orders, onCancel }: Props) {
  const t = useT()
  return (
    <Table label={t('orders.openTitle')} className="h-auto! shrink-0" cards>
      <TableHead>
        <HeadCell>{t('positions.contract')}</HeadCell>
        <HeadCell>{t('orders.type')}</HeadCell>
        <HeadCell align="end">{t('orders.price')}</HeadCell>
        <HeadCell align="end">{t('orders.filledQty')}</HeadCell>
        <HeadCell align="end">{t('orders.tabTpSl')}</HeadCell>
        <HeadCell align="end">{t('orders.cancel')}</HeadCell>
      </TableHead>
      <TableBody>
        {orders.length === 0 && <EmptyRow columns={6}>{t('orders.empty')}</EmptyRow>}
        {orders.map((order) => (
          <OrderLine key={order.orderId} order={order} onCancel={() => onCancel(order)} />
        ))}
      </TableBody>
    </Table>
  )
}

function OrderLine({ order, onCancel }: { order: WireOrder; onCancel: () => void }) {
  const t = useT()
  const format = useFormat()
  const { symbol, orderType, triggerPrice, triggerDirection } = order
  const exact = (text: string | undefined): string =>
    text === undefined ? '--' : format.trimmed(text)
  const stop = stopWord(order.stopOrderType)
  const sideWords = t({ key: sideWord[positionSideOf(order)] })
  const plain = t({ key: typeWord(orderType) })
  const trigger =
    triggerPrice === undefined
      ? undefined
      : `${triggerSign(triggerDirection ?? 1)} ${exact(triggerPrice)}`
  return (
    <TableRow>
      <Cell second={sideWords}>{symbol}</Cell>
      <Cell label={t('orders.type')}>
        {stop === undefined ? plain : `${t({ key: stop })} · ${plain}`}
      </Cell>
      <Cell align="end" second={trigger} label={t('orders.price')}>
        {orderType === 'Market' ? t('ticket.market') : exact(order.price)}
      </Cell>
      <Cell align="end" label={t('orders.filledQty')}>
        {`${exact(order.cumExecQty)} / ${exact(order.qty)}`}
      </Cell>
      <Cell align="end" label={t('orders.tabTpSl')}>
        {`${exact(order.takeProfit)} / ${exact(order.stopLoss)}`}
      </Cell>
      <Cell align="end">
        <Button
          size="sm"
          aria-label={t('orders.cancelOf', { words: `${symbol} ${sideWords}` })}
          onClick={onCancel}
        >
          {t('orders.cancel')}
        </Button>
      </Cell>
    </TableRow>
  )
}

const sideWord = {
  buyLong: 'ticket.openLong',
  closeLong: 'ticket.closeLong',
  sellShort: 'ticket.openShort',
  closeShort: 'ticket.closeShort',
  Buy: 'ticket.sideBuy',
  Sell: 'ticket.sideSell',
} as const
