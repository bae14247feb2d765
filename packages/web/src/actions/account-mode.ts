// Requests that change the margin mode of the account: portfolio margin or not, and whether coins
// of the wallet hedge (rules 10.1, 10.2); and why a change would be rejected.

import { previewProblem } from '../client/error-reactions.ts'
import { ask, type Outcome } from '../client/http.ts'
import { message, type Message } from '../i18n/message-keys.ts'
import { notify } from '../shell/notices.ts'
import { once } from './intents.ts'
import { done, failed, ignored, type ActionOutcome } from './action-outcome.ts'

/** Switches portfolio margin on or off. */
export async function setAccountMode(isPortfolio: boolean): Promise<ActionOutcome> {
  const outcome = await once(`accountMode ${isPortfolio}`, () =>
    ask('setAccountMode', {
      setMarginMode: isPortfolio ? 'PORTFOLIO_MARGIN' : 'REGULAR_MARGIN',
    }),
  )
  return notified(outcome, message(isPortfolio ? 'stress.set' : 'stress.setRegular'))
}

/**
 * Returns why a change to or from portfolio margin would be rejected; undefined if it would not.
 * The only orders that prevent it are MMR close orders (8.8), while the code is that of all orders.
 */
export function modeProblem(preview: Parameters<typeof previewProblem>[0]): Message | undefined {
  const wrong = previewProblem(preview)
  return wrong?.key === 'errors.ordersBlockModeSwitch' ? message('margin.mmrBlocks') : wrong
}

/** Switches hedging by coins of the wallet on or off. */
export async function setSpotHedging(isOn: boolean): Promise<ActionOutcome> {
  const outcome = await once(`spotHedging ${isOn}`, () =>
    ask('setSpotHedging', { setHedgingMode: isOn ? 'ON' : 'OFF' }),
  )
  return notified(outcome, message(isOn ? 'stress.hedgingOn' : 'stress.hedgingOff'))
}

function notified(outcome: Outcome<unknown> | undefined, success: Message): ActionOutcome {
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, message('stress.failure'))
  notify({ kind: 'leverage', tone: 'success', title: success })
  return done
}
