// The star button of a market: adds it to the favourites or removes it.

import { Star } from 'lucide-react'
import { toggleFavourite } from '../../stores/settings.ts'
import { useT } from '../../i18n/i18n.ts'
import { classNames } from '../../ui/class-names.ts'

/** A toggle; a click on it does not select its row. */
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
