// The margin rates of an account view (rules 5.6).

import { expect, test } from 'vitest'
import { linear, venue } from '../../testing/example-venue.ts'

test('5.6: the rates of an account whose margin balance is used up are 100 %, not 0', () => {
  const market = venue(linear, { alice: '6100' })
  market.say('index BTCUSDT 60000')
  expect(market.account()).toMatchObject({ initialRateE4: 0, maintenanceRateE4: 0 })
  market.trade('alice', 'bob', ['1', '60000'])
  market.mark('54000')
  // 67 of 6,067 are left; no price is old enough to liquidate at (L2).
  expect(market.account()?.marginBalance).toBeGreaterThan(0n)
  expect(market.account()?.maintenanceRateE4).toBeGreaterThan(10_000)
  market.mark('53000')
  expect(market.account()?.marginBalance).toBeLessThan(0n)
  expect(market.account()).toMatchObject({ initialRateE4: 10_000, maintenanceRateE4: 10_000 })
})
