// The catalogue: which instruments are listed, filtered and in pages (open API 3.2).

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { V5Category } from '@basis/protocol/v5/vocabulary'
import type { V5Handlers } from '../context.ts'
import { findInstrument, instrumentsOf, listedInstrument, v5Symbol } from '../instruments.ts'
import { behindAmong, listPage } from '../paging.ts'
import { invalidParameter } from '../refused.ts'
import { contractRow, optionRow, spotRow, v5Status } from './instrument-rows.ts'

const statuses = ['PreLaunch', 'Trading', 'Delivering', 'Closed'] as const
/** The statuses that are listed if none is asked for. */
const defaultStatuses: Readonly<Record<V5Category, readonly string[]>> = {
  spot: ['Trading'],
  linear: ['Trading'],
  inverse: ['Trading'],
  option: ['PreLaunch', 'Trading', 'Delivering'],
}
const defaultLimit = 500

export const instrumentsInfoHandlers: V5Handlers<'instrumentsInfo' | 'accountInstruments'> = {
  /** Every account may trade every instrument. */
  accountInstruments: (context, request) =>
    instrumentsInfoHandlers.instrumentsInfo(context, request),

  instrumentsInfo: ({ parts }, { category, symbol, status, baseCoin, limit, cursor }) => {
    const { views } = parts.exchange
    if (status !== undefined && !statuses.some((known) => known === status)) {
      throw invalidParameter('status')
    }
    const row = (instrument: Instrument) => {
      if (category === 'spot') return spotRow(views, instrument)
      return category === 'option' ? optionRow(instrument) : contractRow(instrument)
    }
    if (symbol !== undefined) {
      const named =
        category === 'spot'
          ? findInstrument(views, category, symbol)
          : listedInstrument(views, category, symbol)
      const isAsked = named !== undefined && (status === undefined || v5Status(named) === status)
      const list = isAsked ? [row(named)] : []
      return { result: { category, list, ...(category === 'spot' ? {} : { nextPageCursor: '' }) } }
    }
    const listed = status === undefined ? defaultStatuses[category] : [status]
    const coin = baseCoin ?? (category === 'option' ? 'BTC' : undefined)
    const all = instrumentsOf(views, category)
    const found = all.filter(
      (instrument) =>
        listed.includes(v5Status(instrument)) &&
        (category === 'spot' || coin === undefined || instrument.baseCoin === coin),
    )
    if (category === 'spot') return { result: { category, list: found.map(row) } }
    // An instrument may be delivered or closed between two pages.
    const behind = behindAmong(all.map(v5Symbol), v5Symbol)
    const page = listPage(found, { cursor, limit: limit ?? defaultLimit }, v5Symbol, behind)
    return { result: { category, ...page, list: page.list.map(row) } }
  },
}
