// The texts of a poster by spec 2, 6 and 9, with the figures of the position's row.

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
// EX-1.8: 0.5 BTC bought at 60,000 with 10x have a profit of 1,000 at 62,000, a third of margin.
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

test('ROI has two decimals, PnL two in a dollar coin, prices the decimals of the contract', () => {
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

test('with the last price as basis the poster has that price and the profit at it', () => {
  const last = priceTicks(590_000)
  const atLast = positionFigures(held, instrument, { markE8, last, basis: 'LastPrice' })
  expect(posterOf({ ...source, figures: atLast }, t, format)).toMatchObject({
    // Half-up at the second decimal (spec 9).
    roi: '-16.67%',
    pnl: '-500.00 USDT',
    price: { label: 'poster.lastPrice', value: '59,000.0' },
    isGain: false,
  })
  const withoutLast = positionFigures(held, instrument, { markE8, basis: 'LastPrice' })
  expect(posterOf({ ...source, figures: withoutLast }, t, format).price.label).toBe(
    'positions.mark',
  )
})

test('the label of type 2 is VIP, of type 3 PRO with its level, of any other type empty', () => {
  expect([0, 1, 2, 3].map((type) => labelOf(labelled(type, 4).loyalty_vip_info))).toEqual([
    '',
    '',
    'VIP',
    'PRO 4',
  ])
})

test('the extra poster is only for values above 1,000,000 of distinguished traders', () => {
  const million = 100_000_000_000_000n
  expect(hasExtraPoster(amount(million), labelled(2))).toBe(false)
  expect(hasExtraPoster(amount(million + 1n), labelled(2))).toBe(true)
  expect(hasExtraPoster(amount(million + 1n), labelled(3, 1))).toBe(true)
  expect(hasExtraPoster(amount(million + 1n), user)).toBe(false)
})

test('the extra poster has the position value with K, M or B, the other poster has none', () => {
  const position = { ...held, sizeLots: qtyLots(20_000) }
  const large = positionFigures(position, instrument, { markE8, basis: 'MarkPrice' })
  const poster = posterOf({ ...source, position, figures: large, user: labelled(3, 2) }, t, format)
  expect(poster.worth).toEqual({ label: 'positions.value', value: '1.24M USDT' })
  expect(spokenPoster(poster, true)).toContain('1.24M USDT')
  expect(spokenPoster(poster, false)).not.toContain('1.24M')
})

test('the value of an inverse position is a dollar for each contract at any price', () => {
  const inverse = { ...instrument, kind: 'Inverse' as const }
  const worth = worthOf({ ...held, sizeLots: qtyLots(7) }, inverse, figures)
  expect(worth).toBe(7n * BigInt(instrument.lotSizeE8))
})

test('at most two letters of a name are shown, and of an address also the domain', () => {
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

test('a code with special characters is escaped in the link and read back unchanged', () => {
  const link = new URL(inviteLink('https://basis.example', 'en', 'A&B=C'))
  expect([link.pathname, link.searchParams.get('ref')]).toEqual(['/en/invite', 'A&B=C'])
})
