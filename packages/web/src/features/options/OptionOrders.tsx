// Open orders in options with the implied volatility of their price and the trigger of a TP/SL: a
// table, or cards if there is no room.

import type { ReactNode } from 'react'
import { Pencil } from 'lucide-react'
import { formatPrice, type Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import { cancelOrders } from '../../actions/cancelling.ts'
import { basisWord, triggerSign } from '../../actions/words/basis-words.ts'
import { wordsOfOrder } from '../../actions/words/order-words.ts'
import { stopWord } from '../../actions/words/stop-words.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useIsWide } from '../../platform/use-is-wide.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useListing } from '../../stores/catalogue.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Skeleton.tsx'
import { Cell, EmptyRow, HeadCell, Table } from '../../ui/table/Table.tsx'
import { Fact } from '../../ui/table/Fact.tsx'
import { TableBody, TableHead, TableRow } from '../../ui/table/Table.tsx'
import type { Picked } from './chain-rows.ts'
import { ivOfPrice } from './option-form.ts'
import { useOptionNow } from './use-option-now.ts'

const TABLE_PX = 560

type Props = { onPick: (picked: Picked) => void }
type ListProps = Props & { orders: readonly Order[] }

export function OptionOrders(props: ListProps) {
  const [room, isWide] = useIsWide<HTMLDivElement>(TABLE_PX)
  const List = isWide ? Rows : Cards
  return (
    <div ref={room}>
      <List {...props} />
    </div>
  )
}

function Rows({ orders, onPick }: ListProps) {
  const t = useT()
  return (
    <Table label={t('options.tabOrders')} className="h-auto!">
      <TableHead>
        <HeadCell>{t('options.option')}</HeadCell>
        <HeadCell>{t('options.side')}</HeadCell>
        <HeadCell align="end">{t('options.price')}</HeadCell>
        <HeadCell align="end">{t('options.byIv')}</HeadCell>
        <HeadCell align="end">{t('options.filled')}</HeadCell>
        <HeadCell align="end">{t('orders.cancel')}</HeadCell>
      </TableHead>
      <TableBody>
        {orders.length === 0 && (
          <EmptyRow columns={6}>
            <EmptyState title={t('options.noOrders')} />
          </EmptyRow>
        )}
        {orders.map((order) => (
          <WithInstrument key={order.id} order={order} onPick={onPick} as={OrderRow} />
        ))}
      </TableBody>
    </Table>
  )
}

function Cards({ orders, onPick }: ListProps) {
  const t = useT()
  if (orders.length === 0) return <EmptyState title={t('options.noOrders')} />
  return (
    <ul className="flex flex-col gap-2 p-2">
      {orders.map((order) => (
        <WithInstrument key={order.id} order={order} onPick={onPick} as={OrderCard} />
      ))}
    </ul>
  )
}

type OrderProps = { order: Order; instrument: Instrument }
type PickedProps = Props & OrderProps
type WithProps = Props & { order: Order; as: (props: PickedProps) => ReactNode }

function WithInstrument({ as: Row, ...props }: WithProps) {
  const instrument = useListing(props.order.symbol)?.instrument
  return instrument === undefined ? null : <Row {...props} instrument={instrument} />
}

function OrderRow({ order, instrument, onPick }: PickedProps) {
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  return (
    <TableRow>
      <Cell second={format.dateTime(order.createdMs)}>
        <Name order={order} onPick={onPick} />
      </Cell>
      <Cell second={<StopName order={order} />}>
        <SideWord order={order} />
      </Cell>
      <Cell align="end" second={<Trigger order={order} instrument={instrument} />}>
        <Price order={order} instrument={instrument} />
      </Cell>
      <Cell align="end">
        <Volatility order={order} instrument={instrument} />
      </Cell>
      <Cell align="end">{`${words.qty(order.filledLots)} / ${words.qty(order.qtyLots)}`}</Cell>
      <Cell align="end">
        <span className="flex items-center justify-end gap-1">
          <Acts order={order} instrument={instrument} />
        </span>
      </Cell>
    </TableRow>
  )
}

function OrderCard({ order, instrument, onPick }: PickedProps) {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  return (
    <li className="rounded border border-line-strong p-3 text-xs">
      <div className="flex flex-wrap items-center gap-x-2">
        <Name order={order} onPick={onPick} />
        <SideWord order={order} />
        <span className="text-muted">
          <StopName order={order} />
        </span>
        <span className="ml-auto text-2xs text-muted">{format.dateTime(order.createdMs)}</span>
      </div>
      <dl className="mt-2 grid grid-cols-3 gap-3 tabular-nums">
        <Fact label={t('options.price')}>
          <Price order={order} instrument={instrument} />
          <span className="block text-2xs text-soft">
            <Trigger order={order} instrument={instrument} />
          </span>
        </Fact>
        <Fact label={t('options.byIv')}>
          <Volatility order={order} instrument={instrument} />
        </Fact>
        <Fact label={t('options.filled')}>
          {`${words.qty(order.filledLots)} / ${words.qty(order.qtyLots)}`}
        </Fact>
      </dl>
      <div className="mt-3 flex gap-2 *:h-9 *:flex-1">
        <Acts order={order} instrument={instrument} />
      </div>
    </li>
  )
}

function Name({ order: { symbol }, onPick }: Props & { order: Order }) {
  return (
    <button type="button" className="hover:text-accent" onClick={() => onPick({ symbol })}>
      {symbol}
    </button>
  )
}

function SideWord({ order: { side } }: { order: Order }) {
  const t = useT()
  return (
    <span className={side === 'Buy' ? 'text-up' : 'text-down'}>
      {t(side === 'Buy' ? 'options.buy' : 'options.sell')}
    </span>
  )
}

function StopName({ order: { stop } }: { order: Order }) {
  const t = useT()
  const word = stopWord(stop?.stopType, stop?.planType)
  return word === undefined ? null : t({ key: word })
}

function Price({ order, instrument }: OrderProps) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  return order.orderType === 'Market' ? t('orders.market') : words.price(order.priceTicks)
}

/** The mark price at which a TP/SL triggers. */
function Trigger({ order: { stop }, instrument }: OrderProps) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  // An order with an attached TP/SL has no trigger of its own.
  if (stop === undefined || stop.triggerDirection === 0) return null
  const sign = triggerSign(stop.triggerDirection)
  return `${t({ key: basisWord(stop.triggerBy) })} ${sign} ${words.price(stop.triggerTicks)}`
}

function Volatility({ order, instrument }: OrderProps) {
  const format = useFormat()
  const now = useOptionNow(order.symbol)
  if (order.orderType === 'Market' || order.priceTicks === undefined) return '--'
  const iv = ivOfPrice(instrument, formatPrice(instrument, order.priceTicks), now)
  return iv === '' ? '--' : format.percent(iv, { scale: 1, signed: false })
}

function Acts({ order, instrument }: OrderProps) {
  const t = useT()
  return (
    <>
      <IconButton
        label={t('orders.editOf', { words: t(wordsOfOrder(order, instrument)) })}
        onClick={() =>
          openDialog({ kind: 'replaceOrder', symbol: order.symbol, orderId: String(order.id) })
        }
      >
        <Pencil aria-hidden />
      </IconButton>
      <Button
        size="sm"
        aria-label={t('options.cancelOf', { symbol: order.symbol })}
        onClick={() => void cancelOrders([order])}
      >
        {t('orders.cancel')}
      </Button>
    </>
  )
}
