// The menu with which an operator sets the simulated market's speed and publishes news.

import { marketSpeeds, type MarketSpeed } from '@basis/protocol/operators/market-control'
import { useT } from '../../i18n/i18n.ts'
import { Menu } from '../../ui/Menu.tsx'
import { bringNews, setMarketSpeed } from './market-control.ts'

export function SpeedMenu({
  words,
  speed,
}: {
  readonly words: string
  readonly speed: MarketSpeed
}) {
  const t = useT()
  const choose = (value: string): void => {
    const chosen = marketSpeeds.find((each) => String(each) === value)
    if (chosen !== undefined) void setMarketSpeed(chosen)
  }
  return (
    <Menu
      side="top"
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`${t('status.marketSpeed')}: ${words}`}
          className="h-6 rounded-sm font-medium text-soft hover:text-ink"
        >
          {words}
        </button>
      }
      entries={[
        {
          kind: 'choose',
          id: 'speed',
          label: t('status.marketSpeed'),
          value: String(speed),
          options: marketSpeeds.map((each) => ({
            value: String(each),
            label: t('status.speed', { speed: each }),
          })),
          onChange: choose,
        },
        { kind: 'line', id: 'line' },
        {
          kind: 'act',
          id: 'up',
          label: t('status.newsUp'),
          onSelect: () => void bringNews('up'),
        },
        {
          kind: 'act',
          id: 'down',
          label: t('status.newsDown'),
          onSelect: () => void bringNews('down'),
        },
      ]}
    />
  )
}
