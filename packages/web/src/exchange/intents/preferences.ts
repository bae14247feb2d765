// What the venue itself remembers of a trader, under the specification's names (spec 7,
// pref-setting): saved at most once a second, the last wish wins.

import { changeSettings, useSettings } from '../settings.ts'
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
