// Appearance of coin icons: distinct for each coin, and always the same.

import { expect, test } from 'vitest'
import { coinAppearance } from './coin-appearance.ts'

/** The coins of the contracts and spot pairs of a new exchange. */
const coins =
  'BTC ETH SOL XRP BNB DOGE ADA LINK AVAX LTC DOT UNI AAVE SUI TRX BCH NEAR ATOM APT ARB BSS OP USDT USDC'.split(
    ' ',
  )

test('no two coins have the same appearance or the same sign', () => {
  const appearances = coins.map((coin) => JSON.stringify(coinAppearance(coin)))
  expect(new Set(appearances).size).toBe(coins.length)
  const signs = coins.map((coin) => {
    const { letters, strokes } = coinAppearance(coin)
    return `${letters} ${strokes}`
  })
  expect(new Set(signs).size).toBe(coins.length)
})

test('every coin has a sign and a hue, also an unknown one', () => {
  const wrong = [...coins, 'X', 'NEWCOIN', '1000PEPE'].filter((coin) => {
    const { hue, letters, strokes = '' } = coinAppearance(coin)
    const hasSign = letters.length <= 2 && `${letters}${strokes}` !== ''
    return !hasSign || !Number.isInteger(hue) || hue < 0 || hue >= 360
  })
  expect(wrong).toEqual([])
  expect(coinAppearance('NEWCOIN')).toEqual(coinAppearance('NEWCOIN'))
})
