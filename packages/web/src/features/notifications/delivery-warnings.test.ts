// Warnings before a delivery on a device that several accounts use.

import type { UserInfo } from '@basis/protocol/account'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../client/session.ts'
import { forgetNotices, shownNotices } from '../../shell/notices.ts'
import { useCatalogue } from '../../stores/catalogue.ts'
import { startDeliveryNotices } from './delivery-notices.ts'

const symbol = 'BTCUSDT-25DEC26'
vi.mock('../../stores/positions.ts', async (original) => ({
  ...(await original<object>()),
  heldPositions: () => [{ position: { symbol: 'BTCUSDT-25DEC26' } }],
}))

const become = (uid: string): void =>
  useSession.setState({ status: 'trader', user: { uid } as UserInfo })

const texts = new Map<string, string>()
let stop: () => void = () => undefined
beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  texts.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  })
  const instrument = { ...btcUsdt, deliveryMs: 1_800_000 }
  const listing = { symbol, instrument, marketType: 'UsdtFutures', displayName: symbol } as const
  useCatalogue.setState({ listings: new Map([[symbol, listing]]) })
  stop = startDeliveryNotices()
})
afterEach(() => {
  stop()
  useSession.setState({ status: 'unknown', user: undefined })
  forgetNotices()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('each account that holds the contract is warned, and each once', async () => {
  const warnedAs = async (uid: string): Promise<number> => {
    forgetNotices()
    become(uid)
    await vi.advanceTimersByTimeAsync(10_000)
    return shownNotices().length
  }
  expect([await warnedAs('1'), await warnedAs('2'), await warnedAs('1')]).toEqual([1, 1, 0])
})
