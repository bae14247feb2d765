// The venue itself: whether it is simulated and with which seed, what it announces.

import { create } from 'zustand'
import type { CallAnswer } from '@basis/protocol/calls'
import { message } from '../i18n/message-keys.ts'
import { notify } from '../shell/notices.ts'
import { refreshInstrument } from './catalogue.ts'
import type { VenueNotice } from './feed/messages.ts'
import { ask } from './http.ts'

export type Venue = CallAnswer<'venueStatus'>

export const useVenue = create<{ status: Venue | undefined }>()(() => ({ status: undefined }))

/** Asks for the venue's status; what was known stays when it cannot be asked. */
export async function askVenue(): Promise<void> {
  const outcome = await ask('venueStatus', {})
  if (outcome.ok) useVenue.setState({ status: outcome.value })
}

/** Takes in what the venue announces: it stops, a mode changed, an instrument changed. */
export function takeVenueNotices(notices: readonly VenueNotice[]): void {
  for (const notice of notices) {
    if (notice.kind === 'instrument') void refreshInstrument(notice.symbol)
    else if (notice.kind === 'stopping') {
      notify({ kind: 'venue', tone: 'warning', title: message('notices.venueStopping') })
    } else void askVenue()
  }
}
