// Messages of failed calls, and the reactions to them (spec 8).

import { beforeEach, expect, test } from 'vitest'
import type { CallFailure } from '@basis/protocol/envelope'
import { chooseLanguage, say, startI18n } from '../i18n/i18n.ts'
import { forgetNotices, dismissNotice, shownNotices } from '../shell/notices.ts'
import { failureMessage, problemMessage, reactTo, startErrorReactions } from './error-reactions.ts'

const failure = (code: number, text = 'server words', extMap = {}): CallFailure => ({
  code,
  message: text,
  extMap,
  hasError: true,
})

const showNothing = (): void => {
  forgetNotices()
  for (const { id } of shownNotices()) dismissNotice(id)
}
beforeEach(showNothing)

test('a known code has its own message, an unknown one the code and the server’s message', () => {
  expect(say(failureMessage(failure(10_602)))).toBe('Incorrect username or password')
  expect(say(failureMessage(failure(777_777)))).toBe('777777: server words')
  expect(say(failureMessage(failure(39_405)))).toBe('39405: server words')
  expect(say(failureMessage(failure(500, 'Non Response!')))).toBe('Non Response!')
})

test('the exchange’s general error message is translated into the language of the reader', async () => {
  const refused = failure(777_777, 'Access error, please try again later')
  expect(say(failureMessage(refused))).toBe('777777: Access error, please try again later')
  const load = () => Promise.resolve({ errors: { accessError: 'Zugriffsfehler' } })
  await startI18n({ available: ['tr-TR'], load })
  await chooseLanguage('tr-TR')
  expect(say(failureMessage(refused))).toBe('777777: Zugriffsfehler')
  await chooseLanguage('en')
})

test('30162 names the maximum leverage, 12107 has the server’s message, a timeout its own', () => {
  const most = failure(30_162, 'x', { max_leverage: '25' })
  expect(say(failureMessage(most))).toMatch(/25/)
  expect(say(failureMessage(failure(12_107, 'closed for <today>')))).toBe('closed for <today>')
  expect(say(failureMessage(failure(9_000_001)))).toMatch(/timed out/)
})

test('the notice of a refusal has the title of its request; a quiet call makes no toast', () => {
  reactTo(failure(777_777), { title: { key: 'notices.orderCreateFailureTitle' } })
  expect(say(shownNotices()[0]?.items[0]?.title ?? { key: 'errors.requestInvalid' })).toBe(
    'Order rejected',
  )
  showNothing()
  for (const code of [777_777, 39_405, 110_001]) reactTo(failure(code), { isQuiet: true })
  expect(shownNotices()).toHaveLength(0)
})

test('the message of a refusal has its figures', () => {
  const above = failure(110_003, 'x', { problem: 'priceAboveBand', max: '64210.5' })
  expect(say(failureMessage(above))).toBe('Buy price cannot exceed 64,210.5')
  const below = failure(110_003, 'x', { problem: 'priceBelowBand', min: '60' })
  expect(say(failureMessage(below))).toBe('Sell price cannot be below 60')
  expect(say(problemMessage({ name: 'qtyTooSmall', params: { min: '0.001', coin: 'BTC' } }))).toBe(
    'Min. quantity 0.001 BTC',
  )
  const short = { name: 'insufficientBalance', params: { missing: '12.40', coin: 'USDT' } } as const
  expect(say(problemMessage(short))).toBe('Insufficient balance: 12.40 USDT short')
  // The exchange sends both figures, and the shortfall is their difference.
  const figures = { needed: '99530.93120001', available: '99246.05', coin: 'USDT' }
  const refused = failure(110_007, 'x', { problem: 'insufficientBalance', ...figures })
  expect(say(failureMessage(refused))).toBe('Insufficient balance: 284.89 USDT short')
})

