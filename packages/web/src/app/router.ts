// The browser's address bar bound to shell/location.ts: every address of spec 2 is read here, and
// written where the terminal moves by itself.

import { create } from 'zustand'
import { arriveAt, startLocation } from '../shell/location.ts'
import { arrivalAt, pageAt, type Page } from '../shell/routes.ts'

/** Whether the address is one of the terminal's. */
const useAddress = create(() => ({ isKnown: true }))

/** Reads the address now and whenever it changes. Returns how to stop. */
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
  // One page has one address, however it was written: BTCPERP is BTC-PERP, btcusdt BTCUSDT.
  if (arrival.path !== pathname) {
    const { history } = globalThis
    history.replaceState(history.state, '', `${arrival.path}${search}`)
  }
  arriveAt(arrival.page, arrival.language, chosenHere())
}

/** Returns what was chosen at this address since the browser came to it. */
function chosenHere(): Page | undefined {
  const state: unknown = globalThis.history.state
  const chosen = typeof state === 'object' && state !== null && 'chosen' in state && state.chosen
  return typeof chosen === 'string' ? pageAt(chosen) : undefined
}

/** Returns whether the address names a page, and paints again when that changes. */
export function useIsPage(): boolean {
  return useAddress(({ isKnown }) => isKnown)
}
