// All actions of the palette besides typed commands: pages, dialogs, and settings.

import { stopEverything, closeAll } from '../../actions/closing.ts'
import { runHotkey } from '../../actions/hotkey-actions.ts'
import { chooseLanguage, offeredLanguages, useT } from '../../i18n/i18n.ts'
import { message, type Message, type MessageKey } from '../../i18n/message-keys.ts'
import { askForConfirmation, openDialog } from '../../shell/dialogs.ts'
import { changeAddressLanguage, goTo } from '../../shell/location.ts'
import type { Page } from '../../shell/routes.ts'
import { showPanel, tablePanels, type TablePanel } from '../../shell/panel-requests.ts'
import { chooseTheme } from '../../shell/theme.ts'
import { hotkeyIds, hotkeyNames, shownKeys, useHotkeys } from '../../shell/hotkeys.ts'
import { useCombinations } from '../../stores/spread/combinations.ts'
import { shownName, showListing, useCatalogue, useCurrentListing } from '../../stores/catalogue.ts'

export type PaletteAction = {
  readonly id: string
  readonly name: string
  /** The shortcut of the action, or another note. */
  readonly hint?: string | undefined
  readonly run: () => void
}

const panelWords: Record<TablePanel, MessageKey> = {
  positions: 'shell.panelPositions',
  orders: 'shell.panelOrders',
  strategies: 'shell.panelStrategies',
  orderHistory: 'shell.panelOrderHistory',
  fills: 'shell.panelFills',
  closedPnl: 'shell.panelClosedPnl',
  assets: 'shell.panelAssets',
}

/** Returns all actions, named in the page's language. */
export function useActions(): readonly PaletteAction[] {
  const t = useT()
  const listing = useCurrentListing()
  const { keys, isOn } = useHotkeys()
  const listings = useCatalogue((catalogue) => catalogue.order)
  const spreads = useSpreadActions()
  const symbol = listing?.symbol ?? ''
  const isContract = listing !== undefined && listing.marketType !== 'Spot'
  const dialogs: PaletteAction[] = isContract
    ? [
        action('strategy', t('palette.newStrategy'), () =>
          openDialog({ kind: 'strategy', symbol, side: 'Buy' }),
        ),
        action('leverage', t('palette.leverageDialog'), () =>
          openDialog({ kind: 'leverage', symbol }),
        ),
        action('marginMode', t('palette.marginMode'), () =>
          openDialog({ kind: 'marginMode', symbol }),
        ),
        action('positionMode', t('palette.positionMode'), () =>
          openDialog({ kind: 'positionMode', symbol }),
        ),
      ]
    : []
  const detailsOf = listing === undefined ? [] : [detailsAction(t('instrument.open'), symbol)]
  return [
    { ...action('symbols', t('palette.symbolSearch'), searchSymbols), hint: '/' },
    ...detailsOf,
    ...dialogs,
    ...usePageActions(),
    action('alerts', t('alerts.title'), () => openDialog({ kind: 'alerts' })),
    action('convert', t('convert.title'), () => openDialog({ kind: 'convert', from: 'USDT' })),
    action('sounds', t('sounds.title'), () => openDialog({ kind: 'sounds' })),
    ...hotkeyIds.map((id) => ({
      ...action(`hotkey-${id}`, t(hotkeyNames[id]), () => runHotkey(id)),
      hint: isOn && keys[id] !== '' ? shownKeys(keys[id]) : undefined,
    })),
    { ...action('hotkeys', t('hotkeys.title'), () => openDialog({ kind: 'hotkeys' })), hint: '?' },
    action('closeAll', t('palette.closeAll'), () =>
      sureOf(message('palette.closeAll'), message('positions.closeEveryBody'), closeAll),
    ),
    action('stopEverything', t('positions.stopEverything'), () =>
      sureOf(
        message('positions.stopEverything'),
        message('positions.stopEverythingBody'),
        stopEverything,
      ),
    ),
    ...tablePanels.map((panel) =>
      action(`panel-${panel}`, t('palette.show', { panel: { key: panelWords[panel] } }), () =>
        showPanel(panel),
      ),
    ),
    action('dark', t('palette.themeDark'), () => chooseTheme({ theme: 'dark' })),
    action('light', t('palette.themeLight'), () => chooseTheme({ theme: 'light' })),
    ...offeredLanguages().map(({ code, name }) =>
      action(`language-${code}`, t('palette.language', { language: name }), () => {
        void chooseLanguage(code).then((isChosen) => {
          if (isChosen) changeAddressLanguage(code)
        })
      }),
    ),
    ...listings.map((each) =>
      action(`symbol-${each.symbol}`, t('palette.goTo', { symbol: shownName(each) }), () =>
        showListing(each),
      ),
    ),
    ...spreads,
  ]
}

/** Actions not tied to a market: the product's pages and the help pages. */
function usePageActions(): readonly PaletteAction[] {
  const t = useT()
  const to = (id: string, name: string, page: Page): PaletteAction =>
    action(`page-${id}`, t('palette.goTo', { symbol: name }), () => goTo(page))
  return [
    to('markets', t('markets.title'), { kind: 'markets' }),
    to('portfolio', t('portfolio.title'), { kind: 'portfolio' }),
    to('copy', t('shell.copyTrading'), { kind: 'copy' }),
    to('bots', t('shell.tradingBots'), { kind: 'bots' }),
    to('spreads', t('shell.spreads'), { kind: 'spread', symbol: '' }),
    to('wallets', t('shell.wallets'), { kind: 'wallets' }),
    to('history', t('history.title'), { kind: 'history', family: 'LinearPerpetual' }),
    to('fees', t('fees.title'), { kind: 'fees' }),
    to('apiDocs', t('apiDocs.title'), { kind: 'apiDocs' }),
    to('help', t('help.title'), { kind: 'help', topic: undefined }),
  ]
}

/** The pages of combinations of two legs. */
function useSpreadActions(): readonly PaletteAction[] {
  const t = useT()
  const combinations = useCombinations() ?? []
  return combinations.map(({ symbol }) =>
    action(`spread-${symbol}`, t('palette.spread', { symbol }), () =>
      goTo({ kind: 'spread', symbol }),
    ),
  )
}

const action = (id: string, name: string, run: () => void): PaletteAction => ({ id, name, run })

const detailsAction = (name: string, symbol: string): PaletteAction =>
  action('details', name, () => goTo({ kind: 'instrument', symbol }))

const searchSymbols = (): void => openDialog({ kind: 'symbolSearch' })

function sureOf(title: Message, body: Message, act: () => Promise<unknown>): void {
  void askForConfirmation({ title, body, confirm: title, dangerous: true }).then((isSure) => {
    if (isSure) return act()
    return undefined
  })
}

const SHOWN = 40

/**
 * Returns the actions whose name has every typed word; those that begin with the first come first.
 */
export function matchingActions(
  actions: readonly PaletteAction[],
  text: string,
): readonly PaletteAction[] {
  const words = text.trim().toLowerCase().split(/\s+/)
  const holds = ({ name }: PaletteAction): boolean => {
    const plain = name.toLowerCase()
    return words.every((word) => plain.includes(word))
  }
  const begins = ({ name }: PaletteAction): boolean => name.toLowerCase().startsWith(words[0] ?? '')
  return actions
    .filter(holds)
    .toSorted((a, b) => Number(begins(b)) - Number(begins(a)))
    .slice(0, SHOWN)
}
