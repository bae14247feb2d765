// Topics of the private socket: account updates, with or without a category, and disconnect guards
// (open API 11).

import { isV5Category, type V5Category } from '@basis/protocol/v5/vocabulary'
import { guardTopics, type GuardTopic } from '../account/disconnect.ts'
import {
  families,
  spreadFamilies,
  type Family,
  type StreamNews,
  type StreamRow,
} from './account-stream.ts'

export type PrivateTopic =
  | { readonly kind: 'guard'; readonly text: GuardTopic }
  | {
      readonly kind: 'news'
      readonly text: string
      readonly family: Family
      readonly isFast: boolean
      readonly category: V5Category | undefined
    }

const categorised: ReadonlySet<Family> = new Set(['order', 'execution', 'position'])

const isGuard = (text: string): text is GuardTopic => Object.hasOwn(guardTopics, text)

/** Returns the topic of a name; undefined if there is none. */
export function privateTopic(text: string): PrivateTopic | undefined {
  if (isGuard(text)) return { kind: 'guard', text }
  const ofSpreads = spreadFamilies.find((known) => known === text)
  if (ofSpreads !== undefined) {
    return { kind: 'news', text, family: ofSpreads, isFast: false, category: undefined }
  }
  const isFast = text === 'execution.fast' || text.startsWith('execution.fast.')
  const rest = isFast ? text.slice('execution.fast'.length) : undefined
  const [first = '', second] = isFast ? ['execution', rest?.slice(1)] : text.split('.')
  const family = families.find((known) => known === first)
  const category = second === undefined || second === '' ? undefined : second
  if (family === undefined || text.split('.').length > (isFast ? 3 : 2)) return undefined
  if (category !== undefined && (!categorised.has(family) || !isV5Category(category))) {
    return undefined
  }
  if (family === 'position' && category === 'spot') return undefined
  return { kind: 'news', text, family, isFast, category: category as V5Category | undefined }
}

type NewsTopic = Extract<PrivateTopic, { kind: 'news' }>

/** Encodes the frame of a topic for one command; undefined if it has no rows. */
export function frameOf(topic: NewsTopic, news: StreamNews): string | undefined {
  const { family, category, isFast, text } = topic
  const rows = news.rows[family].filter(
    (row) => category === undefined || row.category === category,
  )
  const data = isFast ? rows.flatMap(fastRow) : rows.map(({ row }) => row)
  if (data.length === 0) return undefined
  const body = { topic: text, creationTime: news.timeMs, data }
  return JSON.stringify(isFast ? body : { id: `${news.seq}-${family}`, ...body })
}

/** Fast executions have few fields of a trade; for a maker the link id is empty. */
function fastRow({ row }: StreamRow): object[] {
  const fields = row as Readonly<Record<string, unknown>>
  if (fields['execType'] !== 'Trade') return []
  const names = [
    'category',
    'symbol',
    'execId',
    'execPrice',
    'execQty',
    'orderId',
    'isMaker',
    'orderLinkId',
    'side',
    'execTime',
    'seq',
  ]
  const fast = Object.fromEntries(names.map((name) => [name, fields[name]]))
  return [fields['isMaker'] === true ? { ...fast, orderLinkId: '' } : fast]
}
