// The menu of the trading lines on the chart: which kinds are shown, and their thickness.

import { ChevronDown } from 'lucide-react'
import { changeSettings, lineThicknesses, useSettings } from '../../stores/settings.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import type { MenuEntry } from '../../ui/popups/popup-props.ts'

const families = [
  ['positions', 'showPositions'],
  ['orders', 'showOrders'],
  ['stops', 'showStops'],
  ['protection', 'showProtection'],
  ['liquidation', 'showLiquidation'],
  ['breakEven', 'showBreakEven'],
  ['executions', 'showExecutions'],
  ['alerts', 'showAlerts'],
] as const

export function LineMenu() {
  const t = useT()
  const lines = useSettings((settings) => settings.chartLines)
  const change = (part: Partial<typeof lines>): void =>
    changeSettings({ chartLines: { ...lines, ...part } })
  const shown = families.map(([family, word]): MenuEntry => ({
    kind: 'switch',
    id: family,
    label: t(`chart.${word}`),
    checked: lines[family],
    onChange: (checked) => change({ [family]: checked }),
  }))
  const thickness: MenuEntry = {
    kind: 'choose',
    id: 'thickness',
    label: t('chart.thickness'),
    value: lines.thickness,
    options: lineThicknesses.map((value) => ({ value, label: t(`chart.${value}`) })),
    onChange: (value) =>
      change({ thickness: lineThicknesses.find((one) => one === value) ?? 'medium' }),
  }
  return (
    <Menu
      trigger={
        <Button size="sm" variant="ghost">
          {t('chart.show')}
          <ChevronDown className="size-3.5" aria-hidden />
        </Button>
      }
      entries={[...shown, { kind: 'line', id: 'line' }, thickness]}
    />
  )
}
