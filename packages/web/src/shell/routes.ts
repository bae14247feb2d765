// Addresses of the terminal: from an instrument to its path and back (spec 2, "Trade pages by
// market type").

import { futuresCodes, type FuturesCode } from '@basis/domain/instrument/futures-calendar'
import {
  historyFamilies,
  marketTypesOf,
  type HistoryFamily,
  type MarketType,
} from '@basis/domain/instrument/market'
import { languagePrefix } from '@basis/protocol/pages/page-paths'

/** A page as given by its address. */
export type Page =
  | { kind: 'linear'; symbol: string }
  | { kind: 'usdc'; symbol: string }
  | { kind: 'inverse'; symbol: string }
  | { kind: 'inverseFutures'; pair: string; code: FuturesCode }
  /** `symbol`: the initially selected contract, which the address of a chain does not contain. */
  | { kind: 'option'; settle: 'usdc' | 'usdt'; baseCoin: string; symbol?: string }
  | { kind: 'spot'; base: string; quote: string }
  | { kind: 'history'; family: HistoryFamily }
  | { kind: 'left' }
  | { kind: 'invite' }
  | { kind: 'markets' }
  /** The details of one instrument; a pair is named by its two coins. */
  | { kind: 'instrument'; symbol: string }
  | { kind: 'portfolio' }
  | { kind: 'fees' }
  | { kind: 'wallets' }
  | { kind: 'copy' }
  /** The reference of the open API. */
  | { kind: 'apiDocs' }
  | { kind: 'bots' }
  /** A combination of two legs; the first one without a symbol. */
  | { kind: 'spread'; symbol: string }
  /** A help topic, or without one the list of topics. */
  | { kind: 'help'; topic: HelpTopic | undefined }

/** The topics of the help centre, as named in addresses. */
export const helpTopics = [
  'margin',
  'leverage',
  'liquidation',
  'funding',
  'adl',
  'reverse',
  'order-types',
  'tpsl',
] as const
export type HelpTopic = (typeof helpTopics)[number]

const otherKinds = [
  'history',
  'left',
  'invite',
  'markets',
  'instrument',
  'portfolio',
  'fees',
  'wallets',
  'copy',
  'apiDocs',
  'bots',
  'spread',
  'help',
] as const

export type TradePage = Exclude<Page, { kind: (typeof otherKinds)[number] }>

type SpreadPage = Extract<Page, { kind: 'spread' }>

export const isTradePage = (page: Page): page is TradePage =>
  !otherKinds.some((kind) => kind === page.kind)

/** An instrument with all the parts of its address. */
export type Traded = {
  marketType: MarketType
  symbol: string
  baseCoin: string
  quoteCoin: string
  /** Only for inverse futures. */
  futuresCode?: FuturesCode | undefined
}

export const DEFAULT_PAGE: TradePage = { kind: 'linear', symbol: 'BTCUSDT' }

/** Addresses of a market without an instrument, and the pages they lead to. */
export const firstPages: Readonly<Record<string, TradePage>> = {
  '/': DEFAULT_PAGE,
  '/trade': DEFAULT_PAGE,
  '/trade/usdt': DEFAULT_PAGE,
  '/trade/futures': { kind: 'usdc', symbol: 'BTCPERP' },
  '/trade/futures/usdc': { kind: 'usdc', symbol: 'BTCPERP' },
  '/trade/inverse': { kind: 'inverse', symbol: 'BTCUSD' },
  '/trade/inverse/futures': { kind: 'inverseFutures', pair: 'BTCUSD', code: 'Q' },
  '/trade/option': { kind: 'option', settle: 'usdt', baseCoin: 'BTC' },
  '/trade/option/usdt': { kind: 'option', settle: 'usdt', baseCoin: 'BTC' },
  '/trade/option/usdc': { kind: 'option', settle: 'usdc', baseCoin: 'BTC' },
  '/trade/spot': { kind: 'spot', base: 'BTC', quote: 'USDT' },
}

