// One expiry of a chain: calls left, strikes in the middle, puts right. Each side of a row reads
// its own quote, so that a change renders that side alone.

import { memo, useMemo } from 'react'
import type { WireOptionQuote } from '@basis/protocol/options/chain'
import { useT } from '../../i18n/i18n.ts'
import { message } from '../../i18n/message-keys.ts'
import { useFormat } from '../../i18n/use-format.ts'
import type { Format } from '../../i18n/format.ts'
import type { ColumnsRequest } from '../../shell/dialogs.ts'
import { useListing } from '../../stores/catalogue.ts'
import { useQuote } from '../../stores/options/chain.ts'
import { useOpenOrdersOf } from '../../stores/orders.ts'
import { isHeld, usePositionsIn } from '../../stores/positions.ts'
import { useTableColumns } from '../../stores/settings.ts'
import { useViewport } from '../../platform/viewport.ts'
import { classNames } from '../../ui/class-names.ts'
import { anyOption, isInMoney, strikeAtMoney, type Expiry, type StrikeRow } from './chain-rows.ts'
import { percentOf, sizeWords } from './holdings.ts'
import type { Picked } from './chain-rows.ts'

type Pick = (picked: Picked) => void
type Props = { expiry: Expiry; picked: string | undefined; onPick: Pick }

/** The columns of the call side, from the left; the put side mirrors them. */
const columns = [
  'held',
  'openInterest',
  'volume',
  'last',
  'gamma',
  'vega',
  'theta',
  'delta',
  'mark',
  'markIv',
  'bidSize',
  'bidIv',
  'bid',
  'ask',
  'askIv',
  'askSize',
] as const
type Column = (typeof columns)[number]

/** The key under which the columns and their order are stored. */
const chainTable = 'option chain'

/** The dialog for choosing the columns. */
export const chainColumns: ColumnsRequest = {
  kind: 'columns',
  table: chainTable,
  title: message('options.chain'),
  columns: columns.map((id) => ({ id, titles: [{ key: `options.${id}` }] })),
}

/** On a phone and a tablet only bid, ask and delta are shown. */
const isShort = (column: Column): boolean =>
  column === 'bid' || column === 'ask' || column === 'delta'

const cellClass = 'px-1 py-1 text-end whitespace-nowrap'
/** Headings may wrap to two lines: a column is as wide as its figures. */
const headClass = 'px-1 py-1 text-end align-bottom font-normal'

