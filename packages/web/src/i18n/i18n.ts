// Translation of the page: thirteen languages; English is bundled, the others load when chosen.

import { create } from 'zustand'
import { pauseAfter, pauseOrOnline } from '../platform/pause.ts'
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
import { hasTexts, joined, keepTexts, namesInText, textOf } from './message-texts.ts'
import { firstTexts } from './messages/first.ts'

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

const DEFAULT_LANGUAGE = 'en'

export type I18nOptions = {
  /** The languages that have a message file; English needs none. */
  available: readonly string[]
  /** Returns the parsed message file of a language, from `locales/{lang}.json?v=…`. */
  load: (language: string) => Promise<unknown>
  storage?: TextStorage | undefined
  /** The language in the address: used now, not stored. */
  requested?: string | undefined
  /** Called once if the texts of a language fail to load; loading is retried. */
  onMissing?: ((language: Language) => void) | undefined
  /** Called whenever the language has changed, e.g. to set the document's `lang`. */
  onChange?: ((language: string) => void) | undefined
}

let options: I18nOptions = { available: [], load: () => Promise.resolve(undefined) }

let spoken = DEFAULT_LANGUAGE
/** The language that was requested last, loaded or not. */
let wanted = DEFAULT_LANGUAGE

keepTexts(DEFAULT_LANGUAGE, firstTexts)

let late: Promise<void> | undefined

/**
 * Loads the English texts that are not in the first bundle, once; late parts wait for them.
 * Components rendered without them are rendered again.
 */
export async function loadLateTexts(): Promise<void> {
  late ??= import('./messages/late.ts').then(({ lateTexts }) => {
    keepTexts(DEFAULT_LANGUAGE, joined(firstTexts, lateTexts))
    useLanguageState.setState({ translate: translator() })
  })
  return late.catch((error: unknown) => {
    late = undefined
    throw error
  })
}

/** The Hong Kong variant falls back to Taiwan's texts; all languages fall back to English. */
const readFrom = (language: string): readonly string[] =>
  language === 'zh-HK' ? [language, 'zh-TW', DEFAULT_LANGUAGE] : [language, DEFAULT_LANGUAGE]

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
 * Starts with the language of the address, or else the stored one. Resolves when its texts have
 * loaded, or English stays.
 */
export async function startI18n(given: I18nOptions): Promise<void> {
  options = given
  const asked = languageOffered(given.requested ?? '') ?? languageOffered(languageRecord().read())
  if (asked !== undefined) await setLanguage(asked)
}

const languageOffered = (code: string): Language | undefined =>
  offeredLanguages().find((language) => language.code === code)

/** Returns the available languages: English and those with a message file. */
export function offeredLanguages(): Language[] {
  const offered = new Set([DEFAULT_LANGUAGE, ...options.available])
  return languages.filter(({ code }) => offered.has(code))
}

/**
 * Changes the language and stores it; returns false if its texts could not be loaded, which is
 * reported and retried.
 */
export async function chooseLanguage(code: string): Promise<boolean> {
  const chosen = languageOffered(code)
  return chosen !== undefined && (await setLanguage(chosen, () => languageRecord().write(code)))
}

/** `onLoaded` is called when the texts have loaded, now or later. */
async function setLanguage(language: Language, onLoaded?: () => void): Promise<boolean> {
  wanted = language.code
  if (await applyLanguage(language.code)) {
    onLoaded?.()
    return true
  }
  options.onMissing?.(language)
  void setLanguageLater(language.code, onLoaded)
  return false
}

/** Retries until the texts have loaded, or another language is requested. */
async function setLanguageLater(code: string, onLoaded: (() => void) | undefined): Promise<void> {
  for (let failures = 0; wanted === code; failures += 1) {
    await pauseOrOnline(pauseAfter(failures))
    if (wanted === code && (await applyLanguage(code))) {
      onLoaded?.()
      return
    }
  }
}

async function applyLanguage(code: string): Promise<boolean> {
  if (!(await loadMessages(code))) return false
  // Another language may have been requested while this one was loading.
  if (wanted !== code) return true
  spoken = code
  useLanguageState.setState({ language: code, translate: translator() })
  options.onChange?.(code)
  return true
}

async function loadMessages(code: string): Promise<boolean> {
  if (hasTexts(code)) return true
  try {
    const messages = await options.load(code)
    if (!isRecord(messages)) return false
    keepTexts(code, messages)
    return true
  } catch {
    // The page stays in its current language.
    return false
  }
}

/** Returns the current language. */
export function currentLanguage(): string {
  return spoken
}

/** Translates a message once; outside React only, components use `useT`. */
export function say(said: Message): string {
  return textOf(readFrom(spoken), said.key, wordsOf(said.params))
}

/**
 * Returns the parameter names of a text in the current language; undefined if there is no such
 * text, or it has not loaded yet.
 */
export const namesIn = (key: string): readonly string[] | undefined =>
  namesInText(readFrom(spoken), key)

let nameOfSymbol: (symbol: string) => string = (symbol) => symbol

/** Sets how the `symbol` of each message is displayed: BTCPERP is BTC-PERP. */
export function nameSymbolsBy(names: (symbol: string) => string): void {
  nameOfSymbol = names
}

/** Translates the messages among the parameters, and formats the figures. */
function wordsOf(params: MessageParams = {}): Record<string, string | number> {
  const words: Record<string, string | number> = {}
  for (const [name, given] of Object.entries(params)) {
    if (typeof given !== 'object')
      words[name] = name === 'symbol' ? nameOfSymbol(`${given}`) : given
    else words[name] = 'key' in given ? say(given) : written(given)
  }
  return words
}

/**
 * Formats a figure in the current language: an amount of a coin as money, any other with the
 * decimals it has.
 */
function written({ decimal, ofCoin, isNeeded = false }: Figure): string {
  const format = formatFor(currentLanguage(), 'utc')
  if (ofCoin !== undefined)
    return format.money(decimal, ofCoin, { rounding: isNeeded ? 'up' : 'down' })
  const scale = decimal.split('.')[1]?.length ?? 0
  return format.decimal(decimal, { scale })
}

type LanguageState = { readonly language: string; readonly translate: Translate }

const useLanguageState = create<LanguageState>()(() => ({
  language: DEFAULT_LANGUAGE,
  translate: translator(),
}))

/**
 * Returns the translation function of the current language. Messages without parameters are cached:
 * live rows use the same few many times a second.
 */
function translator(): Translate {
  const known = new Map<string, string>()
  function translate<Key extends MessageKey>(key: Key, ...params: ParamsFor<Key>): string
  function translate(said: Message): string
  function translate(said: MessageKey | Message, given?: MessageParams): string {
    const { key, params }: Message = typeof said === 'string' ? { key: said, params: given } : said
    if (params !== undefined) return say({ key, params })
    const words = known.get(key) ?? textOf(readFrom(spoken), key)
    known.set(key, words)
    return words
  }
  return translate
}

/** Returns the translation function and re-renders when the language changes. */
export function useT(): Translate {
  return useLanguageState(({ translate }) => translate)
}

/** Returns the current language and re-renders when it changes. */
export function useLanguage(): string {
  return useLanguageState(({ language }) => language)
}
