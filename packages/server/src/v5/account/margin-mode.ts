// The margin of the account as a whole: cross, isolated or portfolio (open API 6.5). The exchange
// knows isolated margin by contract, so the account's mode is that of all its contracts.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import type { AccountCommand } from '@basis/engine/preview'
import { problemWords } from '@basis/protocol/errors/problem-words'
import { problemTable } from '@basis/protocol/errors/problems'
import type { V5Handlers } from '../context.ts'
import type { Trader } from '../reading/order-fields.ts'
import { refusalOf } from '../reading/wrong.ts'
import { invalidParameter, V5Refused } from '../refused.ts'

const modes = ['REGULAR_MARGIN', 'ISOLATED_MARGIN', 'PORTFOLIO_MARGIN'] as const
type Mode = (typeof modes)[number]

export const marginModeHandlers: V5Handlers<'setMarginMode' | 'setHedgingMode'> = {
  setMarginMode: async (context, request) => {
    const mode = modes.find((known) => known === request.setMarginMode)
    if (mode === undefined) throw invalidParameter('setMarginMode')
    const reasons = await changeMode(context, mode)
    if (reasons.length === 0) return { result: { reasons: [] } }
    throw new V5Refused(3400045, 'Set margin mode failed', { result: { reasons } })
  },

  setHedgingMode: async ({ parts, account }, request) => {
    const isOn = request.setHedgingMode === 'ON'
    const applied = await parts.exchange.submit({ kind: 'SetSpotHedging', account, isOn })
    if (applied.problem !== undefined) throw refusalOf(applied.problem, 'linear', request)
    return { result: {} }
  },
}

const reasonOf = (problem: Problem) => ({
  reasonCode: String(problemTable[problem.name].code),
  reasonMsg: problemWords(problem),
})

/** Changes what must be changed, or nothing; returns why it may not be. */
async function changeMode(trader: Trader, mode: Mode) {
  const { parts, account } = trader
  const { views } = parts.exchange
  const isPortfolio = views.accountMode(account)?.mode === 'Portfolio'
  const wantsPortfolio = mode === 'PORTFOLIO_MARGIN'
  if (wantsPortfolio && !isPortfolio) {
    return performAll(trader, [{ kind: 'SetAccountMode', account, mode: 'Portfolio' }])
  }
  if (wantsPortfolio) return []
  const leaves: AccountCommand[] = isPortfolio
    ? [{ kind: 'SetAccountMode', account, mode: 'Regular' }]
    : []
  const wanted = mode === 'ISOLATED_MARGIN' ? 'Isolated' : 'Cross'
  const changes = contractsOf(trader)
    .filter(({ symbol }) => views.isIsolated(account, symbol) !== (wanted === 'Isolated'))
    .map(({ symbol }): AccountCommand => ({ kind: 'SetMarginMode', account, symbol, mode: wanted }))
  const left = await performAll(trader, leaves)
  return left.length > 0 ? left : performAll(trader, changes)
}

/** Contracts that may be margined by themselves and are traded still. */
const contractsOf = ({ parts }: Trader): readonly Instrument[] =>
  parts.exchange.views.symbols().flatMap((symbol) => {
    const instrument = parts.exchange.views.instrument(symbol)
    const isOne =
      instrument !== undefined &&
      instrument.kind !== 'Spot' &&
      instrument.option === undefined &&
      instrument.status !== 'Closed'
    return isOne ? [instrument] : []
  })

/** Performs all, or none where one of them would be refused. */
async function performAll({ parts }: Trader, commands: readonly AccountCommand[]) {
  const refused = commands.flatMap((command) => parts.exchange.preview(command).problem ?? [])
  if (refused.length > 0) return refused.map(reasonOf)
  const applied = await Promise.all(commands.map((command) => parts.exchange.submit(command)))
  return applied.flatMap(({ problem }) => (problem === undefined ? [] : [reasonOf(problem)]))
}
