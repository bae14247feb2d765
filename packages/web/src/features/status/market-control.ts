// The simulated market's speed, and whether this user may change it.

import { create } from 'zustand'
import type { CallAnswer } from '@basis/protocol/calls'
import { ask, type Outcome } from '../../client/http.ts'
import { message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'

type Control = CallAnswer<'marketControl'>

export const useMarketControl = create<Control>()(() => ({ mayControl: false, speed: 1 }))

/** Requests the market's speed. */
export async function askMarketControl(): Promise<void> {
  const outcome = await ask('marketControl', {})
  if (outcome.ok) useMarketControl.setState(outcome.value)
}

export async function setMarketSpeed(speed: Control['speed']): Promise<void> {
  notifyOutcome(await ask('setMarketSpeed', { speed }))
}

/** Publishes news that moves the prices of all coins. */
export async function bringNews(direction: 'up' | 'down'): Promise<void> {
  if (!notifyOutcome(await ask('bringNews', { direction }))) return
  notify({ kind: 'venue', tone: 'info', title: message('status.newsSent') })
}

function notifyOutcome(outcome: Outcome<Control>): boolean {
  if (outcome.ok) useMarketControl.setState(outcome.value)
  else notify({ kind: 'venue', tone: 'warning', title: message('status.controlFailed') })
  return outcome.ok
}
