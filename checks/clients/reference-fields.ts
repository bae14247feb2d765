// Answer fields in the reference of the open API: its tables, parsed into names with types; `npm
// run reference-fields -- PATH` writes them to reference-fields.json.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** A type of the reference, or `text` for a field without a mark: any text. */
export type Mark = 's' | 'n' | 'n?' | 'ms' | 'i' | 'b' | 'a' | 'o' | 'text'
/** By call and type, the names anywhere in its answer; a name may have two types. */
export type ReferenceFields = Readonly<Record<string, Readonly<Partial<Record<Mark, string>>>>>

/** Words between the fields of a table or a sentence that are values or belong to other answers. */
const noFields: ReadonlySet<string> = new Set(
  `Buy Sell Call Put Full Partial EC_NoError Funding CancelByDCP ContractTrade Spot Wallet Options
  Derivatives Order Position SpotTrade AccountTransfer OptionsTrade DerivativesTrade Exchange
  CopyTrading BlockTrade Affiliate Earn loadMarkets result`.split(/\s+/),
)

const marks = new Set<string>(['s', 'n', 'n?', 'ms', 'i', 'b', 'a', 'o'])
const isMark = (word: string): word is Mark => marks.has(word)

/** Answers described in a paragraph or table of their own: call, heading, start and end. */
const described: readonly (readonly [
  call: string,
  heading: string,
  from?: RegExp,
  until?: RegExp,
])[] = [
  ['GET /v5/market/time', '3.1', /`\{timeSecond/, /; envelope/],
  ['linear row of GET /v5/market/instruments-info', '3.2', /\*\*linear/, /For inverse/],
  ['spot row of GET /v5/market/instruments-info', '3.2', /\*\*spot row/, /ccxt takes/],
  ['option row of GET /v5/market/instruments-info', '3.2', /\*\*option row/],
  ['linear row of GET /v5/market/tickers', '3.3', /\| linear, inverse \|/, /\| spot \|/],
  ['spot row of GET /v5/market/tickers', '3.3', /\| spot \|/, /\| option \|/],
  ['option row of GET /v5/market/tickers', '3.3', /\| option \|/, /Units/],
  ['GET /v5/market/orderbook', '3.4', /`result`:/, /No `list`/],
  ['GET /v5/market/recent-trade', '3.5', /Row:/],
  ...['kline', 'mark-price-kline', 'index-price-kline', 'premium-index-price-kline'].map(
    (name) => [`GET /v5/market/${name}`, '3.6', /`result/, /Newest first/] as const,
  ),
  ['GET /v5/market/funding/history', '3.7', /`symbol`, `fundingRate`/, /; newest first/],
  ['POST /v5/order/create', '4.1', /Answer:/, /\(`orderLinkId`/],
  ['POST /v5/order/amend', '4.2', /Answer/, /; an order event/],
  ['POST /v5/order/cancel', '4.3', /Answer/],
  ['POST /v5/order/cancel-all', '4.4', /Answer/],
  ['POST /v5/order/create-batch', '4.5', /= `\{category, symbol/, /\(`createAt`/],
  ['GET /v5/order/realtime', '4.6', /\*\*Order row/],
  ['GET /v5/order/history', '4.6', /\*\*Order row/],
  ['GET /v5/execution/list', '4.8', /\| Field/, /Funding settlements/],
  ['GET /v5/position/list', '5.1', /\| Field/, /ccxt reads/],
  ['POST /v5/position/add-margin', '5.2', /short position row/, /More margin/],
  ['GET /v5/position/closed-pnl', '5.4', /newest first:/, /`closedPnl = exit/],
  ['GET /v5/position/get-closed-positions', '5.5', /≤ 7\):/],
  ['GET /v5/account/info', '6.1'],
  ['GET /v5/account/wallet-balance', '6.2', /\| Account field/, /In USD/],
  ['GET /v5/account/fee-rate', '6.3', /Row /, /`result/],
  ['GET /v5/account/transaction-log', '6.4', /Row:/, /- `change/],
  ['POST /v5/account/borrow', '6.6', /`\{coin, amount\}/, / \/ /],
  ['POST /v5/account/repay', '6.6', /`\{resultStatus/, / \|/],
  ['POST /v5/account/no-convert-repay', '6.6', /`\{resultStatus/, / \|/],
  ['POST /v5/asset/withdraw/create', '7', /`\{id\}/, / \/ /],
  ['POST /v5/asset/withdraw/cancel', '7', /`\{status 1/, /;/],
  ['POST /v5/account/set-margin-mode', '6.5', /`reasons/, /; unknown/],
]

/** The chapters whose tables have a row for each call: its answer is the last cell. */
const tables = [
  { heading: '3.7', prefix: 'GET /v5/market/' },
  { heading: '4.9', prefix: '' },
  { heading: '6.6', prefix: '' },
  { heading: '7', prefix: '' },
] as const

