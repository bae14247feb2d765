// Positions in options by coin and expiry with their greeks: a table, or cards if there is no room.

import type { ReactNode } from 'react'
import { formatQty, qtyDecimals } from '@basis/domain/instrument/instrument'
import { zero } from '@basis/domain/numbers/fixed'
import { oppositeSide } from '@basis/domain/orders/order'
import { closePosition } from '../../actions/trading.ts'
import { ask } from '../../client/http.ts'
import { message } from '../../i18n/message-keys.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useIsWide } from '../../platform/use-is-wide.ts'
import { exactE8, useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useIsPortfolio } from '../../stores/wallet.ts'
import { askForConfirmation, openDialog } from '../../shell/dialogs.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Skeleton.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Cell, EmptyRow, HeadCell, Table } from '../../ui/table/Table.tsx'
import { Fact } from '../../ui/table/Fact.tsx'
import { TableBody, TableHead, TableRow } from '../../ui/table/Table.tsx'
import {
  greekNames,
  rounded,
  sizeWords,
  type CoinHoldings,
  type ExpiryHoldings,
  type HeldOption,
  type NetGreeks,
} from './holdings.ts'
import type { Picked } from './chain-rows.ts'
import { MarginButton } from './MarginParts.tsx'
import { filledNow } from './preview-figures.ts'

/** The width that the table needs; below it positions are cards. */
const TABLE_PX = 940

type Props = { onPick: (picked: Picked) => void }

export function OptionPositions({ coins, onPick }: Props & { coins: readonly CoinHoldings[] }) {
  const [room, isWide] = useIsWide<HTMLDivElement>(TABLE_PX)
  const t = useT()
  const List = isWide ? Rows : Cards
  return (
    <div ref={room}>
      {coins.length === 0 && !isWide ? (
        <EmptyState title={t('options.noPositions')} />
      ) : (
        <List coins={coins} onPick={onPick} />
      )}
    </div>
  )
}

function Rows({ coins, onPick }: Props & { coins: readonly CoinHoldings[] }) {
  const t = useT()
  return (
    <Table label={t('options.tabPositions')} className="h-auto!">
      <PositionHead />
      <TableBody>
        {coins.length === 0 && (
          <EmptyRow columns={12}>
            <EmptyState title={t('options.noPositions')} />
          </EmptyRow>
        )}
        {coins.map(({ coin, expiries, net }) => [
          <NetRow key={coin} title={t('options.net', { coin })} net={net} isWhole />,
          ...expiries.map((expiry) => (
            <ExpiryRows key={`${coin} ${expiry.deliveryMs}`} expiry={expiry} onPick={onPick} />
          )),
        ])}
      </TableBody>
    </Table>
  )
}

