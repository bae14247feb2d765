// The words of the terminal: thirteen languages, English at hand, the others loaded when chosen.

import { createInstance } from 'i18next'
import type { i18n as I18next } from 'i18next'
import { create } from 'zustand'
import { isRecord, stored } from '../platform/storage.ts'
import type { TextStorage } from '../platform/storage.ts'
import { formatFor } from './format.ts'
import type {
  Figure,
  Message,
  MessageKey,
  MessageParams,
  ParamsFor,
  Translate,
} from './message-keys.ts'
import { en } from './messages/en.ts'

export type Language = {
  code: string
  /** The language's name in itself. */
  name: string
}

/** The languages of spec 9, with the Hong Kong variants. */
export const languages: readonly Language[] = [
  { code: 'en', name: 'English' },
  { code: 'en-US', name: 'English (US)' },
  { code: 'zh-CN', name: '简体中文' },
  { code: 'zh-TW', name: '繁體中文' },
  { code: 'ja-JP', name: '日本語' },
  { code: 'ko-KR', name: '한국어' },
  { code: 'ru-RU', name: 'Русский' },
  { code: 'id-ID', name: 'Bahasa Indonesia' },
  { code: 'es-ES', name: 'Español' },
  { code: 'tr-TR', name: 'Türkçe' },
  { code: 'th-TH', name: 'ไทย' },
  { code: 'vi-VN', name: 'Tiếng Việt' },
  { code: 'de-DE', name: 'Deutsch' },
  { code: 'en-HK', name: 'English (Hong Kong)' },
  { code: 'zh-HK', name: '繁體中文（香港）' },
]

export const DEFAULT_LANGUAGE = 'en'

export type I18nOptions = {
  /** The languages that have a message file; English needs none. */
  available: readonly string[]
  /** Returns the parsed message file of a language, from `locales/{lang}.json?v=…`. */
  load: (language: string) => Promise<unknown>
  storage?: TextStorage | undefined
  /** The language that the address asks for: spoken now, not remembered. */
  asked?: string | undefined
  /** Called whenever the language has changed, e.g. to set the document's `lang`. */
  onChange?: ((language: string) => void) | undefined
}

let instance: I18next | undefined
let options: I18nOptions = { available: [], load: () => Promise.resolve(undefined) }

/** Returns i18next with English in it; made at the first question, so tests need no start. */
function i18n(): I18next {
  if (instance !== undefined) return instance
  const made = createInstance()
  void made.init({
    lng: DEFAULT_LANGUAGE,
    fallbackLng: { 'zh-HK': ['zh-TW', DEFAULT_LANGUAGE], default: [DEFAULT_LANGUAGE] },
    load: 'currentOnly',
    resources: { [DEFAULT_LANGUAGE]: { translation: en } },
    initAsync: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  instance = made
  return made
}

function languageRecord() {
  return stored<string>({
    key: 'basis.language',
    version: 1,
    fallback: DEFAULT_LANGUAGE,
    decode: (json) => languages.find(({ code }) => code === json)?.code,
    storage: options.storage,
  })
}

/**
 * Starts with the language of the address, or else the remembered one. Resolves when its words are
 * there, or English stays.
 */
export async function startI18n(given: I18nOptions): Promise<void> {
  options = given
  const isSpoken = given.asked !== undefined && (await applyLanguage(given.asked))
  if (!isSpoken) await applyLanguage(languageRecord().read())
}

/** Returns the languages that can be chosen: English and those with a message file. */
export function offeredLanguages(): Language[] {
  const offered = new Set([DEFAULT_LANGUAGE, ...options.available])
  return languages.filter(({ code }) => offered.has(code))
}

/** Changes the language and remembers it; returns false when its words could not be loaded. */
export async function chooseLanguage(code: string): Promise<boolean> {
  const applied = await applyLanguage(code)
  if (applied) languageRecord().write(code)
  return applied
}

async function applyLanguage(code: string): Promise<boolean> {
  const spoken = i18n()
  const isOffered = offeredLanguages().some((language) => language.code === code)
  if (!isOffered || !(await loadMessages(code))) return false
  await spoken.changeLanguage(code)
  useSpoken.setState({ language: currentLanguage(), translate: translator() })
  options.onChange?.(code)
  return true
}

async function loadMessages(code: string): Promise<boolean> {
  const spoken = i18n()
  if (spoken.hasResourceBundle(code, 'translation')) return true
  try {
    const messages = await options.load(code)
    if (!isRecord(messages)) return false
    spoken.addResourceBundle(code, 'translation', messages, true, true)
    return true
  } catch {
    // The page goes on in the language it has; the menu shows that nothing changed.
    return false
  }
}

/** Returns the language that is spoken now. */
export function currentLanguage(): string {
  return i18n().resolvedLanguage ?? DEFAULT_LANGUAGE
}

/** Puts a message into words now; outside React only, components use `useT`. */
export function say(said: Message): string {
  return i18n().t(said.key, wordsOf(said.params))
}

let nameOfSymbol: (symbol: string) => string = (symbol) => symbol

/** From now on each message's `symbol` is called by its name: BTCPERP is BTC-PERP. */
export function nameSymbolsBy(names: (symbol: string) => string): void {
  nameOfSymbol = names
}

/** Puts the messages among the parameters into words, and writes the figures. */
function wordsOf(params: MessageParams = {}): Record<string, string | number> {
  const words: Record<string, string | number> = {}
  for (const [name, given] of Object.entries(params)) {
    if (typeof given !== 'object')
      words[name] = name === 'symbol' ? nameOfSymbol(`${given}`) : given
    else words[name] = 'key' in given ? say(given) : written(given)
  }
  return words
}

/** Writes a figure in the language of the moment, with the decimals that it came with. */
function written({ decimal }: Figure): string {
  const scale = decimal.split('.')[1]?.length ?? 0
  return formatFor(currentLanguage(), 'utc').decimal(decimal, { scale })
}

type Spoken = { readonly language: string; readonly translate: Translate }

const useSpoken = create<Spoken>()(() => ({
  language: DEFAULT_LANGUAGE,
  translate: translator(),
}))

/**
 * Returns a function that puts messages into the language spoken now. What has no parameters is
 * looked up once: live rows say the same few words many times a second.
 */
function translator(): Translate {
  const known = new Map<string, string>()
  function translate<Key extends MessageKey>(key: Key, ...params: ParamsFor<Key>): string
  function translate(said: Message): string
  function translate(said: MessageKey | Message, given?: MessageParams): string {
    const { key, params }: Message = typeof said === 'string' ? { key: said, params: given } : said
    if (params !== undefined) return say({ key, params })
    const words = known.get(key) ?? i18n().t(key)
    known.set(key, words)
    return words
  }
  return translate
}

/** Returns the translation function and paints again when the language changes. */
export function useT(): Translate {
  return useSpoken(({ translate }) => translate)
}

/** Returns the language that is spoken and paints again when it changes. */
export function useLanguage(): string {
  return useSpoken(({ language }) => language)
}
