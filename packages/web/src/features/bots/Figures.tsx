// Figures with their names, side by side; profits and losses in their colours.

/** A name, its words, and the colour of a profit or loss. */
type NamedFigure = readonly [name: string, words: string, tone?: string]

export function Figures({ figures }: { figures: readonly NamedFigure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-3 gap-y-1 text-xs sm:grid-cols-3 lg:grid-cols-6">
      {figures.map(([name, value, tone]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
