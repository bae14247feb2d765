// The index of worked examples and the tests that play them.

// Every EX- of rules 1 to 8 and 11 (14 has none) is found by its number in the titles of tests.

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** How many examples each section of docs/rules has. */
const counts: ReadonlyMap<number, number> = new Map([
  [1, 11],
  [2, 7],
  [3, 6],
  [4, 9],
  [5, 13],
  [6, 3],
  [7, 2],
  [8, 7],
  [11, 4],
])

/** Every example by its number. */
export const exampleIds: readonly string[] = [...counts].flatMap(([section, count]) =>
  Array.from({ length: count }, (_, k) => `EX-${section}.${k + 1}`),
)

export type Played = { readonly file: string; readonly line: number }

/** A title of a test: alone, or the text behind a table of cases, or the line after either. */
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

/** Is it played with commands to the engine, and not only on a formula? */
export const isOfEngine = ({ file }: Played): boolean => file.startsWith('packages/engine/')

function main(): void {
  for (const [id, played] of examplesPlayed()) {
    const places = played.map(({ file, line }) => `${file}:${line}`)
    process.stdout.write(`${id.padEnd(8)} ${places.join(' ') || '—'}\n`)
  }
}

if (import.meta.main) main()
