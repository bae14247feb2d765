// A conversion is an order at market, so a trader who confirms those is asked (reliability T5).

import { afterEach, expect, test } from 'vitest'
import type { UserInfo } from '@basis/protocol/account'
import { leaveAccount, prepareAccount, questionOr } from '../../../testing/order-questions.ts'
import { useSession } from '../../client/session.ts'
import { applySpotPairs, listingsOf } from '../../stores/catalogue.ts'
import { fallbackContracts, fallbackSpotSymbols } from '../../stores/fallback-catalogue.ts'
import { setNeedsConfirmation } from '../../stores/preferences.ts'
import { conversionOf, conversionOrder } from './convert.ts'
import { sendConversion } from './send-conversion.ts'

afterEach(() => {
  leaveAccount()
  useSession.setState({ status: 'unknown', user: undefined })
})

/** The question about converting 250.5 USDT into BTC, or that the order was sent. */
async function questionOfConversion(isWished: boolean): Promise<string> {
  const user = { uid: isWished ? '1' : '2', preferences: {} } as UserInfo
  useSession.setState({ status: 'trader', user })
  const requests = prepareAccount()
  setNeedsConfirmation('market', isWished)
  const pairs = fallbackSpotSymbols()
  applySpotPairs(pairs, 'network')
  const conversion = conversionOf(listingsOf(fallbackContracts(), pairs), 'USDT', 'BTC')
  const order = conversion && conversionOrder(conversion, '250.5')
  if (conversion === undefined || order === undefined) throw new Error('The pair is built in')
  void sendConversion(order, conversion.instrument)
  return questionOr(requests, /spot.*order/)
}

test('it is confirmed if market orders are, and sent at once if they are not', async () => {
  expect(await questionOfConversion(true)).toContain('250.5')
  leaveAccount()
  expect(await questionOfConversion(false)).toBe('sent')
})
