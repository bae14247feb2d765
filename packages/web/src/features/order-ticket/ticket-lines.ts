// The draft's prices as lines on the chart: which lines there are, and what dragging one changes.

import { useEffect } from 'react'
import type { Dispatch } from 'react'
import { formatPrice } from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import type { PriceTicks } from '@basis/domain/numbers/fixed'
import { legNames } from '@basis/domain/orders/tpsl'
import type { Side } from '@basis/domain/orders/order'
import { onDraftMoved, showDraftLines } from '../../stores/draft.ts'
import type { DraftLines, DraftPart } from '../../stores/draft.ts'
import { withTriggerOf } from '../tpsl/form-fields.ts'
import { intendedSide } from '../tpsl/tpsl-form.ts'
import type { SideFigures } from './ticket-figures.ts'
import { riskView } from './ticket-risk.ts'
import { readTerms, tpslContext, withTrigger } from './ticket-terms.ts'
import { limitTicks } from './ticket.ts'
import type { TicketChange, TicketContext, TicketDraft } from './ticket.ts'

type LotsOf = (side: Side) => SideFigures['lots']

/**
 * Returns the lines of a draft with a take-profit or a stop-loss; undefined without either, and
 * after it was sent, when the order has its own lines.
 */
export function draftLines(
  draft: TicketDraft,
  context: TicketContext,
  lotsOf: LotsOf,
): DraftLines | undefined {
  const { instrument } = context
  const { tpsl, triggerTicks } = readTerms(draft.terms, instrument)
  if (draft.isSent === true || draft.reduceOnly || draft.terms.tpsl === undefined) return undefined
  const legs = legNames.flatMap((name) => {
    const ticks = tpsl?.[name]?.triggerTicks
    return isPrice(ticks) ? [[name, ticks] as const] : []
  })
  if (legs.length === 0) return undefined
  const limit = limitTicks(draft, instrument)
  const entry = {
    ...(isPrice(limit) ? { price: limit } : {}),
    ...(isPrice(triggerTicks) ? { trigger: triggerTicks } : {}),
  }
  const judged = { side: 'Buy', lots: lotsOf('Buy'), limit: entry.price } as const
  const view = riskView(draft, context, lotsOf)
  const { atStop, atTarget } = view?.bracket ?? {}
  return {
    symbol: instrument.symbol,
    side: view?.side ?? intendedSide(draft.terms.tpsl, tpslContext(draft, context, judged)),
    ticks: { ...entry, ...Object.fromEntries(legs) },
    gains: {
      ...(atStop === undefined ? {} : { stopLoss: atStop }),
      ...(atTarget === undefined ? {} : { takeProfit: atTarget }),
    },
  }
}

/** Returns whether it can have a line: 0, with which 0.5 begins, is no price yet. */
const isPrice = (ticks: PriceTicks | Problem | undefined): ticks is PriceTicks =>
  typeof ticks === 'number' && ticks > 0

/** Returns the change made by dragging a line; undefined if nothing changes. */
export function draggedChange(
  { terms }: TicketDraft,
  { instrument }: Pick<TicketContext, 'instrument'>,
  part: DraftPart,
  ticks: number | undefined,
): TicketChange | undefined {
  const text = ticks === undefined ? '' : formatPrice(instrument, ticks as PriceTicks)
  if (part === 'price') return text === '' ? undefined : { kind: 'price', price: text }
  if (part === 'trigger') {
    return text === '' ? undefined : { kind: 'terms', terms: withTrigger(terms, text) }
  }
  const { tpsl } = terms
  if (tpsl === undefined) return undefined
  return { kind: 'terms', terms: { ...terms, tpsl: withTriggerOf(tpsl, part, text) } }
}

/** Shows the draft's lines on the chart while the ticket is mounted, and applies drags. */
export function useLinesOfDraft(
  draft: TicketDraft,
  context: TicketContext,
  figures: Readonly<Record<Side, SideFigures>>,
  change: Dispatch<TicketChange>,
): void {
  const lines = draftLines(draft, context, (side) => figures[side].lots)
  useEffect(() => showDraftLines(lines))
  useEffect(() => () => showDraftLines(undefined), [])
  const { instrument } = context
  useEffect(
    () =>
      onDraftMoved(instrument.symbol, (part, ticks) => {
        const made = draggedChange(draft, { instrument }, part, ticks)
        if (made !== undefined) change(made)
      }),
    [draft, instrument, change],
  )
}
