// Snapshots of 0.1.0, a single JSON text: converted to records when read, never written.

import { assert } from '@basis/domain/numbers/assert'
import type { OrderId } from '@basis/domain/numbers/brand'
import type { SavedAlgo } from './algos.ts'
import type { MmrOrder } from '../../state/mmr-close.ts'
import { contentMark, linkKey, type SpentLink } from '../../state/collections/spent-ids.ts'
import type { LinkedOrder } from '../../state/state.ts'
import type { PeakRecord } from '../../state/insurance-peaks.ts'
import {
  packed,
  snapshotFormat,
  unmarked,
  type AccountRecord,
  type FinalRecord,
  type PositionRecord,
  type OrderRecord,
  type SnapshotRecord,
  type TickMarketRecord,
} from './records.ts'

/** Amounts are read as bigints, and converted to texts for the records. */
type OldOrder = Omit<OrderRecord, 'market' | 'money'> & { money: bigint[] }
type OldAccount = Omit<AccountRecord, 'coins' | 'links'> & {
  coins: [string, bigint][]
  links: [string, LinkedOrder][]
}
type OldSnapshot = {
  format: number
  seq: number
  timeMs: number
  nextOrderId: number
  nextTradeId: number
  markets: (TickMarketRecord & { orders: OldOrder[] })[]
  waiting?: (OldOrder & { market: number })[]
  due?: OrderId[]
  algos?: { nextId: number; running: SavedAlgo[] }
  mmr?: { nextId: number; waiting: MmrOrder[] }
  fund: OldAccount
  accounts: OldAccount[]
  house: [coin: string, deposits: bigint, fees: bigint, rounding: bigint, treasury?: bigint][]
  pools?: [coin: string, record: PeakRecord][]
  finals: FinalRecord[]
  coins: [coin: string, usdE8: number, ratioE4: number][]
}

/**
 * Returns whether a line is a whole snapshot of the first format; lines of later formats are
 * arrays.
 */
export const isFormat1 = (line: string): boolean => line.startsWith('{')

/**
 * Yields the equivalent records. Client order ids were kept for ever, without the time of their
 * order's end: their day starts at the snapshot.
 */
export function* recordsOfFormat1(text: string): Generator<SnapshotRecord> {
  const old = JSON.parse(text, unmarked) as OldSnapshot
  assert(old.format === 1, `snapshot format ${old.format} is not known`)
  const { seq, timeMs, nextOrderId, nextTradeId, algos, mmr } = old
  const nexts = { nextOrderId, nextTradeId, nextAlgoId: algos?.nextId ?? 1 }
  yield ['state', { format: snapshotFormat, seq, timeMs, ...nexts, nextMmrId: mmr?.nextId ?? 1 }]
  let records = 1
  for (const record of bodyOf(old)) {
    records += 1
    yield record
  }
  yield ['end', records]
}

function* bodyOf(old: OldSnapshot): Generator<SnapshotRecord> {
  const { markets, waiting = [], algos } = old
  for (const [coin, usdE8, ratioE4] of old.coins) yield ['coin', coin, usdE8, ratioE4]
  for (const [coin, deposits, fees, rounding, treasury = 0n] of old.house) {
    yield ['house', coin, { deposits, fees, rounding, treasury }]
  }
  for (const [coin, record] of old.pools ?? []) yield ['pool', coin, record]
  for (const pack of packed(old.finals)) yield ['finals', pack]
  const open = new Set([...markets.flatMap(({ orders }) => orders), ...waiting].map(({ id }) => id))
  const running = new Set(algos?.running.map(({ id }) => id))
  const isOpen = ([link, { orderId }]: [string, LinkedOrder]): boolean =>
    link.startsWith('algo:') ? running.has(orderId) : open.has(orderId)
  const accounts = [old.fund, ...old.accounts]
  const second = Math.floor(old.timeMs / 1000)
  const spent = accounts.flatMap(({ id, links }) =>
    links
      .filter((link) => !isOpen(link))
      .map(([link, { orderId, content }]): SpentLink => {
        const [key, moreKey] = linkKey(link)
        return [id, key, moreKey, contentMark(content), orderId, second]
      }),
  )
  for (const pack of packed(spent)) yield ['spent', pack]
  for (const { orders: _orders, ...market } of markets) yield ['market', market]
  for (const { coins, links, ...account } of accounts) {
    const texts = coins.map(([coin, balance]): [string, string] => [coin, String(balance)])
    const holdings = account.holdings.map(positionStateOf)
    yield ['account', { ...account, coins: texts, holdings, links: links.filter(isOpen) }]
  }
  for (const algo of algos?.running ?? []) yield ['algo', algo]
  for (const order of old.mmr?.waiting ?? []) yield ['mmr', order]
  for (const [market, { orders }] of markets.entries()) {
    for (const order of orders) yield ['resting', orderOf({ ...order, market })]
  }
  for (const order of waiting) yield ['waiting', orderOf(order)]
  for (const pack of packed(old.due ?? [])) yield ['due', [...pack]]
}

function orderOf({ money, ...order }: OldOrder & { market: number }): OrderRecord {
  const [value = 0n, fee = 0n, pnl = 0n] = money
  return { ...order, money: [String(value), String(fee), String(pnl)] }
}

/** Converts the bigint amounts of a parsed position to texts. */
const positionStateOf = (position: PositionRecord): PositionRecord =>
  Object.fromEntries(
    Object.entries(position).map(([field, value]) => [
      field,
      typeof value === 'bigint' ? String(value) : value,
    ]),
  ) as PositionRecord
