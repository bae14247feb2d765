// Notices to holders of a dated contract: a day and an hour before its delivery, and the result of
// the delivery; for an option, whether it was exercised or expired (rules 9.4, 11.1).

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
import { useSession } from '../../client/session.ts'
import { heldPositions } from '../../stores/positions.ts'
import { stored } from '../../platform/storage.ts'
import { message } from '../../i18n/message-keys.ts'
import { notify, type NoticeDraft } from '../../shell/notices.ts'

const CHECK_EVERY_MS = 5_000
/** A record exists shortly after the delivery; it is requested at most this many times. */
const ASKED_AT_MOST = 60

const WARNED_KEPT = 200

/** An account's warnings already shown on this device, so that a reload does not repeat them. */
const warnedOf = (uid: string) =>
  stored<readonly string[]>({
    key: `basis.deliveryWarnings.${uid}`,
    version: 1,
    fallback: [],
    decode: (json) =>
      Array.isArray(json) && json.every((key) => typeof key === 'string') ? json : undefined,
  })

/** A held contract and its delivery time. */
export type Dated = { readonly symbol: string; readonly deliveryMs: number }

/** Returns the warnings due now for held contracts; `given` collects those already shown. */
export function deliveryNotices(
  held: readonly Dated[],
  nowMs: number,
  given: Set<string>,
): readonly NoticeDraft[] {
  return held.flatMap(({ symbol, deliveryMs }) => {
    const ahead = deliveryWarning(deliveryMs, nowMs)
    const key = `${symbol} ${ahead}`
    if (ahead === undefined || given.has(key)) return []
    given.add(key)
    const isFirst = ahead === deliveryWarningsMs[0]
    return {
      kind: `delivery ${symbol}`,
      tone: isFirst ? 'info' : 'warning',
      title: message('notices.deliveryTitle'),
      body: message(isFirst ? 'notices.deliveryInDay' : 'notices.deliveryInHour', { symbol }),
    } as const
  })
}

/** Returns the notices of deliveries; an option out of the money has expired. */
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
 * Returns one notice of the contracts that ended after `sinceMs`: a single one as it would have
 * been reported then, several with their number and the newest in the body; undefined if there are
 * none.
 */
export function missedDeliveries(
  drafts: readonly NoticeDraft[],
  sinceMs: number,
): (NoticeDraft & { readonly timeMs: number }) | undefined {
  const missed = drafts.flatMap(({ timeMs = 0, ...rest }) =>
    timeMs > sinceMs ? [{ ...rest, timeMs }] : [],
  )
  const newest = missed.toSorted((a, b) => b.timeMs - a.timeMs)[0]
  if (newest === undefined) return undefined
  const { keys: _keys, ...said } = newest
  const kind = 'missedDeliveries'
  if (missed.length === 1) return { ...said, kind }
  return { ...said, kind, title: message('msg.missedDeliveries', { count: missed.length }) }
}

/** The held dated contracts, and those that have ended and are not reported yet. */
export class Deliveries {
  #held: readonly Dated[] = []
  readonly #ended = new Map<string, { readonly deliveryMs: number; asked: number }>()

  /**
   * Takes the currently held contracts; returns the time from which delivery records are to be
   * requested, or undefined if none are awaited.
   */
  check(held: readonly Dated[], nowMs: number): number | undefined {
    const symbols = new Set(held.map(({ symbol }) => symbol))
    for (const { symbol, deliveryMs } of this.#held) {
      // The exchange's clock is only estimated, and its push may be earlier.
      if (deliveryMs <= nowMs + CHECK_EVERY_MS && !symbols.has(symbol)) {
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

  /** Returns those of the records that are to be reported, each once. */
  announced(records: readonly WireDelivery[]): readonly WireDelivery[] {
    const found = records.filter(({ symbol }) => this.#ended.has(symbol))
    for (const { symbol } of found) this.#ended.delete(symbol)
    return found
  }
}

/** Checks the held contracts periodically; returns a function that stops it. */
export function startDeliveryNotices(): () => void {
  const deliveries = new Deliveries()
  const check = async (): Promise<void> => {
    const warned = warnedOf(useSession.getState().user?.uid ?? '')
    const held = heldPositions().flatMap(({ position: { symbol } }) => {
      const deliveryMs = instrumentOf(symbol)?.deliveryMs
      return deliveryMs === undefined ? [] : [{ symbol, deliveryMs }]
    })
    const warnedKeys = new Set(warned.read())
    const known = warnedKeys.size
    for (const notice of deliveryNotices(held, serverNowMs(), warnedKeys)) notify(notice)
    if (warnedKeys.size > known) warned.write([...warnedKeys].slice(-WARNED_KEPT))
    const sinceMs = deliveries.check(held, serverNowMs())
    if (sinceMs === undefined) return
    const outcome = await ask('deliveryRecords', { fromE3: sinceMs })
    if (!outcome.ok) return
    const records = deliveries.announced(outcome.value.list)
    for (const notice of deliveredNotices(records, instrumentOf)) notify(notice)
  }
  const timer = setInterval(() => void check(), CHECK_EVERY_MS)
  return () => clearInterval(timer)
}
