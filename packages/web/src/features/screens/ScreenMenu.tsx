// The menu of saved screens: select, save under a name, rename, remove, and make a watchlist.

import { useState } from 'react'
import { Bookmark, ListChecks, Trash2 } from 'lucide-react'
import { useT } from '../../i18n/i18n.ts'
import { message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'
import { longestScreenName, mostScreens, watchable } from '../../shell/saved-screens.ts'
import type { SavedScreen, Screen } from '../../shell/saved-screens.ts'
import { removeScreen, saveScreen, useSettings } from '../../stores/settings.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { TextField } from '../../ui/TextField.tsx'

type Props = {
  screen: Screen
  /** The markets shown now, which a new watchlist keeps. */
  symbols: readonly string[]
  chosenId: string
  onChosen: (screen: SavedScreen | undefined) => void
}

export function ScreenMenu(props: Props) {
  const t = useT()
  const screens = useSettings((settings) => settings.screens)
  const chosen = screens.find(({ id }) => id === props.chosenId)
  return (
    <Popover
      title={t('screens.title')}
      className="w-80"
      trigger={
        <Button size="sm">
          <Bookmark className="size-3.5" aria-hidden />
          {chosen?.name ?? t('screens.title')}
        </Button>
      }
    >
      {screens.length === 0 ? (
        <p className="pb-2 text-xs text-muted">{t('screens.none')}</p>
      ) : (
        <ul aria-label={t('screens.title')} className="-mx-3 mb-2 max-h-64 overflow-y-auto">
          {screens.map((saved) => (
            <ScreenRow key={saved.id} saved={saved} {...props} />
          ))}
        </ul>
      )}
      <NameForm key={chosen?.id ?? 'new'} {...props} chosen={chosen} />
    </Popover>
  )
}

function ScreenRow({ saved, symbols, chosenId, onChosen }: Props & { saved: SavedScreen }) {
  const t = useT()
  const { id, name, symbols: watched } = saved
  const { symbols: _list, ...plain } = saved
  const watch = (): void => {
    const next = watched === undefined ? { ...plain, symbols } : plain
    saveScreen(next)
    if (watched !== undefined) return
    const title = message('screens.watched', { name, count: watchable(symbols).length })
    notify({ kind: 'screens', tone: 'success', title })
  }
  return (
    <li className="flex min-h-8 items-center gap-1 px-3 text-sm hover:bg-hover">
      <button
        type="button"
        aria-pressed={id === chosenId}
        className="min-w-0 flex-1 truncate text-left aria-pressed:text-accent"
        onClick={() => onChosen(saved)}
      >
        {name}
      </button>
      <IconButton
        label={t('screens.watchOf', { name })}
        pressed={watched !== undefined}
        // A watchlist takes the markets shown now, so its screen must be the selected one.
        disabled={watched === undefined && id !== chosenId}
        onClick={watch}
      >
        <ListChecks aria-hidden />
      </IconButton>
      <IconButton
        label={t('screens.removeOf', { name })}
        onClick={() => {
          removeScreen(id)
          if (id === chosenId) onChosen(undefined)
        }}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  )
}

/** Saves the current choices as a new screen, or to the selected one, which may be renamed. */
function NameForm({ screen, chosen, onChosen }: Props & { chosen: SavedScreen | undefined }) {
  const t = useT()
  const [name, setName] = useState(chosen?.name ?? '')
  const save = (id: string): void => {
    const watched = chosen?.id === id && chosen.symbols !== undefined
    const saved = { ...screen, id, name: name.trim() }
    const kept = watched ? { ...saved, symbols: chosen.symbols } : saved
    if (saveScreen(kept as SavedScreen)) return onChosen(kept as SavedScreen)
    const title = message('screens.tooMany', { max: mostScreens })
    notify({ kind: 'screens', tone: 'warning', title })
  }
  const isNamed = name.trim() !== ''
  return (
    <form
      className="flex flex-col gap-2 border-t border-line pt-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (isNamed) save(chosen?.id ?? crypto.randomUUID())
      }}
    >
      <TextField
        label={t('screens.name')}
        size="sm"
        value={name}
        maxLength={longestScreenName}
        onChange={setName}
      />
      <span className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" disabled={!isNamed}>
          {t(chosen === undefined ? 'screens.save' : 'screens.update')}
        </Button>
        {chosen !== undefined && (
          <Button size="sm" disabled={!isNamed} onClick={() => save(crypto.randomUUID())}>
            {t('screens.saveNew')}
          </Button>
        )}
      </span>
    </form>
  )
}
