// Closing of positions: all by reduce-only market orders, and the panic action that ends
// everything.

import { lotsOfShare } from '@basis/domain/margin/cost-input'
import { qtyLots, type QtyLots } from '@basis/domain/numbers/fixed'
import type { Position } from '@basis/domain/orders/position'
import { ask } from '../client/http.ts'
import { uidNow } from '../client/session.ts'
import { message, type Message } from '../i18n/message-keys.ts'
import { askForConfirmation } from '../shell/dialogs.ts'
import { notify } from '../shell/notices.ts'
import { heldPositions } from '../stores/positions.ts'
import { applyReceipt } from '../stores/orders.ts'
import { needsConfirmation } from '../stores/preferences.ts'
import { once } from './intents.ts'
import { done, failed, ignored, type ActionOutcome } from './action-outcome.ts'
import { isRunning } from './rules/rule-list.ts'
import { closePosition } from './trading.ts'

/** Asks for a confirmation of a closing at market if the trader wants one for market orders. */
export async function isCloseIntended(title: Message, body: Message): Promise<boolean> {
  const confirm = message('positions.confirmClose')
  return !needsConfirmation('market') || askForConfirmation({ title, body, confirm })
}

/** Closes every contract position of the account at market, or those of one symbol. */
export async function closeAll(symbol?: string): Promise<ActionOutcome> {
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

/** Returns a percentage of a position, floored to the lot but at least one lot. */
export function partOf({ sizeLots }: Pick<Position, 'sizeLots'>, percent: number): QtyLots {
  return qtyLots(Math.min(sizeLots, Math.max(lotsOfShare(sizeLots, percent), 1)))
}

/**
 * Closes a percentage of each position at market, all in one turn: after the answer to the first
 * another account may be signed in, whose position would be closed.
 */
export async function closeParts(
  positions: readonly Pick<Position, 'symbol' | 'positionIdx' | 'sizeLots'>[],
  percent: number,
): Promise<void> {
  const sent = positions.map((position) =>
    closePosition({ ...position, qtyLots: partOf(position, percent) }),
  )
  await Promise.all(sent)
}

/**
 * Ends every rule, cancels every open order (stops and algorithmic orders included), then closes
 * every position. In this order nothing places new orders, and no closing order matches one of the
 * account's own. Afterwards the exchange is asked what is left, and the user is shown the result.
 * If the account is left meanwhile it ends, since the next step would be that of another account.
 */
export async function stopEverything(): Promise<void> {
  await once('stopEverything', async () => {
    const uid = uidNow()
    const held = symbolsOf(heldPositions().map(({ position }) => position))
    await endRules()
    if (uid !== uidNow()) return
    const cancelled = await ask('cancelAllOrders', {})
    if (uid !== uidNow()) return
    await ask('closeAllPositions', {})
    if (uid !== uidNow()) return
    const [orders, positions, rules] = await Promise.all([
      ask('openOrders', {}),
      ask('positionList', {}),
      ask('rules', {}),
    ])
    if (uid !== uidNow()) return
    if (!orders.ok || !positions.ok || !rules.ok) {
      notify({ kind: 'stopped', tone: 'failure', title: message('notices.outcomeOpen') })
      return
    }
    const open = symbolsOf(positions.value.list.filter(({ side }) => side !== 'None'))
    const acting = rules.value.list.filter(isRunning)
    const left = [...new Set([...open, ...symbolsOf([...orders.value.list, ...acting])])]
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

/** Paused rules end too, since one could be resumed by mistake. */
async function endRules(): Promise<void> {
  const rules = await ask('rules', {})
  if (!rules.ok) return
  const acting = rules.value.list.filter(isRunning)
  await Promise.all(acting.map(({ ruleId }) => ask('cancelRule', { ruleId })))
}

const symbolsOf = (list: readonly { readonly symbol: string }[]): string[] => [
  ...new Set(list.map(({ symbol }) => symbol)),
]
