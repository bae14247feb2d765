// Notices of margin that was added to or removed from an isolated position (spec 7).

import type { Amount } from '@basis/domain/numbers/fixed'
import { onMarginEvent, type MarginEvent } from '../../actions/add-margin.ts'
import { formatFor } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'
import { instrumentOf, nameOf } from '../../stores/catalogue.ts'
import { instrumentFormat } from '../../stores/instrument-format.ts'

/**
 * Codes of success for USDT and USDC contracts, and for inverse ones; failures are reported
 * elsewhere.
 */
const done: readonly MarginEvent['code'][] = [10_201, 20_201]

/** Subscribes to the events; returns a function that stops it. */
export const startMarginNotices = (): (() => void) =>
  onMarginEvent(({ code, symbol, amount }) => {
    if (!done.includes(code)) return
    const title = message('notices.marginChanged', { symbol: nameOf(symbol) })
    const body = changeOf(symbol, amount)
    notify({ kind: 'margin', tone: 'success', title, body, link: { panel: 'positions' } })
  })

/** Returns the change with its sign and coin. */
function changeOf(symbol: string, change: Amount): Message | undefined {
  const instrument = instrumentOf(symbol)
  if (instrument === undefined) return undefined
  const words = instrumentFormat(instrument, formatFor(currentLanguage(), 'utc'))
  const text = `${words.settle(change, { signed: true })} ${instrument.settleCoin}`
  return message('notices.verbatim', { text })
}
