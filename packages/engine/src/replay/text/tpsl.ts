// Triggers, TP/SL and trailing stops as words of command text: `when=rise:66000`,
// `tp=67000,MarkPrice,@67010`, `trail=1%`. format.ts parses and writes the rest of the line.

import { formatTrimmed, parseDecimal, priceTicks } from '@basis/domain/numbers/fixed'
import { triggerBases, type Order } from '@basis/domain/orders/order'
import type { TpslRequest, TpslLegRequest } from '@basis/domain/orders/tpsl'
import type { TrailingRequest } from '@basis/domain/orders/trailing'
import type { SetTpSl, TriggerRequest } from '../../api/commands.ts'

type WritePrice = (ticks: number) => string
type ReadPrice = (text: string) => number
type Flags = ReadonlyMap<string, string>

/** Returns the word of a trigger; the last price is the default basis. */
export const triggerWord = (
  { priceTicks: ticks, basis, direction }: TriggerRequest,
  price: WritePrice,
): string =>
  `when=${direction === 1 ? 'rise' : 'fall'}:${price(ticks)}${basis === 'LastPrice' ? '' : `:${basis}`}`

export function readTrigger(text: string, price: ReadPrice): TriggerRequest {
  const [way, at = '', name] = text.split(':')
  const basis = triggerBases.find((each) => each === name) ?? 'LastPrice'
  return { priceTicks: priceTicks(price(at)), basis, direction: way === 'rise' ? 1 : 2 }
}

function legWord(
  name: string,
  leg: TpslLegRequest | undefined,
  price: WritePrice,
): string | undefined {
  if (leg === undefined) return undefined
  const basis = leg.triggerBy === 'LastPrice' ? '' : `,${leg.triggerBy}`
  const limit = leg.limitTicks === undefined ? '' : price(leg.limitTicks)
  const type = leg.orderType === 'Limit' ? `,@${limit}` : ''
  return `${name}=${leg.triggerTicks === undefined ? '' : price(leg.triggerTicks)}${basis}${type}`
}

function readLeg(text: string, price: ReadPrice): TpslLegRequest {
  const [at = '', ...more] = text.split(',')
  const limit = more.find((word) => word.startsWith('@'))?.slice(1)
  return {
    triggerBy: triggerBases.find((basis) => more.includes(basis)) ?? 'LastPrice',
    orderType: limit === undefined ? 'Market' : 'Limit',
    ...(at === '' ? {} : { triggerTicks: priceTicks(price(at)) }),
    ...(limit === undefined || limit === '' ? {} : { limitTicks: priceTicks(price(limit)) }),
  }
}

/** Returns the words of the TP/SL attached to an order. */
export const attachedTpslText = (
  { mode, takeProfit, stopLoss }: TpslRequest,
  price: WritePrice,
): readonly (string | undefined)[] => [
  legWord('tp', takeProfit, price),
  legWord('sl', stopLoss, price),
  mode === 'Full' && (takeProfit ?? stopLoss) !== undefined ? undefined : `tpsl=${mode}`,
]

export function readAttachedTpsl(flags: Flags, price: ReadPrice): TpslRequest | undefined {
  const legs = readLegs(flags, price)
  if ((legs.takeProfit ?? legs.stopLoss ?? flags.get('tpsl')) === undefined) return undefined
  return { mode: flags.get('tpsl') === 'Partial' ? 'Partial' : 'Full', ...legs }
}

export function readLegs(flags: Flags, price: ReadPrice): Omit<TpslRequest, 'mode'> {
  const [tp, sl] = [flags.get('tp'), flags.get('sl')]
  return {
    ...(tp === undefined ? {} : { takeProfit: readLeg(tp, price) }),
    ...(sl === undefined ? {} : { stopLoss: readLeg(sl, price) }),
  }
}

/** Returns the words of a `SetTpSl` other than account, symbol, mode and quantity. */
export function setTpSlWords(command: SetTpSl, price: WritePrice): readonly (string | undefined)[] {
  const { takeProfit, stopLoss, tpOrderId, slOrderId } = command
  return [
    legWord('tp', takeProfit, price),
    legWord('sl', stopLoss, price),
    tpOrderId === undefined ? undefined : `tp-order=${tpOrderId}`,
    slOrderId === undefined ? undefined : `sl-order=${slOrderId}`,
    ...trailingWords(command, price),
  ]
}

/** Returns the words of a trailing stop, of a position or attached to an order. */
export function trailingWords(
  { trailing = {} }: { readonly trailing?: TrailingRequest },
  price: WritePrice,
): readonly (string | undefined)[] {
  const { distanceTicks, rateE4, activationTicks } = trailing
  return [
    distanceTicks === undefined ? undefined : `trail=${price(distanceTicks)}`,
    rateE4 === undefined ? undefined : `trail=${formatTrimmed(BigInt(rateE4), 2)}%`,
    activationTicks === undefined ? undefined : `activate=${price(activationTicks)}`,
  ]
}

export function readTrailing(flags: Flags, price: ReadPrice): TrailingRequest | undefined {
  const [trail, activate] = [flags.get('trail'), flags.get('activate')]
  if (trail === undefined && activate === undefined) return undefined
  const isRate = trail?.endsWith('%') === true
  const rate = isRate ? parseDecimal(trail.slice(0, -1), 2) : undefined
  return {
    ...(rate === undefined ? {} : { rateE4: Number(rate) }),
    ...(trail === undefined || isRate ? {} : { distanceTicks: priceTicks(price(trail)) }),
    ...(activate === undefined ? {} : { activationTicks: priceTicks(price(activate)) }),
  }
}

/** Returns the stop type and trigger of a waiting order. */
export function stopText({ stop, status }: Order, price: WritePrice): string | undefined {
  if (stop === undefined || status !== 'Untriggered') return undefined
  return `${stop.stopType} ${price(stop.triggerTicks)}`
}
