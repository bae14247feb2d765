// The calendar of a month by weeks, each day with its closed P&L.

import { unitE8, zero, type Amount } from '@basis/domain/numbers/fixed'
import { useT } from '../../i18n/i18n.ts'
import { isInCents, type Format } from '../../i18n/format.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { exactE8 } from '../../stores/instrument-format.ts'
import { classNames } from '../../ui/class-names.ts'
import { weeksOf, type Day, type Month } from './portfolio-figures.ts'

type CalendarProps = { month: Month; days: readonly Day[]; coin: string; nowMs: number }

export function Calendar({ month, days, coin, nowMs }: CalendarProps) {
  const t = useT()
  const format = useFormat()
  const weeks = weeksOf(month, days)
  return (
    <table aria-label={t('portfolio.byDay')} className="w-full table-fixed text-2xs">
      <thead>
        <tr>
          {(weeks[1] ?? []).map((day) => (
            <th key={day?.fromMs} scope="col" className="pb-1 font-normal text-muted">
              {day !== undefined && format.weekday(day.fromMs)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, at) => (
          <tr key={at}>
            {week.map((day, weekday) => (
              <td key={weekday} className="p-px">
                {day !== undefined && (
                  <DayCell day={day} coin={coin} isFuture={day.fromMs > nowMs} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DayCell({ day, coin, isFuture }: { day: Day; coin: string; isFuture: boolean }) {
  const format = useFormat()
  const { fromMs, pnl, count } = day
  const written = format.money(exactE8(pnl), coin, { signed: true })
  const short = written.length > 8 ? shortOf(pnl, coin, format) : written
  return (
    <div
      className={classNames(
        'flex h-12 flex-col justify-between rounded-sm px-1 py-0.5 max-md:px-0.5',
        pnl > zero ? 'bg-up-depth' : pnl < zero ? 'bg-down-depth' : 'bg-field',
      )}
    >
      <span className={isFuture ? 'text-muted' : 'text-soft'}>{new Date(fromMs).getUTCDate()}</span>
      {count > 0 && (
        <span
          className={classNames(
            'truncate text-right font-medium',
            pnl > zero ? 'text-up-on-depth' : pnl < zero ? 'text-down-on-depth' : 'text-ink',
          )}
        >
          <span className="max-md:hidden">{written}</span>
          <span className="md:hidden">{short}</span>
        </span>
      )}
    </div>
  )
}

/** Formats an amount for a phone's cell; a fraction of a bitcoin must not be shown as 0. */
function shortOf(pnl: Amount, coin: string, format: Format): string {
  const isPart = pnl < unitE8 && pnl > -unitE8
  return isPart && !isInCents(coin)
    ? format.decimal(exactE8(pnl), { scale: 4, signed: true })
    : format.compact(exactE8(pnl))
}
