// Market-maker protection in a tape's lines: `mmp #1 BTC window=5000 frozen=10000 qty=3 delta=1`,
// `mmp-reset #1 BTC`.

import type { AccountId } from '@basis/domain/numbers/brand'
import { untilReset } from '@basis/domain/options/mmp'
import type { Command } from '../../api/commands.ts'
import type { ResetMmp, SetMmp } from '../../api/portfolio-commands.ts'
import type { MmpChanged } from '../../api/events.ts'
import { decimal, money, take, words, type Line } from './line.ts'

type MmpCommand = SetMmp | ResetMmp

export const isMmpCommand = (command: Pick<Command, 'kind'>): command is MmpCommand =>
  command.kind === 'SetMmp' || command.kind === 'ResetMmp'

const coins = (valueE8: number): string => money(BigInt(valueE8))

export const mmpText = (command: MmpCommand): string =>
  command.kind === 'ResetMmp'
    ? `mmp-reset #${command.account} ${command.baseCoin}`
    : words(
        `mmp #${command.account} ${command.baseCoin}`,
        `window=${command.windowMs}`,
        `frozen=${command.frozenMs}`,
        `qty=${coins(command.qtyLimitE8)}`,
        `delta=${coins(command.deltaLimitE8)}`,
        command.vegaLimitE8 !== 0 && `vega=${coins(command.vegaLimitE8)}`,
      )

export const isMmpVerb = (verb: string): boolean => verb === 'mmp' || verb === 'mmp-reset'

/** Reads what `mmpText` wrote behind the verb and the account. */
export function takeMmp(verb: string, line: Line, account: AccountId): MmpCommand {
  const baseCoin = take(line, 'coin')
  if (verb === 'mmp-reset') return { kind: 'ResetMmp', account, baseCoin }
  const { flags } = line
  const limit = (name: string): number => Number(decimal(line, flags.get(name) ?? '0', 8))
  return {
    kind: 'SetMmp',
    account,
    baseCoin,
    windowMs: Number(flags.get('window') ?? 0),
    frozenMs: Number(flags.get('frozen') ?? 0),
    qtyLimitE8: limit('qty'),
    deltaLimitE8: limit('delta'),
    vegaLimitE8: limit('vega'),
  }
}

export const mmpEventText = ({ account, mmp, cause, limit }: MmpChanged): string =>
  words(
    `#${account} mmp ${mmp.baseCoin} ${cause}`,
    limit,
    mmp.frozenUntilMs === untilReset && 'until reset',
  )