/** The path of each family's trade history; the specification gives those of derivatives. */
const historyPaths: Readonly<Record<HistoryFamily, string>> = {
  LinearPerpetual: 'derivatives/uniform-usdt',
  LinearFutures: 'derivatives/usdt-future',
  UsdcPerpetual: 'derivatives/usdc-perpetual',
  UsdcFutures: 'derivatives/usdc-future',
  InversePerpetual: 'derivatives/uniform-inverse-perpetual',
  InverseFutures: 'derivatives/uniform-inverse-future',
  Option: 'option',
  Spot: 'spot',
}

const historyFamilyAt = (path: string): HistoryFamily | undefined =>
  historyFamilies.find((family) => historyPaths[family] === path)

/**
 * Returns the page of an instrument; undefined for an inverse future without a code. Its
 * `{coin}{baseCoin}` is the contract's base and quote coin, e.g. BTCUSD.
 */
export function pageOf(traded: Traded): TradePage | SpreadPage | undefined {
  const { marketType, symbol, baseCoin, quoteCoin, futuresCode } = traded
  switch (marketType) {
    case 'UsdtPerpetual':
    case 'UsdtFutures':
      return { kind: 'linear', symbol }
    case 'UsdcPerpetual':
    case 'UsdcFutures':
      return { kind: 'usdc', symbol }
    case 'InversePerpetual':
      return { kind: 'inverse', symbol }
    case 'InverseFutures':
      if (futuresCode === undefined) return undefined
      return { kind: 'inverseFutures', pair: `${baseCoin}${quoteCoin}`, code: futuresCode }
    case 'Option':
      return { kind: 'option', settle: 'usdc', baseCoin, symbol }
    case 'UsdtOption':
      return { kind: 'option', settle: 'usdt', baseCoin, symbol }
    case 'Spot':
    case 'SpotMargin':
      return { kind: 'spot', base: baseCoin, quote: quoteCoin }
    case 'CarryTrade':
    case 'FutureSpread':
    case 'PerpBasis':
    case 'FundingRateArb':
      return { kind: 'spread', symbol }
  }
}

/** Returns the path of a page. */
export function pathOf(page: Page): string {
  switch (page.kind) {
    case 'linear':
      return `/trade/usdt/${segmentOf(page.symbol)}`
    case 'usdc':
      return `/trade/futures/usdc/${segmentOf(usdcName(page.symbol))}`
    case 'inverse':
      return `/trade/inverse/${segmentOf(page.symbol)}`
    case 'inverseFutures':
      return `/trade/inverse/futures/${segmentOf(page.pair)}_${page.code}`
    case 'option':
      return `/trade/option/${page.settle}/${segmentOf(page.baseCoin)}`
    case 'spot':
      return `/trade/spot/${segmentOf(page.base)}/${segmentOf(page.quote)}`
    case 'history':
      return `/user/assets/order/${historyPaths[page.family]}/trade-history`
    case 'left':
      return '/left'
    case 'invite':
      return '/invite'
    case 'markets':
      return '/markets'
    case 'instrument':
      return `/markets/${page.symbol.split('/').map(segmentOf).join('/')}`
    case 'portfolio':
      return '/portfolio'
    case 'fees':
      return '/fees'
    case 'wallets':
      return '/wallets'
    case 'apiDocs':
      return '/docs/api'
    case 'copy':
      return '/copy-trading'
    case 'bots':
      return '/bots'
    case 'spread':
      return page.symbol === ''
        ? '/trade/spread'
        : `/trade/spread/${page.symbol.split('/').map(segmentOf).join('/')}`
    case 'help':
      return page.topic === undefined ? '/help' : `/help/${page.topic}`
  }
}

/** Returns the trade-history page of a market type; undefined for combinations, which have none. */
export function historyPageOf(marketType: MarketType): Page | undefined {
  const family = historyFamilies.find((each) => marketTypesOf(each).includes(marketType))
  return family === undefined ? undefined : { kind: 'history', family }
}

