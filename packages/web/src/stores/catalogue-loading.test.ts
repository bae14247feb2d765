// Loading of the catalogue: independent lists, retries, fallbacks, and lists that are unchanged.

import { contractTypes } from '@basis/domain/instrument/market'
import type { CallName } from '@basis/protocol/calls'
import { shortenSpotSymbol } from '@basis/protocol/spot/symbol'
import { beforeEach, expect, test, vi } from 'vitest'
import { useCatalogue } from './catalogue.ts'
import { createCatalogueLoader, listRetryMs, type LoadingPorts } from './catalogue-loading.ts'
import { isInCents } from '../i18n/format.ts'
import { fallbackContracts, fallbackSpotSymbols } from './fallback-catalogue.ts'

const contracts = fallbackContracts().map((contract) => ({ ...contract, tickSize: '0.10' }))
const listsOf = (list: typeof contracts) =>
  Object.fromEntries(
    contractTypes.map((type) => [type, list.filter(({ contractType }) => contractType === type)]),
  )
const pairs = fallbackSpotSymbols().map(shortenSpotSymbol)
const groups = [{ tokenId: 'USDT', tokenType: 'CHAIN_TOKEN', quoteTokenSymbols: pairs }]

type Answer = (request: Record<string, unknown>) => object | undefined | 'hangs'

const answers = new Map<CallName, Answer>()
const asked: [CallName, Record<string, unknown>][] = []
const texts = new Map<string, string>()
let pauses: (() => void)[] = []

const ports = {
  ask: (name: CallName, request: Record<string, unknown>) => {
    asked.push([name, request])
    const value = answers.get(name)?.(request)
    if (value === 'hangs') return new Promise(() => undefined)
    return Promise.resolve(
      value === undefined
        ? { ok: false, isUnknown: true, error: { code: 500 } }
        : { ok: true, value },
    )
  },
  pause: () => new Promise<void>((resolve) => void pauses.push(resolve)),
  storage: {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  },
} as unknown as LoadingPorts

