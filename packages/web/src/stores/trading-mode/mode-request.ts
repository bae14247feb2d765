// The request of a contract's trading mode, for components whose orders must name the position they
// are for.

import { useEffect } from 'react'
import { reconnectDelayMs } from '../../feed/backoff.ts'
import { accountSettled, useSession, type Session } from '../../client/session.ts'
import { askTradingMode, useKnownTradingMode } from '../positions.ts'

/** The account whose mode is requested; undefined without a trader. */
const traderOf = ({ status, user }: Session): string | undefined =>
  status === 'trader' ? (user?.uid ?? '') : undefined

/**
 * Requests a contract's trading mode until the exchange has sent it, and again for each account
 * that signs in, also if one trader follows another without a sign-out. Returns its stop.
 */
export function followTradingMode(symbol: string): () => void {
  let stopRequests = requestFor(symbol, traderOf(useSession.getState()))
  const stopFollowing = useSession.subscribe((session, before) => {
    if (traderOf(session) === traderOf(before)) return
    stopRequests()
    stopRequests = requestFor(symbol, traderOf(session))
  })
  return () => {
    stopFollowing()
    stopRequests()
  }
}

function requestFor(symbol: string, trader: string | undefined): () => void {
  let isOver = trader === undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const request = async (attempt: number): Promise<void> => {
    await accountSettled()
    if (isOver || (await askTradingMode(symbol)) || isOver) return
    timer = setTimeout(() => void request(attempt + 1), reconnectDelayMs(attempt, 1))
  }
  void request(0)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/**
 * Requests a contract's trading mode while the component is mounted; true while a trader's is not
 * known. A pair has none, and nothing is requested without a symbol.
 */
export function useIsModeAwaited(symbol: string | undefined): boolean {
  const isTrader = useSession(({ status }) => status === 'trader')
  const isKnown = useKnownTradingMode(symbol ?? '') !== undefined
  useEffect(() => (symbol === undefined ? undefined : followTradingMode(symbol)), [symbol])
  return symbol !== undefined && !symbol.includes('/') && isTrader && !isKnown
}
