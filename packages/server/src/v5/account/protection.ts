// Market-maker protection of an account's options (open API 6.6; rules 9.6).

import { formatTrimmed, parseDecimal } from '@basis/domain/numbers/fixed'
import { isFrozen, untilReset, type MmpRecord } from '@basis/domain/options/mmp'
import type { Command } from '@basis/engine/commands'
import type { V5Handlers } from '../context.ts'
import type { Trader } from '../reading/order-fields.ts'
import { refusalOf } from '../reading/wrong.ts'
import { invalidParameter } from '../refused.ts'
import { viewOf } from './wallet.ts'

export const protectionHandlers: V5Handlers<'mmpState' | 'modifyMmp' | 'resetMmp'> = {
  mmpState: (context, { baseCoin }) => {
    const nowMs = context.parts.clock.nowMs()
    const own = (viewOf(context).mmp ?? []).filter((mmp) => mmp.baseCoin === baseCoin)
    return { result: { result: own.map((mmp) => stateOf(mmp, nowMs)) } }
  },

  modifyMmp: async (context, request) => {
    const { account } = context
    const { baseCoin } = request
    await submit(context, {
      kind: 'SetMmp',
      account,
      baseCoin,
      windowMs: readMs(request.window, 'window'),
      frozenMs: readMs(request.frozenPeriod, 'frozenPeriod'),
      qtyLimitE8: readLimit(request.qtyLimit, 'qtyLimit'),
      deltaLimitE8: readLimit(request.deltaLimit, 'deltaLimit'),
      vegaLimitE8: readLimit(request.vegaLimit ?? '0', 'vegaLimit'),
    })
    return { result: {} }
  },

  resetMmp: async (context, { baseCoin }) => {
    await submit(context, { kind: 'ResetMmp', account: context.account, baseCoin })
    return { result: {} }
  },
}

async function submit({ parts }: Trader, command: Command): Promise<void> {
  const { problem } = await parts.exchange.submit(command)
  if (problem !== undefined) throw refusalOf(problem, 'option', {})
}

function readMs(text: string, field: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw invalidParameter(field)
}

function readLimit(text: string, field: string): number {
  const value = parseDecimal(text, 8)
  if (value === undefined || value > BigInt(Number.MAX_SAFE_INTEGER)) throw invalidParameter(field)
  return Number(value)
}

function stateOf(mmp: MmpRecord, nowMs: number) {
  const { frozenUntilMs } = mmp
  const text = (e8: number): string => formatTrimmed(BigInt(e8), 8)
  return {
    baseCoin: mmp.baseCoin,
    mmpEnabled: mmp.windowMs > 0,
    window: String(mmp.windowMs),
    frozenPeriod: String(mmp.frozenMs),
    qtyLimit: text(mmp.qtyLimitE8),
    deltaLimit: text(mmp.deltaLimitE8),
    vegaLimit: text(mmp.vegaLimitE8),
    mmpFrozenUntil: frozenUntilMs === untilReset ? '0' : String(frozenUntilMs),
    mmpFrozen: isFrozen({ ...mmp, fills: [] }, nowMs),
  }
}