/** Runs everything that waits only for its turn. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
async function retry(): Promise<void> {
  for (const resume of pauses.splice(0)) resume()
  await settle()
}

const wholeVenue: readonly (readonly [CallName, Answer])[] = [
  [
    'symbolList',
    ({ version }) => ({ version: 'v1', ...listsOf(version === 'v1' ? [] : contracts) }),
  ],
  [
    'spotSymbolsAll',
    ({ last_modified_at: known }) => ({
      quoteTokenSymbols: known === 7 ? [] : pairs,
      last_modified_at: 7,
    }),
  ],
  [
    'spotSymbolsV3',
    ({ version }) => ({ version: 's1', quoteTokenResult: version === 's1' ? [] : groups }),
  ],
  ['spotSymbolsV2', () => ({ quoteTokenResult: groups })],
]

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  useCatalogue.setState({ contracts: 'pending', spot: 'pending', listings: new Map(), order: [] })
  asked.length = 0
  pauses = []
  texts.clear()
  answers.clear()
  for (const [name, answer] of wholeVenue) answers.set(name, answer)
})

const states = () => {
  const { contracts: ofContracts, spot } = useCatalogue.getState()
  return [ofContracts, spot]
}
const lists = () => useCatalogue.getState().listings

test('a spot list that hangs does not keep the contracts waiting', async () => {
  answers.set('spotSymbolsAll', () => 'hangs')
  void createCatalogueLoader(ports).load()
  await settle()
  expect(states()).toEqual(['network', 'pending'])
  expect(lists().has('BTCUSDT')).toBe(true)
})

test('spot lists that fail do not affect contracts; they are requested until they arrive', async () => {
  for (const name of ['spotSymbolsAll', 'spotSymbolsV2'] as const) answers.delete(name)
  void createCatalogueLoader(ports).load()
  await settle()
  expect(states()).toEqual(['network', 'builtIn'])
  answers.set('spotSymbolsV2', () => ({ quoteTokenResult: groups }))
  await retry()
  expect(states()).toEqual(['network', 'network'])
  expect(pauses).toEqual([])
})

test('the codes of the spot list are logged: each fallback step, and the list that is used instead', async () => {
  const logged = () =>
    vi
      .mocked(console.warn)
      .mock.calls.filter(([text]) => text === 'Spot symbol list')
      .map(([, code]) => code)
  await createCatalogueLoader(ports).load()
  expect(logged()).toEqual([])
  answers.set('spotSymbolsV3', () => ({ version: 's2', quoteTokenResult: [] }))
  answers.set('spotSymbolsAll', () => ({ quoteTokenSymbols: [{ si: 'ODD' }], last_modified_at: 9 }))
  texts.clear()
  await createCatalogueLoader(ports).load()
  expect(logged()).toEqual([11511507, 11511510])
  for (const name of ['spotSymbolsAll', 'spotSymbolsV2'] as const) answers.delete(name)
  useCatalogue.setState({ contracts: 'pending', spot: 'pending', listings: new Map(), order: [] })
  void createCatalogueLoader(ports).load()
  await settle()
  expect(logged().slice(2)).toEqual([11511506, 11511508, 11511510, 11511511, 11511502, 11511503])
  expect(states()).toEqual(['network', 'stored'])
  texts.clear()
  useCatalogue.setState({ contracts: 'pending', spot: 'pending', listings: new Map(), order: [] })
  void createCatalogueLoader(ports).load()
  await settle()
  expect(logged().at(-1)).toBe(11511504)
  expect(states()).toEqual(['network', 'builtIn'])
  expect(lists().has('BTC/USDT')).toBe(true)
  expect(lists().has('ETH/USDT')).toBe(true)
})

test('stored contracts are used while the contract list cannot be loaded', async () => {
  await createCatalogueLoader(ports).load()
  answers.clear()
  useCatalogue.setState({ contracts: 'pending', spot: 'pending', listings: new Map(), order: [] })
  void createCatalogueLoader(ports).load()
  await settle()
  expect(states()).toEqual(['stored', 'stored'])
  expect(lists().get('BTCUSDT')?.instrument.tickSizeE8).toBe(10_000_000)
  expect(console.warn).toHaveBeenCalledWith('The contract list could not be loaded', 500)
})

test('a contract list that fails is requested until it arrives; built-in contracts are used meanwhile', async () => {
  answers.delete('symbolList')
  void createCatalogueLoader(ports).load()
  await settle()
  expect(states()).toEqual(['builtIn', 'network'])
  expect(lists().get('BTCUSDT')?.instrument.tickSizeE8).toBe(50_000_000)
  await retry()
  expect(states()).toEqual(['builtIn', 'network'])
  answers.set('symbolList', () => ({ version: 'v1', ...listsOf(contracts) }))
  await retry()
  expect(states()).toEqual(['network', 'network'])
  expect(lists().get('BTCUSDT')?.instrument.tickSizeE8).toBe(10_000_000)
})

test('lists that the exchange has not changed are not sent again', async () => {
  await createCatalogueLoader(ports).load()
  asked.length = 0
  useCatalogue.setState({ contracts: 'pending', spot: 'pending', listings: new Map(), order: [] })
  await createCatalogueLoader(ports).load()
  expect(asked).toContainEqual(['symbolList', { filter: 'all', version: 'v1' }])
  expect(asked).toContainEqual(['spotSymbolsAll', { last_modified_at: 7 }])
  expect(asked).toContainEqual(['spotSymbolsV3', { version: 's1' }])
  expect(states()).toEqual(['network', 'network'])
  expect(lists().size).toBe(contracts.length + pairs.length)
})

test('if only one of the two spot lists has changed, the other is requested again in full', async () => {
  await createCatalogueLoader(ports).load()
  asked.length = 0
  answers.set('spotSymbolsV3', () => ({ version: 's2', quoteTokenResult: groups }))
  await createCatalogueLoader(ports).load()
  expect(asked.filter(([name]) => name === 'spotSymbolsAll')).toEqual([
    ['spotSymbolsAll', { last_modified_at: 7 }],
    ['spotSymbolsAll', {}],
  ])
  expect(lists().has('BTC/USDT')).toBe(true)
})

test('a list stored by a version with other fields is requested again in full', async () => {
  await createCatalogueLoader(ports).load()
  const kept = texts.get('basis.contracts') ?? ''
  texts.set('basis.contracts', kept.replace('"fields":"', '"fields":"older '))
  asked.length = 0
  await createCatalogueLoader(ports).load()
  expect(asked).toContainEqual(['symbolList', { filter: 'all' }])
})

test('a failing reload keeps the lists that came over the network', async () => {
  const loader = createCatalogueLoader(ports)
  await loader.load()
  answers.clear()
  void loader.load()
  await settle()
  expect(states()).toEqual(['network', 'network'])
})

test('loads and refreshes at the same time request each list once', async () => {
  const loader = createCatalogueLoader(ports)
  await Promise.all([loader.load(), loader.load(), loader.refresh('BTC/USDT')])
  expect(asked.map(([name]) => name).toSorted()).toEqual([
    'spotSymbolsAll',
    'spotSymbolsV3',
    'symbolList',
  ])
})

/** Keeps the answers to a call until they are released; each is as of its request. */
function holdAnswers(held: CallName) {
  const waiting: (() => void)[] = []
  const ask = async (name: CallName, request: Record<string, unknown>): Promise<unknown> => {
    const outcome: unknown = await ports.ask(name as 'symbolList', request as never)
    if (name === held) await new Promise<void>((resolve) => void waiting.push(resolve))
    return outcome
  }
  return { ports: { ...ports, ask } as unknown as LoadingPorts, waiting }
}

