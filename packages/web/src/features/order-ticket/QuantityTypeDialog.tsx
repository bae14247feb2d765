// Dialog for the unit of the quantity: coins, cost, value, or the loss at the stop (spec 2,
// quantity type dialog).

import type { Instrument } from '@basis/domain/instrument/instrument'
import { useT } from '../../i18n/i18n.ts'
import { Badge } from '../../ui/Badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import type { SizeUnit } from '../../stores/settings.ts'
import { unitsOf, unitWords } from './quantity-units.ts'

export function QuantityTypeDialog(props: {
  instrument: Instrument
  chosen: SizeUnit
  onChoose: (unit: SizeUnit) => void
  onClose: () => void
}) {
  const t = useT()
  const { instrument, chosen, onChoose, onClose } = props
  return (
    <Dialog open onClose={onClose} title={t('ticket.sizes')}>
      <div className="flex flex-col gap-2">
        {unitsOf(instrument).map((unit) => {
          const { label, hint } = unitWords(unit, instrument)
          return (
            <button
              key={unit}
              type="button"
              aria-pressed={unit === chosen}
              onClick={() => {
                onChoose(unit)
                onClose()
              }}
              className={classNames(
                'flex flex-col items-start gap-0.5 rounded border p-3 text-start hover:bg-hover',
                unit === chosen ? 'border-accent' : 'border-line-strong',
              )}
            >
              <span className="flex items-center gap-2 text-sm font-medium">
                {t(label)}
                {unit === 'value' && <Badge tone="accent">{t('ticket.newTag')}</Badge>}
              </span>
              <span className="text-xs text-muted">{t(hint)}</span>
            </button>
          )
        })}
      </div>
    </Dialog>
  )
}
