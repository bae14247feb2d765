// Chains of options: the contracts of a coin that are settled in another, and their quotes.

import { useEffect } from 'react'
import { create } from 'zustand'
import type { optionSettleCoins } from '@basis/domain/instrument/option-naming'
import type { ContractSymbol } from '@basis/protocol/instrument'
import type { WireOptionQuote } from '@basis/protocol/options/chain'
import { ask } from '../../client/http.ts'
import { createStreamStore, useStream, type StreamStore } from '../../platform/stream-store.ts'
import { applyOptions } from '../catalogue.ts'

export type ChainName = {
  readonly baseCoin: string
  readonly settleCoin: (typeof optionSettleCoins)[number]
}

/** What is listed of a chain. */
export type Chain = {
  readonly version: string
  /** Coins that have options, in the order in which they are offered. */
  readonly baseCoins: readonly string[]
  readonly list: readonly ContractSymbol[]
}

const useChains = create<Readonly<Record<string, Chain>>>()(() => ({}))

/** By symbol. */
const quoteStore: StreamStore<string, WireOptionQuote> = createStreamStore()
/** By base coin: the price of the underlying. */
const indexStore: StreamStore<string, string> = createStreamStore()

const keyOf = ({ baseCoin, settleCoin }: ChainName): string => `${baseCoin} ${settleCoin}`

/** Contracts come and go with days and with the forward. */
const listEveryMs = 20_000
const quotesEveryMs = 1_000

async function askChain(name: ChainName): Promise<void> {
  const known = useChains.getState()[keyOf(name)]
  const asked = known === undefined ? {} : { version: known.version }
  const outcome = await ask('optionChain', { ...name, ...asked })
  if (!outcome.ok || outcome.value.version === known?.version) return
  applyOptions(outcome.value.list)
  useChains.setState({ [keyOf(name)]: outcome.value })
}

async function askQuotes(name: ChainName): Promise<void> {
  const outcome = await ask('optionQuotes', name)
  if (!outcome.ok) return
  indexStore.set(name.baseCoin, outcome.value.indexPrice)
  for (const quote of outcome.value.list) {
    if (!isSame(quoteStore.current(quote.symbol), quote)) quoteStore.set(quote.symbol, quote)
  }
}

/** A row is painted anew only where something of its quote has changed. */
const isSame = (before: WireOptionQuote | undefined, now: WireOptionQuote): boolean =>
  before !== undefined &&
  Object.entries(now).every(([field, value]) => before[field as keyof WireOptionQuote] === value)

/** Runs a task now and again after each of its ends, while the page is looked at. */
function keepDoing(task: () => Promise<void>, everyMs: number): () => void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const turn = async (): Promise<void> => {
    if (document.visibilityState === 'visible') await task()
    if (!isOver) timer = setTimeout(() => void turn(), everyMs)
  }
  void turn()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** Returns a chain and keeps it and its quotes coming; undefined before it has come. */
export function useChain({ baseCoin, settleCoin }: ChainName): Chain | undefined {
  useEffect(() => {
    const name = { baseCoin, settleCoin }
    const stops = [
      keepDoing(() => askChain(name), listEveryMs),
      keepDoing(() => askQuotes(name), quotesEveryMs),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [baseCoin, settleCoin])
  return useChains((chains) => chains[keyOf({ baseCoin, settleCoin })])
}

/** Returns the quote of an option; undefined before it has come. */
export const useQuote = (symbol: string): WireOptionQuote | undefined =>
  useStream(quoteStore, symbol)

/** Returns the price of a coin's underlying; empty or undefined while it is not known. */
export const useUnderlying = (baseCoin: string): string | undefined =>
  useStream(indexStore, baseCoin)
