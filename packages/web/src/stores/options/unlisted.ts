// Options of which the account has something before their chain was looked at.

import { optionSettleCoins } from '@basis/domain/instrument/option-naming'
import { ask } from '../../client/http.ts'
import { pauseOrOnline } from '../../platform/pause.ts'
import { applyOptions, instrumentOf } from '../catalogue.ts'

/** BTC-27NOV26-65000-C, in USDT with the coin behind it (rules 9.1). */
const namePattern = /^([^-]+)-\d+[A-Z]+\d+-[\d.]+-[CP](?:-(.+))?$/

const askAgainMs = 5_000
const timesAsked = 10

const asked = new Map<string, Promise<void>>()

type Chain = Parameters<typeof ask<'optionChain'>>[1]

/** Returns the chain of an option by its name; undefined where it is no option's. */
function chainOf(symbol: string): Chain | undefined {
  const [, baseCoin, named = 'USDC'] = namePattern.exec(symbol) ?? []
  const settleCoin = optionSettleCoins.find((coin) => coin === named)
  if (baseCoin === undefined || settleCoin === undefined) return undefined
  return { baseCoin, settleCoin }
}

/** Asks for a chain, once at a time; resolves once it has come, or does not come. */
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

/** The most names that one question has room for. */
const namesAtOnce = 40

/** Asks for options that are not known yet, ended ones too; resolves once they have come. */
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

type Unlisted<Told> = {
  /** Keeps the last that was told under a key; nothing where the symbol is no option's. */
  readonly keep: (key: string, symbol: string, told: Told) => void
  readonly clear: () => void
}

/** Keeps what is told of options that are not known yet, and gives it out once they are. */
export function createUnlisted<Told>(onListed: (told: Told) => void): Unlisted<Told> {
  const kept = new Map<string, Told>()
  return {
    keep: (key, symbol, told) => {
      const chain = chainOf(symbol)
      if (chain === undefined) return
      kept.set(key, told)
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
