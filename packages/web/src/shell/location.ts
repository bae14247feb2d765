// The page of the address, and how choosing a symbol changes it.

import { create } from 'zustand'
import { DEFAULT_PAGE, isTradePage, marketTypesAt, pageOf, pathOf } from './routes.ts'
import type { Page, TradePage, Traded } from './routes.ts'

/** The window to the router; the app gives the real one when it starts. */
export interface Navigator {
  /** Goes to another page; Back returns. */
  push: (path: string) => void
  /** Writes another path in the place of this one; Back leads past it. */
  replace: (path: string) => void
}

type Location = {
  page: Page
  tradePage: TradePage
  /** The language before the path, when the address has one. */
  language: string | undefined
}

const useLocationStore = create<Location>(() => ({
  page: DEFAULT_PAGE,
  tradePage: DEFAULT_PAGE,
  language: undefined,
}))

let navigator: Navigator | undefined

/** Gives the page its router. */
export function startLocation(router: Navigator): void {
  navigator = router
}

/**
 * Takes up the page the address shows, with the language before its path; called by the router
 * whenever the address has changed.
 */
export function arriveAt(page: Page, language?: string): void {
  const before = useLocationStore.getState()
  if (pathOf(page) === pathOf(before.page) && language === before.language) return
  useLocationStore.setState({ page, language, ...(isTradePage(page) ? { tradePage: page } : {}) })
}

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
  const { page, language: before } = useLocationStore.getState()
  if (before === undefined || before === language) return
  useLocationStore.setState({ language })
  navigator?.replace(addressOf(page))
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

export type Move = { kind: 'push' | 'replace'; page: TradePage } | undefined

/**
 * Returns how the address follows a chosen symbol (spec 2): to another market type the page
 * navigates, and the two USDC types count as the same. Within a type there is no navigation; only
 * the name in the address is replaced, so that a reload and a bookmark find the symbol that is on
 * the screen.
 */
export function moveAfterChoice(from: TradePage, traded: Traded): Move {
  const page = pageOf(traded)
  if (page === undefined || pathOf(page) === pathOf(from)) return undefined
  const isSameType = page.kind === from.kind && marketTypesAt(from).includes(traded.marketType)
  return { kind: isSameType ? 'replace' : 'push', page }
}

/** Shows another symbol. */
export function chooseSymbol(traded: Traded): void {
  const move = moveAfterChoice(currentTradePage(), traded)
  if (move === undefined) return
  arriveAt(move.page, useLocationStore.getState().language)
  navigator?.[move.kind](addressOf(move.page))
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
