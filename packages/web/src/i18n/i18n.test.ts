// Languages: English as fallback, others from their files, and the stored choice.

import { expect, test, vi } from 'vitest'
import {
  chooseLanguage,
  currentLanguage,
  languages,
  nameSymbolsBy,
  offeredLanguages,
  say,
  startI18n,
} from './i18n.ts'
import { message } from './message-keys.ts'
import { en } from './messages/en.ts'

const german = { shell: { close: 'Schließen' } }

function memory(entries: Record<string, string> = {}) {
  const texts = new Map(Object.entries(entries))
  return {
    texts,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
}

test('message texts outside errors and copy trading do not name roles such as admin or leader', () => {
  const { errors: _errors, copy: _copy, shell, ...rest } = en
  const { copyTrading: _title, ...ofShell } = shell
  const others = { ...rest, shell: ofShell }
  expect(JSON.stringify(others)).not.toMatch(/\b(?:admin\w*|leader|follower|copy trad\w+)\b/i)
})

test('the languages of spec 9 are known', () => {
  const codes = languages.map(({ code }) => code)
  for (const code of 'en en-US zh-CN zh-TW ja-JP ko-KR ru-RU id-ID es-ES tr-TR th-TH vi-VN de-DE en-HK zh-HK'.split(
    ' ',
  )) {
    expect(codes).toContain(code)
  }
})

test('a message has an English text with its parameters before i18n is started', () => {
  expect(say(message('shell.close'))).toBe('Close')
  expect(say(message('shell.reopenWindows', { count: 2 }))).toBe('Reopen windows (2)')
})

test('a symbol in a message is shown by its display name', () => {
  nameSymbolsBy((symbol) => (symbol === 'BTCPERP' ? 'BTC-PERP' : symbol))
  expect(say(message('positions.goTo', { symbol: 'BTCPERP' }))).toBe('Show BTC-PERP')
  nameSymbolsBy((symbol) => symbol)
  expect(say(message('positions.goTo', { symbol: 'BTCPERP' }))).toBe('Show BTCPERP')
})

test('an amount of a coin in a message is formatted as money and never rounded up', () => {
  const textFor = (decimal: string, ofCoin: string) =>
    say(message('wallets.done', { amount: { decimal, ofCoin }, coin: ofCoin }))
  expect(textFor('2500', 'USDT')).toBe('2,500.00 USDT transferred')
  expect(textFor('99800.62950371', 'USDT')).toBe('99,800.62 USDT transferred')
  expect(textFor('0.5', 'BTC')).toBe('0.50000 BTC transferred')
})

test('a message as a parameter of a message is resolved to its text', () => {
  const inner = message('shell.reopenWindows', { count: 2 })
  expect(say(message('notices.verbatim', { text: inner }))).toBe('Reopen windows (2)')
})

test('languages with a file are offered, a choice is stored, and English fills missing texts', async () => {
  const storage = memory()
  const changes: string[] = []
  await startI18n({
    available: ['de-DE'],
    load: () => Promise.resolve(german),
    storage,
    onChange: (code) => changes.push(code),
  })
  expect(currentLanguage()).toBe('en')
  expect(offeredLanguages().map(({ code }) => code)).toEqual(['en', 'de-DE'])
  expect(await chooseLanguage('ja-JP')).toBe(false)
  expect(await chooseLanguage('de-DE')).toBe(true)
  expect(say(message('shell.close'))).toBe('Schließen')
  expect(say(message('shell.copy'))).toBe('Copy')
  expect(storage.texts.get('basis.language')).toBe('{"version":1,"value":"de-DE"}')
  expect(changes).toEqual(['en', 'de-DE'])
  expect(await chooseLanguage('en')).toBe(true)
  expect(say(message('shell.close'))).toBe('Close')
})

test('if the file of the stored language cannot be loaded, the page is in English', async () => {
  await startI18n({
    available: ['tr-TR'],
    load: () => Promise.reject(new Error('offline')),
    storage: memory({ 'basis.language': '{"version":1,"value":"tr-TR"}' }),
  })
  expect(currentLanguage()).toBe('en')
})

test('a language file that fails to load is reported once and requested until it arrives', async () => {
  vi.useFakeTimers()
  const reported: string[] = []
  const storage = memory()
  let isOnline = false
  await startI18n({
    available: ['ko-KR', 'vi-VN'],
    load: (code) =>
      isOnline ? Promise.resolve({ shell: { close: code } }) : Promise.reject(new Error('offline')),
    storage,
    requested: 'ko-KR',
    onMissing: ({ name }) => reported.push(name),
  })
  await vi.advanceTimersByTimeAsync(2_000)
  expect([currentLanguage(), reported]).toEqual(['en', ['한국어']])
  isOnline = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect([currentLanguage(), say(message('shell.close'))]).toEqual(['ko-KR', 'ko-KR'])
  // The language of an address is not a choice to store.
  expect(storage.texts.size).toBe(0)
  isOnline = false
  expect(await chooseLanguage('vi-VN')).toBe(false)
  expect(currentLanguage()).toBe('ko-KR')
  // The later choice counts, whenever the file of the earlier one arrives.
  expect(await chooseLanguage('en')).toBe(true)
  isOnline = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(currentLanguage()).toBe('en')
  vi.useRealTimers()
})
