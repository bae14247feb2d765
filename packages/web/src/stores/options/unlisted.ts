// Options in which the account has orders or positions before their chain was loaded.

import { optionSettleCoins } from '@basis/domain/instrument/option-naming'
import { ask } from '../../client/http.ts'
import { pauseOrOnline } from '../../platform/pause.ts'
import { applyOptions, instrumentOf } from '../catalogue.ts'

/** BTC-27NOV26-65000-C; a contract settled in USDT has the coin at its end (rules 9.1). */
const namePattern = /^([^-]+)-\d+[A-Z]+\d+-[\d.]+-[CP](?:-(.+))?$/

const askAgainMs = 5_000
const timesAsked = 10

const asked = new Map<string, Promise<void>>()

type Chain = Parameters<typeof ask<'optionChain'>>[1]

/** Returns the chain of an option's symbol; undefined if it is not an option. */
export function chainOf(symbol: string): Chain | undefined {
  const [, baseCoin, named = 'USDC'] = namePattern.exec(symbol) ?? []
  const settleCoin = optionSettleCoins.find((coin) => coin === named)
  if (baseCoin === undefined || settleCoin === undefined) return undefined
  return { baseCoin, settleCoin }
}

/** Loads a chain, once at a time; resolves when it has loaded or the retries are used up. */
function listChain(chain: Chain): Promise<void> {
  const key = `${chain.baseCoin} ${chain.settleCoin}`
  const running = asked.get(key) ?? askFor(chain).finally(() => asked.delete(key))
  asked.set(key, running)
  return running
}

async function askFor(chain: Chain): Promise<void> {
  for (let turn = 0; turn < timesAsked; turn += 1) {
    const outcome = await ask('optionChain', chain)
    if (outcome.ok) return applyOptions(outcome.value.list)
    await pauseOrOnline(askAgainMs)
  }
}

/** The most symbols in one request. */
const namesAtOnce = 40

/** Loads unknown options, expired ones included; resolves when the answers have come. */
export async function listOptions(symbols: readonly string[]): Promise<void> {
  const unknown = new Set(symbols.filter((symbol) => instrumentOf(symbol) === undefined))
  const named = [...unknown].filter((symbol) => chainOf(symbol) !== undefined)
  for (let from = 0; from < named.length; from += namesAtOnce) {
    const some = named.slice(from, from + namesAtOnce)
    const chain = chainOf(some[0] ?? '')
    if (chain === undefined) continue
    const outcome = await ask('optionChain', { ...chain, symbols: some.join(',') })
    if (outcome.ok) applyOptions(outcome.value.list)
  }
}

type Unlisted<Value> = {
  /** Keeps the last message of a key; does nothing if the symbol is not an option. */
  readonly keep: (key: string, symbol: string, value: Value) => void
  readonly clear: () => void
}

/** Holds messages about unknown options and delivers them once the options are known. */
export function createUnlisted<Value>(onListed: (value: Value) => void): Unlisted<Value> {
  const kept = new Map<string, Value>()
  return {
    keep: (key, symbol, value) => {
      const chain = chainOf(symbol)
      if (chain === undefined) return
      kept.set(key, value)
      void listChain(chain).then(() => {
        const last = kept.get(key)
        if (last === undefined || instrumentOf(symbol) === undefined) return
        kept.delete(key)
        onListed(last)
      })
    },
    clear: () => kept.clear(),
  }
}
