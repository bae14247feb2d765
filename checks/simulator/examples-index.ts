// The index of worked examples and their tests.

// Every EX- number in the pages of docs/rules is looked up in the titles of tests.

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

const pages = globSync('docs/rules/*.md', { cwd: root })
  .map((path) => readFileSync(`${root}/${path}`, 'utf8'))
  .join('\n')

const numbersOf = (id: string): readonly number[] => id.slice(3).split('.').map(Number)

/** Every example id, by section and number. */
export const exampleIds: readonly string[] = [
  ...new Set([...pages.matchAll(/^- (EX-\d+\.\d+):/gm)].flatMap(([, id]) => id ?? [])),
].sort((a, b) => {
  const [[section = 0, no = 0], [other = 0, otherNo = 0]] = [numbersOf(a), numbersOf(b)]
  return section - other || no - otherNo
})

/** Sections of orders, margin and settlement, whose examples describe the exchange's behaviour. */
const ofEngine: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 11]

/** Examples computed by a form or the server: quantities from a risk, fee levels (3.5, 3.6). */
const outside: readonly string[] = [7, 8, 9, 10, 11, 13].map((no) => `EX-3.${no}`)

/** Must the example be tested with commands to the engine, and not only by its formula? */
export const needsEngine = (id: string): boolean =>
  ofEngine.includes(numbersOf(id)[0] ?? 0) && !outside.includes(id)

export type Played = { readonly file: string; readonly line: number }

/** A title of a test: on one line, or the text after a table of cases, or the line after either. */
const isTitle = (line: string): boolean =>
  /\b(test|it|describe)(\.\w+)?\(\s*['"`]|\]\)\(\s*['"`]|^\s*['"`].*['"`],$/.test(line)

/** Returns the tests that name each example. */
export function examplesPlayed(): ReadonlyMap<string, readonly Played[]> {
  const played = new Map<string, Played[]>(exampleIds.map((id) => [id, []]))
  const files = globSync('{packages,checks}/**/*.test.ts', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  })
  for (const file of files) {
    readFileSync(`${root}/${file}`, 'utf8')
      .split('\n')
      .forEach((text, k) => {
        if (!isTitle(text)) return
        for (const [id] of text.matchAll(/EX-\d+\.\d+/g)) {
          played.get(id)?.push({ file, line: k + 1 })
        }
      })
  }
  return played
}

/** Is it tested with commands to the engine, and not only by a formula? */
export const isOfEngine = ({ file }: Played): boolean => file.startsWith('packages/engine/')

function main(): void {
  for (const [id, played] of examplesPlayed()) {
    const places = played.map(({ file, line }) => `${file}:${line}`)
    process.stdout.write(`${id.padEnd(8)} ${places.join(' ') || '—'}\n`)
  }
}

if (import.meta.main) main()
