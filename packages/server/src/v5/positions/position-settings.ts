// Position settings: leverage, mode, margin, TP/SL and trailing stop (open API 5.2, 5.3).

import { leverageE2, parseDecimal, amount, type LeverageE2 } from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import { v5MarginedRow } from '@basis/protocol/v5/position-rows'
import * as z from 'zod/mini'
import type { V5Handlers } from '../context.ts'
import { listedInstrument } from '../instruments.ts'
import { submitOperation } from '../orders/order-operations.ts'
import { readTradingStop } from '../reading/change-order.ts'
import { readPositionIdx } from '../reading/order-fields.ts'
import { reading, refusalOf } from '../reading/wrong.ts'
import { invalidParameter, V5Refused, wrongParameter } from '../refused.ts'
import { positionRow } from './position-queries.ts'

export const positionSettingHandlers: V5Handlers<
  | 'setLeverage'
  | 'switchPositionMode'
  | 'setTradingStop'
  | 'setAutoAddMargin'
  | 'addMargin'
  | 'confirmPendingMmr'
> = {
  setLeverage: async (context, request) => {
    const { parts, account } = context
    const { category } = request
    const { symbol } = listedInstrument(parts.exchange.views, category, request.symbol)
    const buy = readLeverage(request.buyLeverage, 'buyLeverage')
    const sell = readLeverage(request.sellLeverage, 'sellLeverage')
    const sides = buy === sell ? {} : { sellLeverageE2: sell }
    const command: Command = { kind: 'SetLeverage', account, symbol, leverageE2: buy, ...sides }
    await submitOperation(context, command, category, request)
    return { result: {} }
  },

  switchPositionMode: async (context, request) => {
    const { parts, account } = context
    const { category, symbol, coin, mode } = request
    if (mode !== '0' && mode !== '3') throw wrongParameter('params error: position_mode invalid')
    if (symbol === undefined && coin === undefined) throw invalidParameter('symbol')
    const place =
      symbol === undefined
        ? { coin: coin ?? '' }
        : { symbol: listedInstrument(parts.exchange.views, category, symbol).symbol }
    const command: Command = {
      kind: 'SetPositionMode',
      account,
      ...place,
      mode: mode === '3' ? 'BothSide' : 'MergedSingle',
    }
    const applied = await parts.exchange.submit(command)
    // A client that sets the mode of a whole coin at start-up gets no error if it is unchanged.
    const isSo = symbol === undefined && applied.problem?.name === 'positionModeUnchanged'
    if (applied.problem === undefined || isSo) return { result: {} }
    throw refusalOf(applied.problem, category, request)
  },

  setTradingStop: async (context, request) => {
    const { category } = request
    const instrument = listedInstrument(context.parts.exchange.views, category, request.symbol)
    const command = reading(category, request, () => readTradingStop(context, instrument, request))
    await submitOperation(context, command, category, request)
    return { result: {} }
  },

  setAutoAddMargin: async (context, request) => {
    const { parts, account } = context
    const { category, autoAddMargin } = request
    const { symbol } = listedInstrument(parts.exchange.views, category, request.symbol)
    if (autoAddMargin !== '0' && autoAddMargin !== '1') throw invalidParameter('autoAddMargin')
    const positionIdx = readPositionIdx(request.positionIdx)
    const isOn = autoAddMargin === '1'
    const command = { kind: 'SetAutoAddMargin', account, symbol, positionIdx, isOn } as const
    await submitOperation(context, command, category, request)
    return { result: {} }
  },

  addMargin: async (context, request) => {
    const { parts, account } = context
    const { category } = request
    const instrument = listedInstrument(parts.exchange.views, category, request.symbol)
    const positionIdx = readPositionIdx(request.positionIdx)
    const change = readMargin(request.margin)
    const { symbol } = instrument
    const command = { kind: 'ChangeMargin', account, symbol, positionIdx, amount: change } as const
    await submitOperation(context, command, category, request)
    const row = positionRow(context, instrument, positionIdx)
    // The answer has fewer fields than the row of a position.
    return { result: z.parse(v5MarginedRow, { category, ...row }) }
  },

  confirmPendingMmr: () => {
    throw new V5Refused(110082, 'You do not need to confirm the pending MMR')
  },
}

function readLeverage(text: string, field: string): LeverageE2 {
  const value = parseDecimal(text, 2)
  if (value === undefined || value < 100n || value > 100_000n) throw invalidParameter(field)
  return leverageE2(Number(value))
}

/** Four decimals; a negative amount is taken out of the position. */
function readMargin(text: string) {
  const isTaken = text.startsWith('-')
  const value = parseDecimal(isTaken ? text.slice(1) : text, 4)
  if (value === undefined || value === 0n || value > 10n ** 18n) throw invalidParameter('margin')
  return amount((isTaken ? -value : value) * 10_000n)
}
