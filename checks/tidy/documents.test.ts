// The documents are true: files exist, links lead somewhere, commands run, settings are read.

import { readConfig } from '@basis/server/config'
import { expect, test } from 'vitest'
import {
  anchorsIn,
  brokenAnchors,
  brokenLinks,
  metricsIn,
  missingFiles,
  settingsIn,
  startsWithoutNpx,
  unknownNames,
  unknownScripts,
} from './documents.ts'
import { allSources, pathsBelow, readText } from './sources.ts'

const paths = new Set(pathsBelow(''))
const documents = [...paths].filter((path) => path.endsWith('.md') && !path.includes('/src/'))
const scripts = new Set<string>(Object.keys(JSON.parse(readText('package.json')).scripts))
const inAll = (find: (document: string, text: string) => string[]) =>
  documents.flatMap((document) => find(document, readText(document)))

test('documents name only files that exist', () => {
  expect(inAll((document, text) => missingFiles(document, text, paths))).toEqual([])
})

test('links inside the repository lead to existing places', () => {
  expect(inAll((document, text) => brokenLinks(document, text, paths))).toEqual([])
})

test('links to a heading name one of its document', () => {
  const anchors = new Map(documents.map((path) => [path, anchorsIn(readText(path))]))
  expect(inAll((document, text) => brokenAnchors(document, text, anchors))).toEqual([])
})

test('every command in a document exists', () => {
  expect(inAll((document, text) => unknownScripts(document, text, scripts))).toEqual([])
})

test('functions and fields that documents name are in the sources', () => {
  const words = new Set(allSources().flatMap(({ text }) => text.match(/\w+/g) ?? []))
  // Changes and decisions tell what was, the pages of ccxt name functions of that library.
  const isOther = (path: string) => /^(CHANGELOG\.md|docs\/decisions\/|docs\/api\/ccxt)/.test(path)
  const found = documents
    .filter((path) => !isOther(path))
    .flatMap((path) => unknownNames(path, readText(path), words))
  expect(found).toEqual([])
})

test('documents start sources by npm or npx, whatever Node the machine has', () => {
  expect(inAll(startsWithoutNpx)).toEqual([])
})

test('the messages in the table of the log are in the server', () => {
  const table = /## What the log says[^]*?(?=\n## )/.exec(readText('docs/operations.md'))?.[0] ?? ''
  const cells = [...table.matchAll(/^\| (`.*?) \|/gm)].map(([, cell]) => cell ?? '')
  const messages = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text))
  // An ellipsis or N stands for what differs.
  const parts = messages.flatMap((text) => (text ?? '').split(/\s*(?:…|\bN\b),?\s*/))
  expect(parts.length).toBeGreaterThan(25)
  const server = allSources().filter(({ path }) => path.startsWith('packages/server/src/'))
  const missing = parts.filter((part) => !server.some(({ text }) => text.includes(part)))
  expect(missing).toEqual([])
})

test('the metrics in documents are in the server', () => {
  const named = documents.flatMap((path) => metricsIn(readText(path)))
  expect(named.length).toBeGreaterThan(15)
  const server = allSources().filter(({ path }) => path.startsWith('packages/server/src/'))
  const known = new Set(server.flatMap(({ text }) => metricsIn(text)))
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('the settings of the server, of .env.example and of the README are the same', () => {
  const read = settingsIn(readText('packages/server/src/config/config.ts'))
  expect(settingsIn(readText('.env.example'))).toEqual(read)
  const table = readText('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `BASIS_'))
  expect(settingsIn(table.join('\n'))).toEqual(read)
})

test('.env.example shows the defaults', () => {
  const lines = readText('.env.example')
    .split('\n')
    .filter((line) => line.startsWith('BASIS_'))
  const shown = Object.fromEntries(lines.map((line) => line.split('=')))
  expect(readConfig(shown)).toEqual(readConfig({}))
})

test('missing files, broken links, missing headings and unknown commands are found', () => {
  expect(missingFiles('a.md', 'see `engine/gone.ts`', paths)).toHaveLength(1)
  expect(brokenLinks('docs/a.md', '[x](gone.md) [y](../README.md)', paths)).toHaveLength(1)
  expect(unknownScripts('a.md', 'npm run nothing; npm ci', scripts)).toHaveLength(1)
  const text = '# What `npm ci` does: A–Z\n## [Twice](b.md)\n```\n# Code\n```\n## Twice\n'
  const anchors = anchorsIn(text)
  expect([...anchors]).toEqual(['what-npm-ci-does-az', 'twice', 'twice-1'])
  const links = '[x](#twice) [y](../docs/a.md#twice-1) [z](a.md#code) [gone](b.md#twice)'
  expect(brokenAnchors('docs/a.md', links, new Map([['docs/a.md', anchors]]))).toEqual([
    'docs/a.md links to docs/a.md#code, which is no heading',
  ])
  const known = new Set(['isKnown'])
  expect(unknownNames('a.md', '`isKnown` `isGone(…)` `plain`', known)).toHaveLength(1)
  const starts =
    'node checks/a.ts; npx node examples/b.ts; vitest --project node c/c.test.ts; node --cpu-prof'
  expect(startsWithoutNpx('a.md', starts)).toEqual([
    'a.md starts checks/a.ts by node, not by npm or npx',
  ])
})
