// Every text of the page is a message, and every message is used somewhere.

import { expect, test } from 'vitest'
import { en } from '../../packages/web/src/i18n/messages/en.ts'
import { pathsBelow, readText } from './sources.ts'
import { hardCodedTexts, messageKeys, unsaidKeys } from './messages.ts'

const sources = ['web', 'domain', 'protocol']
  .flatMap((name) => pathsBelow(`packages/${name}`))
  .filter(
    (path) => /\/src\/.*\.tsx?$/.test(path) && !path.includes('.test.') && !path.includes('/i18n/'),
  )

test('every message is used somewhere', () => {
  expect(unsaidKeys(messageKeys(en), sources.map(readText))).toEqual([])
})

test('components have texts only from messages', () => {
  // The gallery of components is for developers; its samples have one language.
  const components = sources.filter(
    (path) =>
      path.startsWith('packages/web/') && path.endsWith('.tsx') && !path.includes('Gallery'),
  )
  expect(components.length).toBeGreaterThan(50)
  const found = components.flatMap((path) =>
    hardCodedTexts(readText(path)).map((words) => `${path}: ${words}`),
  )
  expect(found).toEqual([])
})

test('unused messages and hard-coded texts are found', () => {
  const keys = messageKeys({ a: { b: 'x', c_one: 'y', c_other: 'y', d: 'z', e: 'w' } })
  expect(keys).toEqual(['a.b', 'a.c', 'a.d', 'a.e'])
  const source = "t('a.b'); const word = 'd'; t(`a.${word}`) // 'a.e'"
  expect(unsaidKeys(keys, [source])).toEqual(['a.c', 'a.e'])
  expect(hardCodedTexts('<Field label="Price"><b>Buy now</b>{t("x")}</Field>')).toEqual([
    'Price',
    'Buy now',
  ])
  expect(hardCodedTexts('<Field label={`Price of ${symbol}`} />')).toEqual(['Price of '])
  expect(hardCodedTexts('<p className="text-soft">{t("a.b")}</p>')).toEqual([])
})