test('dollar amounts of an account have cents, and the needed amount is rounded up', () => {
  const params = { needed: '136431.5401', available: '99844.4884165' }
  expect(say(problemMessage({ name: 'accountModeMargin', params }))).toBe(
    'In this margin mode your account would need an initial margin of 136,431.55 USD, ' +
      'but only 99,844.48 USD would cover it',
  )
})

test('figures of a refusal are formatted in the language of the reader', async () => {
  const load = () => Promise.resolve({ errors: { priceAboveBand: 'Kauf bis {{max}}' } })
  await startI18n({ available: ['de-DE'], load })
  await chooseLanguage('de-DE')
  const problem = { name: 'priceAboveBand', params: { max: '64210.50' } } as const
  expect(say(problemMessage(problem))).toBe('Kauf bis 64.210,50')
  await chooseLanguage('en')
  expect(say(problemMessage(problem))).toBe('Buy price cannot exceed 64,210.50')
  // A code is a name, not a quantity.
  expect(say(failureMessage(failure(39_405)))).toBe('39405: server words')
})

test('a very long server message is cut', () => {
  expect(say(failureMessage(failure(777_777, 'x'.repeat(10_000)))).length).toBeLessThan(220)
})

test('10007, 10009, 33003 sign out, and their notices have the code', () => {
  let signedOut = 0
  startErrorReactions({ signOut: () => (signedOut += 1), showComplianceWall: () => undefined })
  for (const code of [10_007, 10_009, 33_003]) reactTo(failure(code))
  expect(signedOut).toBe(3)
  expect(
    shownNotices().map(({ items }) => items.map(({ title }) => say(title).slice(0, 5)).join()),
  ).toEqual(['33003', '10009', '10007'])
})

test('10006: toast at most once per 10 s', () => {
  reactTo(failure(10_006), { nowMs: 100_000 })
  reactTo(failure(10_006), { nowMs: 109_999 })
  expect(shownNotices()).toHaveLength(1)
  expect(shownNotices()[0]?.items).toHaveLength(1)
  reactTo(failure(10_006), { nowMs: 110_000 })
  expect(shownNotices()[0]?.items).toHaveLength(2)
})

test('30099, 30177: silent; 10024: compliance wall, no toast; custom codes may be handled by the caller', () => {
  let walls = 0
  startErrorReactions({ signOut: () => undefined, showComplianceWall: () => (walls += 1) })
  for (const code of [30_099, 30_177, 10_024]) reactTo(failure(code))
  reactTo(failure(30_164), { onCustom: () => true })
  expect(walls).toBe(1)
  expect(shownNotices()).toEqual([])
})

test('the notice of 30031 says that the balance is insufficient and links to the assets', () => {
  reactTo(failure(30_031))
  const [notice] = shownNotices()
  expect(notice?.link).toEqual({ panel: 'assets' })
  expect(notice?.items.map(({ title }) => say(title))).toEqual(['Insufficient available balance'])
})

test.each([30_027, 30_028, 30_029, 30_030, 30_074, 30_075])(
  '%i names its trigger basis: index, mark or last price, by default the last price',
  (code) => {
    const words = (triggerBy?: string) =>
      say(failureMessage(failure(code, 'x', triggerBy === undefined ? {} : { triggerBy })))
    expect(words('IndexPrice')).toBe('Trigger price conflicts with the current index price')
    expect(words('MarkPrice')).toBe('Trigger price conflicts with the current mark price')
    expect(words('LastPrice')).toBe('Trigger price conflicts with the current last price')
    for (const unknown of [undefined, 'BestPrice']) {
      expect(words(unknown)).toBe('Trigger price conflicts with the current last price')
    }
  },
)

test('the message of a refusal of copy trading begins with its code', () => {
  const extMap = { problem: 'copyTransferFailed', available: '250' }
  const refused = { code: 12_002, message: 'x', extMap, hasError: true } as const
  expect(say(failureMessage(refused))).toBe(
    '12002: Transfer failed: 250 USDT can leave the copy wallet now',
  )
})
