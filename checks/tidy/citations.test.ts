// Everything that code, tests and documents cite is in the documents of the repository.

import { expect, test } from 'vitest'
import { citable, doubledRules, unknownDocuments, unresolvedCitations } from './citations.ts'
import { allSources, pathsBelow, readText } from './sources.ts'

const paths = new Set(pathsBelow(''))
const documents = [...paths]
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readText(path) }))
const ids = citable(documents)
const own = /^checks\/tidy\/(citations|documents)\./
const sources = allSources().filter(({ path }) => !own.test(path))

test('every example, decision, rule, law and promise that is cited is in a document', () => {
  const texts = [...sources, ...documents]
  expect(texts.flatMap(({ path, text }) => unresolvedCitations(path, text, ids))).toEqual([])
})

test('every section and example of the rules occurs only once', () => {
  expect(doubledRules(documents)).toEqual([])
  const twice = ['a', 'b'].map((name) => ({ path: `docs/rules/${name}.md`, text: '## 9.1 Both' }))
  expect(doubledRules(twice)).toEqual([
    '9.1 stands more than once: docs/rules/a.md, docs/rules/b.md',
  ])
})

test('code names only documents that exist', () => {
  expect(sources.flatMap(({ path, text }) => unknownDocuments(path, text, paths))).toEqual([])
})

test.each([
  ['EX-99.1', 'EX-99.1'],
  ['D-99', 'D-99'],
  ['rules 4.5 and 8.99', 'rules 8.99'],
  ['(rules\n// 8.99)', 'rules 8.99'],
  ['law 14.2.99', 'rules 14.2.99'],
  ['decision 99', 'decision 99'],
  ['reliability M1, M99', 'reliability M99'],
  ["'M1, M99: a title'", 'reliability M99'],
  ['spec 0', 'spec 0'],
  ['docs/screen 99', 'docs/screen 99'],
  ['docs/chart b.9', 'docs/chart b.9'],
])('%j is reported as cited but in no document', (text, id) => {
  expect(unresolvedCitations('a.ts', text, ids)).toEqual([
    `a.ts cites ${id}, which stands in no document`,
  ])
})

test('a named document that does not exist is reported', () => {
  expect(unknownDocuments('a.ts', 'by domain.md 8.3 and docs/errors.md', paths)).toEqual([
    'a.ts names domain.md, which does not exist',
  ])
})
