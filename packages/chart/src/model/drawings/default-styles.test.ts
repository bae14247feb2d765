// A new position drawing starts with the host's account, unless the trader has saved a default.

import { expect, it } from 'vitest'
import { DefaultStyles } from './default-styles.ts'

const overrides = () => ({
  'linetoolriskrewardlong.accountSize': 98_000,
  'linetoolriskrewardshort.risk': 2,
  'linetoolriskrewardshort.accountSize': -5,
})

const store = (kept: unknown) => ({ read: () => kept, write: () => {}, overrides })

it('new position drawings have the account size and the risk of the host', () => {
  const styles = new DefaultStyles(store(undefined))
  expect(styles.of('longPosition').risk).toEqual({ accountSize: 98_000, riskPercent: 1 })
  expect(styles.of('shortPosition').risk).toEqual({ accountSize: 1000, riskPercent: 2 })
  expect(styles.of('trendLine')).toEqual({ style: {} })
})

it('new position drawings have the values that the trader has saved', () => {
  const styles = new DefaultStyles(store({ longPosition: { accountSize: 500, risk: 3 } }))
  expect(styles.of('longPosition').risk).toEqual({ accountSize: 500, riskPercent: 3 })
})
