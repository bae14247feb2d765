// Sizes, names, words and banned code: rules that a reviewer need not remember.

import { expect, test } from 'vitest'
import {
  banFindings,
  folderFindings,
  nameFindings,
  openingFindings,
  sizeFindings,
} from './banned-code.ts'
import { allSources, pathsBelow, sourceFrom } from './sources.ts'

const ours = () => [...pathsBelow('packages'), ...pathsBelow('checks'), ...pathsBelow('docs')]
const found = (path: string, text: string) => banFindings(sourceFrom(path, text))

test('files and lines stay below their maximum sizes', () => {
  expect(allSources().flatMap(sizeFindings)).toEqual([])
})

test('folders have at most twenty files', () => {
  expect(folderFindings(ours())).toEqual([])
})

test('files and folders have names that say something, in our form', () => {
  expect(ours().flatMap(nameFindings)).toEqual([])
})

test('no file uses what is banned there', () => {
  expect(allSources().flatMap(banFindings)).toEqual([])
})

test('each file begins with a comment that says what it is for', () => {
  expect(allSources().flatMap(openingFindings)).toEqual([])
})

test.each([
  ['packages/engine/src/a.ts', 'const now = Date.now()'],
  ['packages/engine/src/a.ts', 'const x = Math.random()'],
  ['packages/domain/src/a.ts', 'a.localeCompare(b)'],
  ['packages/domain/src/a.ts', 'export async function f() {}'],
  ['packages/engine/src/a.ts', 'console.log(1)'],
  ['packages/web/src/features/a/b.ts', 'parseFloat(text)'],
  ['packages/web/src/features/a/b.ts', 'price.toFixed(2)'],
  ['packages/server/src/http/a.ts', 'process.env.HOME'],
  ['packages/web/src/app/a.ts', '// TODO later'],
  ['packages/web/src/app/a.test.ts', "test.skip('x', () => {})"],
  ['packages/web/src/app/a.ts', 'node.innerHTML = text'],
  ['packages/web/src/app/a.ts', 'const x = y as unknown as Z'],
  ['packages/web/src/app/a.ts', '// @ts-ignore'],
  ['packages/web/src/app/a.ts', 'try { f() } catch {}'],
  ['packages/web/src/features/a/Box.tsx', 'const isUp = profit > 0n'],
  ['packages/web/src/features/a/use-box.ts', 'const fee = 1_000n * rate'],
])('%s may not contain: %s', (path, text) => {
  expect(found(path, text)).toHaveLength(1)
})

test.each([
  ['packages/engine/src/a.ts', "const text = 'Date' // Date.now() is banned"],
  ['packages/engine/src/a.test.ts', 'const started = performance.now()'],
  ['packages/domain/src/numbers/fixed.ts', 'value.toFixed(2)'],
  ['packages/web/src/app/a.ts', '// TODO(#12) the second half'],
  ['packages/web/src/app/a.ts', '// tidy-allow: toFixed, a duration in a log\nx.toFixed(1)'],
  ['packages/server/src/config/config.ts', 'process.env.BASIS_PORT'],
  ['packages/web/src/features/a/figures.ts', 'const isUp = profit > 0n'],
  ['packages/web/src/app/a.ts', 'try { f() } catch {\n  // Private windows refuse.\n}'],
])('%s may contain: %s', (path, text) => {
  expect(found(path, text)).toEqual([])
})

test('names that say nothing and names in a wrong form are refused', () => {
  expect(nameFindings('packages/web/src/utils/a.ts')).toHaveLength(1)
  expect(nameFindings('packages/web/src/ui/index.ts')).toHaveLength(1)
  expect(nameFindings('packages/web/src/ui/button.tsx')).toHaveLength(1)
  expect(nameFindings('packages/web/src/ui/numberText.ts')).toHaveLength(1)
  expect(nameFindings('packages/web/src/ui/NumberInput.tsx')).toEqual([])
  expect(nameFindings('packages/web/src/i18n/messages/zh-TW.ts')).toEqual([])
})
