// Pages of funding rates that continue, from the seed, into the time before the start.

import { minuteMs } from '@basis/domain/instrument/candle'
import {
  cursorOf,
  placeOf,
  type FundingRateQuestion,
  type FundingRateRecord,
  type Page,
} from '../read-model.ts'
import type { SeedHistory } from './seed-history.ts'

/** No command has this number: a cursor with it is a minute of the seed's past. */
const seedSeq = 0

/** Returns the page filled up with the seed's older rates. */
export function withSeedRates(
  page: Page<FundingRateRecord>,
  question: FundingRateQuestion & { readonly limit: number },
  seed: SeedHistory | undefined,
): Page<FundingRateRecord> {
  if (seed === undefined || page.next !== undefined) return page
  const { symbol, fromMs = 0, toMs = Number.MAX_SAFE_INTEGER, limit } = question
  const after = question.cursor === undefined ? undefined : placeOf(question.cursor)
  const beforeMs = after?.seq === seedSeq ? Math.min(toMs, after.place * minuteMs) : toMs
  const room = limit - page.rows.length
  const found = seed.fundingRates({ fromMs, beforeMs, limit: room + 1 })
  const rates = found.slice(0, room).map((rate): FundingRateRecord => {
    return { seq: seedSeq, timeMs: rate.atMs, symbol, ...rate }
  })
  const rows = [...page.rows, ...rates]
  const last = rates.at(-1) ?? page.rows.at(-1)
  if (found.length <= room || last === undefined) return { ...page, rows }
  const minute = Math.ceil(last.seq === seedSeq ? last.atMs / minuteMs : beforeMs / minuteMs)
  return { ...page, rows, next: cursorOf({ seq: seedSeq, place: minute }) }
}
