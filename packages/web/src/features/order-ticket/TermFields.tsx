// The fields of what an order brings beside price and quantity, each with a button that takes it
// away; they are there only when there is something in them.

import { X } from 'lucide-react'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import { formatPrice, priceDecimals } from '@basis/domain/instrument/instrument'
import { basisWord } from '../../actions/words/basis-words.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { triggerBases } from '@basis/domain/orders/order'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Select } from '../../ui/Select.tsx'
import type { TicketChange, TicketContext, TicketDraft } from './ticket.ts'
import { changedTerms, type TermName } from './ticket-terms.ts'

export function TermFields(props: {
  draft: TicketDraft
  context: TicketContext
  change: (change: TicketChange) => void
  names: readonly TermName[]
}) {
  const { terms } = props.draft
  const shown = props.names.flatMap((name) => {
    const text = terms[name]
    return text === undefined ? [] : [{ name, text }]
  })
  if (props.context.instrument.kind === 'Spot' || shown.length === 0) return null
  return (
    <div className="grid grid-cols-2 gap-2">
      {shown.map(({ name, text }) => (
        <TermField key={name} {...props} name={name} text={text} />
      ))}
    </div>
  )
}

const words = {
  trigger: { label: 'ticket.triggerPrice', remove: 'ticket.removeTrigger' },
  takeProfit: { label: 'ticket.takeProfit', remove: undefined },
  stopLoss: { label: 'ticket.stopLoss', remove: undefined },
} as const satisfies Record<TermName, object>

function TermField(props: {
  draft: TicketDraft
  context: TicketContext
  change: (change: TicketChange) => void
  name: TermName
  text: string
}) {
  const t = useT()
  const { draft, context, change, name, text } = props
  const { instrument } = context
  const write = (next: string | undefined): void =>
    change({ kind: 'terms', terms: changedTerms(draft.terms, name, next) })
  return (
    <NumberInput
      id={`ticket-${name}`}
      label={t(words[name].label)}
      size="sm"
      className={name === 'trigger' ? 'col-span-2' : ''}
      value={text}
      onChange={write}
      rules={{
        scale: priceDecimals(instrument),
        min: '0',
        max: formatPrice(instrument, instrument.maxPriceTicks),
        tick: formatTrimmed(BigInt(instrument.tickSizeE8), 8),
      }}
      unit={name === 'trigger' ? <Basis {...props} /> : undefined}
      actions={
        // The box above the fields of a TP/SL takes them away.
        words[name].remove === undefined ? undefined : (
          <Button
            size="sm"
            variant="ghost"
            className="px-1!"
            aria-label={t(words[name].remove)}
            onClick={() => write(undefined)}
          >
            <X className="size-3.5" aria-hidden />
          </Button>
        )
      }
    />
  )
}

function Basis({ draft, change }: { draft: TicketDraft; change: (change: TicketChange) => void }) {
  const t = useT()
  return (
    <Select
      label={t('tpsl.basis')}
      look="plain"
      size="sm"
      align="end"
      value={draft.triggerBy}
      onChange={(triggerBy) => change({ kind: 'triggerBy', triggerBy })}
      items={triggerBases.map((value) => ({ value, label: t({ key: basisWord(value) }) }))}
    />
  )
}
