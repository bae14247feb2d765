// Notices of margin that was added to an isolated position, or taken back (spec 7).

import { onMarginEvent, type MarginEvent } from '../../actions/add-margin.ts'
import { message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'
import { nameOf } from '../../stores/catalogue.ts'

/** Of USDT and USDC contracts, and of inverse ones; a failure is told by its own reaction. */
const done: readonly MarginEvent['code'][] = [10_201, 20_201]

/** Listens to the events; returns how to stop. */
export const startMarginNotices = (): (() => void) =>
  onMarginEvent(({ code, symbol }) => {
    if (!done.includes(code)) return
    const title = message('notices.marginChanged', { symbol: nameOf(symbol) })
    notify({ kind: 'margin', tone: 'success', title, link: { panel: 'positions' } })
  })
