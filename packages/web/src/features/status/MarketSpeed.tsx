// The speed of the simulated market, told to everybody where it is not the usual one.

import { Suspense, useEffect } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { latePart } from '../../platform/load-part.ts'
import { askMarketControl, useMarketControl } from './market-control.ts'

/** The page's own data comes first. */
const askAfterMs = 3_000

// An operator alone has it: a part that is painted at once would bring the late texts with it.
const SpeedMenu = latePart(async () => (await import('./SpeedMenu.tsx')).SpeedMenu)

export function MarketSpeed() {
  const t = useT()
  const { mayControl, speed } = useMarketControl()
  useEffect(() => {
    const timer = setTimeout(() => void askMarketControl(), askAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const words = t('status.speed', { speed })
  if (!mayControl) return speed === 1 ? null : <span className="text-soft">{words}</span>
  return (
    <Suspense>
      <SpeedMenu words={words} speed={speed} />
    </Suspense>
  )
}
