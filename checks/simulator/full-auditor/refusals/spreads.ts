// Judges orders of combinations: the account, the quantity, the price, and the reserved margin
// (rules 20.1 to 20.3).

import type { Command } from '@basis/engine/commands'
import { contentText } from '@basis/engine/field-order'
import { spreadBandOf, type Combined, type OpenSpread } from '../spread-books.ts'
import type { Findings } from './findings.ts'
import type { World } from './request.ts'

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>
type Asked = Pick<Of<'PlaceSpread'>, 'orderType' | 'priceTicks' | 'qtyLots' | 'side'>

const mostResting = 50
const linkPattern = /^[A-Za-z0-9_-]{1,45}$/

/** Two requests with the same link id are the same if these fields are equal (O1). */
export const spreadContent = ({
  kind: _kind,
  account,
  selfTrade: _mode,
  linkId: _linkId,
  ...asked
}: Of<'PlaceSpread'>): string => `spread of ${account}: ${contentText(asked)}`

export function judgePlacingSpread(
  world: World,
  command: Of<'PlaceSpread'>,
  findings: Findings,
): void {
  const { audited, registry, spreads } = world
  const { account, linkId, symbol } = command
  findings.add('accountUnknown', !audited.accounts.has(account))
  if (!findings.isClean) return
  const known = registry.linkOf(account, linkId)
  if (known !== undefined) {
    return findings.add('orderLinkIdDuplicate', known.content !== spreadContent(command))
  }
  findings.add('orderLinkIdInvalid', linkId !== '' && !linkPattern.test(linkId))
  const of = spreads.combined(symbol)
  findings.add('instrumentUnknown', of === undefined)
  if (of === undefined) return
  judgeEntry(world, { account, of }, command, findings)
  const own = [...spreads.orders.values()].filter((order) => order.account === account)
  const resting = own.filter((order) => order.of.symbol === symbol)
  findings.add('tooManyOrders', resting.length >= mostResting)
}

/** Checks of every order that enters, new or replaced. */
function judgeEntry(
  world: World,
  { account, of }: { readonly account: number; readonly of: Combined },
  asked: Asked,
  findings: Findings,
): void {
  const { audited, spreads, nowMs } = world
  const areTrading = [of.far, of.near].every(({ instrument }) => instrument.status === 'Trading')
  findings.add('instrumentNotTrading', !areTrading || nowMs >= of.closesMs)
  judgeSize(of, asked, findings)
  const reference = spreads.reference(of)
  const isPriced = of.far.mark > 0n && reference > 0n
  findings.add('priceUnavailable', !isPriced)
  for (const { isSpot, instrument } of [of.far, of.near]) {
    if (isSpot) continue
    findings.add('spreadNeedsOneWay', audited.isHedged(account, instrument.symbol))
    findings.add('spreadNeedsCross', audited.seen(account, instrument.symbol, 0).isolated)
  }
  const { priceTicks: limit } = asked
  if (!isPriced || (limit !== undefined && !Number.isSafeInteger(limit))) return
  const band = spreadBandOf(of, reference)
  findings.add('priceAboveBand', limit !== undefined && BigInt(limit) > band.high)
  findings.add('priceBelowBand', limit !== undefined && BigInt(limit) < band.low)
  if (!findings.isClean) return
  const sign = asked.side === 'Buy' ? 1n : -1n
  const [best] = spreads.queue(of.symbol, -sign)
  const price = limit === undefined ? (best?.price ?? fairOf(of, reference)) : BigInt(limit)
  judgeHold(world, { account, of, sign, price }, BigInt(asked.qtyLots), findings)
}

/** Far mark less near reference on the grid, half up. */
function fairOf({ far, tick }: Combined, reference: bigint): bigint {
  const top = 2n * (far.mark - reference) + tick
  const bottom = 2n * tick
  return top >= 0n || top % bottom === 0n ? top / bottom : top / bottom - 1n
}

