// The form of one TP/SL entry: both legs, for a part of the position its quantity, and the button
// that sets them.

import { qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import type { TpslBase } from '@basis/domain/orders/tpsl-input'
import type { TpslContext, TpslMode } from '@basis/domain/orders/tpsl'
import type { ExistingEntry } from '@basis/domain/orders/tpsl-entries'
import { problemMessage } from '../../client/error-reactions.ts'
import { mayBeDone } from '../../actions/action-outcome.ts'
import { setTpsl } from '../../actions/tpsl.ts'
import { useSettings } from '../../stores/settings.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Slider } from '../../ui/Slider.tsx'
import { usePending } from '../../platform/use-pending.ts'
import type { EditorProps } from './editor.ts'
import { BothLegs } from './LegFields.tsx'
import { requestedStops } from './overtaken-stops.ts'
import { OvertakenBadge } from './OvertakenBadge.tsx'
import { RiskReward } from './RiskReward.tsx'
import { qtyOf, withInputs, withLeverage } from './form-fields.ts'
import type { TpslForm } from './form-fields.ts'
import { ofForm, qtyOfShare, qtySlider, resized } from './tpsl-figures.ts'
import { qtyRules, readForm, type ReadForm } from './tpsl-form.ts'
import { useEntryForm } from './use-entry-form.ts'

type Props = EditorProps & {
  readonly mode: TpslMode
  /** The existing entry. */
  readonly before: ExistingEntry | undefined
  readonly context: TpslContext
  readonly base: TpslBase
  readonly onDone: () => void
}

export function EntryForm(props: Props) {
  const t = useT()
  const { position, instrument, mode, before, context, base, onDone } = props
  const [typed, setForm] = useEntryForm(instrument, before, mode)
  const chosen = useSettings((settings) => settings.tpslInputs)
  const form = withInputs(withLeverage(typed, base.leverage), chosen)
  const [isSending, during] = usePending()
  const read = readForm(form, context)
  // The gains of a partial entry are those of its quantity.
  const sized = ofForm(instrument, { base, form, terms: read.terms })
  const send = async (): Promise<void> => {
    const outcome = await during(setTpsl(position, instrument, { terms: read.terms, before }))
    if (mayBeDone(outcome)) onDone()
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <BothLegs
        instrument={instrument}
        base={sized}
        form={form}
        read={read}
        mayLimit={mode === 'Partial'}
        onChange={setForm}
      />
      <OvertakenBadge
        record={props.record}
        position={position}
        instrument={instrument}
        stops={requestedStops(read.terms)}
      />
      <RiskReward base={sized} read={read} />
      {mode === 'Partial' && <Quantity {...props} form={form} read={read} onChange={setForm} />}
      <Button type="submit" variant="primary" wide pending={isSending} disabled={!read.isReady}>
        {t('shell.confirm')}
      </Button>
    </form>
  )
}

function Quantity(props: {
  instrument: Instrument
  position: EditorProps['position']
  base: TpslBase
  form: TpslForm
  read: ReadForm
  onChange: (form: TpslForm) => void
}) {
  const t = useT()
  const { instrument, position, base, form, read, onChange } = props
  const problem = read.problems.get('qty')
  const take = (qty: string): void => onChange(resized(instrument, { base, form, qty }))
  return (
    <div className="flex flex-col gap-2">
      <NumberInput
        label={t('tpsl.quantity')}
        value={qtyOf(form)}
        onChange={take}
        rules={qtyRules(instrument)}
        unit={qtyCoin(instrument)}
        error={problem === undefined ? undefined : t(problemMessage(problem))}
      />
      <Slider
        label={t('tpsl.quantityPart')}
        {...qtySlider(position.sizeLots, read.terms.qtyLots)}
        onChange={(share) => take(qtyOfShare(instrument, position.sizeLots, share))}
      />
    </div>
  )
}
