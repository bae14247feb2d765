// The facts of an instrument, from the data of the exchange.

import { amount, leverageE2 } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import { instrument } from '../../../testing/held-position.ts'
import { formatFor } from '../../i18n/format.ts'
import { instrumentFormat } from '../../stores/instrument-format.ts'
import { contractFacts } from './contract-facts.ts'

const format = formatFor('en-US', 'utc')
const factsOf = (of: typeof instrument) =>
  Object.fromEntries(
    contractFacts(of, undefined, { words: instrumentFormat(of, format), format }).map(
      ({ name, value }) => [name, value],
    ),
  )

test('a perpetual has tick and lot size, limits, fees, margins and funding', () => {
  expect(factsOf(instrument)).toMatchObject({
    'instrument.type': { key: 'instrument.typePerpetual' },
    'instrument.settleCoin': 'USDT',
    'instrument.contractSize': '1 BTC',
    'book.tickSize': '0.1 USDT',
    'book.lotSize': '0.001 BTC',
    'book.takerFee': '0.055%',
    'leverage.label': '1x – 100x',
    'instrument.initialMargin': '1.000%',
    'instrument.maintenanceMargin': '0.500%',
    'instrument.fundingBounds': '-0.375% / +0.375%',
    'instrument.priceLimit': '-- – --',
  })
  expect(factsOf(instrument)).not.toHaveProperty('instrument.deliveryTime')
})

test('an inverse contract is worth a dollar, settles in its coin and has no minimum order value', () => {
  const facts = factsOf({
    ...instrument,
    kind: 'Inverse',
    quoteCoin: 'USD',
    settleCoin: 'BTC',
    lotSizeE8: 100_000_000,
    minNotional: amount(0n),
  })
  expect(facts).toMatchObject({
    'instrument.type': { key: 'instrument.typeInversePerpetual' },
    'instrument.settleCoin': 'BTC',
    'instrument.contractSize': '1 USD',
    'book.lotSize': '1 USD',
  })
  expect(facts).not.toHaveProperty('book.minOrder')
})

test('a future has its delivery in place of funding', () => {
  const deliveryMs = Date.UTC(2026, 11, 25, 8)
  const future = {
    ...instrument,
    contractType: 'LinearFutures' as const,
    fundingIntervalMin: 0,
    deliveryMs,
    launchMs: Date.UTC(2026, 8, 25, 8),
    minLeverageE2: leverageE2(100),
  }
  const facts = factsOf(future)
  expect(facts).toMatchObject({
    'instrument.type': { key: 'instrument.typeFuture' },
    'instrument.deliveryFee': '0.050%',
    'instrument.deliveryTime': '2026-12-25 08:00:00 UTC',
    'instrument.listed': '2026-09-25 08:00:00 UTC',
    'book.mark': { key: 'instrument.markRuleDated' },
  })
  expect(facts).not.toHaveProperty('instrument.fundingBounds')
})

test('a spot pair has no margin, and a contract before launch has its opening time', () => {
  const pair = factsOf({ ...instrument, kind: 'Spot', riskTiers: [], fundingIntervalMin: 0 })
  expect(pair).toMatchObject({ 'instrument.quoteCoin': 'USDT' })
  expect(pair).not.toHaveProperty('leverage.label')
  expect(pair).not.toHaveProperty('book.mark')
  const coming = { ...instrument, status: 'PreLaunch' as const, launchMs: Date.UTC(2027, 2, 1, 8) }
  expect(factsOf(coming)).toMatchObject({ 'instrument.opens': '2027-03-01 08:00:00 UTC' })
})
