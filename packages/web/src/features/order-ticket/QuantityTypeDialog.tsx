// In what the quantity is entered: coins, cost or value (spec 2, quantity type dialog).

import { qtyCoin, valueCoin } from '@basis/domain/instrument/instrument'
import { useCurrentListing } from '../../stores/catalogue.ts'
import { changeSettings, useSettings } from '../../stores/settings.ts'
import { useT } from '../../i18n/i18n.ts'
import { Badge } from '../../ui/Badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { sizeUnits } from './ticket.ts'

export function QuantityTypeDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const instrument = useCurrentListing()?.instrument
  const chosen = useSettings((settings) => settings.sizeUnit)
  const base = instrument === undefined ? 'BTC' : qtyCoin(instrument)
  const settle = instrument?.settleCoin ?? 'USDT'
  const value = instrument === undefined ? settle : valueCoin(instrument)
  const words = {
    qty: { label: t('ticket.unitQty', { coin: base }), hint: t('ticket.unitQtyHint') },
    cost: { label: t('ticket.unitCost', { coin: settle }), hint: t('ticket.unitCostHint') },
    value: { label: t('ticket.unitValue', { coin: value }), hint: t('ticket.unitValueHint') },
  }
  return (
    <Dialog open onClose={onClose} title={t('ticket.sizes')}>
      <div className="flex flex-col gap-2">
        {sizeUnits.map((unit) => (
          <button
            key={unit}
            type="button"
            aria-pressed={unit === chosen}
            onClick={() => {
              changeSettings({ sizeUnit: unit })
              onClose()
            }}
            className={classNames(
              'flex flex-col items-start gap-0.5 rounded border p-3 text-start hover:bg-hover',
              unit === chosen ? 'border-accent' : 'border-line-strong',
            )}
          >
            <span className="flex items-center gap-2 text-sm font-medium">
              {words[unit].label}
              {unit === 'value' && <Badge tone="accent">{t('ticket.newTag')}</Badge>}
            </span>
            <span className="text-xs text-muted">{words[unit].hint}</span>
          </button>
        ))}
      </div>
    </Dialog>
  )
}
