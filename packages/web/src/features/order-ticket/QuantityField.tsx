// The quantity: a number in one of its units, a slider of the maximum, and a notice if it is too
// large.

import { Suspense, useState } from 'react'
import { ChevronDown } from 'lucide-react'
import { problemMessage } from '../../client/error-reactions.ts'
import { latePart } from '../../platform/load-part.ts'
import { changeSettings } from '../../stores/settings.ts'
import { useT } from '../../i18n/i18n.ts'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Slider } from '../../ui/Slider.tsx'
import { unitOf, unitWords } from './quantity-units.ts'
import { sizeNotice, sizeRules, sizeTip } from './ticket-size.ts'
import type { TicketChange, TicketContext, TicketDraft } from './ticket.ts'

const QuantityTypeDialog = latePart(
  async () => (await import('./QuantityTypeDialog.tsx')).QuantityTypeDialog,
)

export type QuantityFieldProps = {
  draft: TicketDraft
  context: TicketContext
  onChange: (change: TicketChange) => void
  /** The missing input, shown after a click on a button. */
  error: string | undefined
}

export function QuantityField({ draft, context, onChange, error }: QuantityFieldProps) {
  const t = useT()
  const [isNoticed, setIsNoticed] = useState(false)
  const notice = isNoticed ? sizeNotice(draft, context) : undefined
  const tip = sizeTip(draft, context)
  const isSpot = context.instrument.kind === 'Spot'
  return (
    <div className="flex flex-col">
      <NumberInput
        id="ticket-quantity"
        size="sm"
        label={t(isSpot && draft.unit !== 'qty' ? 'ticket.total' : 'ticket.quantity')}
        value={draft.size}
        onChange={(size) => {
          setIsNoticed(false)
          onChange({ kind: 'size', size })
        }}
        onSettle={() => setIsNoticed(true)}
        onFocus={() => setIsNoticed(false)}
        rules={sizeRules(draft, context.instrument)}
        placeholder={draft.percent === undefined ? undefined : `${draft.percent}%`}
        error={error ?? (notice === undefined ? undefined : t(problemMessage(notice)))}
        hint={tip === undefined ? undefined : t(`tpsl.${tip.name}`)}
        unit={<UnitButton draft={draft} context={context} onChange={onChange} />}
      />
      <Slider
        label={t('ticket.percent')}
        value={draft.percent ?? 0}
        onChange={(percent) => {
          setIsNoticed(false)
          onChange({ kind: 'percent', percent })
        }}
        disabled={context.funds === undefined}
      />
    </div>
  )
}

/** Shows the unit; a click opens the dialog that selects it. */
function UnitButton(props: Omit<QuantityFieldProps, 'error'>) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  const { draft, context, onChange } = props
  const { instrument } = context
  const shown = unitOf(draft, instrument)
  const word = t(unitWords(shown, instrument).label)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('ticket.unitOf', { unit: word })}
        onClick={() => setIsOpen(true)}
        className="inline-flex h-6 items-center gap-1 whitespace-nowrap text-soft hover:text-ink"
      >
        {word}
        <ChevronDown className="size-3.5 text-muted" aria-hidden />
      </button>
      {isOpen && (
        <Suspense>
          <QuantityTypeDialog
            instrument={instrument}
            chosen={shown}
            onChoose={(unit) => {
              changeSettings({ sizeUnit: unit })
              onChange({ kind: 'unit', unit })
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
