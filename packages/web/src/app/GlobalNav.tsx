// The navigation bar at the top of every page: the product, its markets, the page's settings and
// the account.

import { Command, Languages, Moon, Settings, Sun } from 'lucide-react'
import { AccountMenu } from '../features/account/AccountMenu.tsx'
import { chooseLanguage, offeredLanguages, useLanguage, useT } from '../i18n/i18n.ts'
import { chooseZone, useZone, zones } from '../i18n/zone.ts'
import { useViewport } from '../platform/viewport.ts'
import { changeAddressLanguage, goTo, useAddressLanguage } from '../shell/location.ts'
import { openDialog } from '../shell/dialogs.ts'
import { DEFAULT_PAGE } from '../shell/routes.ts'
import {
  chooseTheme,
  sidesPalettes,
  themes,
  useThemeChoice,
  usePaintedTheme,
} from '../shell/theme.ts'
import { IconButton } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { MenuEntry } from '../ui/popups/popup-props.ts'
import { reopenWindows, resetLayout, useRememberedWindows } from './layout/layout-store.ts'
import { NoticeLog } from './notices/NoticeLog.tsx'
import { PageLink } from '../shell/PageLink.tsx'
import { PanelBoundary } from './PanelBoundary.tsx'
import { ProductLinks } from './navigation/ProductLinks.tsx'

export function GlobalNav() {
  const t = useT()
  const language = useLanguage()
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line bg-panel px-3">
      <PageLink page={DEFAULT_PAGE} className="mr-3 flex items-center gap-2 rounded">
        <Logo />
        <span className="text-lg font-semibold tracking-tight">{t('shell.productName')}</span>
      </PageLink>
      <div className="flex min-w-0 flex-1 max-md:hidden">
        <ProductLinks key={language} />
      </div>
      <div className="ml-auto flex items-center gap-1">
        <PaletteButton />
        <ThemeButton />
        <LanguageMenu />
        <NoticeLog />
        <SettingsMenu />
        <PanelBoundary>
          <AccountMenu />
        </PanelBoundary>
      </div>
    </header>
  )
}

function PaletteButton() {
  const t = useT()
  return (
    <IconButton label={t('palette.open')} onClick={() => openDialog({ kind: 'palette' })}>
      <Command aria-hidden />
    </IconButton>
  )
}

function Logo() {
  return (
    <svg viewBox="0 0 20 24" className="h-5 w-auto text-brand" aria-hidden fill="none">
      <path d="M2.5 2.5v19" stroke="currentColor" strokeWidth="3.2" strokeLinecap="round" />
      <path d="M7 9.3h5.8a3 3 0 0 0 0-6H7z" fill="currentColor" />
      <path d="M7 20.7h7.2a4 4 0 0 0 0-8H7z" fill="currentColor" fillOpacity="0.55" />
    </svg>
  )
}

function ThemeButton() {
  const t = useT()
  const painted = usePaintedTheme()
  const other = painted === 'dark' ? 'light' : 'dark'
  return (
    <IconButton
      size="md"
      label={other === 'light' ? t('shell.themeToLight') : t('shell.themeToDark')}
      onClick={() => chooseTheme({ theme: other })}
    >
      {painted === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />}
    </IconButton>
  )
}

function LanguageMenu() {
  const t = useT()
  const language = useLanguage()
  const offered = offeredLanguages()
  const addressed = useAddressLanguage()
  if (offered.length < 2) return null
  const speak = async (code: string): Promise<void> => {
    await chooseLanguage(code)
    // A language in the address would override the choice at the next visit.
    if (offered.some((each) => each.code === addressed)) changeAddressLanguage(code)
  }
  return (
    <Menu
      trigger={
        <IconButton size="md" label={t('shell.language')}>
          <Languages aria-hidden />
        </IconButton>
      }
      entries={[
        {
          kind: 'choose',
          id: 'language',
          label: t('shell.language'),
          value: language,
          options: offered.map(({ code, name }) => ({ value: code, label: name })),
          onChange: (code) => void speak(code),
          closes: true,
        },
      ]}
    />
  )
}

function SettingsMenu() {
  const t = useT()
  return (
    <Menu
      trigger={
        <IconButton size="md" label={t('shell.settings')}>
          <Settings aria-hidden />
        </IconButton>
      }
      entries={useSettings()}
    />
  )
}

function useSettings(): MenuEntry[] {
  const t = useT()
  const choice = useThemeChoice()
  const zone = useZone()
  const viewport = useViewport()
  const windows = useRememberedWindows()
  const entries: MenuEntry[] = [
    {
      kind: 'choose',
      id: 'theme',
      label: t('shell.theme'),
      value: choice.theme,
      options: [
        { value: 'dark', label: t('shell.themeDark') },
        { value: 'light', label: t('shell.themeLight') },
        { value: 'system', label: t('shell.themeSystem') },
      ],
      onChange: (value) => {
        const theme = themes.find((each) => each === value)
        if (theme !== undefined) chooseTheme({ theme })
      },
    },
    {
      kind: 'choose',
      id: 'sides',
      label: t('shell.sides'),
      value: choice.sides,
      options: [
        { value: 'green-up', label: t('shell.sidesGreenUp') },
        { value: 'red-up', label: t('shell.sidesRedUp') },
        { value: 'colour-blind', label: t('shell.sidesColourBlind') },
      ],
      onChange: (value) => {
        const sides = sidesPalettes.find((each) => each === value)
        if (sides !== undefined) chooseTheme({ sides })
      },
    },
    {
      kind: 'choose',
      id: 'zone',
      label: t('shell.times'),
      value: zone,
      options: [
        { value: 'local', label: t('shell.timesLocal') },
        { value: 'utc', label: t('shell.timesUtc') },
      ],
      onChange: (value) => {
        const chosen = zones.find((each) => each === value)
        if (chosen !== undefined) chooseZone(chosen)
      },
    },
  ]
  const help: MenuEntry[] = [
    { kind: 'line', id: 'help-line' },
    {
      kind: 'act',
      id: 'alerts',
      label: t('alerts.title'),
      onSelect: () => openDialog({ kind: 'alerts' }),
    },
    {
      kind: 'act',
      id: 'sounds',
      label: t('sounds.title'),
      onSelect: () => openDialog({ kind: 'sounds' }),
    },
    {
      kind: 'act',
      id: 'help',
      label: t('help.title'),
      onSelect: () => goTo({ kind: 'help', topic: undefined }),
    },
    {
      kind: 'act',
      id: 'api-docs',
      label: t('apiDocs.title'),
      onSelect: () => goTo({ kind: 'apiDocs' }),
    },
  ]
  if (viewport === 'phone') return [...entries, ...help, marketsEntry(t('markets.title'))]
  return [
    ...entries,
    ...help,
    { kind: 'line', id: 'line' },
    ...(windows === 0 ? [] : [reopenEntry(t('shell.reopenWindows', { count: windows }))]),
    {
      kind: 'act',
      id: 'reset',
      label: t('shell.resetLayout'),
      onSelect: () => void resetLayout(viewport),
    },
  ]
}

/** The entries that replace the bar's links, which have no room on a phone. */
function marketsEntry(label: string): MenuEntry {
  return { kind: 'act', id: 'markets', label, onSelect: () => goTo({ kind: 'markets' }) }
}

function reopenEntry(label: string): MenuEntry {
  return { kind: 'act', id: 'reopen', label, onSelect: reopenWindows }
}
