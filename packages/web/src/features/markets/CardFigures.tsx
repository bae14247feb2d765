// Labelled figures of a card, which a phone shows instead of a table row.

import type { ReactNode } from 'react'
import { useServerNowMs } from '../../client/connection.ts'
import type { Format } from '../../i18n/format.ts'
import { useFormat } from '../../i18n/use-format.ts'

export type CardFigure = { readonly name: string; readonly value: ReactNode }

export function CardFigures({ figures }: { figures: readonly CardFigure[] }) {
  return (
    <dl className="mt-2 grid grid-cols-2 gap-x-3 gap-y-1.5">
      {figures.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="truncate text-2xs text-muted">{name}</dt>
          <dd className="flex text-xs tabular-nums [&>svg]:ml-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The time left; zero once it has passed. */
export function Countdown({ untilMs }: { untilMs: number }) {
  const format = useFormat()
  return format.countdown(Math.max(0, untilMs - useServerNowMs()))
}

/** A time in the trader's zone, with the zone's name. */
export const zonedMoment = (format: Format, timeMs: number | undefined): string =>
  `${format.dateTime(timeMs)} ${format.zoneName(timeMs ?? 0)}`
