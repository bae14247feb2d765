// The words of the page: which messages nothing says, and which texts bypass the messages.

import { viewsOf } from './scanner.ts'

/** A tree of messages, as the English source keeps it. */
type Tree = { readonly [name: string]: string | Tree }

/** Returns the keys of a tree of messages without their plural endings, e.g. `ticket.buyLong`. */
export function messageKeys(tree: Tree, prefix = ''): string[] {
  const keys = Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [prefix + name.replace(/_(?:zero|one|two|few|many|other)$/, '')]
      : messageKeys(value, `${prefix}${name}.`),
  )
  return [...new Set(keys)]
}

/**
 * Returns the keys that no source says. A key is said where it stands as a string, or where a
 * template such as `errors.${name}` begins it and its last name stands in some source.
 */
export function unsaidKeys(keys: readonly string[], sources: readonly string[]): string[] {
  const texts = sources.map((source) => viewsOf(source).withStrings)
  const said = new Set(texts.flatMap((text) => keysIn(text)))
  const names = new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []))
  const templates = texts.flatMap((text) =>
    [...text.matchAll(/`(\w+\.(?:\w+\.)*)(\w*)\$\{[^}`]*\}(\w*)`/g)].map(
      ([, scope = '', head = '', tail = '']) => ({ scope, head, tail }),
    ),
  )
  const isMade = (key: string): boolean =>
    templates.some(({ scope, head, tail }) => {
      const name = key.slice(scope.length)
      const isFitting = key.startsWith(scope + head) && name.endsWith(tail) && !name.includes('.')
      return isFitting && names.has(name.slice(head.length, name.length - tail.length))
    })
  return keys.filter((key) => !said.has(key) && !isMade(key))
}

const keysIn = (text: string): string[] =>
  [...text.matchAll(/['"`](\w+(?:\.\w+)+)['"`]/g)].map(([, key = '']) => key)

const attributes = '(?:aria-label|aria-description|title|placeholder|alt|label)'
const plainAttribute = new RegExp(`\\s${attributes}="([^"]*)"`, 'g')
const madeAttribute = new RegExp(`\\s${attributes}=\\{\`([^\`]*)\`\\}`, 'g')
/** What stands between two tags and is no code: quotes, braces and operators end it. */
const textOfTag = /<\/?[\w.]+(?:\s[^<>]*)?>([^<>{}()=;|&?'"`]+)<\/?[\w.]/g
const code = /^\s*,|\breturn\b/

/** Returns the texts of a component that a reader would get in no language but this one. */
export function hardCodedTexts(source: string): string[] {
  const text = viewsOf(source).withStrings
  const found = (pattern: RegExp): string[] =>
    [...text.matchAll(pattern)].map(([, words = '']) => words)
  const made = found(madeAttribute).map((words) => words.replaceAll(/\$\{[^}]*\}/g, ''))
  const between = found(textOfTag).filter((words) => !code.test(words))
  return [...found(plainAttribute), ...made, ...between.map((words) => words.trim())].filter(
    (words) => /\p{L}{2}/u.test(words),
  )
}
