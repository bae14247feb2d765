// Loading of the catalogue: contracts and spot pairs separately, from the network, else the cache,
// else the built-in list; retried until the exchange's own list arrives.

import { contractTypes } from '@basis/domain/instrument/market'
import { spotListCodes } from '@basis/protocol/errors'
import { contractSymbol, type ContractSymbol } from '@basis/protocol/instrument'
import {
  mergeSpotLists,
  quoteCoin,
  spotSymbol,
  type QuoteCoin,
  type QuoteTokenGroup,
  type SpotSymbol,
} from '@basis/protocol/spot/symbol'
import * as z from 'zod/mini'
import { isRecord, purgeOldRecord, stored, type TextStorage } from '../platform/storage.ts'
import { applyContract, applyContracts, applySpotPairs, useCatalogue } from './catalogue.ts'
import { pauseOrOnline } from '../platform/pause.ts'
import { ask, SPOT_LIST_TIMEOUT_MS } from '../client/http.ts'
import type * as builtIn from './fallback-catalogue.ts'

/** Spec 9: symbol cache version 6; records of versions 1 to 5 are purged. */
const CACHE_VERSION = 6
const contractsKey = 'basis.contracts'
const spotKey = 'basis.spotSymbols'

/**
 * Spec 9: the first retry after 2 to 4 s; each further one waits twice as long, to half a minute.
 */
const FIRST_RETRY_MS = 2_000
const MOST_RETRY_MS = 30_000

/** Returns the delay before the list is requested again; `chance` is in [0, 1). */
export function listRetryMs(attempt: number, chance: number): number {
  const doubled = FIRST_RETRY_MS * (1 + chance) * 2 ** Math.min(attempt, 8)
  return Math.round(Math.min(MOST_RETRY_MS, doubled))
}

/** The ports of the loader; tests pass their own. */
export type LoadingPorts = {
  readonly ask: typeof ask
  readonly pause: (ms: number) => Promise<void>
  readonly storage?: TextStorage | undefined
  /** Resolves when spot pairs may be requested from the network. */
  readonly spotTurn: () => Promise<unknown>
}

const browserPorts: LoadingPorts = {
  ask,
  pause: pauseOrOnline,
  spotTurn: () => Promise.resolve(),
}

export type CatalogueLoader = {
  /** Loads both lists, one request of each at a time (spec 4); resolves when both have arrived. */
  readonly load: () => Promise<void>
  /** Reloads one instrument (spec 7, dynamic-symbol-item). */
  readonly refresh: (symbol: string) => Promise<void>
}

/** Creates a loader; the page has one. */
export function createCatalogueLoader(given: Partial<LoadingPorts> = {}): CatalogueLoader {
  const ports = { ...browserPorts, ...given }
  for (const key of [contractsKey, spotKey]) purgeOldRecord(key, CACHE_VERSION, ports.storage)
  const contracts = listLoading((onAsk) => loadContracts(ports, onAsk))
  const spot = listLoading((onAsk) => loadSpot(ports, onAsk))
  const newestAsks = new Map<string, number>()
  return {
    load: async () => void (await Promise.all([contracts.load(), spot.load()])),
    refresh: async (symbol) => {
      if (symbol.includes('/')) return spot.reload()
      contracts.noteChange()
      const ownAsk = (newestAsks.get(symbol) ?? 0) + 1
      newestAsks.set(symbol, ownAsk)
      const outcome = await ports.ask('symbolItem', { symbol })
      // A later change has been announced since: its answer may have come before this one.
      if (newestAsks.get(symbol) !== ownAsk) return
      if (outcome.ok) applyContract(outcome.value.item)
      // A single failed request must not lose the change for good.
      else await contracts.reload()
    },
  }
}

type ListLoading = {
  /** Loads the list; callers during a run wait for that run. */
  readonly load: () => Promise<void>
  /** Loads it as it is from now on. */
  readonly reload: () => Promise<void>
  /** A list that is being requested may lack a change: it is requested again. */
  readonly noteChange: () => void
}

