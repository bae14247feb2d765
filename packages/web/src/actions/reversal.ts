// Reversing a position, confirmed by a dialog unless the trader has switched it off (spec 4).

import { openDialog } from '../shell/dialogs.ts'
import { positionOf } from '../stores/positions.ts'
import { needsConfirmation } from '../stores/preferences.ts'
import { reversePosition } from './trading.ts'

export function beginReversal(symbol: string, positionIdx: number): void {
  const position = positionOf(symbol, positionIdx)?.position
  if (position === undefined) return
  if (needsConfirmation('reverse')) openDialog({ kind: 'reverse', symbol, positionIdx })
  else void reversePosition(symbol, position.positionIdx)
}
