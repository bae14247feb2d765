// Inside web an import points down, and nowhere in a circle.

import { expect, test } from 'vitest'
import { circleFindings } from './circles.ts'
import { floorFindings } from './floors.ts'
import { allSources, sourceFrom } from './house.ts'

const findings = (path: string, specifier: string) =>
  floorFindings(sourceFrom(path, `import type { X } from '${specifier}'`))

test('every import of the house keeps to the floors', () => {
  expect(allSources().flatMap(floorFindings)).toEqual([])
})

test('there is no circle of imports, type imports included', () => {
  expect(circleFindings(allSources())).toEqual([])
})

test.each([
  ['packages/web/src/exchange/a.ts', '../features/tpsl/b.ts'],
  ['packages/web/src/features/tpsl/a.ts', '../orders/b.ts'],
  ['packages/web/src/exchange/a.ts', '../ui/Button.tsx'],
  ['packages/web/src/ui/a.ts', '../i18n/format.ts'],
  ['packages/web/src/ui/a.ts', '@basis/domain/margin/cross-margin'],
  ['packages/domain/src/a.ts', './b'],
])('%s may not import %s', (path, specifier) => {
  expect(findings(path, specifier)).toHaveLength(1)
})

test.each([
  ['packages/web/src/features/tpsl/a.ts', './b.ts'],
  ['packages/web/src/app/a.tsx', '../features/tpsl/TpSlDialog.tsx'],
  ['packages/web/src/ui/a.ts', '@basis/domain/numbers/fixed'],
  ['packages/web/src/exchange/a.ts', '../platform/storage.ts'],
])('%s may import %s', (path, specifier) => {
  expect(findings(path, specifier)).toEqual([])
})

test('a file outside the plan is told so', () => {
  expect(floorFindings(sourceFrom('packages/web/src/odd/a.ts', ''))).toHaveLength(1)
})

test('a circle is shown as its chain', () => {
  const a = sourceFrom('packages/domain/src/a.ts', "import type { B } from './b.ts'")
  const b = sourceFrom('packages/domain/src/b.ts', "import { a } from './a.ts'")
  expect(circleFindings([a, b])).toEqual([
    'packages/domain/src/a.ts → packages/domain/src/b.ts → packages/domain/src/a.ts',
  ])
})