export function OptionChain({ expiry, picked, onPick }: Props) {
  const t = useT()
  const { rows } = expiry
  const forward = useQuote(anyOption(expiry))?.underlyingPrice
  const atMoney = strikeAtMoney(rows, forward)
  const chosen = useTableColumns(chainTable, columns)
  const viewport = useViewport()
  const isNarrow = viewport === 'phone' || viewport === 'tablet'
  const calls = useMemo(() => (isNarrow ? chosen.filter(isShort) : chosen), [chosen, isNarrow])
  const puts = useMemo(() => calls.toReversed(), [calls])
  const heads = (side: readonly Column[]) =>
    side.map((column) => (
      <th key={column} scope="col" className={headClass}>
        {t({ key: `options.${column}` })}
      </th>
    ))
  return (
    <div className="overflow-auto">
      <table aria-label={t('options.chain')} className="w-full text-xs tabular-nums">
        <thead className="text-muted">
          <tr>
            <th scope="colgroup" colSpan={calls.length} className="pt-2 font-medium text-up">
              {t('options.calls')}
            </th>
            <td />
            <th scope="colgroup" colSpan={calls.length} className="pt-2 font-medium text-down">
              {t('options.puts')}
            </th>
          </tr>
          <tr className="border-b border-line">
            {heads(calls)}
            <th scope="col" className="px-2 py-1 text-center font-normal">
              {t('options.strike')}
            </th>
            {heads(puts)}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.strike}
              row={row}
              calls={calls}
              puts={puts}
              forward={forward ?? ''}
              isAtMoney={row.strike === atMoney}
              picked={picked === row.call || picked === row.put ? picked : undefined}
              onPick={onPick}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = {
  row: StrikeRow
  calls: readonly Column[]
  puts: readonly Column[]
  forward: string
  isAtMoney: boolean
  picked: string | undefined
  onPick: Pick
}

function Row({ row, calls, puts, forward, isAtMoney, picked, onPick }: RowProps) {
  const t = useT()
  const format = useFormat()
  const side = (right: 'Call' | 'Put', symbol: string | undefined) => (
    <SideCells
      symbol={symbol ?? ''}
      columns={right === 'Call' ? calls : puts}
      isInMoney={isInMoney(right, row.strike, forward)}
      isPicked={picked !== undefined && picked === symbol}
      onPick={onPick}
    />
  )
  return (
    <tr
      data-strike={row.strike}
      aria-current={isAtMoney ? 'true' : undefined}
      className={classNames(
        '*:border-b *:border-line hover:bg-row-hover',
        isAtMoney && '*:border-b-2 *:border-b-accent!',
      )}
    >
      {side('Call', row.call)}
      <th scope="row" className="bg-field px-2 py-1 text-center font-semibold whitespace-nowrap">
        {format.trimmed(row.strike)}
        {isAtMoney && (
          <abbr
            title={t('options.atMoneyLong')}
            className="ml-1 text-2xs font-normal text-accent no-underline"
          >
            {t('options.atMoney')}
          </abbr>
        )}
      </th>
      {side('Put', row.put)}
    </tr>
  )
}

type SideProps = {
  symbol: string
  columns: readonly Column[]
  isInMoney: boolean
  isPicked: boolean
  onPick: Pick
}

const SideCells = memo(function SideCells(props: SideProps) {
  const { symbol, columns: shown, isInMoney: isIn, isPicked, onPick } = props
  const format = useFormat()
  const quote = useQuote(symbol)
  return shown.map((column) => (
    <td
      key={column}
      className={classNames(cellClass, isPicked ? 'bg-field' : isIn && 'bg-accent-tint')}
    >
      {column === 'held' ? (
        <Held symbol={symbol} />
      ) : column === 'bid' || column === 'ask' ? (
        <Price symbol={symbol} quote={quote} column={column} onPick={onPick} />
      ) : column === 'mark' ? (
        <MarkButton symbol={symbol} quote={quote} onPick={onPick} />
      ) : (
        figure(format, column, quote)
      )}
    </td>
  ))
})

const percent = (format: Format, share: string | undefined): string =>
  format.percent(percentOf(share), { scale: 1, signed: false })

function figure(format: Format, column: Column, quote: WireOptionQuote | undefined): string {
  if (quote === undefined) return '--'
  switch (column) {
    case 'openInterest':
      return format.compact(quote.openInterest)
    case 'volume':
      return format.compact(quote.volume24h)
    case 'last':
      return format.price(quote.lastPrice === '' ? undefined : quote.lastPrice, 2)
    case 'bidSize':
      return format.compact(quote.bid1Size)
    case 'askSize':
      return format.compact(quote.ask1Size)
    case 'delta':
      return format.decimal(quote.delta, { scale: 2 })
    case 'gamma':
      return format.decimal(quote.gamma, { scale: 6 })
    case 'vega':
      return format.decimal(quote.vega, { scale: 2 })
    case 'theta':
      return format.decimal(quote.theta, { scale: 2 })
    case 'markIv':
      return percent(format, quote.markIv)
    case 'bidIv':
      return percent(format, quote.bid1Iv)
    case 'askIv':
      return percent(format, quote.ask1Iv)
    default:
      return ''
  }
}

/** With touch input the whole cell is the button, not only its figure. */
const fingerRoom =
  'pointer-coarse:-mx-2 pointer-coarse:-my-1 pointer-coarse:px-2 pointer-coarse:py-1'

type CellProps = { symbol: string; quote: WireOptionQuote | undefined; onPick: Pick }

function Price({ symbol, quote, column, onPick }: CellProps & { column: 'bid' | 'ask' }) {
  const t = useT()
  const format = useFormat()
  const isBid = column === 'bid'
  const text = isBid ? quote?.bid1Price : quote?.ask1Price
  if (text === undefined || text === '') return '--'
  const price = format.trimmed(text)
  return (
    <button
      type="button"
      aria-label={t(isBid ? 'options.sellAt' : 'options.buyAt', { symbol, price })}
      className={classNames(
        'rounded-sm hover:underline',
        fingerRoom,
        isBid ? 'text-up-on-depth' : 'text-down-on-depth',
      )}
      onClick={() => onPick({ symbol, side: isBid ? 'Sell' : 'Buy', price: text })}
    >
      {price}
    </button>
  )
}

function MarkButton({ symbol, quote, onPick }: CellProps) {
  const t = useT()
  const format = useFormat()
  return (
    <button
      type="button"
      aria-label={t('options.openOne', { symbol })}
      className={classNames('rounded-sm hover:underline', fingerRoom)}
      onClick={() => onPick({ symbol })}
    >
      {format.price(quote?.markPrice === '' ? undefined : quote?.markPrice, 2)}
    </button>
  )
}

/** The trader's position and number of resting orders. */
function Held({ symbol }: { symbol: string }) {
  const t = useT()
  const format = useFormat()
  const [record] = usePositionsIn(symbol)
  const orders = useOpenOrdersOf(symbol)
  const instrument = useListing(symbol)?.instrument
  const position = record?.position
  return (
    <span className="flex items-center justify-end gap-1">
      {position !== undefined && isHeld(position) && instrument !== undefined && (
        <span className={position.side === 'Buy' ? 'text-up-on-depth' : 'text-down-on-depth'}>
          {sizeWords(format, position, instrument)}
        </span>
      )}
      {orders.length > 0 && (
        <abbr
          title={t('options.ordersOf', { count: orders.length })}
          className="rounded-sm bg-field px-1 text-2xs text-accent no-underline"
        >
          {format.decimal(String(orders.length), { scale: 0 })}
        </abbr>
      )}
    </span>
  )
}
