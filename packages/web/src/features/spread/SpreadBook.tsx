// The book of a combination and its newest trades; prices may be negative.

import type {
  WireSpreadBook,
  WireSpreadInstrument,
  WireSpreadTrade,
} from '@basis/protocol/spread/market'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'

const shownLevels = 8
const shownTrades = 10

type BookProps = {
  instrument: WireSpreadInstrument
  book: WireSpreadBook
  onPick: (price: string) => void
}

export function SpreadBook({ instrument, book, onPick }: BookProps) {
  const t = useT()
  return (
    <section aria-label={t('spread.book')}>
      <h2 className="mb-1 text-sm font-semibold">{t('spread.book')}</h2>
      <div className="flex justify-between text-xs text-soft">
        <span>{t('spread.price', { coin: instrument.quoteCoin })}</span>
        <span>{t('spread.size', { coin: instrument.baseCoin })}</span>
      </div>
      <Levels levels={book.a.slice(0, shownLevels).toReversed()} tone="down" onPick={onPick} />
      <div className="my-1 border-t border-line" />
      <Levels levels={book.b.slice(0, shownLevels)} tone="up" onPick={onPick} />
    </section>
  )
}

type LevelsProps = {
  levels: WireSpreadBook['b']
  tone: 'up' | 'down'
  onPick: (price: string) => void
}

function Levels({ levels, tone, onPick }: LevelsProps) {
  const format = useFormat()
  return (
    <ul className="text-xs tabular-nums">
      {levels.map(([price, size]) => (
        <li key={price}>
          <button
            type="button"
            className="flex h-6 w-full items-center justify-between rounded px-1 hover:bg-hover"
            onClick={() => onPick(price)}
          >
            <span className={tone === 'up' ? 'text-up' : 'text-down'}>
              {format.decimal(price, { scale: 8, trimTo: 1 })}
            </span>
            <span>{format.decimal(size, { scale: 8, trimTo: 3 })}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

type TradesProps = { trades: readonly WireSpreadTrade[] }

export function SpreadTrades({ trades }: TradesProps) {
  const t = useT()
  const format = useFormat()
  return (
    <section aria-label={t('spread.trades')} className="mt-3">
      <h2 className="mb-1 text-sm font-semibold">{t('spread.trades')}</h2>
      {trades.length === 0 && <p className="text-xs text-soft">{t('spread.noTrades')}</p>}
      <ul className="text-xs tabular-nums">
        {trades.slice(0, shownTrades).map((trade) => (
          <li key={trade.execId} className="flex h-5 items-center justify-between px-1">
            <span className={trade.side === 'Buy' ? 'text-up' : 'text-down'}>
              {format.decimal(trade.price, { scale: 8, trimTo: 1 })}
            </span>
            <span>{format.decimal(trade.size, { scale: 8, trimTo: 3 })}</span>
            <span className="text-soft">{format.time(trade.time)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
