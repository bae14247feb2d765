// The report of which parts of the engine the random traders reach.

import { expect, test } from 'vitest'
import { fileCoverage, reportOf } from './engine-coverage.ts'

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
