// Plays the tones of events and shows browser notifications while the tab is hidden; renders
// nothing.

import { useEffect } from 'react'
import type { SignalEvent } from '@basis/protocol/account'
import { useConnection } from '../../client/connection.ts'
import { say } from '../../i18n/i18n.ts'
import { message } from '../../i18n/message-keys.ts'
import { showBrowserNotice } from '../../platform/browser-notices.ts'
import { playTone } from '../../platform/tones.ts'
import { onNotice, type NoticeDraft } from '../../shell/notices.ts'
import { countUnseen, startUnseen } from '../../shell/unseen.ts'
import { onOrders } from '../../stores/orders.ts'
import { signalOf, signalVolume } from '../../stores/preferences.ts'
import { eventOfNotice, isPartOf } from './sound-events.ts'

/** Mounted once in the page. */
export function EventSounds() {
  useEffect(startSignals, [])
  return null
}

/** Several events of one kind within this time play one tone. */
const pauseMs = 400

function startSignals(): () => void {
  const playedMs = new Map<SignalEvent, number>()
  const sound = (event: SignalEvent): void => {
    const { sound: isOn, tone } = signalOf(event)
    const nowMs = performance.now()
    if (!isOn || nowMs - (playedMs.get(event) ?? Number.NEGATIVE_INFINITY) < pauseMs) return
    playedMs.set(event, nowMs)
    playTone(tone, signalVolume())
  }
  const signal = (
    event: SignalEvent,
    draft: Pick<NoticeDraft, 'title' | 'body' | 'keys'>,
  ): void => {
    sound(event)
    if (!signalOf(event).notice || document.visibilityState !== 'hidden') return
    countUnseen()
    const [title, body] = [say(draft.title), draft.body === undefined ? '' : say(draft.body)]
    showBrowserNotice({ title, body, tag: draft.keys?.at(-1) ?? `${title} ${body}` })
  }
  const stops = [
    startUnseen(),
    onNotice((draft) => {
      const event = eventOfNotice(draft)
      if (event !== undefined) signal(event, draft)
    }),
    onOrders((happenings) => {
      if (happenings.some(isPartOf)) sound('orderPartlyFilled')
    }),
    useConnection.subscribe(({ market }, before) => {
      if (market !== 'offline' || before.market === 'offline') return
      const [title, body] = [message('sounds.lostTitle'), message('sounds.lostBody')]
      signal('connectionLost', { title, body })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
