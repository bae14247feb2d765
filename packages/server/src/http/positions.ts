// Position calls over HTTP: queries, and changes of leverage, modes, margin and TP/SL.

import { orderId, type AccountId, type SymbolId } from '@basis/domain/numbers/brand'
import {
  amount,
  formatTrimmed,
  leverageE2 as asLeverageE2,
  type LeverageE2,
  type QtyLots,
} from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { settledQuantities } from '@basis/domain/orders/tpsl'
import type { PositionIdx } from '@basis/domain/orders/position'
import { problem } from '@basis/domain/instrument/problems'
import type { ChangeMargin, SetLeverage, SetMarginMode, SetTpSl } from '@basis/engine/commands'
import type { PositionView } from '@basis/engine/views'
import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import { encodeRiskLimits, parseLeverageE2 } from '@basis/protocol/instrument'
import { encodeTpsl } from '@basis/protocol/tpsl'
import { encodeAccountPosition } from '../exchange/encoded-state.ts'
import {
  listedContract,
  listedInstrument,
  type Handlers,
  type Parts,
  type SessionContext,
} from './call-context.ts'
import { readQtyX } from './orders/order-fields.ts'
import { submit } from './submit.ts'
import { modeOf, readLegs, readTrailing } from './tpsl-reading.ts'
import { invalidField, problemRefusal } from './guards/refusal.ts'

export const positionHandlers: Handlers<
  | 'positionList'
  | 'tpslAll'
  | 'setLeverage'
  | 'switchMode'
  | 'setMarginMode'
  | 'addMargin'
  | 'setAutoAddMargin'
  | 'setTpSlTs'
  | 'leverage'
  | 'riskLimits'
> = {
  positionList: ({ parts, account }, { symbol }) => {
    const { views } = parts.exchange
    const listed = symbol === undefined ? undefined : listedInstrument(parts, symbol).symbol
    const list = views.positions(account).flatMap((view) => {
      const { position } = view
      const instrument = views.instrument(position.symbol)
      if (instrument === undefined) return []
      const isAsked = listed === undefined ? position.sizeLots > 0 : position.symbol === listed
      if (!isAsked) return []
      return [encodeAccountPosition(views, view, instrument)]
    })
    return { value: { list } }
  },

  tpslAll: ({ parts, account }, { symbol: asked }) => {
    const { views } = parts.exchange
    const instrument = listedContract(parts, asked)
    const { symbol } = instrument
    const list = views
      .positions(account)
      .filter(({ position }) => position.symbol === symbol)
      .map((view) => {
        const { fullTpsl, partialTpslList = [] } = encodeTpsl(view.tpsl, instrument)
        const { positionIdx } = view.position
        return {
          symbol,
          positionIdx,
          ...(fullTpsl === undefined ? {} : { fullTpsl }),
          partialTpslList,
        }
      })
    return { value: { list } }
  },

  setLeverage: async (context, request) => {
    const { parts, account } = context
    const command = leverageChangeOf(context, request)
    const applied = await submit(parts, command)
    return { value: leverageAnswer(parts, account, command.symbol), seq: applied.seq }
  },

  switchMode: async ({ parts, account }, { symbol: asked, coin, mode }) => {
    if ((asked === undefined) === (coin === undefined)) {
      throw invalidField('symbol', 'or coin is required, and only one of them')
    }
    const applied = await submit(parts, {
      kind: 'SetPositionMode',
      account,
      ...(asked === undefined ? {} : { symbol: listedContract(parts, asked).symbol }),
      ...(coin === undefined ? {} : { coin }),
      mode: mode === 3 ? 'BothSide' : 'MergedSingle',
    })
    return { value: { mode }, seq: applied.seq }
  },

  setMarginMode: async (context, request) => {
    const command = marginModeChangeOf(context, request)
    const applied = await submit(context.parts, command)
    const { isIsolated } = request
    return { value: { symbol: command.symbol, isIsolated }, seq: applied.seq }
  },

  addMargin: async (context, request) => {
    const { parts, account } = context
    const command = marginChangeOf(context, request)
    const { symbol } = command
    const instrument = listedContract(parts, symbol)
    const applied = await submit(parts, command)
    const view = heldOf(parts, account, { symbol, positionIdx: request.positionIdx })
    if (view === undefined) throw problemRefusal(problem('marginWithoutPosition'))
    return {
      value: { position: encodeAccountPosition(parts.exchange.views, view, instrument) },
      seq: applied.seq,
    }
  },

  setAutoAddMargin: async ({ parts, account }, request) => {
    const { symbol } = listedContract(parts, request.symbol)
    const isOn = request.newAutoAddMargin
    const positionIdx = request.positionIdx ?? 0
    const command = { kind: 'SetAutoAddMargin', account, symbol, positionIdx, isOn } as const
    const applied = await submit(parts, command)
    return { value: { symbol, isAutoAddMargin: isOn }, seq: applied.seq }
  },

  setTpSlTs: async (context, request) => {
    const { parts, account } = context
    const command = tpslChangeOf(context, request)
    const { symbol } = command
    const instrument = listedContract(parts, symbol)
    const applied = await submit(parts, command)
    const view = heldOf(parts, account, { symbol, positionIdx: request.positionIdx })
    // A trigger that was already reached may have closed the position.
    if (view === undefined) throw problemRefusal(problem('tpslWithoutPosition'), applied.seq)
    return {
      value: { position: encodeAccountPosition(parts.exchange.views, view, instrument) },
      seq: applied.seq,
    }
  },

  leverage: ({ parts, account }, request) => {
    const { symbol } = listedContract(parts, request.symbol)
    return { value: leverageAnswer(parts, account, symbol) }
  },

  riskLimits: ({ parts }, { symbol }) => ({
    value: { list: encodeRiskLimits(listedContract(parts, symbol)) },
  }),
}

