// A visitor's alerts move to the account that signs in; what the venue refuses is kept.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UserInfo } from '@basis/protocol/account'
import { useSession } from '../../client/session.ts'
import { keptAlerts, visitor } from '../../stores/alerts.ts'
import { applyContracts } from '../../stores/catalogue.ts'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import { startAlertMoving } from './moving.ts'

const sent: string[] = []
const answers = vi.hoisted((): object[] => [])
vi.mock('../../client/http.ts', async (original) => ({
  ...(await original<object>()),
  ask: (_name: string, { alertLinkId }: { alertLinkId: string }) => {
    sent.push(alertLinkId)
    return Promise.resolve(answers.shift())
  },
}))

const alert = (id: string) =>
  ({ id, symbol: 'BTCUSDT', priceTicks: 700_000, way: 'rise', madeMs: 1 }) as const
const error = { code: 10_006, message: '', extMap: {} }
const [taken, refused, lost] = [
  { ok: true, value: {} },
  { ok: false, isUnknown: false, error },
  { ok: false, isUnknown: true, error },
]

beforeEach(() => {
  const texts = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  })
  sent.length = 0
  applyContracts(fallbackContracts(), 'network')
  useSession.setState({ status: 'trader', user: { uid: '7' } as UserInfo })
})
afterEach(() => {
  useSession.setState({ status: 'unknown', user: undefined })
  vi.unstubAllGlobals()
})

test('an alert that the venue refuses is kept, and those after it are moved', async () => {
  answers.push(taken, refused, taken, lost)
  keptAlerts(visitor).write(['1', '2', '3', '4', '5'].map(alert))
  const stop = startAlertMoving()
  await vi.waitFor(() => expect(sent).toEqual(['1', '2', '3', '4']))
  await vi.waitFor(() => expect(keptAlerts(visitor).read()).toHaveLength(3))
  stop()
  expect(
    keptAlerts(visitor)
      .read()
      .map(({ id }) => id),
  ).toEqual(['2', '4', '5'])
})
