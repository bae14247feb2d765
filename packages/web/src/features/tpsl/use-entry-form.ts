// The form of an existing TP/SL entry: it follows changes made elsewhere, except in edited fields.

import { useState } from 'react'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { ExistingEntry } from '@basis/domain/orders/tpsl-entries'
import type { TpslMode } from '@basis/domain/orders/tpsl'
import { useSettings } from '../../stores/settings.ts'
import { followed, formOf, type TpslForm } from './form-fields.ts'

/** `before` must be the same object as long as the entry has not changed. */
export function useEntryForm(
  instrument: Instrument,
  before: ExistingEntry | undefined,
  mode: TpslMode,
): readonly [form: TpslForm, setForm: (form: TpslForm) => void] {
  const standing = (): TpslForm => {
    const { tpslBases: bases, tpslInputs: inputs } = useSettings.getState()
    return formOf(instrument, before, { mode, bases, inputs })
  }
  const [typed, setForm] = useState(standing)
  const [begun, setBegun] = useState({ before, form: typed })
  // The entry may change elsewhere: fields that were not edited here must not revert it.
  if (begun.before !== before) {
    const form = standing()
    setBegun({ before, form })
    setForm(followed(typed, begun.form, form))
  }
  return [typed, setForm]
}
