// Orders of combinations as command text: `spread #3 Buy BTCUSDT-25DEC26_BTCUSDT 500l @ -701t`, in
// ticks and lots of the combination.

import { orderId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import { qtyLots } from '@basis/domain/numbers/fixed'
import { spreadTicks } from '@basis/domain/spread/combination'
import { selfTradeModes, sides, timesInForce } from '@basis/domain/orders/order'
import type { Command, OrderName, SpreadCommand } from '../../api/commands.ts'
import type { SpreadFilled, SpreadOrderChanged, SpreadTraded } from '../../api/events.ts'
import { fail, money, steps, take, words, type Line } from './line.ts'

const nameText = ({ orderId: id, linkId }: OrderName): string =>
  id === undefined ? `link=${linkId}` : String(id)

export function spreadText(command: SpreadCommand): string {
  const { account } = command
  switch (command.kind) {
    case 'PlaceSpread': {
      const { side, symbol, orderType, timeInForce, priceTicks, linkId, selfTrade } = command
      return words(
        `spread #${account} ${side} ${symbol} ${command.qtyLots}l`,
        orderType === 'Market' ? 'market' : 'limit',
        priceTicks !== undefined && `@ ${priceTicks}t`,
        timeInForce,
        linkId !== '' && `link=${linkId}`,
        selfTrade !== 'None' && `smp=${selfTrade}`,
      )
    }
    case 'ReplaceSpread':
      return words(
        `replace-spread #${account} ${nameText(command.order)}`,
        command.qtyLots !== undefined && `${command.qtyLots}l`,
        command.priceTicks !== undefined && `@ ${command.priceTicks}t`,
      )
    case 'CancelSpread':
      return `cancel-spread #${account} ${nameText(command.order)}`
    case 'CancelAllSpreads':
      return words(`cancel-spreads #${account}`, command.symbol)
  }
}

export const spreadVerbs: readonly string[] = [
  'spread',
  'replace-spread',
  'cancel-spread',
  'cancel-spreads',
]

/** Parses the text of `spreadText` after the verb and the account. */
export function takeSpread(verb: string, line: Line, account: AccountId): Command {
  switch (verb) {
    case 'spread':
      return takePlacing(line, account)
    case 'replace-spread': {
      const order = takeName(line)
      const price = takePrice(line)
      const [qty] = line.rest[0] === '@' ? [undefined] : line.rest
      return {
        kind: 'ReplaceSpread',
        account,
        order,
        ...(qty === undefined ? {} : { qtyLots: qtyLots(steps(line, qty, 'l', undefined)) }),
        ...price,
      }
    }
    case 'cancel-spread':
      return { kind: 'CancelSpread', account, order: takeName(line) }
    case 'cancel-spreads': {
      const [symbol] = line.rest
      const of = symbol === undefined ? {} : { symbol: symbolId(symbol) }
      return { kind: 'CancelAllSpreads', account, ...of }
    }
    default:
      return fail(line, `"${verb}" is no verb`)
  }
}

function takePlacing(line: Line, account: AccountId): Command {
  const word = take(line, 'side')
  const side = sides.find((known) => known === word) ?? fail(line, `"${word}" is no side`)
  const symbol = symbolId(take(line, 'symbol'))
  const lots = steps(line, take(line, 'quantity'), 'l', undefined)
  const { rest, flags } = line
  const isMarket = rest.includes('market')
  const usual = isMarket ? 'ImmediateOrCancel' : 'GoodTillCancel'
  return {
    kind: 'PlaceSpread',
    account,
    symbol,
    side,
    orderType: isMarket ? 'Market' : 'Limit',
    timeInForce: timesInForce.find((time) => rest.includes(time)) ?? usual,
    ...takePrice(line),
    qtyLots: qtyLots(lots),
    linkId: flags.get('link') ?? '',
    selfTrade: selfTradeModes.find((mode) => mode === flags.get('smp')) ?? 'None',
  }
}

function takePrice(line: Line) {
  const at = line.rest.indexOf('@')
  if (at < 0) return {}
  const text = line.rest[at + 1] ?? fail(line, 'No price')
  return { priceTicks: spreadTicks(steps(line, text, 't', undefined)) }
}

function takeName(line: Line): OrderName {
  const linkId = line.flags.get('link')
  return linkId === undefined ? { orderId: orderId(Number(take(line, 'order'))) } : { linkId }
}

export function spreadEventText(event: SpreadOrderChanged | SpreadFilled | SpreadTraded): string {
  if (event.kind === 'SpreadTraded') {
    return `${event.symbol} ${event.qtyLots}l @ ${event.priceTicks}t`
  }
  const { spread: order } = event
  const who = `#${order.account}`
  if (event.kind === 'SpreadOrderChanged') {
    const size = `${order.leavesLots}l @ ${order.priceTicks}t`
    const stands = words(order.status, order.cancelType, event.problem?.name)
    return `${who} spread ${order.id} ${order.symbol} ${size}: ${stands}`
  }
  const { fill } = event
  const legs = [fill.near, fill.far].map(
    (leg) => `${leg.side} ${leg.symbol} ${leg.qtyLots}l @ ${leg.priceTicks}t fee ${money(leg.fee)}`,
  )
  return `${who} filled ${order.id}: ${fill.qtyLots}l @ ${fill.priceTicks}t, ${legs.join(', ')}`
}