const withTick = (tickSize: string) =>
  contracts.map((each) => (each.symbol === 'BTCUSDT' ? { ...each, tickSize } : each))

test('a contract that changes while the list is under way has its new terms afterwards', async () => {
  const { ports: slow, waiting } = holdAnswers('symbolList')
  const loader = createCatalogueLoader(slow)
  const loading = loader.load()
  await settle()
  const changed = withTick('0.20')
  answers.set('symbolItem', () => ({ item: changed.find(({ symbol }) => symbol === 'BTCUSDT') }))
  answers.set('symbolList', () => ({ version: 'v2', ...listsOf(changed) }))
  await loader.refresh('BTCUSDT')
  waiting.splice(0).forEach((release) => release())
  await settle()
  waiting.splice(0).forEach((release) => release())
  await loading
  expect(lists().get('BTCUSDT')?.instrument.tickSizeE8).toBe(20_000_000)
  expect(asked.filter(([name]) => name === 'symbolList')).toHaveLength(2)
})

test('a pair that changes while the list is under way is in the list afterwards', async () => {
  const { ports: slow, waiting } = holdAnswers('spotSymbolsV3')
  const loader = createCatalogueLoader(slow)
  void loader.load()
  await settle()
  const [first, ...others] = pairs
  if (first === undefined) throw new Error('no pair')
  const fewer = [{ ...groups[0], quoteTokenSymbols: others }]
  answers.set('spotSymbolsAll', () => ({ quoteTokenSymbols: others, last_modified_at: 8 }))
  answers.set('spotSymbolsV3', () => ({ version: 's2', quoteTokenResult: fewer }))
  const refreshed = loader.refresh('BTC/USDT')
  waiting.splice(0).forEach((release) => release())
  await settle()
  waiting.splice(0).forEach((release) => release())
  await refreshed
  expect(lists().size).toBe(contracts.length + others.length)
})

test('of two changes of a contract the later one stays, whichever answer comes first', async () => {
  const { ports: slow, waiting } = holdAnswers('symbolItem')
  const loader = createCatalogueLoader(slow)
  await loader.load()
  const refreshes = ['0.20', '0.30'].map(async (tickSize) => {
    const item = withTick(tickSize).find(({ symbol }) => symbol === 'BTCUSDT')
    answers.set('symbolItem', () => ({ item }))
    await loader.refresh('BTCUSDT')
  })
  await settle()
  for (const release of waiting.splice(0).toReversed()) {
    release()
    await settle()
  }
  await Promise.all(refreshes)
  expect(lists().get('BTCUSDT')?.instrument.tickSizeE8).toBe(30_000_000)
})

