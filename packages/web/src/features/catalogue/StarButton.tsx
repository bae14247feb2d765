// The star of a market: whether it is among the favourites.

import { Star } from 'lucide-react'
import { toggleFavourite } from '../../stores/settings.ts'
import { useT } from '../../i18n/i18n.ts'
import { classNames } from '../../ui/class-names.ts'

/** A star that is on or off; it never chooses the row it stands in. */
export function StarButton({ symbol, isStarred }: { symbol: string; isStarred: boolean }) {
  const t = useT()
  return (
    <button
      type="button"
      aria-pressed={isStarred}
      aria-label={t(isStarred ? 'book.removeFavourite' : 'book.addFavourite', { symbol })}
      onClick={(event) => {
        event.stopPropagation()
        toggleFavourite(symbol)
      }}
      className="grid size-6 touch-target place-items-center rounded text-muted hover:text-accent"
    >
      <Star
        className={classNames('size-3.5', isStarred && 'fill-current text-accent')}
        aria-hidden
      />
    </button>
  )
}
