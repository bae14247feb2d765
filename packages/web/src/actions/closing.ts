// Closing everything: every position by reduce-only market orders, or what has to end at once.

import { ask } from '../client/http.ts'
import { message } from '../i18n/message-keys.ts'
import { notify } from '../shell/notices.ts'
import { heldPositions } from '../stores/positions.ts'
import { applyReceipt } from '../stores/orders.ts'
import { once } from './intents.ts'
import { done, failed, ignored, type ActOutcome } from './trading.ts'

/** Closes every contract position of the account at market, or those of one symbol. */
export async function closeAll(symbol?: string): Promise<ActOutcome> {
  const outcome = await once(`closeAll ${symbol ?? ''}`, () =>
    ask('closeAllPositions', symbol === undefined ? {} : { symbol }),
  )
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, message('positions.closeAllFailure'))
  const { list } = outcome.value
  for (const { order } of list) if (order !== undefined) applyReceipt(order, 'newed')
  const refused = list.filter(({ code }) => code !== 0)
  if (list.length === 0) {
    notify({ kind: 'closeAll', tone: 'info', title: message('positions.nothingToClose') })
  } else if (refused.length > 0) {
    const symbols = [...new Set(refused.map((row) => row.symbol))].join(', ')
    notify({
      kind: 'closeAll',
      tone: 'failure',
      title: message('positions.closeAllFailure'),
      body: message('positions.closeAllRefused', { symbols }),
      stays: true,
    })
  }
  return done
}

/**
 * Cancels every open order, stops and algorithmic orders included, and then closes every position:
 * in this order, so that no order of the account's own meets its closing orders. What is left is
 * asked of the exchange afterwards, and told with what is gone.
 */
export async function stopEverything(): Promise<void> {
  await once('stopEverything', async () => {
    const held = symbolsOf(heldPositions().map(({ position }) => position))
    const cancelled = await ask('cancelAllOrders', {})
    await ask('closeAllPositions', {})
    const [orders, positions] = await Promise.all([ask('openOrders', {}), ask('positionList', {})])
    if (!orders.ok || !positions.ok) {
      notify({ kind: 'stopped', tone: 'failure', title: message('notices.outcomeUnknown') })
      return
    }
    const open = symbolsOf(positions.value.list.filter(({ side }) => side !== 'None'))
    const left = [...new Set([...open, ...symbolsOf(orders.value.list)])]
    const body = message('panic.done', {
      orders: cancelled.ok ? cancelled.value.list.length : 0,
      symbols: held.filter((symbol) => !open.includes(symbol)).join(', ') || '–',
    })
    const isAll = left.length === 0
    const leftWords = message('positions.closeAllRefused', { symbols: left.join(', ') })
    notify({
      kind: 'stopped',
      tone: isAll ? 'success' : 'failure',
      title: message(isAll ? 'panic.all' : 'panic.partly'),
      body: isAll ? body : message('ticket.confirmBody', { words: leftWords, reasons: body }),
      stays: !isAll,
    })
  })
}

const symbolsOf = (list: readonly { readonly symbol: string }[]): string[] => [
  ...new Set(list.map(({ symbol }) => symbol)),
]
