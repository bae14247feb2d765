// Preferences are kept by the exchange for each account and apply to no other of the browser.

import type { UserInfo } from '@basis/protocol/account'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  needsConfirmation,
  mutedKinds,
  savePreferencesNow,
  setNeedsConfirmation,
  setMuted,
} from './preferences.ts'
import { useSession } from '../client/session.ts'
import { changeSettings, loadInputSettings, useSettings } from './settings.ts'

type Answer = { ok: true; value: object } | { ok: false; isUnknown: boolean; error: object }
const asked = vi.fn<(name: string, request: unknown) => Promise<Answer>>()
vi.mock('../client/http.ts', async (original) => ({
  ...(await original<object>()),
  ask: (name: string, request: unknown) => asked(name, request),
}))

const signedIn = (uid: string, kept: UserInfo['preferences'] = {}): void =>
  useSession.setState({ status: 'trader', user: { uid, preferences: kept } as UserInfo })

const texts = new Map<string, string>()
beforeEach(() => {
  vi.useFakeTimers()
  asked.mockReset().mockResolvedValue({ ok: true, value: {} })
  texts.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  })
})
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('stored preferences apply to their account, and another account begins with its own', () => {
  signedIn('1', { reverseClickTipStatus: 'hide', limitOrderTipStatus: 'show' })
  expect([needsConfirmation('reverse'), needsConfirmation('limit')]).toEqual([false, true])
  signedIn('2')
  expect([needsConfirmation('reverse'), needsConfirmation('limit'), mutedKinds()]).toEqual([
    true,
    false,
    [],
  ])
  signedIn('2', { tradeNotifyClose: true })
  expect(mutedKinds()).toEqual(['trade'])
  useSession.setState({ status: 'visitor', user: undefined })
  expect([needsConfirmation('reverse'), mutedKinds()]).toEqual([true, []])
})

test('changes apply at once and are saved together, at most once a second', async () => {
  signedIn('1')
  setNeedsConfirmation('reverse', false)
  expect(needsConfirmation('reverse')).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  setNeedsConfirmation('reverse', true)
  setMuted('trade', true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked.mock.calls.map(([, request]) => request)).toEqual([
    { upsert_keys: { reverseClickTipStatus: 'hide' } },
    { upsert_keys: { reverseClickTipStatus: 'show', tradeNotifyClose: true } },
  ])
})

test('an unsaved change of one account is not saved after another has signed in', async () => {
  signedIn('1')
  await vi.advanceTimersByTimeAsync(1_000)
  setNeedsConfirmation('reverse', false)
  signedIn('2')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).not.toHaveBeenCalled()
  expect(needsConfirmation('reverse')).toBe(true)
})

test('changes that wait are saved in one request before an account signs out', async () => {
  signedIn('1')
  setNeedsConfirmation('reverse', false)
  setNeedsConfirmation('market', true)
  await savePreferencesNow()
  expect(asked).toHaveBeenCalledExactlyOnceWith('savePreference', {
    upsert_keys: { reverseClickTipStatus: 'hide', marketOrderTipStatus: 'show' },
  })
})

test('a change lost on the network is sent again, and later changes take precedence over it', async () => {
  signedIn('1')
  asked.mockResolvedValueOnce({ ok: false, isUnknown: true, error: {} })
  setNeedsConfirmation('reverse', false)
  setMuted('trade', true)
  await vi.advanceTimersByTimeAsync(1_000)
  setMuted('trade', false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked.mock.lastCall?.[1]).toEqual({
    upsert_keys: { reverseClickTipStatus: 'hide', tradeNotifyClose: false },
  })
})

test('the units of typed numbers are kept per account, favourites per browser', () => {
  loadInputSettings('1')
  changeSettings({ sizeUnit: 'cost', favourites: ['ETHUSDT'] })
  loadInputSettings('2')
  expect(useSettings.getState()).toMatchObject({ sizeUnit: 'qty', favourites: ['ETHUSDT'] })
  changeSettings({ tpslInputs: { takeProfit: 'PnL', stopLoss: 'PnL' } })
  changeSettings({ tpslBases: { takeProfit: 'MarkPrice', stopLoss: 'IndexPrice' } })
  loadInputSettings('1')
  expect(useSettings.getState()).toMatchObject({
    sizeUnit: 'cost',
    tpslInputs: { takeProfit: 'ROI', stopLoss: 'ROI' },
    tpslBases: { takeProfit: 'LastPrice', stopLoss: 'LastPrice' },
  })
  loadInputSettings('2')
  expect(useSettings.getState().tpslBases).toEqual({
    takeProfit: 'MarkPrice',
    stopLoss: 'IndexPrice',
  })
  loadInputSettings(undefined)
  expect(useSettings.getState().sizeUnit).toBe('qty')
})
