// Figures with their names, side by side; profits and losses in their colours.

import { classNames } from '../class-names.ts'

/** A name, its text, and the colour of a profit or loss. */
export type NamedFigure = readonly [name: string, words: string, tone?: string]

/** The colour of a profit or a loss; the text has the sign as well. */
export const toneOf = (value: string): string =>
  Number(value) > 0 ? 'text-up' : Number(value) < 0 ? 'text-down' : ''

type NamedFiguresProps = {
  figures: readonly NamedFigure[]
  /** A card has two columns, however wide the window is. */
  isInCard?: boolean
}

export function NamedFigures({ figures, isInCard = false }: NamedFiguresProps) {
  const wide = !isInCard && 'sm:grid-cols-3 lg:grid-cols-6'
  return (
    <dl className={classNames('grid grid-cols-2 gap-x-3 gap-y-1 text-xs', wide)}>
      {figures.map(([name, value, tone]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
