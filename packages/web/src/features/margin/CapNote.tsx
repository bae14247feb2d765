// The note shown when a change of the margin mode has lowered the leverage (spec 5).

import { cappedLeverage } from '@basis/domain/margin/leverage-rules'
import type { TradingMode } from '../../stores/positions.ts'
import { useT } from '../../i18n/i18n.ts'
import { isModeChanged, type LeverageDraft } from './leverage-draft.ts'

export function CapNote(props: { draft: LeverageDraft; standing: TradingMode }) {
  const t = useT()
  const { draft, standing } = props
  const isCapped = [standing.leverageE2, standing.sellLeverageE2].some(
    (now) => cappedLeverage(now) !== now,
  )
  if (!isModeChanged(draft, standing) || !isCapped) return null
  return (
    <p role="status" className="text-xs text-warn">
      {t('leverage.capped')}
    </p>
  )
}
