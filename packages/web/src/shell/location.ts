// The page that is shown and its address; how choosing a symbol changes both.

import { create } from 'zustand'
import { DEFAULT_PAGE, isTradePage, marketTypesOfSymbolAt, pageOf, pathOf } from './routes.ts'
import type { Page, TradePage, Traded } from './routes.ts'

/** The port to the router; the app passes the real one when it starts. */
export interface Navigator {
  /** Goes to another page; Back returns. */
  push: (path: string) => void
  /** Replaces the current path; Back skips it. */
  replace: (path: string) => void
  /** Stores with the unchanged address which page is shown, for a reload and for Back. */
  keep: (chosenPath: string) => void
}

type Location = {
  /** The page that is shown. */
  page: Page
  tradePage: TradePage
  /** The page in the address: a trade page may show another symbol of the same market type. */
  addressed: Page
  /** The language before the path, when the address has one. */
  language: string | undefined
}

const useLocationStore = create<Location>(() => ({
  page: DEFAULT_PAGE,
  tradePage: DEFAULT_PAGE,
  addressed: DEFAULT_PAGE,
  language: undefined,
}))

let navigator: Navigator | undefined

/** Sets the router. */
export function startLocation(router: Navigator): void {
  navigator = router
}

/**
 * Shows the page of an address, with the language before its path; called by the router whenever
 * the address has changed. The page `chosen` there is shown instead if choosing it would have left
 * the address as it is.
 */
export function arriveAt(addressed: Page, language?: string, chosen?: Page): void {
  const page = isKeptAt(addressed, chosen) ? chosen : addressed
  const before = useLocationStore.getState()
  const isSame = isShown(page, before.page)
  useLocationStore.setState({
    addressed,
    language,
    ...(isSame ? {} : { page, ...(isTradePage(page) ? { tradePage: page } : {}) }),
  })
}

/**
 * Whether a page is shown already. The path of an option's chain does not name the option: one that
 * is chosen there is shown, also if it was chosen before and the trader has picked another since.
 */
const isShown = (page: Page, shown: Page): boolean =>
  pathOf(page) === pathOf(shown) && (page.kind !== 'option' || page.symbol === undefined)

function isKeptAt(addressed: Page, chosen: Page | undefined): chosen is TradePage {
  if (chosen === undefined || !isTradePage(addressed) || !isTradePage(chosen)) return false
  return chosen.kind === addressed.kind && isOfOneType(addressed, chosen)
}

const isOfOneType = (a: TradePage, b: TradePage): boolean =>
  marketTypesOfSymbolAt(a).some((type) => marketTypesOfSymbolAt(b).includes(type))

/** Returns the address of a page: its path, after the language if there is one. */
export function addressOf(page: Page): string {
  const { language } = useLocationStore.getState()
  const isPrefixed = page.kind !== 'history' && page.kind !== 'left'
  return language !== undefined && isPrefixed ? `/${language}${pathOf(page)}` : pathOf(page)
}

/** Returns the language before the path, and re-renders when it changes. */
export function useAddressLanguage(): string | undefined {
  return useLocationStore((state) => state.language)
}

/** Changes the language in an address that has one. */
export function changeAddressLanguage(language: string): void {
  const { addressed, language: before } = useLocationStore.getState()
  if (before === undefined || before === language) return
  useLocationStore.setState({ language })
  navigator?.replace(addressOf(addressed))
}

/** Returns the page that is shown, and re-renders when it changes. */
export function usePage(): Page {
  return useLocationStore((state) => state.page)
}

/** Returns the page that is shown, outside React. */
export function currentPage(): Page {
  return useLocationStore.getState().page
}

/** Returns the trade page that is shown, or was shown last. */
export function useTradePage(): TradePage {
  return useLocationStore((state) => state.tradePage)
}

/** Returns the trade page outside React. */
export function currentTradePage(): TradePage {
  return useLocationStore.getState().tradePage
}

export type Move = { kind: 'push' | 'keep'; page: Page } | undefined

/**
 * Returns the effect of choosing a symbol at an address (spec 2): another market type navigates,
 * and the two USDC types count as the same. Otherwise the address stays as it is, and the symbol is
 * shown there.
 */
export function moveAfterChoice(addressed: Page, traded: Traded): Move {
  const page = pageOf(traded)
  if (page === undefined) return undefined
  return { kind: isKeptAt(addressed, page) ? 'keep' : 'push', page }
}

/** Shows another symbol. */
export function chooseSymbol(traded: Traded): void {
  const { addressed, page: shown, language } = useLocationStore.getState()
  const move = moveAfterChoice(addressed, traded)
  if (move === undefined || isShown(move.page, shown)) return
  if (move.kind === 'push') return goTo(move.page)
  arriveAt(addressed, language, move.page)
  navigator?.keep(pathOf(move.page))
}

/** Spec 8: after its session has ended, an account page is left for the trade page. */
export function leaveAccountPages(): void {
  const { page, tradePage } = useLocationStore.getState()
  if (page.kind === 'history' || page.kind === 'portfolio') goTo(tradePage)
}

/** Navigates to any page of the terminal. */
export function goTo(page: Page): void {
  arriveAt(page, useLocationStore.getState().language)
  navigator?.push(addressOf(page))
}
