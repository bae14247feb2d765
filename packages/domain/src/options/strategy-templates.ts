// Named option strategies: the strikes that they buy and sell, relative to the money, and the
// expiry of each leg.

import type { OptionRight } from '../instrument/option.ts'

export const strategyNames = [
  'straddle',
  'strangle',
  'bullCallSpread',
  'bearPutSpread',
  'bullPutSpread',
  'bearCallSpread',
  'ironCondor',
  'butterfly',
  'calendar',
  'coveredCall',
  'collar',
] as const
export type StrategyName = (typeof strategyNames)[number]

/** `ratio`: quantity per strategy, negative for short. `steps`: strikes above the money. */
export type TemplateLeg = {
  readonly right: OptionRight | 'Underlying'
  readonly steps: number
  readonly ratio: number
  readonly isLater?: true
}

const call = (steps: number, ratio: number): TemplateLeg => ({ right: 'Call', steps, ratio })
const put = (steps: number, ratio: number): TemplateLeg => ({ right: 'Put', steps, ratio })
const coin: TemplateLeg = { right: 'Underlying', steps: 0, ratio: 1 }

export const strategyTemplates: Readonly<Record<StrategyName, readonly TemplateLeg[]>> = {
  straddle: [call(0, 1), put(0, 1)],
  strangle: [call(2, 1), put(-2, 1)],
  bullCallSpread: [call(0, 1), call(2, -1)],
  bearPutSpread: [put(0, 1), put(-2, -1)],
  bullPutSpread: [put(-3, 1), put(-1, -1)],
  bearCallSpread: [call(3, 1), call(1, -1)],
  ironCondor: [put(-4, 1), call(4, 1), put(-2, -1), call(2, -1)],
  butterfly: [call(-2, 1), call(2, 1), call(0, -2)],
  calendar: [{ ...call(0, 1), isLater: true }, call(0, -1)],
  coveredCall: [coin, call(2, -1)],
  collar: [coin, put(-2, 1), call(2, -1)],
}

/** Strikes of an expiry, ascending. */
export type TemplateExpiry = { readonly deliveryMs: number; readonly strikes: readonly number[] }

export type ChosenLeg = {
  readonly right: OptionRight | 'Underlying'
  readonly deliveryMs: number
  readonly strike: number
  readonly ratio: number
}

/**
 * Returns the legs of a strategy at an expiry, and at a later one if a leg needs it; steps beyond
 * the chain use its outermost strike. Undefined if the chain has too few strikes or expiries to
 * keep the legs distinct.
 */
export function legsOfTemplate(
  name: StrategyName,
  atMoney: number,
  near: TemplateExpiry,
  later: TemplateExpiry | undefined,
): readonly ChosenLeg[] | undefined {
  const template = strategyTemplates[name]
  // Legs of two expiries share a strike, so only strikes that both list are used.
  const strikes = template.some(({ isLater }) => isLater)
    ? near.strikes.filter((strike) => later?.strikes.includes(strike))
    : undefined
  const legs = template.map(({ right, steps, ratio, isLater }): ChosenLeg | undefined => {
    if (right === 'Underlying') return { right, deliveryMs: 0, strike: 0, ratio }
    const expiry = isLater === true ? later : near
    const strike = expiry && strikeAway(strikes ?? expiry.strikes, atMoney, steps)
    return strike === undefined || expiry === undefined
      ? undefined
      : { right, deliveryMs: expiry.deliveryMs, strike, ratio }
  })
  const found = legs.filter((leg) => leg !== undefined)
  const kinds = new Set(
    found.map(({ right, deliveryMs, strike }) => `${right} ${deliveryMs} ${strike}`),
  )
  return kinds.size === legs.length ? found : undefined
}

function strikeAway(
  strikes: readonly number[],
  atMoney: number,
  steps: number,
): number | undefined {
  const away = (at: number): number => Math.abs((strikes[at] ?? Infinity) - atMoney)
  const middle = strikes.reduce((best, _, at) => (away(at) < away(best) ? at : best), 0)
  return strikes[Math.min(Math.max(middle + steps, 0), strikes.length - 1)]
}
