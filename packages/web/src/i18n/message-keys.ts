// The types that let the compiler check every message key and every parameter of a message.

import type { firstTexts } from './messages/first.ts'
import type { lateTexts } from './messages/late.ts'

type Entry<Tree, Prefix extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? readonly [`${Prefix}${Key}`, Tree[Key]]
    : Entry<Tree[Key], `${Prefix}${Key}.`>
}[keyof Tree & string]

type EnglishEntry = Entry<typeof firstTexts & typeof lateTexts>

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'

type WithoutPlural<Key> = Key extends `${infer Base}_${PluralForm}` ? Base : Key

/**
 * Every message's key, e.g. `ticket.buyLong`; the plural forms `x_one`, `x_other` share the key
 * `x`.
 */
export type MessageKey = keyof Texts

// One table made once: looking through all entries for each key took most of the type check.
type Texts = { readonly [Each in EnglishEntry as WithoutPlural<Each[0]>]: Each[1] }

type NamesIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/**
 * A decimal text that is grouped and pointed as the reader is used to when it is put into words.
 */
export type Figure = {
  readonly decimal: string
  /** Of an amount of money, which is cut unless it is needed. */
  readonly ofCoin?: string
  readonly isNeeded?: boolean
}

/**
 * What stands between the braces of a message; a message in a message is put into words with it.
 */
type MessageParam = string | number | Message | Figure
export type MessageParams = { readonly [name: string]: MessageParam }

/** What must be given with a message: nothing, or a record of the names between its braces. */
export type ParamsFor<Key extends MessageKey> = [NamesIn<Texts[Key]>] extends [never]
  ? []
  : [params: Readonly<Record<NamesIn<Texts[Key]>, MessageParam>>]

/**
 * A message that is not yet words: it can be kept, compared and merged, and is put into words only
 * when it is painted, in the language of that moment.
 */
export type Message = { readonly key: MessageKey; readonly params?: MessageParams | undefined }

/** Returns a message; the compiler asks for its parameters. */
export function message<Key extends MessageKey>(key: Key, ...params: ParamsFor<Key>): Message {
  const [given] = params as [MessageParams?]
  return given === undefined ? { key } : { key, params: given }
}

/** Puts a key, or a message that was made elsewhere, into words. */
export type Translate = {
  <Key extends MessageKey>(key: Key, ...params: ParamsFor<Key>): string
  (message: Message): string
}
