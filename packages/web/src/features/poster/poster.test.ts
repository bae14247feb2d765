// A poster's texts by the rules of spec 2, 6 and 9, and of a row's own figures.

import { expect, test } from 'vitest'
import { masked, type UserInfo } from '@basis/protocol/account'
import { amount, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { formatFor } from '../../i18n/format.ts'
import type { Translate } from '../../i18n/message-keys.ts'
import { inviteLink } from '../../shell/routes.ts'
import { positionFigures } from '../../stores/position-figures.ts'
import { held, instrument } from '../../../testing/held-position.ts'
import { hasExtraPoster, labelOf, posterOf, spokenPoster, worthOf } from './poster.ts'

const user: UserInfo = {
  uid: '1001',
  username: 'annabel',
  hasPassword: true,
  isDemo: true,
  hid: 'RT',
  email: '',
  avatar: '',
  loyalty_vip_info: { is_vip: false, label_type: 0, label_level: 0 },
  preferences: {},
}
const labelled = (type: number, level = 0): UserInfo => ({
  ...user,
  loyalty_vip_info: { is_vip: type !== 0, label_type: type, label_level: level },
})
const t = ((said: string | { key: string }, params?: Record<string, unknown>) =>
  `${typeof said === 'string' ? said : said.key}${params ? JSON.stringify(params) : ''}`) as Translate
const format = formatFor('en', 'utc')
// EX-1.8: 0.5 BTC bought at 60,000 with 10x have won 1,000 at 62,000, a third of their margin.
const markE8 = priceE8(6_200_000_000_000)
const figures = positionFigures(held, instrument, { markE8, basis: 'MarkPrice' })
const source = {
  position: held,
  instrument,
  figures,
  contract: 'BTCUSDT',
  user,
  timeMs: Date.UTC(2026, 10, 23, 4, 0, 0),
  origin: 'https://basis.example',
  language: 'de-DE',
}

test('ROI has two decimals, PnL two of a dollar coin, prices the digits of the contract', () => {
  const poster = posterOf(source, t, format)
  expect(poster).toMatchObject({
    roi: '+33.33%',
    pnl: '+1,000.00 USDT',
    entry: { label: 'positions.entry', value: '60,000.0' },
    price: { label: 'positions.mark', value: '62,000.0' },
    leverage: '10x',
    sideWord: 'positions.long',
    isGain: true,
    sharer: 'an***',
    label: '',
    worth: undefined,
    bonus: 'poster.bonus{"amount":"5,000"}',
    link: 'https://basis.example/de-DE/invite?ref=RT',
  })
})

test('at the last price the poster tells the last price and the profit at it', () => {
  const last = priceTicks(590_000)
  const atLast = positionFigures(held, instrument, { markE8, last, basis: 'LastPrice' })
  expect(posterOf({ ...source, figures: atLast }, t, format)).toMatchObject({
    // Half-up at the second decimal (spec 9).
    roi: '-16.67%',
    pnl: '-500.00 USDT',
    price: { label: 'poster.lastPrice', value: '59,000.0' },
    isGain: false,
  })
  const unheard = positionFigures(held, instrument, { markE8, basis: 'LastPrice' })
  expect(posterOf({ ...source, figures: unheard }, t, format).price.label).toBe('positions.mark')
})

test('type 2 is VIP, 3 is PRO with its level, any other type nothing', () => {
  expect([0, 1, 2, 3].map((type) => labelOf(labelled(type, 4).loyalty_vip_info))).toEqual([
    '',
    '',
    'VIP',
    'PRO 4',
  ])
})

test('the extra poster is for more than 1,000,000 and for distinguished traders alone', () => {
  const million = 100_000_000_000_000n
  expect(hasExtraPoster(amount(million), labelled(2))).toBe(false)
  expect(hasExtraPoster(amount(million + 1n), labelled(2))).toBe(true)
  expect(hasExtraPoster(amount(million + 1n), labelled(3, 1))).toBe(true)
  expect(hasExtraPoster(amount(million + 1n), user)).toBe(false)
})

test('the extra poster tells what the position is worth in K, M and B; the other does not', () => {
  const position = { ...held, sizeLots: qtyLots(20_000) }
  const large = positionFigures(position, instrument, { markE8, basis: 'MarkPrice' })
  const poster = posterOf({ ...source, position, figures: large, user: labelled(3, 2) }, t, format)
  expect(poster.worth).toEqual({ label: 'positions.value', value: '1.24M USDT' })
  expect(spokenPoster(poster, true)).toContain('1.24M USDT')
  expect(spokenPoster(poster, false)).not.toContain('1.24M')
})

test('contracts of an inverse market are worth a dollar each, whatever the coin costs', () => {
  const inverse = { ...instrument, kind: 'Inverse' as const }
  const worth = worthOf({ ...held, sizeLots: qtyLots(7) }, inverse, figures)
  expect(worth).toBe(7n * BigInt(instrument.lotSizeE8))
})

test('no more than two letters of a name are shown, and the domain of an address', () => {
  expect(masked('annabel')).toBe('an***')
  expect(masked('annabel@basis.example')).toBe('an***@basis.example')
  expect(masked('')).toBe('***')
  const sharerOf = (change: Partial<UserInfo>) =>
    posterOf({ ...source, user: { ...user, ...change } }, t, format).sharer
  expect(sharerOf({})).toBe('an***')
  // An address comes masked from the exchange and stays as it is.
  expect(sharerOf({ username: 'annabel@a.example', email: 'an***@a.example' })).toBe(
    'an***@a.example',
  )
  expect(sharerOf({ hasPassword: false, username: 'demo-7' })).toBe('account.demoName')
})

test('a code is written into the link so that it is read back whole', () => {
  const link = new URL(inviteLink('https://basis.example', 'en', 'A&B=C'))
  expect([link.pathname, link.searchParams.get('ref')]).toEqual(['/en/invite', 'A&B=C'])
})
