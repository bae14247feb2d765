// Notices to holders of a dated contract: a day and an hour before it is delivered, and what its
// delivery came to; of an option whether it was exercised or expired (rules 9.4, 11.1).

import { amount, parseDecimal, priceE8 } from '@basis/domain/numbers/fixed'
import { parseQty, type Instrument } from '@basis/domain/instrument/instrument'
import { exerciseValueE8 } from '@basis/domain/instrument/option'
import { deliveryWarning, deliveryWarningsMs } from '@basis/domain/settlement/delivery-warnings'
import { decodeAmount } from '@basis/protocol/order'
import type { WireDelivery } from '@basis/protocol/settlement/records'
import { ask } from '../../client/http.ts'
import { formatFor } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { instrumentFormat } from '../../stores/instrument-format.ts'
import { instrumentOf } from '../../stores/catalogue.ts'
import { serverNowMs } from '../../client/connection.ts'
import { heldPositions } from '../../stores/positions.ts'
import { stored } from '../../platform/storage.ts'
import { message } from '../../i18n/message-keys.ts'
import { notify, type NoticeDraft } from '../../shell/notices.ts'

const LOOK_EVERY_MS = 5_000
/** A record is there a moment after the delivery; it is asked for so often. */
const ASKED_AT_MOST = 60

const WARNED_KEPT = 200

/** Warnings that were told on this device: a page that is loaded again says none twice. */
const warned = stored<readonly string[]>({
  key: 'basis.deliveryWarnings',
  version: 1,
  fallback: [],
  decode: (json) =>
    Array.isArray(json) && json.every((key) => typeof key === 'string') ? json : undefined,
})

/** A contract that is held, with when it ends. */
export type Dated = { readonly symbol: string; readonly deliveryMs: number }

/** Returns what is to be told now of contracts that are held; `told` keeps what was. */
export function deliveryNotices(
  held: readonly Dated[],
  nowMs: number,
  told: Set<string>,
): readonly NoticeDraft[] {
  return held.flatMap(({ symbol, deliveryMs }) => {
    const ahead = deliveryWarning(deliveryMs, nowMs)
    const key = `${symbol} ${ahead}`
    if (ahead === undefined || told.has(key)) return []
    told.add(key)
    const isFirst = ahead === deliveryWarningsMs[0]
    return {
      kind: `delivery ${symbol}`,
      tone: isFirst ? 'info' : 'warning',
      title: message('notices.deliveryTitle'),
      body: message(isFirst ? 'notices.deliveryInDay' : 'notices.deliveryInHour', { symbol }),
    } as const
  })
}

/** Returns what to tell of deliveries: an option out of the money has expired. */
export function deliveredNotices(
  records: readonly WireDelivery[],
  instrument: (symbol: string) => Instrument | undefined,
): readonly NoticeDraft[] {
  return records.flatMap((record) => {
    const listed = instrument(record.symbol)
    const price = parseDecimal(record.deliveryPrice, 8)
    if (listed === undefined || price === undefined) return []
    const atE8 = priceE8(Number(price))
    const format = instrumentFormat(listed, formatFor(currentLanguage(), 'utc'))
    const lots = parseQty(listed, record.position)
    const pnl = decodeAmount(record.deliveryRpl) - decodeAmount(record.fee)
    const { option } = listed
    const key =
      option === undefined
        ? 'contractDelivered'
        : exerciseValueE8(option, atE8) > 0
          ? 'optionExercised'
          : 'optionExpired'
    const body = message(`notices.${key}Body`, {
      symbol: record.symbol,
      size: typeof lots === 'number' ? format.qty(lots) : record.position,
      price: format.priceE8(atE8),
      pnl: format.settle(amount(pnl), { signed: true }),
    })
    return {
      kind: `delivered ${record.symbol}`,
      tone: 'info',
      title: message(`notices.${key}`),
      body,
      keys: [`delivered ${record.symbol} ${record.positionIdx} ${record.deliveryTimeE3}`],
      timeMs: record.deliveryTimeE3,
      link: { panel: 'closedPnl' },
    } as const
  })
}

/**
 * Returns what is told of contracts that ended while nobody was there: one as it would have been
 * told then, several by their number, the newest in words; undefined where none did.
 */
export function missedDeliveries(
  told: readonly NoticeDraft[],
  toldMs: number,
): (NoticeDraft & { readonly timeMs: number }) | undefined {
  const missed = told.flatMap(({ timeMs = 0, ...rest }) =>
    timeMs > toldMs ? [{ ...rest, timeMs }] : [],
  )
  const newest = missed.toSorted((a, b) => b.timeMs - a.timeMs)[0]
  if (newest === undefined) return undefined
  const { keys: _keys, ...said } = newest
  const kind = 'missedDeliveries'
  if (missed.length === 1) return { ...said, kind }
  return { ...said, kind, title: message('msg.missedDeliveries', { count: missed.length }) }
}

/** What is held and dated, and what of it has ended and is not told yet. */
export class Deliveries {
  #held: readonly Dated[] = []
  readonly #ended = new Map<string, { readonly deliveryMs: number; asked: number }>()

  /** Takes what is held now; returns since when records of what has ended are to be asked for. */
  look(held: readonly Dated[], nowMs: number): number | undefined {
    const symbols = new Set(held.map(({ symbol }) => symbol))
    for (const { symbol, deliveryMs } of this.#held) {
      // The exchange's clock is known to a moment, and its word may be quicker.
      if (deliveryMs <= nowMs + LOOK_EVERY_MS && !symbols.has(symbol)) {
        this.#ended.set(symbol, { deliveryMs, asked: 0 })
      }
    }
    this.#held = held
    for (const [symbol, ended] of this.#ended) {
      ended.asked += 1
      if (ended.asked > ASKED_AT_MOST) this.#ended.delete(symbol)
    }
    if (this.#ended.size === 0) return undefined
    return Math.min(...[...this.#ended.values()].map(({ deliveryMs }) => deliveryMs))
  }

  /** Returns those of the records that are to be told, once each. */
  told(records: readonly WireDelivery[]): readonly WireDelivery[] {
    const found = records.filter(({ symbol }) => this.#ended.has(symbol))
    for (const { symbol } of found) this.#ended.delete(symbol)
    return found
  }
}

/** Looks at what is held now and then; returns how to stop. */
export function startDeliveryNotices(): () => void {
  const deliveries = new Deliveries()
  const look = async (): Promise<void> => {
    const held = heldPositions().flatMap(({ position: { symbol } }) => {
      const deliveryMs = instrumentOf(symbol)?.deliveryMs
      return deliveryMs === undefined ? [] : [{ symbol, deliveryMs }]
    })
    const told = new Set(warned.read())
    const known = told.size
    for (const notice of deliveryNotices(held, serverNowMs(), told)) notify(notice)
    if (told.size > known) warned.write([...told].slice(-WARNED_KEPT))
    const sinceMs = deliveries.look(held, serverNowMs())
    if (sinceMs === undefined) return
    const outcome = await ask('deliveryRecords', { fromE3: sinceMs })
    if (!outcome.ok) return
    const records = deliveries.told(outcome.value.list)
    for (const notice of deliveredNotices(records, instrumentOf)) notify(notice)
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  return () => clearInterval(timer)
}
