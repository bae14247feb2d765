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

// A single table type: searching all entries for each key took most of the type check.
type Texts = { readonly [Each in EnglishEntry as WithoutPlural<Each[0]>]: Each[1] }

type NamesIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** A decimal text that is formatted in the reader's locale when the message is translated. */
export type Figure = {
  readonly decimal: string
  /** For an amount of money, which is cut to the coin's decimals unless `isNeeded`. */
  readonly ofCoin?: string
  readonly isNeeded?: boolean
}

/** A parameter of a message; a nested message is translated with it. */
type MessageParam = string | number | Message | Figure
export type MessageParams = { readonly [name: string]: MessageParam }

/** The parameters a message needs: none, or a record of the names between its braces. */
export type ParamsFor<Key extends MessageKey> = [NamesIn<Texts[Key]>] extends [never]
  ? []
  : [params: Readonly<Record<NamesIn<Texts[Key]>, MessageParam>>]

/**
 * An untranslated message: it can be stored, compared and merged, and is translated only when it is
 * rendered, in the language of that moment.
 */
export type Message = { readonly key: MessageKey; readonly params?: MessageParams | undefined }

/** Returns a message; the compiler requires its parameters. */
export function message<Key extends MessageKey>(key: Key, ...params: ParamsFor<Key>): Message {
  const [given] = params as [MessageParams?]
  return given === undefined ? { key } : { key, params: given }
}

/** Translates a key, or a message that was created elsewhere. */
export type Translate = {
  <Key extends MessageKey>(key: Key, ...params: ParamsFor<Key>): string
  (message: Message): string
}
