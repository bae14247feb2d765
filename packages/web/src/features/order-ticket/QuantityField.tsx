// The quantity: a number in one of three units, a slider of the maximum, a notice when it is too
// much.

import { useState } from 'react'
import { qtyCoin, valueCoin } from '@basis/domain/instrument/instrument'
import { problemMessage } from '../../client/error-reactions.ts'
import { changeSettings } from '../../stores/settings.ts'
import { useT } from '../../i18n/i18n.ts'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { Slider } from '../../ui/Slider.tsx'
import { sizeNotice, sizeRules, sizeTip, sizeUnits } from './ticket.ts'
import type { TicketChange, TicketContext, TicketDraft } from './ticket.ts'

export type QuantityFieldProps = {
  draft: TicketDraft
  context: TicketContext
  onChange: (change: TicketChange) => void
  /** What is missing, told after a click on a button. */
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
        unit={<UnitMenu draft={draft} context={context} onChange={onChange} />}
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

function UnitMenu(props: Omit<QuantityFieldProps, 'error'>) {
  const t = useT()
  const { draft, context, onChange } = props
  const { settleCoin, kind } = context.instrument
  const words = {
    qty: {
      label: t('ticket.unitQty', { coin: qtyCoin(context.instrument) }),
      hint: t('ticket.unitQtyHint'),
    },
    cost: { label: t('ticket.unitCost', { coin: settleCoin }), hint: t('ticket.unitCostHint') },
    value: {
      label: t('ticket.unitValue', { coin: valueCoin(context.instrument) }),
      hint: t('ticket.unitValueHint'),
    },
  }
  const units = sizeUnits.filter((unit) => kind !== 'Spot' || unit !== 'cost')
  const shown = units.includes(draft.unit) ? draft.unit : 'value'
  return (
    <Select
      label={t('ticket.unit')}
      look="plain"
      size="sm"
      align="end"
      value={shown}
      onChange={(unit) => {
        changeSettings({ sizeUnit: unit })
        onChange({ kind: 'unit', unit })
      }}
      items={units.map((unit) => ({ value: unit, ...words[unit] }))}
    />
  )
}
