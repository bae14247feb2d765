// The trading mode of a contract is requested for each account that signs in.

import { afterEach, expect, test, vi } from 'vitest'
import { useSession, type Session } from '../../client/session.ts'
import { followTradingMode } from './mode-request.ts'
import { clearPositions, positionIdxOf } from '../positions.ts'

const modes: Record<string, 'BothSide' | 'MergedSingle'> = { '1': 'MergedSingle', '2': 'BothSide' }
const symbol = 'BTCUSDT'
const requested: (string | undefined)[] = []

/** The exchange answers with the mode of the account that is signed in. */
function answerPerAccount(): void {
  vi.stubGlobal('fetch', () => {
    const uid = useSession.getState().user?.uid ?? ''
    requested.push(uid)
    const leverage = { leverage: '10', leverageE2: 1_000, sellLeverage: '10' }
    const result = { symbol, mode: modes[uid], isIsolated: false, ...leverage }
    return Promise.resolve(new Response(JSON.stringify({ ret_code: 0, ret_msg: '', result })))
  })
}

/** Signs in as an account; the modes of the one before are forgotten, as the page does. */
function signInAs(uid: string): void {
  clearPositions()
  useSession.setState({ status: 'trader', user: { uid } as NonNullable<Session['user']> })
}

afterEach(() => {
  useSession.setState({ status: 'unknown', user: undefined })
  vi.unstubAllGlobals()
})

const opening = { symbol, side: 'Buy', reduceOnly: false } as const

test('after a switch of accounts the mode is that of the new one, until it is left', async () => {
  answerPerAccount()
  signInAs('1')
  const stop = followTradingMode(symbol)
  await vi.waitFor(() => expect(requested).toEqual(['1']))
  expect(positionIdxOf(opening)).toBe(0)
  signInAs('2')
  await vi.waitFor(() => expect(requested).toEqual(['1', '2']))
  await vi.waitFor(() => expect(positionIdxOf(opening)).toBe(1))
  stop()
  signInAs('1')
  await new Promise((wake) => setTimeout(wake, 20))
  expect(requested).toEqual(['1', '2'])
})
