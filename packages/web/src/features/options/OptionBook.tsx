// The book of an option and its newest trades.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { formatPrice } from '@basis/domain/instrument/instrument'
import { priceTicks } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useBook } from '../../stores/book.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useTrades } from '../../stores/trades.ts'
import { classNames } from '../../ui/class-names.ts'
import { levelsOf, type BookLevel } from './book-levels.ts'

const shownLevels = 6
const shownTrades = 8

type Props = { instrument: Instrument; onPick: (price: string, side: Side) => void }

export function OptionBook({ instrument, onPick }: Props) {
  const t = useT()
  const book = useBook(instrument.symbol)
  const asks = levelsOf(book?.asks, shownLevels)
  const bids = levelsOf(book?.bids, shownLevels)
  const isEmpty = asks.length === 0 && bids.length === 0
  return (
    <section
      aria-label={t('options.book')}
      className={classNames(book?.isLive === false && 'stale')}
    >
      <h2 className="mb-1 text-sm font-semibold">{t('options.book')}</h2>
      <div className="flex justify-between text-xs text-soft">
        <span>{`${t('options.bookPrice')} (${instrument.quoteCoin})`}</span>
        <span>{`${t('options.bookSize')} (${instrument.baseCoin})`}</span>
      </div>
      <Levels levels={asks.toReversed()} side="Sell" instrument={instrument} onPick={onPick} />
      <div className="my-1 border-t border-line" />
      <Levels levels={bids} side="Buy" instrument={instrument} onPick={onPick} />
      {isEmpty && <p className="text-xs text-soft">{t('options.noBook')}</p>}
      <Trades instrument={instrument} />
    </section>
  )
}

type LevelsProps = {
  levels: readonly BookLevel[]
  side: Side
  instrument: Instrument
  onPick: Props['onPick']
}

/** A click on an ask fills the ticket with a buy at it, on a bid with a sell. */
function Levels({ levels, side, instrument, onPick }: LevelsProps) {
  const words = useInstrumentFormat(instrument)
  return (
    <ul className="text-xs tabular-nums">
      {levels.map(({ ticks, lots }) => (
        <li key={ticks}>
          <button
            type="button"
            className="flex h-6 w-full items-center justify-between rounded px-1 hover:bg-hover"
            onClick={() =>
              onPick(formatPrice(instrument, priceTicks(ticks)), side === 'Buy' ? 'Sell' : 'Buy')
            }
          >
            <span className={side === 'Buy' ? 'text-up' : 'text-down'}>{words.price(ticks)}</span>
            <span>{words.qty(lots)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Trades({ instrument }: { instrument: Instrument }) {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  const trades = useTrades(instrument.symbol)?.slice(0, shownTrades) ?? []
  return (
    <>
      <h3 className="mt-3 mb-1 text-sm font-semibold">{t('options.trades')}</h3>
      {trades.length === 0 && <p className="text-xs text-soft">{t('options.noTrades')}</p>}
      <ul className="text-xs tabular-nums">
        {trades.map(({ id, ticks, lots, side, timeMs }) => (
          <li key={id} className="flex h-5 items-center justify-between gap-2 px-1">
            <span className={side === 'Buy' ? 'text-up' : 'text-down'}>{words.price(ticks)}</span>
            <span>{words.qty(lots)}</span>
            <span className="text-soft">{format.time(timeMs)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
