// No import leads back to its own file, type imports included.

import { expect, test } from 'vitest'
import { circleFindings } from './circles.ts'
import { allSources, sourceFrom } from './sources.ts'

test('there is no circle of imports, type imports included', () => {
  expect(circleFindings(allSources())).toEqual([])
})

test('a circle is reported as a chain of files', () => {
  const a = sourceFrom('packages/domain/src/a.ts', "import type { B } from './b.ts'")
  const b = sourceFrom('packages/domain/src/b.ts', "import { a } from './a.ts'")
  expect(circleFindings([a, b])).toEqual([
    'packages/domain/src/a.ts → packages/domain/src/b.ts → packages/domain/src/a.ts',
  ])
})
