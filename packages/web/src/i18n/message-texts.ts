// Message texts of the loaded languages: looked up by key in a fallback chain of languages, with
// plural forms and parameters.

import { isRecord } from '../platform/storage.ts'
import { formatFor } from './format.ts'

/** The parameters of a text, by the names between its braces. */
type Words = Readonly<Record<string, string | number>>

const trees = new Map<string, Readonly<Record<string, unknown>>>()
const pluralRules = new Map<string, Intl.PluralRules>()

type Texts = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Returns the merged trees: a group that is in both has the texts of both. */
export function joined<First extends Texts, Late extends Texts>(
  first: First,
  late: Late,
): First & Late {
  const groups = Object.entries(late).map(([name, texts]) => [name, { ...first[name], ...texts }])
  return { ...first, ...Object.fromEntries(groups) }
}

/** Stores the texts of a language, a tree whose leaves are texts; earlier ones are replaced. */
export function keepTexts(language: string, tree: Readonly<Record<string, unknown>>): void {
  trees.set(language, tree)
}

export const hasTexts = (language: string): boolean => trees.has(language)

/**
 * Returns the text of a key such as `shell.close` in the first language that has it, with each
 * `{{name}}` replaced by the parameter of that name (empty if it is missing). A number `count`
 * selects among the forms `key_one`, `key_few`, … by the plural rules of the language. A key that
 * no language has is returned unchanged.
 */
export function textOf(languages: readonly string[], key: string, words: Words = {}): string {
  for (const language of languages) {
    const text = pluralText(language, key, words['count']) ?? plainText(language, key)
    if (text !== undefined) {
      return text.replaceAll(/\{\{(\w+)\}\}/g, (_braces, name: string) =>
        shown(language, name, words[name]),
      )
    }
  }
  return key
}

/** Returns the names between the braces of a key's text; undefined if no language has it. */
export function namesInText(languages: readonly string[], key: string): string[] | undefined {
  for (const language of languages) {
    const text = plainText(language, key)
    if (text !== undefined) return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
  }
  return undefined
}

/** A `count` is grouped by the locale; other numbers are identifiers, such as error codes. */
function shown(language: string, name: string, word: string | number | undefined): string {
  if (name !== 'count' || typeof word !== 'number' || word < 10_000) return `${word ?? ''}`
  return formatFor(language, 'utc').decimal({ units: word, scale: 0 }, { scale: 0 })
}

function pluralText(language: string, key: string, count: unknown): string | undefined {
  if (typeof count !== 'number') return undefined
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language)
  pluralRules.set(language, rules)
  return plainText(language, `${key}_${rules.select(count)}`)
}

function plainText(language: string, key: string): string | undefined {
  let at: unknown = trees.get(language)
  for (const name of key.split('.')) at = isRecord(at) ? at[name] : undefined
  return typeof at === 'string' ? at : undefined
}