function Cards({ coins, onPick }: Props & { coins: readonly CoinHoldings[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <div className="flex flex-col gap-2 p-2">
      {coins.map(({ coin, expiries, net }) => (
        <section key={coin} aria-label={t('options.net', { coin })} className="flex flex-col gap-2">
          <NetCard title={t('options.net', { coin })} net={net} isWhole />
          {expiries.map((expiry) => (
            <div key={expiry.deliveryMs} className="flex flex-col gap-2">
              {/* A single expiry has the greeks of the coin. */}
              {expiries.length > 1 ? (
                <NetCard title={format.date(expiry.deliveryMs)} net={expiry.net} />
              ) : (
                <p className="px-1 text-2xs text-muted">{format.date(expiry.deliveryMs)}</p>
              )}
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-2">
                {expiry.rows.map((held) => (
                  <PositionCard key={held.position.symbol} held={held} onPick={onPick} />
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}

/** Maintenance margin is shown below the initial margin: the rows have no room beside it. */
const amounts = ['size', 'entry', 'mark', 'value', 'unrealised', 'margin'] as const

function PositionHead() {
  const t = useT()
  return (
    <TableHead>
      <HeadCell sticky>{t('options.option')}</HeadCell>
      {[...amounts, ...greekNames].map((name) => (
        <HeadCell
          key={name}
          align="end"
          second={name === 'margin' ? t('options.maintenance') : undefined}
        >
          {t({ key: `options.${name}` })}
        </HeadCell>
      ))}
      <HeadCell stickyEnd align="end">
        {t('options.close')}
      </HeadCell>
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

function NetCard({ title, net, isWhole = false }: NetProps) {
  return (
    <div className="rounded bg-field p-2 text-xs">
      <p className={classNames(isWhole && 'font-semibold')}>{title}</p>
      <dl className="mt-1 grid grid-cols-4 gap-2 tabular-nums">
        <GreekFacts greeks={net} />
      </dl>
    </div>
  )
}

function Greeks({ greeks }: { greeks: NetGreeks }) {
  return greekNames.map((name) => (
    <Cell key={name} align="end" className="tabular-nums">
      <Greek name={name} greeks={greeks} />
    </Cell>
  ))
}

function GreekFacts({ greeks }: { greeks: NetGreeks }) {
  const t = useT()
  return greekNames.map((name) => (
    <Fact key={name} label={t({ key: `options.${name}` })}>
      <Greek name={name} greeks={greeks} />
    </Fact>
  ))
}

function Greek({ name, greeks }: { name: keyof NetGreeks; greeks: NetGreeks }) {
  const format = useFormat()
  const scale = decimalsOf[name]
  return format.decimal(rounded(greeks[name], scale), { scale, signed: true })
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

type HeldProps = { held: HeldOption }
type RowProps = Props & HeldProps

function PositionRow({ held, onPick }: RowProps) {
  const figures = useFigures(held)
  return (
    <TableRow>
      <Cell sticky>
        <Name held={held} onPick={onPick} />
      </Cell>
      <Cell align="end">
        <Size held={held} />
      </Cell>
      {amounts.slice(1).map((name) => (
        <Cell key={name} align="end" second={name === 'margin' ? figures.maintenance : undefined}>
          {figures[name]}
        </Cell>
      ))}
      <Greeks greeks={held.greeks} />
      <Cell stickyEnd align="end">
        <span className="flex justify-end gap-1">
          <Acts held={held} />
        </span>
      </Cell>
    </TableRow>
  )
}

function PositionCard({ held, onPick }: RowProps) {
  const t = useT()
  const { unrealised, ...figures } = useFigures(held)
  return (
    <li className="rounded border border-line-strong p-3 text-xs">
      <div className="flex items-start justify-between gap-2">
        <span className="flex flex-wrap gap-x-2">
          <Name held={held} onPick={onPick} />
          <Size held={held} />
        </span>
        {unrealised}
      </div>
      <dl className="mt-2 grid grid-cols-3 gap-x-3 gap-y-2 tabular-nums">
        {cardFigures.map((name) => (
          <Fact key={name} label={t({ key: `options.${name}` })}>
            {figures[name]}
          </Fact>
        ))}
      </dl>
      <dl className="mt-2 grid grid-cols-4 gap-2 tabular-nums">
        <GreekFacts greeks={held.greeks} />
      </dl>
      <div className="mt-3 flex gap-2 *:h-9 *:flex-1">
        <Acts held={held} />
      </div>
    </li>
  )
}

const cardFigures = ['entry', 'mark', 'value', 'margin', 'maintenance'] as const

type FigureName = (typeof amounts)[number] | 'maintenance'

function useFigures(held: HeldOption): Record<FigureName, ReactNode> {
  const format = useFormat()
  const { record, position, instrument } = held
  const words = useInstrumentFormat(instrument)
  const { option } = record
  // Portfolio margin belongs to the coin's risk unit, not to a position.
  const margin = useIsPortfolio() ? undefined : option
  const unrealised = option?.unrealised ?? zero
  return {
    size: <Size held={held} />,
    entry: format.price(exactE8(position.entryPriceE8), 2),
    mark: format.price(option && exactE8(option.markE8), 2),
    value: words.settle(option?.value),
    unrealised: (
      <span className={unrealised < zero ? 'text-down' : 'text-up'}>
        {words.settle(option?.unrealised, { signed: true, rounding: 'down' })}
      </span>
    ),
    margin: <MarginButton held={held} text={words.settle(margin?.initialMargin)} />,
    maintenance: words.settle(margin?.maintenanceMargin),
  }
}

function Name({ held: { position }, onPick }: RowProps) {
  const { symbol } = position
  return (
    <button type="button" className="hover:text-accent" onClick={() => onPick({ symbol })}>
      {symbol}
    </button>
  )
}

function Size({ held: { position, instrument } }: HeldProps) {
  const format = useFormat()
  return (
    <span className={position.side === 'Buy' ? 'text-up' : 'text-down'}>
      {sizeWords(format, position, instrument)}
    </span>
  )
}

/** If the preview takes longer than this, the confirmation is shown without it. */
const patienceMs = 2_000

/** The actions on a position: set its TP/SL, or close it. */
function Acts({ held: { record, position, instrument } }: HeldProps) {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  const { symbol, positionIdx, sizeLots } = position
  const close = async (): Promise<void> => {
    const order = {
      symbol,
      side: oppositeSide(position.side),
      orderType: 'Market',
      qty: formatQty(instrument, sizeLots),
      reduceOnly: true,
      positionIdx,
    } as const
    const asked = await ask('previewOrder', order, { timeoutMs: patienceMs })
    const filled = asked.ok ? filledNow(asked.value) : undefined
    const isMeant = await askForConfirmation({
      title: message('options.closeOf', { symbol }),
      body: message('options.closeBody', {
        size: sizeWords(format, position, instrument),
        coin: instrument.baseCoin,
        filled: format.quantity(filled?.qty, qtyDecimals(instrument)),
        price: format.price(filled?.average === '' ? undefined : filled?.average, 2),
      }),
      confirm: message('positions.confirmClose'),
    })
    if (isMeant) await closePosition({ symbol, positionIdx, qtyLots: sizeLots })
  }
  const { full } = record.tpsl
  const stops =
    full === undefined
      ? undefined
      : [full.takeProfit, full.stopLoss].map((leg) => words.price(leg?.triggerTicks)).join(' / ')
  const tpslOf = t('options.tpslOf', { symbol })
  return (
    <>
      <Button
        size="sm"
        aria-label={stops === undefined ? tpslOf : `${tpslOf}: ${stops}`}
        onClick={() => openDialog({ kind: 'tpsl', symbol, positionIdx })}
      >
        {stops ?? t('tpsl.column')}
      </Button>
      <Button size="sm" aria-label={t('options.closeOf', { symbol })} onClick={() => void close()}>
        {t('options.close')}
      </Button>
    </>
  )
}
