// The preview of a leverage draft, requested from the exchange while the draft changes something.

import { usePreview, type Preview } from '../../actions/previews.ts'
import type { LeverageChanges } from '../../actions/modes.ts'
import { useSession } from '../../client/session.ts'
import { leverageText } from './leverage-form.ts'

/** Returns the exchange's preview of what a draft changes: leverage, margin mode, or both. */
export function useDraftPreview(
  symbol: string,
  changes: LeverageChanges | undefined,
): Preview | undefined {
  const isTrader = useSession((session) => session.status === 'trader')
  const { leverage, isIsolated } = isTrader && changes !== undefined ? changes : {}
  const ofLeverage = usePreview(
    'previewLeverage',
    leverage && {
      symbol,
      leverageE2: leverage.long,
      ...(leverage.short === undefined ? {} : { sellLeverage: leverageText(leverage.short) }),
      ...(isIsolated === undefined ? {} : { isIsolated }),
    },
  )
  const ofMode = usePreview(
    'previewMarginMode',
    isIsolated === undefined ? undefined : { symbol, isIsolated },
  )
  if (leverage === undefined || isIsolated === undefined) return ofLeverage ?? ofMode
  // If both change, the mode is applied first: "before" is the state before that.
  return ofLeverage && ofMode && { ...ofLeverage, before: ofMode.before }
}
