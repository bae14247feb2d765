// Option chains: the contracts of a base coin with one settle coin, and their quotes.

import { useEffect, useState } from 'react'
import { create } from 'zustand'
import type { optionSettleCoins } from '@basis/domain/instrument/option-naming'
import type { ContractSymbol } from '@basis/protocol/instrument'
import type { WireOptionQuote, WireOptionQuoteChange } from '@basis/protocol/options/chain'
import { formatTopic } from '@basis/protocol/topics/topic'
import type { FeedBatch } from '../../feed/messages.ts'
import { useWatch } from '../../feed/push.ts'
import { ask } from '../../client/http.ts'
import { paced } from '../../platform/frames.ts'
import { createStreamStore, useStream, type StreamStore } from '../../platform/stream-store.ts'
import { applyOptions } from '../catalogue.ts'
import { chainOf } from './unlisted.ts'

export type ChainName = {
  readonly baseCoin: string
  readonly settleCoin: (typeof optionSettleCoins)[number]
}

/** The listed contracts of a chain. */
export type Chain = {
  readonly version: string
  /** Base coins that have options, in display order. */
  readonly baseCoins: readonly string[]
  readonly list: readonly ContractSymbol[]
}

const useChains = create<Readonly<Record<string, Chain>>>()(() => ({}))

/** Quotes by symbol. */
export const quoteStore: StreamStore<string, WireOptionQuote> = createStreamStore()
/** Price of the underlying by base coin. */
const indexStore: StreamStore<string, string> = createStreamStore()

const keyOf = ({ baseCoin, settleCoin }: ChainName): string => `${baseCoin} ${settleCoin}`

/** Contracts are listed and expire daily and as the forward price moves. */
const listEveryMs = 20_000

async function askChain(name: ChainName): Promise<void> {
  const known = useChains.getState()[keyOf(name)]
  const asked = known === undefined ? {} : { version: known.version }
  const outcome = await ask('optionChain', { ...name, ...asked })
  if (!outcome.ok || outcome.value.version === known?.version) return
  applyOptions(outcome.value.list)
  useChains.setState({ [keyOf(name)]: outcome.value })
}

/** Applies pushed quotes; for a known quote only the fields that changed. */
export function applyOptionNews({
  optionQuotes,
  optionIndexes,
}: Pick<FeedBatch, 'optionQuotes' | 'optionIndexes'>): void {
  for (const { baseCoin, indexPrice } of optionIndexes) indexStore.set(baseCoin, indexPrice)
  for (const change of optionQuotes) {
    const quote = { ...quoteStore.current(change.symbol), ...change }
    if (isWhole(quote)) quoteStore.set(quote.symbol, quote)
  }
}

/** Removes the quotes of a chain that is left: they would look current when it is shown again. */
export function forgetQuotes({ baseCoin, settleCoin }: ChainName): void {
  indexStore.remove(baseCoin)
  for (const symbol of quoteStore.keys()) {
    const chain = chainOf(symbol)
    if (chain?.baseCoin === baseCoin && chain.settleCoin === settleCoin) quoteStore.remove(symbol)
  }
}

/** A delta before the quote's snapshot is dropped: the snapshot has all fields. */
const isWhole = (quote: WireOptionQuoteChange): quote is WireOptionQuote =>
  quote.underlyingPrice !== undefined && quote.markIv !== undefined

/** Runs a task now and again after each of its ends, while the page is visible. */
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

/** Returns a chain and keeps it and its quotes updated; undefined before it has arrived. */
export function useChain({ baseCoin, settleCoin }: ChainName): Chain | undefined {
  useEffect(() => {
    const name = { baseCoin, settleCoin }
    return keepDoing(() => askChain(name), listEveryMs)
  }, [baseCoin, settleCoin])
  useWatch(formatTopic({ kind: 'optionQuotes', baseCoin, settleCoin }))
  return useChains((chains) => chains[keyOf({ baseCoin, settleCoin })])
}

/** Returns the quote of an option; undefined before it has arrived. */
export const useQuote = (symbol: string): WireOptionQuote | undefined =>
  useStream(quoteStore, symbol)

export type Quotes = ReadonlyMap<string, WireOptionQuote>

/** The least time between two computations over many quotes. */
const quotesEveryMs = 500

/** Returns the quotes of several options that have arrived, in the order of the symbols. */
export function useQuotesOf(symbols: readonly string[]): Quotes {
  const key = symbols.join(' ')
  const [quotes, setQuotes] = useState<Quotes>(new Map())
  useEffect(() => {
    const names = key === '' ? [] : key.split(' ')
    const read = (): void =>
      setQuotes(
        new Map(
          names.flatMap((name) => {
            const quote = quoteStore.current(name)
            return quote === undefined ? [] : [[name, quote] as const]
          }),
        ),
      )
    const painting = paced(read, () => quotesEveryMs)
    painting.now()
    const stops = names.map((name) => quoteStore.subscribe(name, painting.request))
    return () => {
      painting.cancel()
      for (const stop of stops) stop()
    }
  }, [key])
  return quotes
}

/** Returns the price of a coin's underlying; empty or undefined while it is not known. */
export const useUnderlying = (baseCoin: string): string | undefined =>
  useStream(indexStore, baseCoin)
