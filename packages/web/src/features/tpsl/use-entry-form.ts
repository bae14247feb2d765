// The form of TP/SL that stand already: it follows what is changed beside it, but for what was
// typed here.

import { useState } from 'react'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { StandingEntry } from '@basis/domain/orders/tpsl-entries'
import type { TpslMode } from '@basis/domain/orders/tpsl'
import { useSettings } from '../../stores/settings.ts'
import { followed, formOf, type TpslForm } from './form-fields.ts'

/** `before` must stay the same object for as long as what stands is the same. */
export function useEntryForm(
  instrument: Instrument,
  before: StandingEntry | undefined,
  mode: TpslMode,
): readonly [form: TpslForm, setForm: (form: TpslForm) => void] {
  const standing = (): TpslForm => {
    const { tpslBases: bases, tpslInputs: inputs } = useSettings.getState()
    return formOf(instrument, before, { mode, bases, inputs })
  }
  const [typed, setForm] = useState(standing)
  const [begun, setBegun] = useState({ before, form: typed })
  // What stands may be changed beside this form: what was not touched here must not put it back.
  if (begun.before !== before) {
    const form = standing()
    setBegun({ before, form })
    setForm(followed(typed, begun.form, form))
  }
  return [typed, setForm]
}
