// The state of the venue: whether it is simulated and with which seed, and its announcements.

import { create } from 'zustand'
import type { CallAnswer } from '@basis/protocol/calls'
import { message } from '../i18n/message-keys.ts'
import { notify } from '../shell/notices.ts'
import { reconnectDelayMs } from '../feed/backoff.ts'
import { pauseOrOnline } from '../platform/pause.ts'
import type { VenueNotice } from '../feed/messages.ts'
import { ask } from '../client/http.ts'

export type Venue = CallAnswer<'venueStatus'>

export const useVenue = create<{ status: Venue | undefined }>()(() => ({ status: undefined }))

let asking: Promise<void> | undefined

/** Requests the venue's status until it is answered; the last known status stays until then. */
export function askVenue(): Promise<void> {
  asking ??= untilAnswered().finally(() => {
    asking = undefined
  })
  return asking
}

async function untilAnswered(): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await ask('venueStatus', {})
    if (outcome.ok) return useVenue.setState({ status: outcome.value })
    await pauseOrOnline(reconnectDelayMs(attempt + 1, Math.random()))
  }
}

/**
 * Applies the venue's announcements: a shutdown, a changed mode, a changed instrument.
 * `onInstrument` is called with the symbol of a changed instrument.
 */
export function applyVenueNotices(
  notices: readonly VenueNotice[],
  onInstrument: (symbol: string) => void,
): void {
  for (const notice of notices) {
    if (notice.kind === 'instrument') onInstrument(notice.symbol)
    else if (notice.kind === 'stopping') {
      notify({ kind: 'venue', tone: 'warning', title: message('notices.venueStopping') })
    } else void askVenue()
  }
}
