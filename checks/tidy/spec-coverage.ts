// The table of the promises (docs/spec-coverage.md), held against the tests that it names.

import { intendedPath } from './documents.ts'
import type { Finding } from './sources.ts'
import { viewsOf } from './scanner.ts'

/** The specification's last line; a row's number is the line of its promise there. */
const LAST_LINE = 446

const states = ['Y', 'P', 'N'] as const
type State = (typeof states)[number]

type Row = {
  /** Its line in the specification, with a letter where a line has several promises. */
  readonly line: string
  readonly state: string
  readonly tests: string
  readonly missing: string
}
type Section = { readonly heading: string; readonly counts: string; readonly rows: readonly Row[] }

/** What the table is held against. */
export type Evidence = {
  /** Headings of docs/terminal.md, without their marks. */
  readonly headings: ReadonlySet<string>
  /** Titles of the tests, groups and steps of a file; undefined where there is no such test. */
  readonly titlesOf: (path: string) => readonly string[] | undefined
}

const sectionHead = /^## (\d .+) \((.+)\)$/
const rowForm = /^\| (\S+) \| (.+?) \| (\S*) \|(.*?)\|(.*)\|$/

/** Returns what is not true of the table: states, counts, line numbers, tests that do not exist. */
export function coverageFindings(text: string, evidence: Evidence): Finding[] {
  const sections = sectionsOf(text)
  const rows = sections.flatMap((section) => section.rows)
  const stands = new Set(sections.map(({ heading }) => heading))
  const total = /^(\d+ promises: .+)\.$/m.exec(text)?.[1] ?? ''
  const counted = `${rows.length} promises: ${countsOf(rows)}`
  return [
    ...(total === counted ? [] : [`the opening says “${total}”, and there are ${counted}`]),
    ...[...evidence.headings]
      .filter((heading) => !stands.has(heading))
      .map((heading) => `“${heading}” of docs/terminal.md has no table`),
    ...sections.flatMap((section) => sectionFindings(section, evidence)),
    ...orderFindings(rows),
    ...rows.flatMap((row) => rowFindings(row, evidence)),
  ]
}

function sectionsOf(text: string): Section[] {
  const sections: (Section & { rows: Row[] })[] = []
  for (const line of text.split('\n')) {
    const head = sectionHead.exec(line)
    if (head !== null) sections.push({ heading: head[1] ?? '', counts: head[2] ?? '', rows: [] })
    const row = rowForm.exec(line)
    if (row === null || /^(?:Line|-+)$/.test(row[1] ?? '')) continue
    const [, number = '', , state = '', tests = '', missing = ''] = row
    sections
      .at(-1)
      ?.rows.push({ line: number, state, tests: tests.trim(), missing: missing.trim() })
  }
  return sections
}

const countsOf = (rows: readonly Row[]): string =>
  states.map((state) => `${rows.filter((row) => row.state === state).length} ${state}`).join(', ')

function sectionFindings({ heading, counts, rows }: Section, evidence: Evidence): Finding[] {
  const counted = countsOf(rows)
  return [
    ...(evidence.headings.has(heading) ? [] : [`docs/terminal.md has no section “${heading}”`]),
    ...(counts === counted ? [] : [`“${heading}” says ${counts}, and has ${counted}`]),
  ]
}

/** Lines ascend, the letters of one line too, and each stands once. */
function orderFindings(rows: readonly Row[]): Finding[] {
  const findings: Finding[] = []
  let before = ''
  for (const { line } of rows) {
    const [, digits, letter = ''] = /^(\d+)([a-z]?)$/.exec(line) ?? []
    const place = `${(digits ?? '').padStart(4, '0')}${letter}`
    const isThere = digits !== undefined && Number(digits) >= 1 && Number(digits) <= LAST_LINE
    if (!isThere) findings.push(`${line} is no line of the specification`)
    else if (place <= before) findings.push(`${line} stands twice or out of its order`)
    before = place
  }
  return findings
}

function rowFindings({ line, state, tests, missing }: Row, evidence: Evidence): Finding[] {
  const named = tests === '' ? [] : tests.split(/; (?=`)/)
  const broken = named.flatMap((test) => testFindings(test, evidence))
  return [...stateFindings(state, { named: named.length, missing }), ...broken].map(
    (finding) => `${line}: ${finding}`,
  )
}

function stateFindings(state: string, row: { named: number; missing: string }): Finding[] {
  if (!isState(state)) return [`“${state}” is no state`]
  if (state !== 'Y') return row.missing === '' ? [`${state} does not say what is missing`] : []
  return [
    ...(row.named === 0 ? ['Y names no test'] : []),
    ...(row.missing === '' ? [] : ['Y misses something']),
  ]
}

const isState = (text: string): text is State => states.some((state) => state === text)

function testFindings(test: string, { titlesOf }: Evidence): Finding[] {
  const [, file, title] = /^`([^`]+)`: (.+)$/.exec(test) ?? []
  if (file === undefined || title === undefined) return [`“${test}” is not a file and a title`]
  const titles = titlesOf(intendedPath(file))
  if (titles === undefined) return [`${file} is no file of tests`]
  if (titles.includes(title)) return []
  const begun = titles.filter((one) => one.startsWith(title))
  if (begun.length === 1) return []
  return [`${begun.length === 0 ? 'no test' : 'more than one test'} of ${file} begins “${title}”`]
}

const leftOut = /\.(?:skip|only|todo|fails|fixme|skipIf|runIf)\b/

/** Returns the titles of the tests, groups and steps of a source that run, as they are written. */
export function testTitles(source: string): string[] {
  const { code } = viewsOf(source)
  return [...code.matchAll(/\b(?:test|it|describe)((?:\.\w+)*)\(/g)].flatMap((call) => {
    const chain = call[1] ?? ''
    if (leftOut.test(chain)) return []
    const open = call.index + call[0].length - 1
    // The title of a table of tests stands behind the table.
    const at = /\.(?:each|for)$/.test(chain) ? code.indexOf('(', closing(code, open)) : open
    const title = /^\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/.exec(
      source.slice(at),
    )
    const text = title?.[1] ?? title?.[2] ?? title?.[3]
    return text === undefined ? [] : [text.replaceAll(/\\(.)/g, '$1')]
  })
}

/** Returns the place of the bracket that closes the one at `open`. */
function closing(code: string, open: number): number {
  let depth = 0
  for (let index = open; index < code.length; index += 1) {
    if (code[index] === '(') depth += 1
    if (code[index] === ')') depth -= 1
    if (depth === 0) return index
  }
  return code.length
}
