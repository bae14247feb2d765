// The index of laws and the tests or assertions that prove them.

// Every invariant of rules 14.2 and every M, O and L of docs/reliability.md is looked up in the
// titles of tests and in the messages of the laws that are checked after every command.

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const upTo = (prefix: string, last: number): string[] =>
  Array.from({ length: last }, (_, k) => `${prefix}${k + 1}`)

/** The name of every law. */
export const lawIds: readonly string[] = [
  ...upTo('14.2.', 36),
  ...upTo('M', 10),
  ...upTo('O', 9),
  ...upTo('L', 14),
]

/** Laws that no test has as a law, with the reason or where its subject is checked. */
export const notYet: ReadonlyMap<string, string> = new Map([
  ['14.2.22', 'portfolio margin is checked by checks/simulator/portfolio'],
  ['14.2.36', 'options are checked by the auditor and checks/simulator/options-hour'],
  ['M2', 'no auditor runs beside the venue in production'],
  ['M5', 'deposits have no ceiling and ask for no second person'],
  ['M6', 'there are no withdrawals'],
])

/** Files whose messages are laws checked after every command of every simulated run. */
const assertions = [
  'checks/simulator/laws/laws.ts',
  'checks/simulator/laws/liquidation.ts',
  'packages/engine/src/replay/invariants.ts',
]

export type Proof = { readonly file: string; readonly line: number; readonly words: string }

type Source = { readonly file: string; readonly lines: readonly string[] }

function sources(): readonly Source[] {
  const tests = globSync('{packages,checks}/**/*.test.ts', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  })
  return [...tests, ...assertions].map((file) => ({
    file,
    lines: readFileSync(`${root}/${file}`, 'utf8').split('\n'),
  }))
}

/** A title of a test, on one line or after its table; in a law, the message of a violation. */
const isProof = (file: string, line: string): boolean =>
  assertions.includes(file)
    ? /(must\(|push\(|Error\(|['`])/.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line)
    : /\b(test|it|describe)(\.\w+)?\(\s*['"`]|\]\)\(\s*['"`]|s\)\(\s*['"`]|^\s*['"`].*['"`],$/.test(
        line,
      )

/** Returns the tests or assertions that prove each law, by its name. */
export function lawProofs(): ReadonlyMap<string, readonly Proof[]> {
  const all = sources()
  return new Map(
    lawIds.map((id) => {
      const named = new RegExp(`(?<![\\w.])${id.replaceAll('.', '\\.')}(?![\\w.]*\\d)`)
      const proofs = all.flatMap(({ file, lines }) =>
        lines.flatMap((line, k) =>
          named.test(line) && isProof(file, line)
            ? [{ file, line: k + 1, words: line.trim() }]
            : [],
        ),
      )
      return [id, proofs] as const
    }),
  )
}

function main(): void {
  for (const [id, proofs] of lawProofs()) {
    const [first] = proofs
    const text = notYet.get(id) ?? (first && `${first.file}:${first.line} ${first.words}`)
    process.stdout.write(`${id.padEnd(8)} ${String(proofs.length).padStart(2)}  ${text ?? '—'}\n`)
  }
}

if (import.meta.main) main()