/** Runs one task at a time, which calls `onAsk` before each of its requests. */
function listLoading(task: (onAsk: () => void) => Promise<void>): ListLoading {
  let running: Promise<void> | undefined
  let isStale = false
  const onAsk = (): void => {
    isStale = false
  }
  const run = async (): Promise<void> => {
    try {
      do {
        await task(onAsk)
      } while (isStale)
    } finally {
      // In the same turn as the last look at `isStale`: no change can come between.
      running = undefined
    }
  }
  const load = (): Promise<void> => {
    running ??= run()
    return running
  }
  const noteChange = (): void => {
    isStale = true
  }
  return {
    load,
    reload() {
      noteChange()
      return load()
    },
    noteChange,
  }
}

/** Applies the built-in lists; if they cannot be loaded either, only a warning is logged. */
async function withBuiltIn(apply: (lists: typeof builtIn) => void): Promise<void> {
  try {
    apply(await import('./fallback-catalogue.ts'))
  } catch {
    console.warn('The built-in lists could not be loaded')
  }
}

async function loadContracts(ports: LoadingPorts, onAsk: () => void): Promise<void> {
  const record = contractRecord(ports.storage)
  const remembered = record.read().list
  if (remembered.length > 0 && useCatalogue.getState().contracts === 'pending') {
    applyContracts(remembered, 'pending')
  }
  for (let attempt = 0; ; attempt += 1) {
    const kept = record.read()
    onAsk()
    const asked = kept.version === '' ? {} : { version: kept.version }
    const outcome = await ports.ask('symbolList', { filter: 'all', ...asked })
    if (outcome.ok) {
      const { version } = outcome.value
      const sent = contractTypes.flatMap((type) => outcome.value[type])
      // The requested version without a list: the cached list is still current.
      const list = version === kept.version && sent.length === 0 ? kept.list : sent
      record.write({ version, list })
      return applyContracts(list, 'network')
    }
    console.warn('The contract list could not be loaded', outcome.error.code)
    if (useCatalogue.getState().contracts === 'pending') {
      if (kept.list.length > 0) applyContracts(kept.list, 'stored')
      else await withBuiltIn((lists) => applyContracts(lists.fallbackContracts(), 'builtIn'))
    }
    await ports.pause(listRetryMs(attempt, Math.random()))
  }
}

async function loadSpot(ports: LoadingPorts, onAsk: () => void): Promise<void> {
  const record = spotRecord(ports.storage)
  const remembered = record.read()
  if (remembered.list.length > 0 && useCatalogue.getState().spot === 'pending') {
    applySpotPairs(remembered.list, 'pending', remembered.groups)
  }
  await ports.spotTurn()
  for (let attempt = 0; ; attempt += 1) {
    const kept = record.read()
    onAsk()
    const fetched = (await spotFromBoth(ports, kept)) ?? (await spotFromV2(ports))
    if (fetched !== undefined) {
      record.write(fetched)
      return applySpotPairs(fetched.list, 'network', fetched.groups)
    }
    if (useCatalogue.getState().spot === 'pending') {
      const isKept = kept.list.length > 0
      // The page gets a list before any retry: the maximum of retries is 0 (spec 4).
      logSpot(spotListCodes.retryMaximum)
      logSpot(isKept ? spotListCodes.cachedListUsed : spotListCodes.builtInListUsed)
      if (isKept) applySpotPairs(kept.list, 'stored', kept.groups)
      else await withBuiltIn((lists) => applySpotPairs(lists.fallbackSpotSymbols(), 'builtIn'))
    } else logSpot(spotListCodes.retryFailed)
    await ports.pause(listRetryMs(attempt, Math.random()))
  }
}

/** The all-symbols and the v3 list merged; undefined if one fails or the merged list is empty. */
async function spotFromBoth(ports: LoadingPorts, kept: KeptSpot): Promise<KeptSpot | undefined> {
  const known = kept.list.length > 0 && kept.version !== '' ? kept : undefined
  const options = { timeoutMs: SPOT_LIST_TIMEOUT_MS }
  const [all, grouped] = await Promise.all([
    ports.ask(
      'spotSymbolsAll',
      known === undefined ? {} : { last_modified_at: known.modifiedMs },
      options,
    ),
    ports.ask('spotSymbolsV3', known === undefined ? {} : { version: known.version }, options),
  ])
  if (!all.ok || !grouped.ok) {
    logSpot(spotListCodes.allOrV3Failed)
    // The all-symbols list is the one that a CDN may serve.
    if (!all.ok) logSpot(spotListCodes.cdnFailed)
    if (!grouped.ok) logSpot(spotListCodes.v3Failed)
    return undefined
  }
  const { quoteTokenSymbols, last_modified_at: modifiedMs = 0 } = all.value
  const { version, quoteTokenResult } = grouped.value
  if (known !== undefined) {
    const isSameAll = modifiedMs <= known.modifiedMs && quoteTokenSymbols.length === 0
    const isSameV3 = version === known.version && quoteTokenResult.length === 0
    if (isSameAll && isSameV3) return known
    // Only one of the two has changed: merging needs both in full.
    if (isSameAll || isSameV3) return spotFromBoth(ports, noSpot)
  }
  const list = mergedOrNone(quoteTokenSymbols, quoteTokenResult)
  if (list.length > 0) {
    return { version, modifiedMs, list, groups: quoteCoins(quoteTokenResult) }
  }
  logSpot(spotListCodes.mergeFailed)
  return undefined
}