function judgeSize(of: Combined, { orderType, priceTicks, qtyLots }: Asked, findings: Findings) {
  findings.add('priceRequired', orderType === 'Limit' && priceTicks === undefined)
  findings.add('priceNotAllowed', orderType === 'Market' && priceTicks !== undefined)
  findings.add('priceInvalid', priceTicks !== undefined && !Number.isSafeInteger(priceTicks))
  const isWhole = Number.isSafeInteger(qtyLots) && qtyLots >= 0
  findings.add('qtyInvalid', !isWhole)
  findings.add('qtyRequired', qtyLots === 0)
  if (!isWhole || qtyLots === 0) return
  const qty = BigInt(qtyLots) * of.lot
  const isBeyond = (limitOf: 'maxQtyLots' | 'maxMarketQtyLots'): boolean =>
    [of.far, of.near].some(({ instrument, lot }) => qty > BigInt(instrument[limitOf]) * lot)
  const isBelow = [of.far, of.near].some(
    ({ instrument, lot }) => qty < BigInt(instrument.minQtyLots) * lot,
  )
  findings.add('qtyTooSmall', isBelow)
  findings.add(
    'orderMaxQtyReplace',
    isBeyond(orderType === 'Market' ? 'maxMarketQtyLots' : 'maxQtyLots'),
  )
}

/** Margin and coins for both legs are available besides all existing reserves (D-S8). */
function judgeHold(
  { audited, spreads }: World,
  order: Pick<OpenSpread, 'account' | 'of' | 'sign' | 'price'>,
  lots: bigint,
  findings: Findings,
): void {
  const { account } = order
  const { margin, coin, coins } = spreads.holdOf(order, lots)
  const { balance, initial } = audited.totals(account)
  findings.add('insufficientBalance', margin > 0n && balance - initial < margin)
  // The margin of loans that locked coins need is taken from the engine.
  const mayLend = audited.rulesVersion >= 3 && audited.loans.isOn(account)
  if (mayLend && coins > 0n) findings.leave('insufficientBalance')
  const isShort = coins > 0n && coins > audited.free(account, coin)
  const isBase = coin === order.of.near.instrument.baseCoin
  findings.add(isBase ? 'insufficientCoin' : 'insufficientBalance', isShort)
}

function foundSpread(
  { audited, registry, spreads }: World,
  { account, order: name }: Of<'CancelSpread'> | Of<'ReplaceSpread'>,
  findings: Findings,
): OpenSpread | undefined {
  findings.add('accountUnknown', !audited.accounts.has(account))
  if (!findings.isClean) return undefined
  const id = name.orderId ?? registry.linkOf(account, name.linkId)?.id
  const order = id === undefined ? undefined : spreads.orders.get(id)
  if (order?.account === account) return order
  findings.add(
    id !== undefined && spreads.ended.get(id) === account ? 'orderFinal' : 'orderNotFound',
  )
  return undefined
}

export function judgeReplacingSpread(
  world: World,
  command: Of<'ReplaceSpread'>,
  findings: Findings,
): void {
  const order = foundSpread(world, command, findings)
  if (order === undefined) return
  const price = command.priceTicks === undefined ? order.price : BigInt(command.priceTicks)
  const qty = command.qtyLots === undefined ? order.qty : BigInt(command.qtyLots)
  findings.add('orderUnchanged', price === order.price && qty === order.qty)
  const filled = order.qty - order.left
  findings.add('qtyNotAboveFilled', qty <= filled)
  if (!findings.isClean || (price === order.price && qty < order.qty)) return
  const { account, of, sign } = order
  const asked = {
    orderType: 'Limit' as const,
    side: sign === 1n ? ('Buy' as const) : ('Sell' as const),
    priceTicks: (command.priceTicks ?? Number(order.price)) as Of<'PlaceSpread'>['priceTicks'],
    qtyLots: Number(qty - filled) as Of<'PlaceSpread'>['qtyLots'],
  }
  world.spreads.without(order, () => judgeEntry(world, { account, of }, asked as Asked, findings))
}

export function judgeCancellingSpread(
  world: World,
  command: Of<'CancelSpread'>,
  findings: Findings,
): void {
  foundSpread(world, command, findings)
}

export function judgeCancellingSpreads(
  { audited, spreads }: World,
  { account, symbol }: Of<'CancelAllSpreads'>,
  findings: Findings,
): void {
  findings.add('accountUnknown', !audited.accounts.has(account))
  findings.add('instrumentUnknown', symbol !== undefined && spreads.combined(symbol) === undefined)
}