/** BTC-27NOV26-65000-C; a contract settled in USDT has the coin at its end (rules 9.1). */
const OPTION = /^([A-Z0-9]+)-\d{1,2}[A-Z]{3}\d{2}-[\d.]+-[CP](?:-(USDT))?$/i

/** An option leads to its coin's chain, whatever the address (spec 2). */
function optionOr(name: string, other: (name: string) => Page): Page {
  const [, baseCoin, settle] = OPTION.exec(name) ?? []
  if (baseCoin === undefined) return other(name)
  return {
    kind: 'option',
    settle: settle === undefined ? 'usdc' : 'usdt',
    baseCoin: baseCoin.toUpperCase(),
    symbol: name.toUpperCase(),
  }
}

const patterns: readonly [RegExp, (...parts: string[]) => Page | undefined][] = [
  [
    /^\/trade\/usdt\/([^/]+)$/,
    (name = '') => optionOr(name, (symbol) => ({ kind: 'linear', symbol })),
  ],
  [
    /^\/trade\/futures\/usdc\/([^/]+)$/,
    (name = '') => optionOr(name, (usdc) => ({ kind: 'usdc', symbol: usdcSymbol(usdc) })),
  ],
  [/^\/trade\/inverse\/futures\/([^/_]+)_([A-Z]+)$/, inverseFuturesPage],
  [/^\/trade\/inverse\/([^/]+)$/, (symbol = '') => ({ kind: 'inverse', symbol })],
  [
    /^\/trade\/option\/(usdc|usdt)\/([^/]+)$/,
    (settle, name = '') =>
      optionOr(name, (baseCoin) => ({
        kind: 'option',
        settle: settle === 'usdt' ? 'usdt' : 'usdc',
        baseCoin,
      })),
  ],
  [
    /^\/trade\/spot\/([^/]+)\/([^/]+)$/,
    (base = '', quote = '') => ({
      kind: 'spot',
      base: base.toUpperCase(),
      quote: quote.toUpperCase(),
    }),
  ],
  [/^\/left$/, () => ({ kind: 'left' })],
  [/^\/invite$/, () => ({ kind: 'invite' })],
  [/^\/markets$/, () => ({ kind: 'markets' })],
  [/^\/markets\/([^/]+)$/, (name = '') => ({ kind: 'instrument', symbol: usdcSymbol(name) })],
  [
    /^\/markets\/([^/]+)\/([^/]+)$/,
    (base = '', quote = '') => ({
      kind: 'instrument',
      symbol: `${base}/${quote}`.toUpperCase(),
    }),
  ],
  [/^\/portfolio$/, () => ({ kind: 'portfolio' })],
  [/^\/fees$/, () => ({ kind: 'fees' })],
  [/^\/wallets$/, () => ({ kind: 'wallets' })],
  [/^\/docs\/api$/, () => ({ kind: 'apiDocs' })],
  [/^\/copy-trading$/, () => ({ kind: 'copy' })],
  [/^\/bots$/, () => ({ kind: 'bots' })],
  [/^\/trade\/spread$/, () => ({ kind: 'spread', symbol: '' })],
  [/^\/trade\/spread\/([^/]+)$/, (symbol = '') => ({ kind: 'spread', symbol })],
  [
    /^\/trade\/spread\/([^/]+)\/([^/]+)$/,
    (far = '', quote = '') => ({ kind: 'spread', symbol: `${far}/${quote}` }),
  ],
  [/^\/help$/, () => ({ kind: 'help', topic: undefined })],
  [/^\/help\/([A-Za-z-]+)$/, helpPage],
  [/^\/user\/assets\/order\/((?:derivatives\/)?[a-z-]+)\/trade-history$/, historyPage],
]

/**
 * Returns the link that invites to the venue (spec 2). Its code is the account's, from the
 * exchange.
 */
export const inviteLink = (origin: string, language: string, code: string): string =>
  `${origin}/${language}/invite?ref=${encodeURIComponent(code)}`

/** Returns the language before a page's path: `/pt-BR/trade/spot/BTC/USDT` is pt-BR. */
export const languageAt = (path: string): string | undefined => languagePrefix.exec(path)?.[1]

