// The speed of the simulated market: told to everybody where it is not the usual one, and set by an
// operator, who also brings news.

import { useEffect } from 'react'
import { marketSpeeds } from '@basis/protocol/operators/market-control'
import { useT } from '../../i18n/i18n.ts'
import { askMarketControl, bringNews, setMarketSpeed, useMarketControl } from './market-control.ts'
import { Menu } from '../../ui/Menu.tsx'

/** The page's own data comes first. */
const askAfterMs = 3_000

export function MarketSpeed() {
  const t = useT()
  const { mayControl, speed } = useMarketControl()
  useEffect(() => {
    const timer = setTimeout(() => void askMarketControl(), askAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const words = t('status.speed', { speed })
  if (!mayControl) return speed === 1 ? null : <span className="text-soft">{words}</span>
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
