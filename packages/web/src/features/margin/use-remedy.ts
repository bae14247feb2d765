// The smallest remedy that moves a liquidation to the wanted distance, searched again when that
// changes.

import { useEffect, useState } from 'react'
import type { Instrument } from '@basis/domain/instrument/instrument'
import {
  distanceIn,
  leastRemedy,
  previewClosingStep,
  previewFundsStep,
  previewMarginStep,
  type Remedy,
} from '../../actions/margin-call.ts'
import { accountSettled } from '../../client/session.ts'
import type { HeldPosition } from '../../stores/positions.ts'
import { tickerStore } from '../../stores/tickers.ts'

export type RemedyKind = 'add' | 'fund' | 'close'

type Asked = {
  readonly kind: RemedyKind
  readonly position: HeldPosition
  readonly instrument: Instrument
  /** The maximum number of steps: of margin, or lots. */
  readonly most: number
  /** Undefined if no distance is chosen yet. */
  readonly wantedE8: bigint | undefined
}
type Found = { readonly key: string; readonly remedy: Remedy | undefined }

const previewSteps = {
  add: previewMarginStep,
  fund: previewFundsStep,
  close: previewClosingStep,
} as const

const PAUSE_MS = 250

/** Returns the remedy once it is found, and whether it is being searched for. */
export function useRemedy(asked: Asked): { readonly remedy?: Remedy; readonly isAsking: boolean } {
  const { kind, position, instrument, most, wantedE8 } = asked
  const { symbol, positionIdx, sizeLots, extraMargin } = position
  const key = [kind, symbol, positionIdx, sizeLots, extraMargin, wantedE8 ?? ''].join(' ')
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    if (wantedE8 === undefined) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const search = async (): Promise<void> => {
      await accountSettled()
      const markE8 = tickerStore.current(symbol)?.markE8
      if (markE8 === undefined || signal.aborted) return
      const at = { instrument, markE8 }
      const remedy = await leastRemedy({
        most,
        previewStep: previewSteps[kind](position, instrument),
        distanceOf: ({ after }) => distanceIn(after, position, at),
        wantedE8,
        isThere: ({ before }) => distanceIn(before, position, at) >= wantedE8,
        // Funds are usually rounded anyway: a tolerance of a thousandth halves the number of
        // requests.
        ...(kind === 'fund' ? { grain: 1_000 } : {}),
        signal,
      })
      if (!signal.aborted) setFound({ key, remedy })
    }
    const timer = setTimeout(() => void search(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
    // The remedy is not searched again as the market moves, only for a new wanted distance.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key names everything it hangs on
  }, [key])
  const isFound = found?.key === key
  return {
    ...(isFound && found.remedy !== undefined ? { remedy: found.remedy } : {}),
    isAsking: wantedE8 !== undefined && !isFound,
  }
}