// A trailing slash and a language prefix do not affect the page.
function plainPath(path: string): string {
  const bare = path.replace(languagePrefix, '')
  return bare.length > 1 ? bare.replace(/\/+$/, '') : bare
}

/**
 * Returns the page of a path, or undefined if there is none. Symbols and coins are read in
 * capitals.
 */
export function pageAt(path: string): Page | undefined {
  const plain = plainPath(path)
  for (const [pattern, page] of patterns) {
    const match = pattern.exec(plain)
    if (match === null) continue
    const parts = match.slice(1).map(partOf)
    return parts.includes(undefined) ? undefined : page(...parts.map((part) => part ?? ''))
  }
  return undefined
}

/** The result of resolving an address. */
export type Arrival = {
  page: Page
  language: string | undefined
  /** The canonical path of the page, after the language, if there is one. */
  path: string
}

/**
 * Resolves a path; undefined if it is not one of the terminal's. A path that names only a market
 * leads to that market's first page.
 */
export function arrivalAt(path: string): Arrival | undefined {
  const page = firstPages[plainPath(path)] ?? pageAt(path)
  if (page === undefined) return undefined
  const language = languageAt(path)
  return { page, language, path: `${language === undefined ? '' : `/${language}`}${pathOf(page)}` }
}

const SYMBOL = /^[A-Z0-9][A-Z0-9._-]{0,39}$/

// Fixed parts of the path stay as they are; symbols and coins are written in capitals.
function partOf(text: string): string | undefined {
  if (/^(?:usdc|usdt)$/.test(text)) return text
  if (historyFamilyAt(text) !== undefined) return text
  try {
    const symbol = decodeURIComponent(text).toUpperCase()
    return SYMBOL.test(symbol) ? symbol : undefined
  } catch {
    return undefined
  }
}

function inverseFuturesPage(pair = '', text = ''): Page | undefined {
  const code = futuresCodes.find((each) => each === text)
  return code === undefined ? undefined : { kind: 'inverseFutures', pair, code }
}

function helpPage(text = ''): Page | undefined {
  const topic = helpTopics.find((each) => each === text.toLowerCase())
  return topic === undefined ? undefined : { kind: 'help', topic }
}

function historyPage(text = ''): Page | undefined {
  const family = historyFamilyAt(text)
  return family === undefined ? undefined : { kind: 'history', family }
}

/** Returns the name of a USDC perpetual as used in addresses too: BTCPERP is BTC-PERP. */
export const usdcName = (symbol: string): string => symbol.replace(/^([A-Z0-9]+)PERP$/, '$1-PERP')
const usdcSymbol = (name: string): string => name.replace(/^([A-Z0-9]+)-PERP$/, '$1PERP')

function segmentOf(text: string): string {
  return encodeURIComponent(text)
}

/** Returns the market types whose symbols a page can show. */
export function marketTypesAt(page: TradePage): readonly MarketType[] {
  switch (page.kind) {
    case 'linear':
      return ['UsdtPerpetual', 'UsdtFutures']
    case 'usdc':
      return ['UsdcPerpetual', 'UsdcFutures']
    case 'inverse':
      return ['InversePerpetual']
    case 'inverseFutures':
      return ['InverseFutures']
    case 'option':
      return page.settle === 'usdc' ? ['Option'] : ['UsdtOption']
    case 'spot':
      return ['Spot', 'SpotMargin']
  }
}

/** A future is named by its delivery date: BTCUSDT-25DEC26. */
const FUTURE = /-\d{1,2}[A-Z]{3}\d{2}$/

/**
 * Returns the possible market types of a page's own symbol, since several share an address; the two
 * USDC types count as one (spec 2).
 */
export function marketTypesOfSymbolAt(page: TradePage): readonly MarketType[] {
  if (page.kind !== 'linear') return marketTypesAt(page)
  return FUTURE.test(page.symbol) ? ['UsdtFutures'] : ['UsdtPerpetual']
}