/** The text of each chapter, by its number. */
function chaptersOf(reference: string): ReadonlyMap<string, string> {
  const chapters = new Map<string, string>()
  for (const part of reference.split(/\n(?=#{2,3} )/)) {
    const [, number] = /^#{2,3} (\d+(?:\.\d+)?)/.exec(part) ?? []
    if (number !== undefined) chapters.set(number, part.slice(part.indexOf('\n')))
  }
  return chapters
}

/** Returns the answer fields of every call that the reference describes. */
export function readReferenceFields(reference: string): ReferenceFields {
  const chapters = chaptersOf(reference)
  const fields = new Map<string, ReferenceFields[string]>()
  for (const { heading, prefix } of tables) {
    for (const line of (chapters.get(heading) ?? '').split('\n')) {
      const cells = line.split('|').map((cell) => cell.trim())
      for (const call of callsIn(cells[1] ?? '', prefix)) {
        fields.set(call, fieldsOf(cells.at(-2) ?? ''))
      }
    }
  }
  for (const [call, heading, from, until] of described) {
    fields.set(call, fieldsOf(part(chapters.get(heading) ?? '', from, until)))
  }
  return Object.fromEntries([...fields].filter(([, names]) => Object.keys(names).length > 0))
}

function part(text: string, from?: RegExp, until?: RegExp): string {
  const begin = from === undefined ? 0 : text.search(from)
  if (begin < 0) throw new Error(`The reference has no ${String(from)}.`)
  const rest = text.slice(begin)
  const end = until === undefined ? -1 : rest.search(until)
  return end < 0 ? rest : rest.slice(0, end)
}

/** `GET asset/x` or, with a prefix, `x`; further spans of the cell have the same method. */
function callsIn(cell: string, prefix: string): string[] {
  const spans = [...cell.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)
  const [method, first = ''] = `${prefix === '' ? '' : 'GET '}${spans[0] ?? ''}`.split(' ')
  if (method !== 'GET' && method !== 'POST') return []
  const folder = first.slice(0, first.lastIndexOf('/'))
  return [first, ...spans.slice(1)]
    .filter((path) => /^[\w/-]+$/.test(path))
    .map((path) => {
      if (prefix !== '') return `${prefix}${path}`
      return `${method} /v5/${path.includes('/') ? path : `${folder}/${path}`}`
    })
}

/**
 * Parses names and marks. In a span a mark follows its name; after spans it applies to all names
 * since the last mark or comma.
 */
function fieldsOf(text: string): ReferenceFields[string] {
  const names: Partial<Record<Mark, string>> = {}
  const add = (name: string, mark: Mark): void => {
    const known = names[mark]?.split(' ') ?? []
    if (!noFields.has(name)) names[mark] = [...new Set([...known, name])].join(' ')
  }
  let unmarked: string[] = []
  const settle = (mark: Mark): void => {
    for (const name of unmarked) add(name, name === 'list' || name === 'rows' ? 'a' : mark)
    unmarked = []
  }
  for (const [piece] of text.matchAll(/`[^`]*`|[^`]+/g)) {
    if (!piece.startsWith('`')) {
      for (const word of marksIn(piece)) settle(word)
      continue
    }
    for (const [name, mark] of namesIn(piece.slice(1, -1))) {
      if (mark === undefined) unmarked.push(name)
      else add(name, mark)
    }
  }
  settle('text')
  return names
}

/** Marks in the prose between spans, and separators, which end a list of names, as `text`. */
const marksIn = (prose: string): Mark[] =>
  [
    ...prose.matchAll(
      /[·\n,]|\[\[|\b(?:n\?|ms|[snibao])(?=\**\s*(?:[·|,;.)(\n—\d]|all\b|or\b|$))/g,
    ),
  ].map(([word]) => (isMark(word) ? word : word === '[[' ? 'a' : 'text'))

/** Names in a span with the marks that follow them; values and map keys are skipped. */
function namesIn(span: string): [string, Mark | undefined][] {
  const plain = span.replaceAll(/"[^"]*"|\((?!i\)|ms\))[^)]*\)/g, ' ')
  const names: [string, Mark | undefined][] = []
  for (const [word] of plain.matchAll(/[\w.?/-]+|[[{]/g)) {
    const last = names.at(-1)
    if (last !== undefined && (word === '[' || word === '{')) last[1] ??= word === '[' ? 'a' : 'o'
    else if (last !== undefined && isMark(word)) last[1] ??= word
    else if (/^[A-Za-z]\w*$/.test(word) && /[a-z]/.test(word)) names.push([word, undefined])
  }
  return names
}

/** The reference's file, which is not in the repository. */
const reference = ['open-api', 'md'].join('.')

/** The text of the reference; undefined if it is not beside the repository. */
export function referenceText(): string | undefined {
  const root = resolve(import.meta.dirname, '../..')
  return ['..', '../..']
    .map((up) => resolve(root, up, 'shared', 'reference', reference))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))[0]
}

if (import.meta.main) {
  const [path] = process.argv.slice(2)
  const text = path === undefined ? referenceText() : readFileSync(path, 'utf8')
  if (text === undefined) throw new Error('Say where the reference of the open API is.')
  const fields = readReferenceFields(text)
  const out = resolve(import.meta.dirname, 'reference-fields.json')
  writeFileSync(out, `${JSON.stringify(fields, undefined, 2)}\n`)
  process.stdout.write(`${Object.keys(fields).length} answers\n`)
}
