// Languages: English always, others when their file is there, the remembered one at the start.

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

test('no words of the page name a role of a trader but in errors and where it is copied', () => {
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

test('a message is put into words with its parameters, before anything was started', () => {
  expect(say(message('shell.close'))).toBe('Close')
  expect(say(message('shell.reopenWindows', { count: 2 }))).toBe('Reopen windows (2)')
})

test('a symbol in a message is called by its name', () => {
  nameSymbolsBy((symbol) => (symbol === 'BTCPERP' ? 'BTC-PERP' : symbol))
  expect(say(message('positions.goTo', { symbol: 'BTCPERP' }))).toBe('Show BTC-PERP')
  nameSymbolsBy((symbol) => symbol)
  expect(say(message('positions.goTo', { symbol: 'BTCPERP' }))).toBe('Show BTCPERP')
})

test('an amount of a coin in a message is written as money, never as more than it is', () => {
  const told = (decimal: string, ofCoin: string) =>
    say(message('wallets.done', { amount: { decimal, ofCoin }, coin: ofCoin }))
  expect(told('2500', 'USDT')).toBe('2,500.00 USDT transferred')
  expect(told('99800.62950371', 'USDT')).toBe('99,800.62 USDT transferred')
  expect(told('0.5', 'BTC')).toBe('0.50000 BTC transferred')
})

test('a message in a message is said in the language of the moment', () => {
  const inner = message('shell.reopenWindows', { count: 2 })
  expect(say(message('notices.verbatim', { text: inner }))).toBe('Reopen windows (2)')
})

test('only languages with a file are offered, a choice is remembered, gaps are filled by English', async () => {
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

test('a file that cannot be loaded changes nothing', async () => {
  await startI18n({
    available: ['tr-TR'],
    load: () => Promise.reject(new Error('offline')),
    storage: memory({ 'basis.language': '{"version":1,"value":"tr-TR"}' }),
  })
  expect(currentLanguage()).toBe('en')
})

test('a file that does not come is told once and tried again until it is there', async () => {
  vi.useFakeTimers()
  const told: string[] = []
  const storage = memory()
  let isOnline = false
  await startI18n({
    available: ['ko-KR', 'vi-VN'],
    load: (code) =>
      isOnline ? Promise.resolve({ shell: { close: code } }) : Promise.reject(new Error('offline')),
    storage,
    asked: 'ko-KR',
    onMissing: ({ name }) => told.push(name),
  })
  await vi.advanceTimersByTimeAsync(2_000)
  expect([currentLanguage(), told]).toEqual(['en', ['한국어']])
  isOnline = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect([currentLanguage(), say(message('shell.close'))]).toEqual(['ko-KR', 'ko-KR'])
  // It was asked for by an address: that is no choice to remember.
  expect(storage.texts.size).toBe(0)
  isOnline = false
  expect(await chooseLanguage('vi-VN')).toBe(false)
  expect(currentLanguage()).toBe('ko-KR')
  // A later choice counts, whenever the earlier one's words come.
  expect(await chooseLanguage('en')).toBe(true)
  isOnline = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(currentLanguage()).toBe('en')
  vi.useRealTimers()
})
