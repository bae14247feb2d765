// The margin mode of the account: cross, isolated or portfolio (open API 6.5). The exchange sets
// isolated margin per contract, so the mode of the account is that of all its contracts.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import type { SetMarginMode } from '@basis/engine/commands'
import type { AccountCommand } from '@basis/engine/preview'
import { problemWords } from '@basis/protocol/errors/problem-words'
import { problemTable } from '@basis/protocol/errors/problems'
import type { V5Handlers } from '../context.ts'
import { openInstrumentsOf } from '../instruments.ts'
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

/** Changes to the mode, or changes nothing and returns the reasons. */
async function changeMode(trader: Trader, mode: Mode) {
  const { account, parts } = trader
  const isPortfolio = parts.exchange.views.accountMode(account)?.mode === 'Portfolio'
  if (mode === 'PORTFOLIO_MARGIN') return isPortfolio ? [] : enterPortfolio(trader)
  const changes = marginModes(trader, mode === 'ISOLATED_MARGIN' ? 'Isolated' : 'Cross')
  if (!isPortfolio) return performAll(trader, changes)
  return performAll(trader, changes, { kind: 'SetAccountMode', account, mode: 'Regular' })
}

/**
 * Portfolio margin allows no isolated contract (rules 10.1): if it is refused, those that were
 * isolated are so again.
 */
async function enterPortfolio(trader: Trader) {
  const { account } = trader
  const crossed = marginModes(trader, 'Cross')
  const held = await performAll(trader, crossed)
  if (held.length > 0) return held
  const refused = await performAll(trader, [{ kind: 'SetAccountMode', account, mode: 'Portfolio' }])
  if (refused.length > 0) {
    const back = crossed.map((command): SetMarginMode => ({ ...command, mode: 'Isolated' }))
    await performAll(trader, back)
  }
  return refused
}

/** Returns the commands for contracts that are not in a margin mode yet. */
const marginModes = (trader: Trader, mode: SetMarginMode['mode']): readonly SetMarginMode[] => {
  const { account, parts } = trader
  return contractsOf(trader)
    .filter(
      ({ symbol }) => parts.exchange.views.isIsolated(account, symbol) !== (mode === 'Isolated'),
    )
    .map(({ symbol }) => ({ kind: 'SetMarginMode', account, symbol, mode }))
}

/** Returns the contracts that can be isolated and are not closed. */
const contractsOf = ({ parts }: Trader): readonly Instrument[] => [
  ...openInstrumentsOf(parts.exchange.views, 'linear'),
  ...openInstrumentsOf(parts.exchange.views, 'inverse'),
]

/**
 * Submits all commands, or none if the preview of one is refused; `first` comes before the others,
 * which are previewed after it.
 */
async function performAll(
  { parts }: Trader,
  commands: readonly AccountCommand[],
  first?: AccountCommand,
) {
  const { preview, submit } = parts.exchange
  const own = first === undefined ? undefined : preview(first).problem
  if (own !== undefined) return [reasonOf(own)]
  const refused = commands.flatMap((command) => preview(command, first).problem ?? [])
  if (refused.length > 0) return refused.map(reasonOf)
  const all = first === undefined ? commands : [first, ...commands]
  const applied = await Promise.all(all.map((command) => submit(command)))
  return applied.flatMap(({ problem }) => (problem === undefined ? [] : [reasonOf(problem)]))
}
