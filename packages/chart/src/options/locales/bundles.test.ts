// The messages of every language: the keys and placeholders of English, and whose they are.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { englishMessages } from '../messages.ts'
import { bundleNames } from './bundles.ts'

const placeholders = (text: string) =>
  [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).toSorted()

/** Read as files: Node imports JSON only with an attribute, which the bundler does without. */
const textsOf = (name: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`${name.toLowerCase()}.json`, import.meta.url), 'utf8'))

it.each(bundleNames)('%s has the keys and placeholders of English', (name) => {
  const texts = Object.entries(textsOf(name))
  expect(texts.map(([key]) => key)).toEqual(Object.keys(englishMessages))
  const english: Readonly<Record<string, string>> = englishMessages
  const wrong = texts.filter(
    ([key, text]) => String(placeholders(text)) !== String(placeholders(english[key] ?? '')),
  )
  expect(wrong).toEqual([])
})

it('Taiwan and Hong Kong have their own words for a stop-loss and an account', () => {
  const words = (name: string) => {
    const { stopLabel, accountSize } = textsOf(name)
    return [stopLabel, accountSize]
  }
  expect(words('zh-TW')).toEqual(['停損', '帳戶規模'])
  expect(words('zh-HK')).toEqual(['止損', '賬戶規模'])
  expect(words('zh-CN')).toEqual(['止损', '账户规模'])
})
