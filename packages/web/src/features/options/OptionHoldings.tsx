// Positions in options by coin and expiry with their greeks, and open orders in them.

import { useState } from 'react'
import { Pencil } from 'lucide-react'
import { zero } from '@basis/domain/numbers/fixed'
import { formatPrice } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import { cancelOrders } from '../../actions/cancelling.ts'
import { closePosition } from '../../actions/trading.ts'
import { wordsOfOrder } from '../../actions/words/order-words.ts'
import { message } from '../../i18n/message-keys.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { instrumentOf, useCatalogue } from '../../stores/catalogue.ts'
import { exactE8, useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useQuote } from '../../stores/options/chain.ts'
import { useOpenOrders } from '../../stores/orders.ts'
import { useOptionPositions } from '../../stores/positions.ts'
import { useIsPortfolio } from '../../stores/wallet.ts'
import { askForConfirmation, openDialog } from '../../shell/dialogs.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Skeleton.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Cell, EmptyRow, HeadCell, Table } from '../../ui/table/Table.tsx'
import { TableBody, TableHead, TableRow } from '../../ui/table/Table.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import {
  greekNames,
  holdingsOf,
  rounded,
  signedSize,
  type ExpiryHoldings,
  type HeldOption,
  type NetGreeks,
} from './holdings.ts'
import type { Picked } from './chain-rows.ts'
import { MarginButton } from './MarginParts.tsx'
import { ivOfPrice } from './option-form.ts'
import { useOptionNow } from './use-option-now.ts'
import type { OptionParts } from './option-parts.ts'

type Props = { onPick: (picked: Picked) => void }
const tabs = ['tabPositions', 'tabOrders', 'tabHistory', 'tabFills', 'tabRisk'] as const
type Tab = (typeof tabs)[number]

type HoldingsProps = Props & {
  /** Histories and the stress of portfolio margin are features of their own. */
  parts: Pick<OptionParts, 'History' | 'Risk'>
  baseCoin: string
}

export function OptionHoldings({ onPick, parts: { History, Risk }, baseCoin }: HoldingsProps) {
  const t = useT()
  const [tab, setTab] = useState<Tab>('tabPositions')
  // What is held can be told once its chain is known.
  useCatalogue(({ listings }) => listings)
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
        {tab === 'tabOrders' && <Orders orders={orders} onPick={onPick} />}
        {tab === 'tabPositions' && (
          <Table label={t('options.tabPositions')} className="h-auto!">
            <PositionHead />
            <TableBody>
              {held.length === 0 && (
                <EmptyRow columns={13}>
                  <EmptyState title={t('options.noPositions')} />
                </EmptyRow>
              )}
              {coins.map(({ coin, expiries, net }) => [
                <NetRow key={coin} title={t('options.net', { coin })} net={net} isWhole />,
                ...expiries.map((expiry) => (
                  <ExpiryRows
                    key={`${coin} ${expiry.deliveryMs}`}
                    expiry={expiry}
                    onPick={onPick}
                  />
                )),
              ])}
            </TableBody>
          </Table>
        )}
      </Tabs>
    </section>
  )
}

const amounts = ['size', 'entry', 'mark', 'value', 'unrealised', 'margin', 'maintenance'] as const

function PositionHead() {
  const t = useT()
  return (
    <TableHead>
      <HeadCell sticky>{t('options.option')}</HeadCell>
      {[...amounts, ...greekNames].map((name) => (
        <HeadCell key={name} align="end">
          {t({ key: `options.${name}` })}
        </HeadCell>
      ))}
      <HeadCell align="end">{t('options.close')}</HeadCell>
    </TableHead>
  )
}

type NetProps = { title: string; net: NetGreeks; isWhole?: boolean }

function NetRow({ title, net, isWhole = false }: NetProps) {
  return (
    <TableRow className={classNames('bg-field', isWhole && 'font-semibold')}>
      <Cell sticky>{title}</Cell>
      {amounts.map((name) => (
        <Cell key={name} />
      ))}
      <Greeks greeks={net} />
      <Cell />
    </TableRow>
  )
}

function Greeks({ greeks }: { greeks: NetGreeks }) {
  const format = useFormat()
  return greekNames.map((name) => (
    <Cell key={name} align="end" className="tabular-nums">
      {format.decimal(rounded(greeks[name], decimalsOf[name]), {
        scale: decimalsOf[name],
        signed: true,
      })}
    </Cell>
  ))
}
const decimalsOf: Record<keyof NetGreeks, number> = { delta: 3, gamma: 6, vega: 2, theta: 2 }

