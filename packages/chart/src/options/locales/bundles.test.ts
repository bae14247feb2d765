// The messages of every language: the keys and placeholders of English, and whose they are.

import { expect, it } from 'vitest'
import { englishMessages } from '../messages.ts'
import { bundleNames, loadMessages } from './bundles.ts'

const placeholders = (text: string) =>
  [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).toSorted()

it.each(bundleNames)('%s has the keys and placeholders of English', async (name) => {
  const texts = Object.entries((await loadMessages(name)) ?? {})
  expect(texts.map(([key]) => key)).toEqual(Object.keys(englishMessages))
  const english: Readonly<Record<string, string>> = englishMessages
  const wrong = texts.filter(
    ([key, text]) => String(placeholders(text)) !== String(placeholders(english[key] ?? '')),
  )
  expect(wrong).toEqual([])
})

it('Taiwan and Hong Kong have their own words for a stop-loss and an account', async () => {
  const words = async (locale: string) => {
    const texts = await loadMessages(locale)
    return [texts?.stopLabel, texts?.accountSize]
  }
  expect(await words('zh-TW')).toEqual(['停損', '帳戶規模'])
  expect(await words('zh-HK')).toEqual(['止損', '賬戶規模'])
  expect(await words('zh')).toEqual(['止损', '账户规模'])
})
