// One open order, as a row of the table or as a card.

import { Fragment, memo } from 'react'
import type { ReactNode } from 'react'
import { Pencil } from 'lucide-react'
import { qtyCoin, valueCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { waitsOnLegs, type Order } from '@basis/domain/orders/order'
import { cancelOrder } from '../../actions/trading.ts'
import { basisWord, triggerSign } from '../../actions/words/basis-words.ts'
import { wordsOfOrder } from '../../actions/words/order-words.ts'
import { saysType, stopWord } from '../../actions/words/stop-words.ts'
import { useConnection } from '../../client/connection.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { openDialog, type DialogRequest } from '../../shell/dialogs.ts'
import { nameOf, showListing, useListing } from '../../stores/catalogue.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { usePositionsIn } from '../../stores/positions.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/Switch.tsx'
import { Fact } from '../../ui/table/Fact.tsx'
import { Cell, TableRow } from '../../ui/table/Table.tsx'
import { usePending } from '../../platform/use-pending.ts'
import { AttachedTpsl } from './AttachedTpsl.tsx'
import { InRowAmend } from './InRowAmend.tsx'
import { forceWord, statusWord, typeWord } from './order-tabs.ts'
import { activationOf, orderValue } from './order-value.ts'

/** The columns between the contract and the buttons, in the table's own order. */
export const orderColumns = ['side', 'price', 'filled', 'value', 'tpsl', 'force', 'time'] as const
export type OrderColumn = (typeof orderColumns)[number]

type RowProps = {
  order: Order
  index: number
  columns: readonly OrderColumn[]
  isChosen: boolean
  onChoose: (id: number, isChosen: boolean) => void
}

export const OrderRow = memo(function OrderRow(props: RowProps) {
  const listing = useListing(props.order.symbol)
  return listing === undefined ? null : (
    <ListedRow {...props} instrument={listing.instrument} onShow={() => showListing(listing)} />
  )
})

type ListedRowProps = RowProps & { instrument: Instrument; onShow: () => void }

function ListedRow({ order, instrument, onShow, ...row }: ListedRowProps) {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  const isStale = useConnection((connection) => connection.account !== 'live')
  const cells: Record<OrderColumn, ReactNode> = {
    side: (
      <Cell second={<TypeWords order={order} />}>
        <SideWord order={order} />
      </Cell>
    ),
    price: (
      <Cell
        align="end"
        second={
          <InRowAmend order={order} instrument={instrument} field="trigger">
            <Trigger order={order} instrument={instrument} />
          </InRowAmend>
        }
      >
        <InRowAmend order={order} instrument={instrument} field="price">
          <Price order={order} instrument={instrument} />
        </InRowAmend>
      </Cell>
    ),
    filled: (
      <Cell align="end">
        <InRowAmend order={order} instrument={instrument} field="qty">
          <span className="text-soft">{words.qty(order.filledLots)} / </span>
          {words.qty(order.qtyLots)} <span className="text-soft">{qtyCoin(instrument)}</span>
        </InRowAmend>
      </Cell>
    ),
    value: (
      <Cell align="end">
        <Value order={order} instrument={instrument} />
      </Cell>
    ),
    tpsl: (
      <Cell align="end">
        <AttachedTpsl order={order} instrument={instrument} />
      </Cell>
    ),
    force: (
      <Cell className="text-soft" second={<ReduceOnly order={order} instrument={instrument} />}>
        {waitsOnLegs(order) ? '--' : t({ key: forceWord(order.timeInForce) })}
      </Cell>
    ),
    time: <Cell second={t({ key: statusWord(order) })}>{format.dateTime(order.createdMs)}</Cell>,
  }
  return (
    <TableRow pending={isStale} index={row.index} selected={row.isChosen}>
      <Cell sticky>
        <span className="flex items-center gap-3">
          <Checkbox
            label={t('orders.select', { words: t(wordsOfOrder(order, instrument)) })}
            labelHidden
            checked={row.isChosen}
            onChange={(isChosen) => row.onChoose(order.id, isChosen)}
          />
          <button
            type="button"
            aria-label={t('positions.goTo', { symbol: order.symbol })}
            onClick={onShow}
            className="rounded-sm font-medium hover:text-accent"
          >
            {nameOf(order.symbol)}
          </button>
        </span>
      </Cell>
      {row.columns.map((id) => (
        <Fragment key={id}>{cells[id]}</Fragment>
      ))}
      <Cell stickyEnd align="end">
        <Acts order={order} instrument={instrument} />
      </Cell>
    </TableRow>
  )
}

type OrderProps = { order: Order; instrument: Instrument }

/**
 * The type of a stop is shown with the type of the order that it places, unless its name says it or
 * each of its legs has its own.
 */
function TypeWords({ order }: { order: Order }) {
  const t = useT()
  const planType = order.stop?.planType
  const stop = stopWord(order.stop?.stopType, planType)
  const hasOneType = !saysType(planType) && !waitsOnLegs(order)
  const words = [
    stop && t({ key: stop }),
    order.isLeverage === true && t('orders.margin'),
    hasOneType && t({ key: typeWord(order.orderType) }),
  ]
  return words.filter(Boolean).join(' · ')
}

function Value({ order, instrument }: OrderProps) {
  const words = useInstrumentFormat(instrument)
  const value = orderValue(order, instrument)
  if (value === undefined) return '--'
  return (
    <>
      {words.value(value)} <span className="text-soft">{valueCoin(instrument)}</span>
    </>
  )
}

function Price({ order, instrument }: OrderProps) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  if (waitsOnLegs(order)) return '--'
  if (order.orderType === 'Market') return <span className="text-soft">{t('orders.market')}</span>
  return words.price(order.priceTicks)
}

/** Spot has no positions to reduce. */
function ReduceOnly({ order, instrument }: OrderProps) {
  const t = useT()
  if (instrument.kind === 'Spot') return null
  return t(order.reduceOnly ? 'orders.yes' : 'orders.no')
}

/** The trigger: a price, its type, and whether it is reached by a rise or by a fall. */
function Trigger({ order, instrument }: OrderProps) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const activation = activationOf(order, usePositionsIn(order.symbol))
  const { stop } = order
  if (stop === undefined || waitsOnLegs(order)) return '--'
  // Before its activation a trailing order has no trigger yet.
  if (activation !== undefined) return `${t('tpsl.activation')} ${words.price(activation)}`
  if (stop.triggerDirection === 0) return '--'
  const sign = triggerSign(stop.triggerDirection)
  return `${t({ key: basisWord(stop.triggerBy) })} ${sign} ${words.price(stop.triggerTicks)}`
}

/** A trailing stop's trigger moves by itself: a trader changes its distance, on the position. */
const amendDialog = ({ id, symbol, positionIdx, stop }: Order): DialogRequest =>
  stop?.stopType === 'TrailingStop' && stop.planType === undefined
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
  const [isPending, during] = usePending()
  const words = t(wordsOfOrder(order, instrument))
  const cancel = async (): Promise<void> => {
    await during(cancelOrder(order))
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

export function OrderCard({ order }: { order: Order }) {
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
      <Fact label={t('orders.status')}>{t({ key: statusWord(order) })}</Fact>
    </dl>
  )
}
