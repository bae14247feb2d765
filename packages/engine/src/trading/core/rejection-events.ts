// The event of a refused command: what it asked for, and the numbers if any decided.

import type { Explanation } from '@basis/domain/margin/explanation'
import type { Problem } from '@basis/domain/instrument/problems'
import type { Command, ReversePosition } from '../../api/commands.ts'
import { peekPosition } from '../../state/positions.ts'
import type { EngineState } from '../../state/state.ts'
import { draftOf } from '../../risk/draft-order.ts'
import { replacementEntry } from './pre-trade-checks.ts'
import { refusalExplanation, type RefusedRequest } from './rejections.ts'

/** Emits why a command was refused; for a new order `refuse` does so. */
export function emitRejected(
  state: EngineState,
  command: Command,
  why: Problem,
  because?: Explanation,
): void {
  const asked = askedOf(state, command)
  const account = 'account' in command ? command.account : undefined
  const explanation =
    because !== undefined || asked === undefined || account === undefined
      ? because
      : refusalExplanation(state, account, asked, why)
  state.events.push({
    kind: 'CommandRejected',
    command: command.kind,
    ...(account === undefined ? {} : { account }),
    ...(asked === undefined ? {} : { symbol: asked.symbol }),
    problem: why,
    ...(explanation === undefined ? {} : { explanation }),
  })
}

/** A reversal is a market order on the opposite side for twice the position. */
function reversalAsked(
  state: EngineState,
  { account, symbol, positionIdx }: ReversePosition,
): RefusedRequest {
  const holder = state.accounts.get(account)
  const market = state.bySymbol.get(symbol)
  const position = holder && market && peekPosition(holder, market, positionIdx)
  if (position === undefined || position.sign === 0) return { symbol, positionIdx }
  const side = position.sign === 1 ? 'Sell' : 'Buy'
  return { symbol, positionIdx, side, orderType: 'Market', qtyLots: position.sizeLots }
}

/** What a command asked for; for a replacement the order as it would have been. */
function askedOf(state: EngineState, command: Command): RefusedRequest | undefined {
  if (command.kind !== 'ReplaceOrder' && command.kind !== 'CancelOrder') {
    if (!('symbol' in command) || command.symbol === undefined) return undefined
    const { symbol } = command
    if (command.kind === 'PlaceAlgo') {
      const { side, qtyLots, positionIdx } = command
      return { symbol, side, qtyLots, positionIdx }
    }
    if (command.kind === 'ReversePosition') return reversalAsked(state, command)
    if (command.kind === 'ChangeMargin') {
      return { symbol, positionIdx: command.positionIdx, change: command.amount }
    }
    return 'positionIdx' in command && command.positionIdx !== undefined
      ? { symbol, positionIdx: command.positionIdx }
      : { symbol }
  }
  const { linkId = '' } = command.order
  const known = state.accounts.get(command.account)?.links.get(linkId)?.orderId
  const id = command.order.orderId ?? known
  const order = id === undefined ? undefined : state.orders.get(id)
  if (order?.account.id !== command.account) return undefined
  const { symbol } = order.market.instrument
  const { side, orderType, positionIdx } = order
  const replaced = command.kind === 'ReplaceOrder' ? command : undefined
  const wanted = {
    priceTicks: replaced?.priceTicks ?? order.priceTicks,
    qtyLots: replaced?.qtyLots ?? order.qtyLots,
  }
  const judged = () => draftOf(replacementEntry(state, order, wanted))
  return { symbol, side, orderType, positionIdx, without: order, ...wanted, judged }
}
