// Every export of domain is reached by product code.

import { expect, test } from 'vitest'
import { allSources, sourceFrom } from './sources.ts'
import { unusedRuleFindings } from './unused-rules.ts'

const domain = (text: string) => sourceFrom('packages/domain/src/orders/split.ts', text)
const engine = (text: string, file = 'engine.ts') =>
  sourceFrom(`packages/engine/src/engine/${file}`, text)

test('every export of domain has a caller outside tests', () => {
  expect(unusedRuleFindings(allSources())).toEqual([])
})

test('tests, checks and test rigs do not count as callers', () => {
  const rule = domain('export function split() {}')
  const use = "import { split } from '@basis/domain/orders/split'\nsplit()"
  const tests = [
    engine(use, 'engine.test.ts'),
    sourceFrom('checks/simulator/audit.ts', use),
    sourceFrom('packages/engine/testing/rig.ts', use),
    sourceFrom('packages/domain/src/orders/split.test.ts', "import { split } from './split.ts'"),
  ]
  const found = ['packages/domain/src/orders/split.ts: split has no caller outside tests']
  expect(unusedRuleFindings([rule, ...tests])).toEqual(found)
  expect(unusedRuleFindings([rule, ...tests, engine(use)])).toEqual([])
})

test('exports called by a reached export are reached, in the same module and in others', () => {
  const rule = domain(
    [
      "import { most as limit, type Range } from './most.ts'",
      'export const whole = 1',
      'export type Part = { lots: number }',
      'export function split(range: Range): Part {',
      '  return { lots: limit(range) / whole }',
      '}',
      'export const forgotten = () => whole',
    ].join('\n'),
  )
  const below = sourceFrom(
    'packages/domain/src/orders/most.ts',
    'export type Range = 1\nexport const most = (range: Range) => range\nexport const least = 1',
  )
  const use = engine("import { split } from '@basis/domain/orders/split'\nsplit(1)")
  expect(unusedRuleFindings([rule, below, use])).toEqual([
    'packages/domain/src/orders/split.ts: forgotten has no caller outside tests',
    'packages/domain/src/orders/most.ts: least has no caller outside tests',
  ])
})

test('a word in a string, in a comment or behind a dot is not a call', () => {
  const rule = domain('export const split = 1\nexport const cut = 2')
  const other = sourceFrom(
    'packages/domain/src/orders/other.ts',
    [
      "import { cut, split } from './split.ts'",
      "export const used = (text: string) => [text.split(' '), 'cut'] // cut",
      'export const parts = (all: number[]) => [...all, ...split]',
    ].join('\n'),
  )
  const use = (names: string) =>
    engine(`import { ${names} } from '@basis/domain/orders/other'\nuse(${names})`)
  expect(unusedRuleFindings([rule, other, use('used, parts')])).toEqual([
    'packages/domain/src/orders/split.ts: cut has no caller outside tests',
  ])
})
