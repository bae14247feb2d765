// One side of the order book as fixed rows: depth bars, own orders, and clicks that fill the
// ticket.

import { memo } from 'react'
import type { InstrumentFormat } from '../../stores/instrument-format.ts'
import { useT } from '../../i18n/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import type { DepthRow, DepthSideName } from './depth.ts'

export const ROW_PX = 20

/** Price | Qty | Total; the total is hidden when the panel itself is narrower than 360 px. */
export const COLUMNS = 'grid grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_minmax(0,1fr)] px-3'

export type DepthRowsProps = {
  side: DepthSideName
  rows: readonly DepthRow[]
  words: InstrumentFormat
  /** Formats a quantity in the chosen unit at a row's price. */
  amountText: (ticks: number, lots: number) => string
  /** Rows from the best to this index are shaded; −1 for none. */
  hovered: number
  onHover: (row: number) => void
  onPrice: (ticks: number) => void
  onQuantity: (lots: number) => void
  isStale: boolean
}

/** The best level is next to the centre: asks are listed upward, bids downward. */
export function DepthRows(props: DepthRowsProps) {
  const t = useT()
  const { side, rows, words, hovered } = props
  const isAsk = side === 'asks'
  return (
    <div
      role="table"
      aria-label={t(isAsk ? 'book.asks' : 'book.bids')}
      className={classNames(
        'flex min-h-0 flex-1 overflow-hidden',
        isAsk ? 'flex-col-reverse' : 'flex-col',
        props.isStale && 'stale',
      )}
    >
      {rows.map((row, at) => (
        <LevelRow
          key={at}
          at={at}
          isAsk={isAsk}
          ticks={row.priceTicks}
          qtyLots={row.qtyLots}
          price={words.price(row.priceTicks)}
          qty={props.amountText(row.priceTicks, row.qtyLots)}
          total={props.amountText(row.priceTicks, row.totalLots)}
          share={row.share}
          own={row.ownLots === 0 ? undefined : words.qty(row.ownLots)}
          planned={row.plannedLots === 0 ? undefined : words.qty(row.plannedLots)}
          isShaded={at <= hovered}
          onHover={props.onHover}
          onPrice={props.onPrice}
          onQuantity={props.onQuantity}
        />
      ))}
    </div>
  )
}

type LevelRowProps = {
  at: number
  isAsk: boolean
  ticks: number
  qtyLots: number
  price: string
  qty: string
  total: string
  share: number
  own: string | undefined
  planned: string | undefined
  isShaded: boolean
  onHover: (row: number) => void
  onPrice: (ticks: number) => void
  onQuantity: (lots: number) => void
}

// Memoised, so that a row is rendered only when one of its own texts changes.
const LevelRow = memo(function LevelRow(props: LevelRowProps) {
  const t = useT()
  const { at, isAsk, price, qty, share, own, planned } = props
  return (
    <div
      role="row"
      tabIndex={-1}
      onMouseEnter={() => props.onHover(at)}
      className={classNames(
        COLUMNS,
        'relative h-5 shrink-0 items-center text-xs leading-5 [contain:strict]',
        props.isShaded && 'bg-hover',
      )}
    >
      <span
        aria-hidden
        className={classNames(
          'absolute inset-y-px right-0 w-full origin-right',
          isAsk ? 'bg-down-depth' : 'bg-up-depth',
        )}
        style={{ transform: `scaleX(${share / 100})` }}
      />
      <span role="cell" className="relative min-w-0">
        {own !== undefined && (
          <span
            title={t('book.ownOrder', { qty: own, coin: '' })}
            className="absolute top-1.5 -left-2 size-1.5 rounded-full bg-accent"
          >
            <span className="sr-only">{t('book.ownOrder', { qty: own, coin: '' })}</span>
          </span>
        )}
        {planned !== undefined && (
          <span
            title={t('book.plannedOrder', { qty: planned })}
            className="absolute top-1.5 -left-2 size-1.5 rounded-full ring-1 ring-accent"
          >
            <span className="sr-only">{t('book.plannedOrder', { qty: planned })}</span>
          </span>
        )}
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('book.pickPrice', { price })}
          onClick={() => props.onPrice(props.ticks)}
          className={classNames(
            'h-5 w-full truncate text-start',
            isAsk ? 'text-down-on-depth' : 'text-up-on-depth',
          )}
        >
          {price}
        </button>
      </span>
      <span role="cell" className="relative min-w-0">
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('book.pickQuantity', { qty })}
          onClick={() => props.onQuantity(props.qtyLots)}
          className="h-5 w-full truncate text-end"
        >
          {qty}
        </button>
      </span>
      <span role="cell" className="relative truncate text-end text-soft">
        {props.total}
      </span>
    </div>
  )
})
