// Operator control of the simulated market over HTTP: speed and news.

import type { CallAnswer } from '@basis/protocol/calls'
import type { Handlers, PublicContext } from '../call-context.ts'
import { refusal, invalidField } from '../guards/refusal.ts'

/** Size of the strongest news in years. */
const newsJump = 0.8

export const marketControlHandlers: Handlers<'marketControl' | 'setMarketSpeed' | 'bringNews'> = {
  marketControl: (context) => ({ value: controlOf(context) }),

  setMarketSpeed: (context, { speed }) => {
    operatorControl(context).setSpeed(speed)
    return { value: controlOf(context) }
  },

  bringNews: (context, { direction, coin }) => {
    const control = operatorControl(context)
    if (coin !== undefined && !hasContract(context, coin)) {
      throw invalidField('coin', 'must be a coin that has a contract here')
    }
    control.bringNews({ coin, jump: direction === 'up' ? newsJump : -newsJump })
    return { value: controlOf(context) }
  },
}

const controlOf = ({ parts, isOperator }: PublicContext): CallAnswer<'marketControl'> => ({
  mayControl: parts.marketControl !== undefined && isOperator(),
  speed: parts.marketControl?.speed ?? 1,
})

function operatorControl({ parts, isOperator }: PublicContext) {
  if (!isOperator()) {
    throw refusal('originRefused', 'address: the market is for operators; see BASIS_OPERATORS')
  }
  if (parts.marketControl === undefined) {
    throw refusal('originRefused', 'server: the market runs in another process of this cluster')
  }
  return parts.marketControl
}

const hasContract = ({ parts: { exchange } }: PublicContext, coin: string): boolean =>
  exchange.views.symbols().some((symbol) => {
    const instrument = exchange.views.instrument(symbol)
    return instrument?.kind === 'Linear' && instrument.baseCoin === coin
  })
