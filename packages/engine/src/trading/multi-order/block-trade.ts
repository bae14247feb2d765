// A block trade: a trade between two robots outside the book (rules 8.11).

import { problem } from '@basis/domain/instrument/problems'
import { orderId } from '@basis/domain/numbers/brand'
import type { AccountId } from '@basis/domain/numbers/brand'
import { qtyLots } from '@basis/domain/numbers/fixed'
import type { TradeBlock } from '../../api/commands.ts'
import { positionStateOf } from '../../state/positions.ts'
import {
  tickValue,
  type AccountState,
  type EngineState,
  type MarketState,
} from '../../state/state.ts'
import { trimReduceOnly, type CommandResult } from '../core/open-orders.ts'
import { applyFill } from '../core/position-updates.ts'

const refused = (field: string): CommandResult => ({ problem: problem('commandRefused', field) })

/**
 * Trades lots between seller and buyer at their price, without fees. It changes the open interest,
 * but neither last price nor turnover. Only for robots, in contracts that are trading, at a price
 * within the band.
 */
export function tradeBlock(state: EngineState, command: TradeBlock): CommandResult {
  const { symbol, qtyLots: lots, priceTicks } = command
  const market = state.bySymbol.get(symbol)
  if (market === undefined || !mayTrade(market)) return refused('symbol')
  const isWithin = priceTicks >= market.minSellTicks && priceTicks <= market.maxBuyTicks
  if (market.markE8 === 0 || !isWithin) return refused('priceTicks')
  if (!Number.isSafeInteger(lots) || lots < 1) return refused('qtyLots')
  const [buyer, seller] = [robotOf(state, command.buyer), robotOf(state, command.seller)]
  if (buyer === undefined || seller === undefined || buyer === seller) return refused('account')
  const tradeId = state.nextTradeId
  state.nextTradeId += 1
  const bought = fillParty(state, buyer, { market, sign: 1, command, tradeId })
  fillParty(state, seller, { market, sign: -1, command, tradeId })
  const { kind: _kind, ...terms } = command
  state.events.push({ kind: 'BlockTraded', ...terms, tradeId, closedLots: qtyLots(bought) })
  return {}
}

const mayTrade = ({ instrument }: MarketState): boolean =>
  instrument.kind !== 'Spot' && instrument.option === undefined && instrument.status === 'Trading'

function robotOf(state: EngineState, id: AccountId): AccountState | undefined {
  const account = state.accounts.get(id)
  return account?.role === 'robot' ? account : undefined
}

/** Fills one party; returns how many lots of its position were closed. */
function fillParty(
  state: EngineState,
  account: AccountState,
  part: {
    readonly market: MarketState
    readonly sign: 1 | -1
    readonly command: TradeBlock
    readonly tradeId: number
  },
): number {
  const { market, sign, tradeId } = part
  const { priceTicks, qtyLots: lots } = part.command
  const position = positionStateOf(account, market)
  const { closedLots } = applyFill(state, position, {
    sign,
    lots,
    value: tickValue(market, priceTicks, lots),
    fee: 0n,
    orderId: orderId(0),
    tradeId,
    cause: 'Trade',
  })
  trimReduceOnly(state, position)
  return closedLots
}
