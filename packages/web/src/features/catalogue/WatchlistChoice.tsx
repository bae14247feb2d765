// The choice between the starred symbols and the watchlists made from saved screens.

import { useT } from '../../i18n/i18n.ts'
import { changeSettings, useSettings } from '../../stores/settings.ts'
import { Select } from '../../ui/Select.tsx'

/** Shown beside the favourites; renders nothing while there is no watchlist. */
export function WatchlistChoice() {
  const t = useT()
  const { screens, watchlist } = useSettings()
  const lists = screens.filter(({ symbols }) => symbols !== undefined)
  if (lists.length === 0) return null
  return (
    <Select
      label={t('screens.watchlist')}
      size="sm"
      className="self-start"
      value={lists.some(({ id }) => id === watchlist) ? watchlist : ''}
      onChange={(id) => changeSettings({ watchlist: id })}
      items={[
        { value: '', label: t('book.tabFavourites') },
        ...lists.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}