function ExpiryRows({ expiry, onPick }: Props & { expiry: ExpiryHoldings }) {
  const format = useFormat()
  return (
    <>
      <NetRow title={format.date(expiry.deliveryMs)} net={expiry.net} />
      {expiry.rows.map((held) => (
        <PositionRow key={held.position.symbol} held={held} onPick={onPick} />
      ))}
    </>
  )
}

function PositionRow({ held, onPick }: Props & { held: HeldOption }) {
  const t = useT()
  const format = useFormat()
  const { record, position, instrument, greeks } = held
  const words = useInstrumentFormat(instrument)
  const { symbol, positionIdx, sizeLots } = position
  const { option } = record
  // Portfolio margin is of the coin's unit; a position has no part of it.
  const margin = useIsPortfolio() ? undefined : option
  const size = signedSize(position, instrument)
  const quote = useQuote(symbol)
  const best = position.side === 'Buy' ? quote?.bid1Price : quote?.ask1Price
  const close = async (): Promise<void> => {
    const isMeant = await askForConfirmation({
      title: message('options.closeOf', { symbol }),
      body: message('options.closeBody', {
        size: format.decimal(size?.size, { scale: 8, trimTo: 2, signed: true }),
        coin: instrument.baseCoin,
        price: format.price(best === '' ? undefined : best, 2),
      }),
      confirm: message('positions.confirmClose'),
    })
    if (isMeant) await closePosition({ symbol, positionIdx, qtyLots: sizeLots })
  }
  return (
    <TableRow>
      <Cell sticky>
        <button type="button" className="hover:text-accent" onClick={() => onPick({ symbol })}>
          {symbol}
        </button>
      </Cell>
      <Cell align="end" className={position.side === 'Buy' ? 'text-up' : 'text-down'}>
        {format.decimal(size?.size, { scale: 8, trimTo: 2, signed: true })}
      </Cell>
      <Cell align="end">{format.price(exactE8(position.entryPriceE8), 2)}</Cell>
      <Cell align="end">{format.price(option && exactE8(option.markE8), 2)}</Cell>
      <Cell align="end">{words.settle(option?.value)}</Cell>
      <Cell align="end" className={(option?.unrealised ?? zero) < zero ? 'text-down' : 'text-up'}>
        {words.settle(option?.unrealised, { signed: true, rounding: 'down' })}
      </Cell>
      <Cell align="end">
        <MarginButton held={held} text={words.settle(margin?.initialMargin)} />
      </Cell>
      <Cell align="end">{words.settle(margin?.maintenanceMargin)}</Cell>
      <Greeks greeks={greeks} />
      <Cell align="end">
        <span className="flex justify-end gap-1">
          <Button
            size="sm"
            aria-label={t('options.tpslOf', { symbol })}
            onClick={() => openDialog({ kind: 'tpsl', symbol, positionIdx })}
          >
            {t('tpsl.title')}
          </Button>
          <Button
            size="sm"
            aria-label={t('options.closeOf', { symbol })}
            onClick={() => void close()}
          >
            {t('options.close')}
          </Button>
        </span>
      </Cell>
    </TableRow>
  )
}

function Orders({ orders, onPick }: Props & { orders: readonly Order[] }) {
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
          <OrderRow key={order.id} order={order} onPick={onPick} />
        ))}
      </TableBody>
    </Table>
  )
}

function OrderRow({ order, onPick }: Props & { order: Order }) {
  const t = useT()
  const format = useFormat()
  const instrument = instrumentOf(order.symbol)
  if (instrument === undefined) return null
  return (
    <TableRow>
      <Cell second={format.dateTime(order.createdMs)}>
        <button
          type="button"
          className="hover:text-accent"
          onClick={() => onPick({ symbol: order.symbol })}
        >
          {order.symbol}
        </button>
      </Cell>
      <Cell className={order.side === 'Buy' ? 'text-up' : 'text-down'}>
        {t(order.side === 'Buy' ? 'options.buy' : 'options.sell')}
      </Cell>
      <OrderCells order={order} instrument={instrument} />
      <Cell align="end">
        <span className="flex items-center justify-end gap-1">
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
        </span>
      </Cell>
    </TableRow>
  )
}

type OrderCellsProps = { order: Order; instrument: NonNullable<ReturnType<typeof instrumentOf>> }

function OrderCells({ order, instrument }: OrderCellsProps) {
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  const now = useOptionNow(order.symbol)
  const iv =
    order.priceTicks === undefined
      ? ''
      : ivOfPrice(instrument, formatPrice(instrument, order.priceTicks), now)
  return (
    <>
      <Cell align="end">{words.price(order.priceTicks)}</Cell>
      <Cell align="end">{iv === '' ? '--' : format.percent(iv, { scale: 1, signed: false })}</Cell>
      <Cell align="end">{`${words.qty(order.filledLots)} / ${words.qty(order.qtyLots)}`}</Cell>
    </>
  )
}
