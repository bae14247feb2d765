// The preview of a leverage draft, asked of the exchange while there is something to change.

import { usePreview, type Preview } from '../../actions/previews.ts'
import type { LeverageChanges } from '../../actions/modes.ts'
import { useSession } from '../../client/session.ts'
import { leverageText } from './leverage-form.ts'

/**
 * Returns the exchange's preview of the one act that a draft needs. Mode and leverage are two acts:
 * of both at once it is only told why one of them would be refused.
 */
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
    },
  )
  const ofMode = usePreview(
    'previewMarginMode',
    isIsolated === undefined ? undefined : { symbol, isIsolated },
  )
  if (leverage === undefined || isIsolated === undefined) return ofLeverage ?? ofMode
  // Sides that differ are for the mode to come: what is told of them before it is set is no
  // verdict.
  const isApart = leverage.short !== undefined && leverage.short !== leverage.long
  return [isApart ? undefined : ofLeverage, ofMode].find((told) => told?.problem !== undefined)
}
