// The page that is shown and the address it stands at; what choosing a symbol does to both.

import { create } from 'zustand'
import { DEFAULT_PAGE, isTradePage, marketTypesOfSymbolAt, pageOf, pathOf } from './routes.ts'
import type { Page, TradePage, Traded } from './routes.ts'

/** The window to the router; the app gives the real one when it starts. */
export interface Navigator {
  /** Goes to another page; Back returns. */
  push: (path: string) => void
  /** Writes another path in the place of this one; Back leads past it. */
  replace: (path: string) => void
  /** Remembers with the address, which stays, what is shown there, for a reload and for Back. */
  keep: (chosenPath: string) => void
}

type Location = {
  /** What is shown. */
  page: Page
  tradePage: TradePage
  /** What the address names: of a trade page perhaps another symbol of the same market type. */
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

/** Gives the page its router. */
export function startLocation(router: Navigator): void {
  navigator = router
}

/**
 * Takes up the page that an address names, with the language before its path; called by the router
 * whenever the address has changed. What was `chosen` there is shown instead, where choosing it
 * would have left the address as it is.
 */
export function arriveAt(addressed: Page, language?: string, chosen?: Page): void {
  const page = isKeptAt(addressed, chosen) ? chosen : addressed
  const before = useLocationStore.getState()
  const isSame = pathOf(page) === pathOf(before.page)
  useLocationStore.setState({
    addressed,
    language,
    ...(isSame ? {} : { page, ...(isTradePage(page) ? { tradePage: page } : {}) }),
  })
}

function isKeptAt(addressed: Page, chosen: Page | undefined): chosen is TradePage {
  if (chosen === undefined || !isTradePage(addressed) || !isTradePage(chosen)) return false
  return chosen.kind === addressed.kind && isOfOneType(addressed, chosen)
}

const isOfOneType = (a: TradePage, b: TradePage): boolean =>
  marketTypesOfSymbolAt(a).some((type) => marketTypesOfSymbolAt(b).includes(type))

/**
 * Returns the path of a page as its address is written here: after the language, if there is one.
 */
export function addressOf(page: Page): string {
  const { language } = useLocationStore.getState()
  const isPrefixed = page.kind !== 'history' && page.kind !== 'left'
  return language !== undefined && isPrefixed ? `/${language}${pathOf(page)}` : pathOf(page)
}

/** Returns the language before the path, and paints again when it changes. */
export function useAddressLanguage(): string | undefined {
  return useLocationStore((state) => state.language)
}

/** Writes another language into an address that has one. */
export function changeAddressLanguage(language: string): void {
  const { addressed, language: before } = useLocationStore.getState()
  if (before === undefined || before === language) return
  useLocationStore.setState({ language })
  navigator?.replace(addressOf(addressed))
}

/** Returns the page that is shown, and paints again when it changes. */
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
 * Returns what choosing a symbol does at an address (spec 2): to another market type the page
 * navigates, and the two USDC types count as the same. Otherwise the address stays as it is, and
 * the symbol is shown there.
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
  if (move === undefined || pathOf(move.page) === pathOf(shown)) return
  if (move.kind === 'push') return goTo(move.page)
  arriveAt(addressed, language, move.page)
  navigator?.keep(pathOf(move.page))
}

/** Spec 8: whose session has ended leaves the pages of an account for the trade page. */
export function leaveAccountPages(): void {
  const { page, tradePage } = useLocationStore.getState()
  if (page.kind === 'history' || page.kind === 'portfolio') goTo(tradePage)
}

/** Goes to any page of the terminal. */
export function goTo(page: Page): void {
  arriveAt(page, useLocationStore.getState().language)
  navigator?.push(addressOf(page))
}
