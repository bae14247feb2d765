// The first parts of the page use no text that is loaded later: a reader would see its key.

import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { firstTexts } from '../../packages/web/src/i18n/messages/first.ts'
import { lateTexts } from '../../packages/web/src/i18n/messages/late.ts'
import { pathsBelow, readText } from './sources.ts'

const web = 'packages/web/src'
/** The page, and the parts that are loaded with `isFirst`. */
const first = [
  'app/main.tsx',
  'app/desktop/DesktopLayout.tsx',
  'app/desktop/Docking.tsx',
  'app/PhoneLayout.tsx',
  'app/TicketSheet.tsx',
  'app/panels/desktop-panels.ts',
  'features/chart/ChartPanel.tsx',
].map((path) => `${web}/${path}`)

/** The modules that these import, directly or not, without those loaded late. */
function reachedFrom(paths: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>()
  const wanted = [...paths]
  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    if (reached.has(path) || !existsSync(path)) continue
    reached.add(path)
    const imports = readText(path).matchAll(
      /^(?:import|export)(?! type)(?:\s+[\w*{}\s,]+?from)?\s*'(\.[^']+)'/gm,
    )
    for (const [, at] of imports) wanted.push(posix.join(posix.dirname(path), at as string))
  }
  return reached
}

const keysSaid = (path: string): readonly string[] =>
  [...readText(path).matchAll(/['"`]([a-zA-Z]+)\.([a-zA-Z]\w*|\$\{)/g)].map(
    ([, group, name]) => `${group}.${name}`,
  )

const isIn = (tree: object, key: string): boolean => {
  const [group = '', name = ''] = key.split('.')
  const texts: unknown = Object.entries(tree).find(([each]) => each === group)?.[1]
  return typeof texts === 'object' && texts !== null && (name === '${' || name in texts)
}

test('the first parts of the page use no text that is loaded late', () => {
  const reached = [...reachedFrom(first)].filter((path) => !path.includes('/i18n/'))
  expect(reached.length).toBeGreaterThan(150)
  const late = reached.flatMap((path) =>
    keysSaid(path)
      .filter((key) => isIn(lateTexts, key) && !isIn(firstTexts, key))
      // A reaction to an error first checks whether its text is loaded.
      .filter((key) => !(key === 'errors.${' && path.endsWith('error-reactions.ts')))
      .map((key) => `${path}: ${key}`),
  )
  expect(late).toEqual([])
})

test('a component that is loaded late waits for its texts', () => {
  const lazily = pathsBelow(web).filter((path) => /\blazy\b.*from 'react'/.test(readText(path)))
  expect(lazily).toEqual([`${web}/platform/load-part.ts`])
})

test('each of the first parts is loaded with isFirst', () => {
  const lines = ['app/TradePage.tsx', 'app/panels/panels.ts', 'app/panels/phone-panels.ts']
  const texts = lines.map((path) => readText(`${web}/${path}`)).join('\n')
  for (const name of ['DesktopLayout', 'PhoneLayout', 'ChartPanel', 'TicketSheet']) {
    expect(texts).toMatch(new RegExp(`latePart\\([^;]*?${name}[^;]*?isFirst: true`))
  }
})

test('every text is either among the first ones or among the late ones', () => {
  const keysOf = (tree: object): readonly string[] =>
    Object.entries(tree).flatMap(([group, texts]) =>
      Object.keys(texts as object).map((name) => `${group}.${name}`),
    )
  const late = new Set(keysOf(lateTexts))
  expect(keysOf(firstTexts).filter((key) => late.has(key))).toEqual([])
})
