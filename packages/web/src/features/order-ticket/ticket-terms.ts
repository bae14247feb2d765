// What an order may bring beside price and quantity: a trigger that it waits for, a take-profit and
// a stop-loss. They come from the chart and can be changed or taken away in the ticket.

import type { PriceTicks, QtyLots } from '@basis/domain/fixed'
import { formatPrice, parsePrice, type Instrument } from '@basis/domain/instrument'
import type { Side } from '@basis/domain/order'
import { emptyLeg, tpslProblems } from '@basis/domain/orders/tpsl'
import { directionFrom, triggerProblem } from '@basis/domain/orders/trigger'
import { problem, type Problem } from '@basis/domain/problems'
import type { PickedTerms } from '../../exchange/draft.ts'

export const termNames = ['trigger', 'takeProfit', 'stopLoss'] as const
export type TermName = (typeof termNames)[number]

/** The texts of the fields that are shown; an absent one is not wanted. */
export type TicketTerms = { readonly [Name in TermName]?: string }

/** The same in ticks, as far as the texts can be read. */
export type TermTicks = {
  readonly triggerTicks?: PriceTicks
  readonly takeProfitTicks?: PriceTicks
  readonly stopLossTicks?: PriceTicks
}

/** Returns the fields that an order picked on the chart fills. */
export function termsOf(picked: PickedTerms, instrument: Instrument): TicketTerms {
  const text = (ticks: number | undefined) =>
    ticks === undefined ? undefined : formatPrice(instrument, ticks as PriceTicks)
  return withoutEmpty({
    trigger: text(picked.triggerTicks),
    takeProfit: text(picked.takeProfitTicks),
    stopLoss: text(picked.stopLossTicks),
  })
}

/** Returns the terms with one field written or, with undefined, taken away. */
export const changedTerms = (
  terms: TicketTerms,
  name: TermName,
  text: string | undefined,
): TicketTerms => withoutEmpty({ ...terms, [name]: text })

function withoutEmpty(texts: Readonly<Record<TermName, string | undefined>> | object): TicketTerms {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
}

/** Returns the terms that can be read; spot orders have none. */
export function termTicks(terms: TicketTerms, instrument: Instrument): TermTicks {
  if (instrument.kind === 'Spot') return {}
  const read = (name: TermName): PriceTicks | undefined => {
    const text = terms[name]
    const made = text === undefined ? undefined : parsePrice(instrument, text)
    return typeof made === 'number' ? made : undefined
  }
  const [triggerTicks, takeProfitTicks, stopLossTicks] = termNames.map(read)
  return {
    ...(triggerTicks === undefined ? {} : { triggerTicks }),
    ...(takeProfitTicks === undefined ? {} : { takeProfitTicks }),
    ...(stopLossTicks === undefined ? {} : { stopLossTicks }),
  }
}

/**
 * Returns the first problem of a side's terms, by the rules that the engine refuses by: the trigger
 * away from the last price, the legs on their sides of the order's price (spec 5; domain.md 8.5).
 */
export function termsProblem(
  { terms, reduceOnly }: { readonly terms: TicketTerms; readonly reduceOnly: boolean },
  { instrument, last }: { readonly instrument: Instrument; readonly last: PriceTicks | undefined },
  order: {
    readonly side: Side
    readonly lots: QtyLots
    readonly limit: PriceTicks | undefined
  },
): Problem | undefined {
  if (instrument.kind === 'Spot') return undefined
  for (const name of termNames) {
    const text = terms[name]
    const made = text === undefined ? undefined : parsePrice(instrument, text)
    if (text?.trim() === '') return problem('priceRequired', name)
    if (typeof made === 'object') return made
  }
  const { triggerTicks: trigger, takeProfitTicks, stopLossTicks } = termTicks(terms, instrument)
  if (trigger !== undefined) {
    const direction = last === undefined ? 1 : directionFrom(last, trigger)
    const wrong = triggerProblem(instrument, { priceTicks: trigger, direction, current: last })
    if (wrong !== undefined) return wrong
  }
  const [first] = tpslProblems(
    {
      mode: 'Full',
      takeProfit: { ...emptyLeg, triggerTicks: takeProfitTicks },
      stopLoss: { ...emptyLeg, triggerTicks: stopLossTicks },
    },
    {
      instrument,
      scene: 'Order',
      side: order.side,
      referenceTicks: order.limit ?? trigger ?? last,
      marketTicks: trigger === undefined ? last : undefined,
      sizeLots: order.lots,
      isUnified: true,
      reduceOnly,
    },
  )
  return first
}
