// The question before a reversal, and whether it is asked: the venue itself remembers that of a
// trader, under the specification's name (spec 7, pref-setting); saved at most once a second, the
// last wish wins.

import { openDialog } from '../../shell/dialogs.ts'
import { positionOf } from '../positions.ts'
import { changeSettings, useSettings } from '../settings.ts'
import { reversePosition } from '../trading.ts'
import { ask } from '../http.ts'

const throttleMs = 1_000
let lastMs = Number.NEGATIVE_INFINITY
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows or hides the question before a reversal, here and wherever the trader signs in. */
export function setReverseTip(isShown: boolean): void {
  changeSettings({ confirmReverse: isShown })
  if (timer !== undefined) return
  const wait = Math.max(0, lastMs + throttleMs - performance.now())
  timer = setTimeout(() => {
    timer = undefined
    lastMs = performance.now()
    const reverseClickTipStatus = useSettings.getState().confirmReverse ? 'show' : 'hide'
    void ask('savePreference', { upsert_keys: { reverseClickTipStatus } })
  }, wait)
}

/** Reverses a position, after its dialog unless the trader has switched that off (spec 4). */
export function beginReversal(symbol: string, positionIdx: number): void {
  const position = positionOf(symbol, positionIdx)?.position
  if (position === undefined) return
  if (useSettings.getState().confirmReverse) openDialog({ kind: 'reverse', symbol, positionIdx })
  else void reversePosition(symbol, position.positionIdx)
}
