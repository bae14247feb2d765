// The volatility of a contract's last hour, requested while distances are shown in it.

import { minuteMs } from '@basis/domain/instrument/candle'
import { useEffect, useState } from 'react'
import { hourVolatility } from '@basis/domain/pricing/volatility'
import { askCandles } from '../../stores/candles.ts'

/** The closes of sixty minutes, and the one before them. */
const closes = 61

/**
 * Returns the standard deviation of a contract's last hour as a share of its price, requested again
 * each minute; undefined without a contract, before the answer, and if too little was traded.
 */
export function useHourVolatility(symbol: string | undefined): number | undefined {
  const [seen, setSeen] = useState<{ symbol: string; share: number | undefined }>()
  useEffect(() => {
    if (symbol === undefined) return undefined
    let isOver = false
    const load = async (): Promise<void> => {
      const series = { symbol, resolution: '1', source: 'last' } as const
      const outcome = await askCandles(series, { count: closes })
      if (isOver) return
      if (outcome.ok) {
        setSeen({ symbol, share: hourVolatility(outcome.value.map(({ closeE8 }) => closeE8)) })
      }
      timer = setTimeout(() => void load(), minuteMs)
    }
    let timer = setTimeout(() => void load(), 0)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [symbol])
  return seen?.symbol === symbol ? seen?.share : undefined
}