/** Reads a change of leverage. Throws Refused, as do those below. */
export function leverageChangeOf(
  { parts, account }: SessionContext,
  request: CallRequest<'setLeverage'>,
): SetLeverage {
  const { symbol } = listedContract(parts, request.symbol)
  const { sellLeverage } = request
  return {
    kind: 'SetLeverage',
    account,
    symbol,
    leverageE2: askedLeverage(request),
    ...(sellLeverage === undefined
      ? {}
      : { sellLeverageE2: readLeverage('sellLeverage', sellLeverage) }),
  }
}

/** Reads a change between cross and isolated margin. */
export function marginModeChangeOf(
  { parts, account }: SessionContext,
  { symbol: asked, isIsolated }: CallRequest<'setMarginMode'>,
): SetMarginMode {
  const { symbol } = listedContract(parts, asked)
  return { kind: 'SetMarginMode', account, symbol, mode: isIsolated ? 'Isolated' : 'Cross' }
}

/** Reads a change of an isolated position's margin. */
export function marginChangeOf(
  { parts, account }: SessionContext,
  request: CallRequest<'addMargin'>,
): ChangeMargin {
  const { symbol } = listedContract(parts, request.symbol)
  const positionIdx = request.positionIdx ?? 0
  const change = amount(BigInt(request.addToPositionBalanceE8))
  return { kind: 'ChangeMargin', account, symbol, positionIdx, amount: change }
}

/** Reads a change of a position's TP/SL and trailing stop. */
export function tpslChangeOf(
  { parts, account }: SessionContext,
  request: CallRequest<'setTpSlTs'>,
): SetTpSl {
  const instrument = listedContract(parts, request.symbol)
  const { tpStopOrderId, slStopOrderId } = request
  const trailing = readTrailing(instrument, request)
  return {
    kind: 'SetTpSl',
    account,
    symbol: instrument.symbol,
    positionIdx: request.positionIdx ?? 0,
    mode: modeOf(request),
    ...readLegs(instrument, request),
    ...tpslQty(instrument, request),
    ...(tpStopOrderId === undefined ? {} : { tpOrderId: orderId(Number(tpStopOrderId)) }),
    ...(slStopOrderId === undefined ? {} : { slOrderId: orderId(Number(slStopOrderId)) }),
    ...(trailing === undefined ? {} : { trailing }),
  }
}

/** Reads the one quantity of a partial TP/SL: zero counts as absent, different ones are refused. */
function tpslQty(
  instrument: Instrument,
  request: CallRequest<'setTpSlTs'>,
): { readonly qtyLots?: QtyLots } {
  const read = (field: 'qtyX' | 'tpSizeX' | 'slSizeX'): QtyLots | undefined =>
    readQtyX(instrument, request[field], field)
  const settled = settledQuantities({
    qtyLots: read('qtyX'),
    tpLots: read('tpSizeX'),
    slLots: read('slSizeX'),
  })
  if ('name' in settled) throw problemRefusal(settled)
  return settled.tpslLots === undefined ? {} : { qtyLots: settled.tpslLots }
}

/** Returns an open position in its current state. */
const heldOf = (
  { exchange }: Parts,
  account: AccountId,
  wanted: { readonly symbol: string; readonly positionIdx: PositionIdx | undefined },
): PositionView | undefined =>
  exchange.views
    .positions(account)
    .find(
      ({ position }) =>
        position.symbol === wanted.symbol && position.positionIdx === (wanted.positionIdx ?? 0),
    )

/** Returns the current leverage and the position mode that it applies to. */
export function leverageAnswer(
  { exchange }: Parts,
  account: AccountId,
  symbol: SymbolId,
): CallAnswer<'leverage'> {
  const mode = exchange.views.positionMode(account, symbol)
  const [long, short] = mode === 'BothSide' ? ([1, 2] as const) : ([0, 0] as const)
  const leverageE2 = exchange.views.leverage(account, symbol, long)
  const sellE2 = exchange.views.leverage(account, symbol, short)
  if (mode === undefined || leverageE2 === undefined || sellE2 === undefined) {
    throw problemRefusal(problem('accountUnknown'))
  }
  const text = (value: LeverageE2): string => formatTrimmed(BigInt(value), 2)
  return {
    symbol,
    leverage: text(leverageE2),
    leverageE2,
    sellLeverage: text(sellE2),
    mode,
    isIsolated: exchange.views.isIsolated(account, symbol),
  }
}

function readLeverage(field: string, text: string): LeverageE2 {
  const parsed = parseLeverageE2(text)
  if (parsed === undefined) throw invalidField(field, 'must have at most 2 decimals')
  return asLeverageE2(parsed)
}

/** Reads leverage, leverageE2 or both, which must agree (reliability O6). */
function askedLeverage(request: CallRequest<'setLeverage'>): LeverageE2 {
  const { leverage, leverageE2 } = request
  if (leverage === undefined) {
    if (leverageE2 === undefined) throw invalidField('leverage', 'or leverageE2 is required')
    return asLeverageE2(leverageE2)
  }
  const parsed = readLeverage('leverage', leverage)
  if (leverageE2 !== undefined && leverageE2 !== parsed) {
    throw invalidField('leverageE2', `must be leverage × 100, and leverage is ${leverage}`)
  }
  return parsed
}
