// A report: the test for each row of the chart's host API (docs/chart b) and each contract check
// (docs/chart h). `npm run chart:proofs` prints it and fails if one is missing.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkNumbers, hostRows } from './host-rows.ts'

const root = join(import.meta.dirname, '../..')
const chart = 'packages/chart'

type Proof = { readonly file: string; readonly words: string }

/** The checks of (h): a file, and words in the title of one of its tests. */
const checkProofs: Readonly<Record<number, readonly Proof[]>> = {
  1: [proof('Contract', '1: throws'), proof('Contract', '1: mends')],
  2: [proof('Contract', '2: is drawn')],
  3: [proof('Contract', '3: shows the last symbol asked for')],
  4: [
    proof('Contract', '4: survives'),
    proof('BadFeed', 'shows a message when a feed answers with'),
  ],
  5: [
    proof('Contract', '5: draws each bar in its last state'),
    proof('Checks', '5: after ticks across'),
    {
      file: `${chart}/src/model/studies/studies.test.ts`,
      words: 'computes one row of each column',
    },
  ],
  6: [proof('Checks', '6: a page that arrives')],
  7: [proof('Checks', '7: a drag that ends')],
  8: [proof('Contract', '8: takes lines')],
  9: [
    {
      file: `${chart}/src/options/trading-lines.test.ts`,
      words: 'does nothing when nothing changed',
    },
  ],
  10: [proof('Contract', '10: another theme'), proof('Checks', '10: another theme and language')],
  11: [proof('Contract', '11: a layout comes back'), proof('Contract', '11: a broken layout')],
  12: [proof('Contract', '12: asks to save')],
  13: [proof('Contract', '13: undo and redo')],
  14: [{ file: `${chart}/src/canvas/price-painter.test.ts`, words: 'use only the colours' }],
  15: [proof('Contract', '15: thirteen languages'), proof('Checks', '15: on a right-to-left')],
  16: [proof('Contract', '16: a logarithmic scale without')],
  17: [proof('Contract', '17: each feature')],
  // If the engine painted candles of its own, they would be visible in every other chart type.
  18: [{ file: 'checks/goldens/chart-goldens.test.ts', words: 'every scene is painted' }],
  19: [proof('Checks', '19: thirty mounts under StrictMode')],
  20: [{ file: 'checks/bench/bench.ts', words: 'chart-' }],
}

function proof(name: string, words: string): Proof {
  return { file: `${chart}/testing/conformance/${name}.test.tsx`, words }
}

/** Rows that no test names, each with the reason. The list may only become shorter. */
const unproved: ReadonlyMap<string, string> = new Map([
  ['b.3 toggle_header', 'accepted and not told, as the README says'],
  ['b.6 hide_right_toolbar', 'there is no right toolbar'],
  ['b.6 tick_resolution', 'accepted: no feed of ours has single trades'],
  ['b.6 dont_show_boolean_study_arguments', 'no study has such an argument'],
  ['b.6 remove_library_container_border', 'there is no border'],
  ['b.6 save_chart_properties_to_local_storage', 'its parent is tested: use_localstorage'],
  ['b.6 right_bar_stays_on_scroll', 'seen by hand only'],
  ['b.6 vert_touch_drag_scroll', 'seen by hand only'],
  ['b.6 header_saveload', 'seen with a storage adapter on the example page only'],
])

const sources = [
  `${chart}/{src,testing}/**/*.test.{ts,tsx}`,
  'packages/web/src/features/chart/*.test.ts',
  'checks/e2e/*.e2e.ts',
  'checks/goldens/scenes.ts',
]

/** Returns the tests that name each row, by section and name. */
function rowProofs(): Map<string, readonly string[]> {
  const files = sources
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  return new Map(
    Object.entries(hostRows).flatMap(([section, rows]) =>
      rows.map((row) => {
        const named = nameOf(section, row)
        const found = files.filter(({ text }) => named.test(text))
        return [`${section} ${row}`, found.map(({ file }) => file)] as const
      }),
    ),
  )
}

/**
 * How a test names a row: as a word of its own, possibly as a method; a property of lines also by
 * its setter, an override also by one of the keys below it.
 */
function nameOf(section: string, row: string): RegExp {
  const word = row.replaceAll('.', String.raw`\.`)
  const setter = section === 'b.5' ? '(?:set)?' : ''
  return new RegExp(String.raw`(?<!\w)${setter}${word}(?!\w)`)
}

/** Whether a file has a test, or a line of a bench, with these words. */
function holds({ file, words }: Proof): boolean {
  return readFileSync(join(root, file), 'utf8').includes(words)
}

/** Prints the index; returns the rows and checks that no test names. */
function printIndex(): readonly string[] {
  const missing: string[] = []
  for (const number of checkNumbers) {
    const proofs = checkProofs[number] ?? []
    for (const { file, words } of proofs) console.log(`h.${number}: ${file}, ${words}`)
    if (proofs.length === 0 || !proofs.every(holds)) missing.push(`h.${number}`)
  }
  for (const [row, files] of rowProofs()) {
    const reason = unproved.get(row) ?? ''
    console.log(`${row}: ${files.join(', ') || `— ${reason}`}`)
    if (files.length === 0 && reason === '') missing.push(row)
  }
  return missing
}

const missing = printIndex()
if (missing.length > 0) {
  console.error(`No test names ${missing.join(', ')}`)
  process.exitCode = 1
}
