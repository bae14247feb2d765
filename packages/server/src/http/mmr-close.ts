// MMR close orders over HTTP (rules 8.8).

import { listedContract, type Handlers, type SessionContext } from './call-context.ts'
import { submit } from './submit.ts'

export const mmrCloseHandlers: Handlers<'setMmrClose' | 'cancelMmrClose' | 'mmrCloses'> = {
  setMmrClose: async (context, request) => {
    const { parts, account } = context
    const { symbol } = listedContract(parts, request.symbol)
    const { positionIdx = 0, triggerRateE4: rateE4 } = request
    const command = { kind: 'SetMmrClose', account, symbol, positionIdx, rateE4 } as const
    const { seq } = await submit(parts, command)
    return { value: waiting(context), seq }
  },

  cancelMmrClose: async (context, request) => {
    const { parts, account } = context
    const { symbol } = listedContract(parts, request.symbol)
    const { positionIdx = 0 } = request
    const { seq } = await submit(parts, { kind: 'CancelMmrClose', account, symbol, positionIdx })
    return { value: waiting(context), seq }
  },

  mmrCloses: (context) => ({ value: waiting(context) }),
}

const waiting = ({ parts, account }: SessionContext) => ({
  list: parts.exchange.views.mmrCloses(account).map((close) => ({
    symbol: close.symbol,
    positionIdx: close.positionIdx,
    triggerRateE4: close.rateE4,
    stopOrderType: 'MmRateClose' as const,
    createdAtE3: close.createdMs,
  })),
})
