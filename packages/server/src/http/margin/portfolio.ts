// Portfolio margin over HTTP: the account's margin mode, its change and the preview of a change
// (rules 10.1).

import { problem } from '@basis/domain/instrument/problems'
import type { Command } from '@basis/engine/commands'
import { encodeWallet } from '@basis/protocol/account'
import type { CallRequest } from '@basis/protocol/calls'
import type { Handlers, SessionContext } from '../call-context.ts'
import { outcomeOf } from '../commands.ts'
import { problemRefusal } from '../guards/refusal.ts'
import { submit } from '../submit.ts'

export const portfolioHandlers: Handlers<
  'accountInfo' | 'setAccountMode' | 'setSpotHedging' | 'previewAccountMode'
> = {
  accountInfo: ({ parts, account }) => {
    const mode = parts.exchange.views.accountMode(account)
    if (mode === undefined) throw problemRefusal(problem('accountUnknown'))
    return {
      value: {
        unifiedMarginStatus: 6,
        marginMode: mode.mode === 'Portfolio' ? 'PORTFOLIO_MARGIN' : 'REGULAR_MARGIN',
        spotHedgingStatus: mode.hedgesSpot ? 'ON' : 'OFF',
      },
    }
  },

  setAccountMode: async (context, request) => {
    const applied = await submit(context.parts, modeChangeOf(context, request))
    return { value: { marginMode: request.setMarginMode }, seq: applied.seq }
  },

  setSpotHedging: async ({ parts, account }, { setHedgingMode }) => {
    const isOn = setHedgingMode === 'ON'
    const applied = await submit(parts, { kind: 'SetSpotHedging', account, isOn })
    return { value: { spotHedgingStatus: setHedgingMode }, seq: applied.seq }
  },

  previewAccountMode: (context, request) => {
    const preview = context.parts.exchange.preview(modeChangeOf(context, request))
    const { before, after, seq } = preview
    if (before === undefined || after === undefined) {
      throw problemRefusal(problem('accountUnknown', 'account'))
    }
    const { params } = preview.problem ?? {}
    const wallets = { before: encodeWallet(before.account), after: encodeWallet(after.account) }
    return {
      value: {
        ...outcomeOf(preview.problem),
        ...(params === undefined ? {} : { params }),
        ...wallets,
      },
      seq,
    }
  },
}

const modeChangeOf = (
  { account }: SessionContext,
  { setMarginMode }: CallRequest<'setAccountMode'>,
): Extract<Command, { kind: 'SetAccountMode' }> => ({
  kind: 'SetAccountMode',
  account,
  mode: setMarginMode === 'PORTFOLIO_MARGIN' ? 'Portfolio' : 'Regular',
})
