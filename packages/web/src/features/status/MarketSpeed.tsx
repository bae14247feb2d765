// The speed of the simulated market, shown to all users if it is not the normal one.

import { Suspense, useEffect } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { latePart } from '../../platform/load-part.ts'
import { askMarketControl, useMarketControl } from './market-control.ts'

/** The page's own data is requested first. */
const askAfterMs = 3_000

// Only an operator needs it; imported statically it would load its texts with the first paint.
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
