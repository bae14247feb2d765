// The preferences of TP/SL: the initial input type and trigger price type of each leg.

import { triggerBases, type TriggerBasis } from '@basis/domain/orders/order'
import type { TpslInputType } from '@basis/domain/orders/tpsl-input'
import { legNames, type LegName } from '@basis/domain/orders/tpsl'
import { basisWord } from '../../actions/words/basis-words.ts'
import { useCurrentListing } from '../../stores/catalogue.ts'
import { changeSettings, useSettings } from '../../stores/settings.ts'
import { useTpslInputs } from './use-tpsl-inputs.ts'
import { useT } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'

export function TpslPreferencesDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  return (
    <Dialog open onClose={onClose} title={t('tpsl.preferences')}>
      <div className="flex flex-col gap-4">
        <p className="text-xs text-muted">{t('tpsl.preferencesHelp')}</p>
        {legNames.map((name) => (
          <LegPreferences key={name} name={name} />
        ))}
      </div>
    </Dialog>
  )
}

function LegPreferences({ name }: { name: LegName }) {
  const t = useT()
  const { tpslInputs, tpslBases } = useSettings()
  const { type, types } = useTpslInputs(tpslInputs[name])
  const coin = useCurrentListing()?.instrument.settleCoin ?? 'USDT'
  const inputWords = {
    ROI: t('tpsl.roi'),
    Price: t('tpsl.percent'),
    PnL: t('tpsl.pnl', { coin }),
  }
  return (
    <fieldset className="flex flex-col gap-2 text-xs">
      <legend className="mb-2 font-medium">{t(`tpsl.${name}`)}</legend>
      <p className="flex items-center justify-between gap-2">
        <span className="text-muted">{t('tpsl.inputType')}</span>
        <Select<TpslInputType>
          label={t('tpsl.inputType')}
          size="sm"
          align="end"
          value={type}
          onChange={(next) => changeSettings({ tpslInputs: { ...tpslInputs, [name]: next } })}
          items={types.map((value) => ({ value, label: inputWords[value] }))}
        />
      </p>
      <p className="flex items-center justify-between gap-2">
        <span className="text-muted">{t('tpsl.basis')}</span>
        <Select<TriggerBasis>
          label={t('tpsl.basis')}
          size="sm"
          align="end"
          value={tpslBases[name]}
          onChange={(basis) => changeSettings({ tpslBases: { ...tpslBases, [name]: basis } })}
          items={triggerBases.map((value) => ({ value, label: t({ key: basisWord(value) }) }))}
        />
      </p>
    </fieldset>
  )
}
