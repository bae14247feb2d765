// Rows of the ladder: bids left, prices in the middle, asks right, own orders at the outer edges.

import { memo } from 'react'
import type { PointerEvent as ReactPointerEvent } from 'react'
import { X } from 'lucide-react'
import { qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import type { Side } from '@basis/domain/orders/order'
import { useT } from '../../i18n/i18n.ts'
import type { InstrumentFormat } from '../../stores/instrument-format.ts'
import { classNames } from '../../ui/class-names.ts'
import type { OwnOrders } from './ladder-rows.ts'

export const LADDER_ROW_PX = 22

const LADDER_COLUMNS =
  'grid grid-cols-[minmax(3rem,1.1fr)_minmax(0,1fr)_minmax(4.25rem,auto)_minmax(0,1fr)_minmax(3rem,1.1fr)]'

/** The side and quantity shown in a row for a dragged or planned order. */
export type Ghost = { readonly side: Side; readonly lots: number }

export type LadderRowProps = {
  id: string
  at: number
  ticks: number
  instrument: Instrument
  words: InstrumentFormat
  isStopMode: boolean
  own: readonly OwnOrders[] | undefined
  /** The side of the position whose entry price is in this row. */
  entry: Side | undefined
  ghost: Ghost | undefined
  isCursor: boolean
  onPlace: (side: Side, ticks: number, isStop: boolean) => void
  onCancel: (own: readonly OwnOrders[]) => void
  onGrab: (own: OwnOrders, ticks: number, event: ReactPointerEvent) => void
}

export const LadderRow = memo(function LadderRow(props: LadderRowProps) {
  const { ticks, words, entry, isCursor, ghost } = props
  const price = words.price(ticks)
  return (
    <div
      id={props.id}
      role="row"
      tabIndex={-1}
      aria-selected={isCursor}
      data-row
      style={{ height: LADDER_ROW_PX }}
      className={classNames(
        LADDER_COLUMNS,
        // Clipped cell content must not make the row higher.
        'grid-rows-[minmax(0,1fr)]',
        'group relative text-xs tabular-nums [contain:strict] hover:bg-hover',
        isCursor && 'bg-pressed outline-1 -outline-offset-1 outline-focus',
      )}
    >
      <OwnCell {...props} side="Buy" price={price} />
      <SizeCell {...props} side="Buy" price={price} />
      <span
        role="rowheader"
        className={classNames(
          'relative grid place-items-center border-x border-line px-1.5 text-soft',
          'group-data-last:bg-pressed group-data-last:font-semibold group-data-last:text-ink',
          entry !== undefined && 'bg-accent-tint',
        )}
      >
        {entry !== undefined && <EntryMark side={entry} />}
        {price}
      </span>
      <SizeCell {...props} side="Sell" price={price} />
      <OwnCell {...props} side="Sell" price={price} />
      {ghost !== undefined && (
        <span aria-hidden className="absolute inset-0 border border-dashed border-accent" />
      )}
    </div>
  )
})

function EntryMark({ side }: { side: Side }) {
  const t = useT()
  const isLong = side === 'Buy'
  return (
    <span
      title={t('ladder.entry')}
      className={classNames(
        'absolute inset-y-0 w-0.5',
        isLong ? 'left-0 bg-up-solid' : 'right-0 bg-down-solid',
      )}
    >
      <span className="sr-only">{t('ladder.entry')}</span>
    </span>
  )
}

const placeWords = {
  Buy: { limit: 'ladder.buyAt', stop: 'ladder.buyStopAt' },
  Sell: { limit: 'ladder.sellAt', stop: 'ladder.sellStopAt' },
} as const

// use-ladder-paint.ts writes the bar and the size; React never renders a child there.
function SizeCell(props: LadderRowProps & { side: Side; price: string }) {
  const t = useT()
  const { side, price, ticks, isStopMode } = props
  const isBuy = side === 'Buy'
  const name = isBuy ? 'bids' : 'asks'
  return (
    <span role="gridcell" className="relative min-w-0">
      <span
        aria-hidden
        data-bar={name}
        style={{ transform: 'scaleX(0)' }}
        className={classNames(
          'absolute inset-y-px w-full',
          isBuy ? 'right-0 origin-right bg-up-depth' : 'left-0 origin-left bg-down-depth',
        )}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={t(placeWords[side][isStopMode ? 'stop' : 'limit'], { price })}
        onClick={(event) =>
          props.onPlace(side, ticks, isStopMode !== (event.shiftKey || event.altKey))
        }
        className={classNames(
          'relative size-full truncate px-1',
          'hover:outline-1 hover:-outline-offset-1',
          isBuy
            ? 'text-end text-up-on-depth hover:outline-up'
            : 'text-start text-down-on-depth hover:outline-down',
        )}
      >
        <span data-size={name} />
      </button>
    </span>
  )
}

function OwnCell(props: LadderRowProps & { side: Side; price: string }) {
  const t = useT()
  const { side, own, ghost, words, price, ticks } = props
  const here = own?.find((each) => each.side === side)
  const isGhost = ghost?.side === side
  // One button cancels all orders of the row; it is beside the first group.
  const hasCancel = here !== undefined && here === own?.[0]
  return (
    <span role="gridcell" className="relative min-w-0 p-px">
      {here === undefined && isGhost && (
        <span aria-hidden className={chipClasses(side, false)}>
          {words.shortQty(ghost.lots)}
        </span>
      )}
      {here !== undefined && (
        <span
          title={ownTitle(t, props, here)}
          onPointerDown={(event) => props.onGrab(here, ticks, event)}
          className={classNames(
            chipClasses(side, here.isStop),
            'h-full cursor-grab touch-none active:cursor-grabbing',
            // If both do not fit side by side, the queue place wraps to a hidden second line.
            'flex-wrap content-start overflow-hidden leading-5',
            // With touch input the cancel button is always visible, so it needs room.
            hasCancel && 'pointer-coarse:pr-4.5',
          )}
        >
          <span className="sr-only">{ownTitle(t, props, here)}</span>
          <span aria-hidden className="min-w-0 truncate">
            {words.shortQty(here.lots)}
          </span>
          {here.place !== undefined && (
            <span aria-hidden className="shrink-0 opacity-80" data-place>
              {`#${here.place.aheadOrders + 1}`}
            </span>
          )}
        </span>
      )}
      {hasCancel && own !== undefined && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('ladder.cancelAt', { price })}
          title={t('ladder.cancelAt', { price })}
          onClick={() => props.onCancel(own)}
          className={classNames(
            'absolute inset-y-px grid w-4 place-items-center rounded-sm bg-raised text-soft',
            'opacity-0 group-hover:opacity-100 hover:text-ink pointer-coarse:opacity-100',
            'right-px',
            props.isCursor && 'opacity-100',
          )}
        >
          <X className="size-3" aria-hidden />
        </button>
      )}
    </span>
  )
}

const chipClasses = (side: Side, isStop: boolean): string =>
  classNames(
    'flex items-center justify-between gap-0.5 rounded-sm px-1 text-2xs font-medium',
    side === 'Buy' ? 'bg-up-badge text-up-badge-ink' : 'bg-down-badge text-down-badge-ink',
    isStop && 'border border-dashed border-current',
  )

/** Returns e.g. "Your buy orders: 0.500 BTC. Ahead of them in the queue: 1.2 BTC (3)." */
export function ownTitle(
  t: ReturnType<typeof useT>,
  { words, instrument }: Pick<LadderRowProps, 'words' | 'instrument'>,
  { side, lots, isStop, place }: OwnOrders,
): string {
  const coin = qtyCoin(instrument)
  const qty = words.qty(lots)
  const key = isStop ? 'ladder.ownStop' : side === 'Buy' ? 'ladder.ownBuy' : 'ladder.ownSell'
  const parts = [t(key, { qty, coin })]
  if (place !== undefined) {
    const { aheadOrders: orders, aheadQty } = place
    parts.push(
      orders === 0
        ? t('ladder.first')
        : t('ladder.ahead', { qty: { decimal: aheadQty }, coin, orders }),
    )
  }
  return `${parts.join('. ')}.`
}
