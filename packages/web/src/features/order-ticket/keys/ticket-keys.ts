// Keyboard shortcuts of the ticket: what each changes in the current draft.

import { useEffect } from 'react'
import type { Dispatch } from 'react'
import { onPageRequest, type TicketKey } from '../../../shell/page-requests.ts'
import { useSettings } from '../../../stores/settings.ts'
import { emptyForm } from '../../tpsl/form-fields.ts'
import { isConditional, withTpsl, withTrigger } from '../ticket-terms.ts'
import type { TicketChange, TicketContext, TicketDraft } from '../ticket.ts'

type TicketKind = 'Limit' | 'Market' | 'Conditions'

/** A conditional order places a limit or a market order (spec 4, order type). */
export function kindChanges(
  kind: TicketKind,
  { terms }: Pick<TicketDraft, 'terms'>,
): readonly TicketChange[] {
  const trigger = kind === 'Conditions' ? (terms.trigger ?? '') : undefined
  const waits: TicketChange = { kind: 'terms', terms: withTrigger(terms, trigger) }
  return kind === 'Conditions' ? [waits] : [{ kind: 'orderType', orderType: kind }, waits]
}

/** A reduce-only order cannot have TP/SL (rules 6.2), and neither can a spot order. */
export const mayAttachTpsl = (
  { reduceOnly }: Pick<TicketDraft, 'reduceOnly'>,
  { instrument }: Pick<TicketContext, 'instrument'>,
): boolean => instrument.kind !== 'Spot' && !reduceOnly

/** Spot has no positions to reduce; in hedge mode the whole ticket opens or closes. */
export const mayOnlyReduce = ({
  instrument,
  sides,
}: Pick<TicketContext, 'instrument' | 'sides'>): boolean =>
  instrument.kind !== 'Spot' && sides === undefined

/** Returns the changes of a shortcut; none if the ticket does not offer it. */
export function keyedChanges(
  { part, value }: TicketKey,
  draft: TicketDraft,
  context: Pick<TicketContext, 'instrument' | 'sides'>,
): readonly TicketChange[] {
  if (part === 'percent') return [{ kind: 'percent', percent: value }]
  if (part === 'kind') {
    return value === 'Conditions' && context.instrument.kind === 'Spot'
      ? []
      : kindChanges(value, draft)
  }
  const isOn = {
    postOnly: draft.timeInForce === 'PostOnly',
    reduceOnly: draft.reduceOnly,
    tpsl: draft.terms.tpsl !== undefined,
  }[value]
  if (value === 'postOnly') {
    if (draft.orderType !== 'Limit') return []
    return [{ kind: 'timeInForce', timeInForce: isOn ? 'GoodTillCancel' : 'PostOnly' }]
  }
  if (value === 'reduceOnly') {
    return mayOnlyReduce(context) ? [{ kind: 'reduceOnly', reduceOnly: !isOn }] : []
  }
  if (!mayAttachTpsl(draft, context)) return []
  const form = isOn ? undefined : emptyForm('Full', useSettings.getState().tpslBases)
  return [{ kind: 'terms', terms: withTpsl(draft.terms, form) }]
}

/**
 * Handles the ticket's shortcuts while it is mounted; `onKind` is called with the selected form.
 */
export function useTicketKeys(
  draft: TicketDraft,
  context: TicketContext,
  change: Dispatch<TicketChange>,
  onKind: () => void,
): void {
  useEffect(() =>
    onPageRequest((request) => {
      if (typeof request === 'string') return
      if (request.part === 'kind') onKind()
      for (const made of keyedChanges(request, draft, context)) change(made)
    }),
  )
}

/** The tab of the ticket that a draft belongs to. */
export const kindOf = ({ orderType, terms }: TicketDraft): TicketKind =>
  isConditional(terms) ? 'Conditions' : orderType
