// The fields of a trailing stop, for positions and orders: the distance and the activation price.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { problemMessage } from '../../client/error-reactions.ts'
import { useT } from '../../i18n/i18n.ts'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { priceRules } from './tpsl-form.ts'
import { trailingRules, type readTrailing, type TrailingForm } from './trailing-form.ts'

export function TrailingFields(props: {
  instrument: Instrument
  form: TrailingForm
  read: ReturnType<typeof readTrailing>
  onChange: (form: TrailingForm) => void
}) {
  const t = useT()
  const { instrument, form, read, onChange } = props
  const errorOf = (field: string): string | undefined => {
    const problem = read.problems.get(field)
    return problem === undefined ? undefined : t(problemMessage(problem))
  }
  return (
    <>
      <Segments
        wide
        size="md"
        label={t('tpsl.trailingBy')}
        value={form.by}
        onChange={(by) => onChange({ ...form, by, retracement: '' })}
        items={[
          { value: 'distance', label: t('tpsl.byDistance', { coin: instrument.quoteCoin }) },
          { value: 'rate', label: t('tpsl.byRate') },
        ]}
      />
      <NumberInput
        label={t('tpsl.retracement')}
        value={form.retracement}
        onChange={(retracement) => onChange({ ...form, retracement })}
        rules={trailingRules(instrument, form.by)}
        unit={form.by === 'rate' ? '%' : instrument.quoteCoin}
        error={errorOf('trailingStop')}
      />
      <NumberInput
        label={t('tpsl.activation')}
        value={form.activation}
        onChange={(activation) => onChange({ ...form, activation })}
        rules={priceRules(instrument)}
        unit={instrument.quoteCoin}
        error={errorOf('activationPrice')}
        hint={t('tpsl.activationHint')}
      />
    </>
  )
}