test('one contract is refreshed in its place; if that fails, the whole list is requested', async () => {
  const loader = createCatalogueLoader(ports)
  await loader.load()
  const [first] = contracts
  answers.set('symbolItem', () => ({ item: { ...first, tickSize: '0.20' } }))
  await loader.refresh('BTCUSDT')
  expect(lists().get('BTCUSDT')?.instrument.tickSizeE8).toBe(20_000_000)
  answers.delete('symbolItem')
  asked.length = 0
  await loader.refresh('BTCUSDT')
  expect(asked.map(([name]) => name)).toEqual(['symbolItem', 'symbolList'])
})

test('the first retry waits 2 to 4 s, the later ones up to half a minute (spec 9)', () => {
  expect([listRetryMs(0, 0), listRetryMs(0, 0.999)]).toEqual([2_000, 3_998])
  expect(listRetryMs(9, 0.5)).toBe(30_000)
})

test('stored lists are shown at once, and are tradable when the exchange has answered', async () => {
  await createCatalogueLoader(ports).load()
  useCatalogue.setState({ contracts: 'pending', spot: 'pending', listings: new Map(), order: [] })
  for (const name of answers.keys()) answers.set(name, () => 'hangs')
  void createCatalogueLoader(ports).load()
  await settle()
  expect(states()).toEqual(['pending', 'pending'])
  expect(lists().size).toBe(contracts.length + pairs.length)
})

test('symbol records of versions 1 to 5 are purged, of version 6 kept', () => {
  for (const version of [1, 5, 6]) {
    texts.set('basis.contracts', JSON.stringify({ version, value: { list: [] } }))
    texts.set('basis.spotSymbols', JSON.stringify({ version, value: { list: [] } }))
    createCatalogueLoader(ports)
    expect([...texts.keys()]).toEqual(version === 6 ? ['basis.contracts', 'basis.spotSymbols'] : [])
  }
})

test('a v3 list that fails and a retry that fails are logged with codes of their own', async () => {
  for (const name of ['spotSymbolsV3', 'spotSymbolsV2'] as const) answers.delete(name)
  void createCatalogueLoader(ports).load()
  await settle()
  const codes = () => vi.mocked(console.warn).mock.calls.map(([, code]) => code)
  expect(codes()).toEqual([11511506, 11511509, 11511510, 11511511, 11511502, 11511504])
  await retry()
  expect(codes().at(-1)).toBe(11511501)
  expect(states()).toEqual(['network', 'builtIn'])
})

test('a list that cannot be merged is logged with its own code, and the v2 list is used', async () => {
  answers.set('spotSymbolsV3', () => ({ version: 's2', quoteTokenResult: [null] }))
  await createCatalogueLoader(ports).load()
  const codes = vi.mocked(console.warn).mock.calls.map(([, code]) => code)
  expect(codes).toEqual([11511505, 11511507, 11511510])
  expect(states()).toEqual(['network', 'network'])
})

test('spec 3: amounts of a pair quoted in a fiat currency have cents, and its type is stored', async () => {
  const [first] = fallbackSpotSymbols()
  if (first === undefined) throw new Error('no pair')
  const euro = { ...first, symbolName: 'BTC/EUR', symbolId: 'BTCEUR', quoteTokenId: 'EUR' }
  const short = shortenSpotSymbol(euro)
  answers.set('spotSymbolsAll', () => ({ quoteTokenSymbols: [short], last_modified_at: 7 }))
  answers.set('spotSymbolsV3', () => ({
    version: 's1',
    quoteTokenResult: [{ tokenId: 'EUR', tokenType: 'REAL_MONEY', quoteTokenSymbols: [short] }],
  }))
  expect(isInCents('EUR')).toBe(false)
  await createCatalogueLoader(ports).load()
  expect(isInCents('EUR')).toBe(true)
  expect(lists().get('BTC/EUR')?.spot?.label).toBe('')
  expect(texts.get('basis.spotSymbols')).toContain('"tokenType":"REAL_MONEY"')
})

test('spot pairs are requested when it is their turn, contracts at once', async () => {
  let begin: () => void = () => undefined
  const turn = new Promise<void>((resolve) => {
    begin = resolve
  })
  void createCatalogueLoader({ ...ports, spotTurn: () => turn }).load()
  await settle()
  expect(asked.map(([name]) => name)).toEqual(['symbolList'])
  begin()
  await settle()
  expect(asked.map(([name]) => name)).toEqual(['symbolList', 'spotSymbolsAll', 'spotSymbolsV3'])
})
