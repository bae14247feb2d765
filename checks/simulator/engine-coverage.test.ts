// The report of which parts of the engine the random traders reach.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fileCoverage, reportOf } from './engine-coverage.ts'
import { soakWorlds } from './soak.ts'

const text = 'function used() {\n  if (x) {\n    y()\n  }\n}\nfunction unused() {}\n'
const script = {
  url: 'file:///a.ts',
  functions: [
    {
      functionName: 'used',
      ranges: [
        { startOffset: 0, endOffset: 44, count: 3 },
        { startOffset: 31, endOffset: 40, count: 0 },
      ],
    },
    { functionName: 'unused', ranges: [{ startOffset: 45, endOffset: 65, count: 0 }] },
  ],
}

test('functions that were not called and blocks that were not reached are listed with their lines', () => {
  const file = fileCoverage('risk/a.ts', text, script)
  expect(file).toEqual({
    file: 'risk/a.ts',
    blocks: 3,
    reached: 1,
    functions: ['6 unused'],
    missed: ['3 used'],
  })
  expect(reportOf([file])).toEqual([
    'engine: 33.3 %, 1 of 3 blocks in 1 files',
    '  risk: 33.3 %, 1 of 3 blocks',
    'risk/a.ts:',
    '  never called: 6 unused',
    '  never reached: 3 used',
  ])
})

test('the soak, whose worlds are measured, runs in every documented world but usdt and plans', () => {
  const text = readFileSync(new URL('../../docs/simulator.md', import.meta.url), 'utf8')
  const table = /\| World \|[^]*?\n\n/.exec(text)?.[0] ?? ''
  const documented = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
  expect(documented).toHaveLength(9)
  const left = documented.filter((name) => !soakWorlds.some((world) => world === name))
  expect(left).toEqual(['usdt', 'plans'])
})
