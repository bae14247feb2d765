// What `npm run modules` finds: a package's modules, or those that contain a word.

import { expect, test } from 'vitest'
import { modulesOf } from './modules.ts'

const source = (path: string, opening: string) => ({ path, text: `// ${opening}\n` })
const sources = [
  source('packages/domain/src/margin/hedge.ts', 'Margin of a pair whose sides offset. And more.'),
  source('packages/engine/src/risk/margins.ts', 'Margin of one position or a Hedged pair.'),
  source('packages/engine/src/risk/margins.test.ts', 'Tests of hedged pairs.'),
  source('packages/web/src/domain.ts', 'Names of this site.'),
]
const found = (word?: string) => modulesOf(sources, word).map(({ path }) => path)

test('the name of a package finds its modules, not those that contain the word', () => {
  expect(found('domain')).toEqual(['packages/domain/src/margin/hedge.ts'])
})

test('another word is searched in paths and first sentences of modules, not of tests', () => {
  const both = ['packages/domain/src/margin/hedge.ts', 'packages/engine/src/risk/margins.ts']
  expect(found('hedge')).toEqual(both)
  expect(found('more')).toEqual([])
})

test('without a word all modules are found', () => {
  expect(found()).toHaveLength(3)
})