/** Merges the two lists; an exception is logged and gives an empty list. */
function mergedOrNone(...lists: Parameters<typeof mergeSpotLists>): readonly SpotSymbol[] {
  try {
    return mergeSpotLists(...lists)
  } catch {
    logSpot(spotListCodes.codeFailed)
    return []
  }
}

async function spotFromV2(ports: LoadingPorts): Promise<KeptSpot | undefined> {
  logSpot(spotListCodes.fallBackToV2)
  const outcome = await ports.ask('spotSymbolsV2', {}, { timeoutMs: SPOT_LIST_TIMEOUT_MS })
  // The v2 list has no version, so the next load requests the full lists.
  if (outcome.ok) {
    const { quoteTokenResult } = outcome.value
    const list = mergeSpotLists([], quoteTokenResult)
    return { ...noSpot, list, groups: quoteCoins(quoteTokenResult) }
  }
  logSpot(spotListCodes.v2Failed)
  return undefined
}

/** Spec 8: the spot list's codes are only logged. */
function logSpot(code: number): void {
  console.warn('Spot symbol list', code)
}

type KeptContracts = { readonly version: string; readonly list: readonly ContractSymbol[] }
const noContracts: KeptContracts = { version: '', list: [] }

type KeptSpot = {
  /** The version of the v3 list. */
  readonly version: string
  /** The modification time of the all-symbols list. */
  readonly modifiedMs: number
  readonly list: readonly SpotSymbol[]
  readonly groups: readonly QuoteCoin[]
}
const noSpot: KeptSpot = { version: '', modifiedMs: 0, list: [], groups: [] }
const quoteCoins = (groups: readonly QuoteTokenGroup[]): readonly QuoteCoin[] =>
  groups.map(({ tokenId, tokenType }) => ({ tokenId, tokenType }))

/** A list cached by an older terminal, whose schema had fewer fields, must not be used. */
const fieldsOf = (schema: { readonly shape: object }): string =>
  Object.keys(schema.shape).toSorted().join(' ')

function contractRecord(storage: TextStorage | undefined) {
  const fields = fieldsOf(contractSymbol)
  const record = stored<KeptContracts>({
    key: contractsKey,
    version: CACHE_VERSION,
    fallback: noContracts,
    decode: (json) => {
      if (!isRecord(json) || json['fields'] !== fields) return undefined
      const list = z.safeParse(z.array(contractSymbol), json['list'])
      const { version } = json
      return list.success && typeof version === 'string' ? { version, list: list.data } : undefined
    },
    storage,
  })
  return {
    ...record,
    write: (kept: KeptContracts) => record.write(Object.assign({ fields }, kept)),
  }
}

function spotRecord(storage: TextStorage | undefined) {
  const fields = fieldsOf(spotSymbol)
  const record = stored<KeptSpot>({
    key: spotKey,
    version: CACHE_VERSION,
    fallback: noSpot,
    decode: (json) => {
      if (!isRecord(json) || json['fields'] !== fields) return undefined
      const list = z.safeParse(z.array(spotSymbol), json['list'])
      const groups = z.safeParse(z.array(quoteCoin), json['groups'])
      const { version, modifiedMs } = json
      if (!list.success || !groups.success) return
      if (typeof version !== 'string' || typeof modifiedMs !== 'number') return
      return { version, modifiedMs, list: list.data, groups: groups.data }
    },
    storage,
  })
  return { ...record, write: (kept: KeptSpot) => record.write(Object.assign({ fields }, kept)) }
}
