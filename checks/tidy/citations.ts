// Citations in code, tests and documents (EX-5.12, D-24, rules 8.3, law 14.2.9, decision 42,
// reliability M1, spec 5, docs/screen 4, docs/chart b.4), held against the documents.

import type { Finding } from './sources.ts'

/** Everything that can be cited: `EX-5.12`, `D-24`, `rules 8.3`, `decision 42`, and so on. */
type Citable = ReadonlySet<string>

/** A document's place, the word by which it is cited, and its text. */
type Cited = { readonly path: string; readonly text: string }

const pages: readonly (readonly [RegExp, string])[] = [
  [/^docs\/rules\//, 'rules'],
  [/^docs\/reliability\.md$/, 'reliability'],
  [/^docs\/terminal\.md$/, 'spec'],
  [/^docs\/screen\.md$/, 'docs/screen'],
  [/^docs\/chart\.md$/, 'docs/chart'],
]

// A section's heading, a row of a table, a worked example.
const heading = String.raw`#+ ([a-z](?:\.\d+)?|\d+(?:\.\d+)*) `
const row = String.raw`\| ([A-Z]-?\d+|[a-z]\.\d+|\d+(?:\.\d+)+) \|`
const example = String.raw`- (EX-\d+\.\d+):`
const held = new RegExp(`^(?:${heading}|${row}|${example})`, 'gm')

/** Returns what the documents hold. A section holds its chapter: `rules 8.3` makes `rules 8`. */
export function citable(documents: readonly Cited[]): Citable {
  const ids = new Set<string>()
  for (const { path, text } of documents) {
    const decision = /^docs\/decisions\/(\d+)-/.exec(path)?.[1]
    if (decision !== undefined) ids.add(`decision ${Number(decision)}`)
    const word = pages.find(([pattern]) => pattern.test(path))?.[1]
    if (word === undefined) continue
    for (const [, ...either] of text.matchAll(held)) {
      const id = either.find((found) => found !== undefined) ?? ''
      if (/^(EX|D)-/.test(id)) ids.add(id)
      else {
        ids.add(`${word} ${id}`)
        ids.add(`${word} ${id.replace(/\.\d+$/, '')}`)
      }
    }
  }
  return ids
}

/** Returns the sections and examples of the rules that have two headings or are stated twice. */
export function doubledRules(documents: readonly Cited[]): Finding[] {
  const places = new Map<string, string[]>()
  for (const { path, text } of documents) {
    if (!path.startsWith('docs/rules/')) continue
    const held = text.matchAll(/^(?:##+ (\d+(?:\.\d+)*) |- (EX-\d+\.\d+):)/gm)
    for (const [, section, example] of held) {
      const id = section ?? example ?? ''
      places.set(id, [...(places.get(id) ?? []), path])
    }
  }
  return [...places]
    .filter(([, paths]) => paths.length > 1)
    .map(([id, paths]) => `${id} stands more than once: ${paths.join(', ')}`)
}

const number = String.raw`\d+(?:\.\d+)*`
const promise = String.raw`[A-Z]\d{1,2}\b`
const letter = String.raw`[a-h](?:\.\d)?\b`
const listOf = (one: string): string => `${one}(?:(?:, | to |–| and | or )${one})*`
const cited: readonly (readonly [string, RegExp, RegExp])[] = [
  ['', /\bEX-\d+\.\d+/g, /\S+/g],
  ['', /\bD-\d{2}\b/g, /\S+/g],
  ['rules ', /\b14\.[12]\.\d+\b/g, /\S+/g],
  ['rules ', new RegExp(`\\b[Rr]ules? (${listOf(number)})`, 'g'), /[\d.]*\d/g],
  ['decision ', new RegExp(`\\b[Dd]ecisions? (${listOf(String.raw`\d+\b`)})`, 'g'), /\d+/g],
  ['reliability ', new RegExp(`\\b[Rr]eliability (${listOf(promise)})`, 'g'), /[A-Z]\d+/g],
  // In titles and comments of tests the word is left out: 'M1, O3: …', (D9).
  ['reliability ', new RegExp(`['\`(]((?:${promise}, )*${promise})(?=[:)])`, 'g'), /[A-Z]\d+/g],
  ['spec ', new RegExp(`\\b[Ss]pec (${listOf(String.raw`\d\b`)})`, 'g'), /\d/g],
  ['docs/screen ', new RegExp(`\\bdocs/screen (${listOf(number)})`, 'g'), /\d+/g],
  ['docs/chart ', new RegExp(`\\bdocs/chart (${listOf(letter)})`, 'g'), /[a-h](\.\d)?\b/g],
]

/** Returns citations of a text that stand in no document, each with the text's name. */
export function unresolvedCitations(name: string, text: string, ids: Citable): Finding[] {
  // A citation may go on in the next line, behind the mark of the comment.
  const running = text.replaceAll(/\n[ \t]*(?:\/\/|\*(?!\/))?[ \t]*/g, ' ')
  return cited.flatMap(([word, pattern, parts]) =>
    [...running.matchAll(pattern)]
      .flatMap((match) => [...(match[1] ?? match[0]).matchAll(parts)])
      .map(([part]) => `${word}${word === 'decision ' ? Number(part) : part}`)
      .filter((id) => !ids.has(id))
      .map((id) => `${name} cites ${id}, which stands in no document`),
  )
}

/** Returns documents named in a text, by place or bare name, that the repository does not have. */
export function unknownDocuments(
  name: string,
  text: string,
  paths: ReadonlySet<string>,
): Finding[] {
  const files = [...paths].filter((path) => path.endsWith('.md'))
  return [...text.matchAll(/(?<![\w/.*${}-])((?:[\w.-]+\/)*[\w-]+\.md)\b/g)]
    .map((match) => (match[1] ?? '').replace(/^(?:\.\.\/)+/, ''))
    .filter((file) => !files.some((path) => path === file || path.endsWith(`/${file}`)))
    .map((file) => `${name} names ${file}, which does not exist`)
}
