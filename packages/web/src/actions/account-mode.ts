// Requests that change how the whole account is margined: as a portfolio or by its positions, and
// whether coins of the wallet hedge (rules 10.1, 10.2).

import { ask, type Outcome } from '../client/http.ts'
import { message, type Message } from '../i18n/message-keys.ts'
import { notify } from '../shell/notices.ts'
import { once } from './intents.ts'
import { done, failed, ignored, type ActOutcome } from './trading.ts'

/** Margins the account as a portfolio, or by its positions again. */
export async function setAccountMode(isPortfolio: boolean): Promise<ActOutcome> {
  const outcome = await once(`accountMode ${isPortfolio}`, () =>
    ask('setAccountMode', {
      setMarginMode: isPortfolio ? 'PORTFOLIO_MARGIN' : 'REGULAR_MARGIN',
    }),
  )
  return told(outcome, message(isPortfolio ? 'stress.set' : 'stress.setRegular'))
}

/** Lets coins of the wallet hedge, or no longer. */
export async function setSpotHedging(isOn: boolean): Promise<ActOutcome> {
  const outcome = await once(`spotHedging ${isOn}`, () =>
    ask('setSpotHedging', { setHedgingMode: isOn ? 'ON' : 'OFF' }),
  )
  return told(outcome, message(isOn ? 'stress.hedgingOn' : 'stress.hedgingOff'))
}

function told(outcome: Outcome<unknown> | undefined, success: Message): ActOutcome {
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, message('stress.failure'))
  notify({ kind: 'leverage', tone: 'success', title: success })
  return done
}
