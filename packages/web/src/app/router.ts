// The browser's address bar bound to shell/location.ts: every address of spec 2 is parsed here, and
// written when the terminal navigates.

import { create } from 'zustand'
import { arriveAt, startLocation } from '../shell/location.ts'
import { arrivalAt, pageAt, type Page } from '../shell/routes.ts'

/** Whether the address belongs to a page of the terminal. */
const useAddress = create(() => ({ isKnown: true }))

/** Reads the address now and whenever it changes. Returns a function that stops it. */
export function startRouter(): () => void {
  const { history } = globalThis
  startLocation({
    push: (path) => {
      history.pushState(null, '', path)
      readAddress()
    },
    replace: (path) => {
      history.replaceState(history.state, '', path)
      readAddress()
    },
    keep: (chosen) => history.replaceState({ chosen }, ''),
  })
  addEventListener('popstate', readAddress)
  readAddress()
  return () => removeEventListener('popstate', readAddress)
}

function readAddress(): void {
  const { pathname, search } = globalThis.location
  const arrival = arrivalAt(pathname)
  useAddress.setState({ isKnown: arrival !== undefined })
  if (arrival === undefined) return
  // Each page has one canonical address: BTCPERP is BTC-PERP, btcusdt BTCUSDT.
  if (arrival.path !== pathname) {
    const { history } = globalThis
    history.replaceState(history.state, '', `${arrival.path}${search}`)
  }
  arriveAt(arrival.page, arrival.language, chosenHere())
}

/** Returns the page that was chosen at this history entry. */
function chosenHere(): Page | undefined {
  const state: unknown = globalThis.history.state
  const chosen = typeof state === 'object' && state !== null && 'chosen' in state && state.chosen
  return typeof chosen === 'string' ? pageAt(chosen) : undefined
}

/** Returns whether the address belongs to a page, and re-renders when that changes. */
export function useIsPage(): boolean {
  return useAddress(({ isKnown }) => isKnown)
}
