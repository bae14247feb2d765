// Finds the listed symbol for a word: a symbol's name, or a coin.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Listing } from '../../stores/catalogue.ts'

const plain = (text: string): string => text.toUpperCase().replaceAll(/[/_-]/g, '')

/**
 * Returns a function that finds a word's instrument. A coin means the current contract if it is of
 * that coin, else its USDT perpetual, else the first listed one; any other word is a symbol's name.
 */
export function instrumentFinder(
  listings: readonly Listing[],
  current: Instrument,
): (word: string) => Instrument | undefined {
  return (word) => {
    const name = plain(word)
    if (name === '') return undefined
    const exact = listings.find(({ symbol }) => symbol.toUpperCase() === word.toUpperCase())
    const named = exact ?? listings.find(({ symbol }) => plain(symbol) === name)
    if (named !== undefined) return named.instrument
    if (current.baseCoin === name) return current
    const ofCoin = listings.filter(({ instrument }) => instrument.baseCoin === name)
    const perpetual = ofCoin.find(({ marketType }) => marketType === 'UsdtPerpetual')
    return (perpetual ?? ofCoin[0])?.instrument
  }
}
