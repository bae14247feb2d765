// The table of the specification's promises is true as far as it can be checked: each Y has a test
// that exists and runs, each other row says what is missing, and its counts are right.

import { describe, expect, test } from 'vitest'
import { allSources, isTest, readText } from './sources.ts'
import { coverageFindings, testTitles, type Evidence } from './spec-coverage.ts'

const headings = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/^## (.+)$/gm)].map((match) => match[1] ?? ''))

test('docs/spec-coverage.md names existing tests, has right counts and says what is missing', () => {
  const sources = new Map(allSources().map(({ path, text }) => [path, text]))
  // Many promises name tests of one file, which is read once.
  const known = new Map<string, readonly string[] | undefined>()
  const titlesOf = (path: string) => {
    const source = isTest(path) ? sources.get(path) : undefined
    if (!known.has(path)) known.set(path, source === undefined ? undefined : testTitles(source))
    return known.get(path)
  }
  const evidence = { headings: headings(readText('docs/terminal.md')), titlesOf }
  expect(coverageFindings(readText('docs/spec-coverage.md'), evidence)).toEqual([])
})

describe('a table', () => {
  const evidence: Evidence = {
    headings: new Set(['1 What it is for']),
    titlesOf: (path) =>
      path === 'packages/web/src/ui/a.test.ts'
        ? ['prices have digits', 'prices have signs', 'sizes']
        : undefined,
  }
  const tableOf = (rows: readonly string[], counts: string): string =>
    [
      `${rows.length} promises: ${counts}.`,
      `## 1 What it is for (${counts})`,
      '| Line | Promise | | Test | Missing |',
      '|---|---|---|---|---|',
      ...rows,
    ].join('\n')
  const good = [
    '| 8a | Prices | Y | `web/ui/a.test.ts`: prices have d; `web/ui/a.test.ts`: sizes | |',
    '| 8b | Sizes | P | `web/ui/a.test.ts`: sizes | no unit |',
    '| 9 | Orders | N | | all of it |',
  ]

  test('without errors has no findings', () => {
    expect(coverageFindings(tableOf(good, '1 Y, 1 P, 1 N'), evidence)).toEqual([])
  })

  test.each([
    ['| 8 | Prices | X | | |', '0 Y, 0 P, 0 N', '8: “X” is no state'],
    ['| 8 | Prices | Y | | |', '1 Y, 0 P, 0 N', '8: Y names no test'],
    ['| 8 | Prices | Y | `web/ui/a.test.ts`: sizes | more |', '1 Y, 0 P, 0 N', '8: Y misses some'],
    ['| 8 | Prices | P | `web/ui/a.test.ts`: sizes | |', '0 Y, 1 P, 0 N', '8: P does not say what'],
    ['| 8 | Prices | N | | |', '0 Y, 0 P, 1 N', '8: N does not say what'],
    [
      '| 8 | Prices | Y | `web/ui/b.test.ts`: sizes | |',
      '1 Y, 0 P, 0 N',
      '8: web/ui/b.test.ts is no',
    ],
    ['| 8 | Prices | Y | `web/ui/a.test.ts`: fees | |', '1 Y, 0 P, 0 N', '8: no test of'],
    ['| 8 | Prices | Y | `web/ui/a.test.ts`: prices | |', '1 Y, 0 P, 0 N', '8: more than one test'],
    ['| 8 | Prices | Y | sizes | |', '1 Y, 0 P, 0 N', '8: “sizes” is not a file and a title'],
    ['| 447 | Prices | N | | all |', '0 Y, 0 P, 1 N', '447 is no line'],
  ])('with the row %s is refused', (row, counts, finding) => {
    const findings = coverageFindings(tableOf([row], counts), evidence)
    expect(findings).toEqual([expect.stringContaining(finding)])
  })

  test('with a doubled line, wrong counts or an unknown section is refused', () => {
    const [first = '', second = ''] = good
    const twice = coverageFindings(tableOf([second, first], '1 Y, 1 P, 0 N'), evidence)
    expect(twice).toEqual(['8a stands twice or out of its order'])
    expect(coverageFindings(tableOf(good, '3 Y, 0 P, 0 N'), evidence)).toHaveLength(2)
    const moved = tableOf(good, '1 Y, 1 P, 1 N').replace('## 1 What it is for', '## 2 Elsewhere')
    expect(coverageFindings(moved, evidence)).toEqual([
      '“1 What it is for” of docs/terminal.md has no table',
      'docs/terminal.md has no section “2 Elsewhere”',
    ])
  })
})

test('titles are read from tests, groups and steps that run', () => {
  const source = [
    "test('one', () => {})",
    "describe('two', () => { it(\"it's three\", () => {}) })",
    "test.each([[f('x'), (1)]])('four %s', () => {})",
    "await test.step(\n  'five', async () => {})",
    "test.skip('six', () => {})",
    '// test("seven")',
    'const text = "test(\'eight\')"',
    'test(`nine ${n}`, () => {})',
  ].join('\n')
  expect(testTitles(source)).toEqual(['one', 'two', "it's three", 'four %s', 'five', 'nine ${n}'])
})
