// Positions at the door: what is held, and the leverage of a contract.

import { orderId, type AccountId, type SymbolId } from '@basis/domain/brand'
import {
  amount,
  formatTrimmed,
  leverageE2 as asLeverageE2,
  type LeverageE2,
  type QtyLots,
} from '@basis/domain/fixed'
import type { Instrument } from '@basis/domain/instrument'
import { settledQuantities } from '@basis/domain/orders/tpsl'
import type { PositionIdx } from '@basis/domain/position'
import { problem } from '@basis/domain/problems'
import type { TrailingAsked } from '@basis/engine/commands'
import type { PositionView } from '@basis/engine/views'
import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import { encodeRiskLimits, parseLeverageE2 } from '@basis/protocol/instrument'
import { encodePosition } from '@basis/protocol/position'
import { listedContract, listedInstrument, type Handlers, type Parts } from './call-context.ts'
import { optionalQty, submit } from './orders.ts'
import { modeOf, readLegs, readPrice } from './tpsl-reading.ts'
import { invalidField, problemRefusal } from './door/refusal.ts'

export const positionHandlers: Handlers<
  | 'positionList'
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
      const instrument = views.symbol(position.symbol)?.instrument
      if (instrument === undefined) return []
      const isAsked = listed === undefined ? position.sizeLots > 0 : position.symbol === listed
      return isAsked ? [encodePosition(view, instrument)] : []
    })
    return { value: { list } }
  },

  setLeverage: async ({ parts, account }, request) => {
    const { symbol } = listedContract(parts, request.symbol)
    const applied = await submit(parts, {
      kind: 'SetLeverage',
      account,
      symbol,
      leverageE2: askedLeverage(request),
      ...(request.sellLeverage === undefined
        ? {}
        : { sellLeverageE2: readLeverage('sellLeverage', request.sellLeverage) }),
    })
    return { value: leverageAnswer(parts, account, symbol), seq: applied.seq }
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

  setMarginMode: async ({ parts, account }, { symbol: asked, isIsolated }) => {
    const { symbol } = listedContract(parts, asked)
    const mode = isIsolated ? 'Isolated' : 'Cross'
    const applied = await submit(parts, { kind: 'SetMarginMode', account, symbol, mode })
    return { value: { symbol, isIsolated }, seq: applied.seq }
  },

  addMargin: async ({ parts, account }, request) => {
    const instrument = listedContract(parts, request.symbol)
    const { symbol } = instrument
    const applied = await submit(parts, {
      kind: 'ChangeMargin',
      account,
      symbol,
      positionIdx: request.positionIdx ?? 0,
      amount: amount(BigInt(request.addToPositionBalanceE8)),
    })
    const view = heldOf(parts, account, { symbol, positionIdx: request.positionIdx })
    if (view === undefined) throw problemRefusal(problem('marginWithoutPosition'))
    return { value: { position: encodePosition(view, instrument) }, seq: applied.seq }
  },

  setAutoAddMargin: async ({ parts, account }, request) => {
    const { symbol } = listedContract(parts, request.symbol)
    const isOn = request.newAutoAddMargin
    const positionIdx = request.positionIdx ?? 0
    const command = { kind: 'SetAutoAddMargin', account, symbol, positionIdx, isOn } as const
    const applied = await submit(parts, command)
    return { value: { symbol, isAutoAddMargin: isOn }, seq: applied.seq }
  },

  setTpSlTs: async ({ parts, account }, request) => {
    const instrument = listedContract(parts, request.symbol)
    const { symbol } = instrument
    const { tpStopOrderId, slStopOrderId } = request
    const trailing = trailingOf(instrument, request)
    const applied = await submit(parts, {
      kind: 'SetTpSl',
      account,
      symbol,
      positionIdx: request.positionIdx ?? 0,
      mode: modeOf(request),
      ...readLegs(instrument, request),
      ...tpslQty(instrument, request),
      ...(tpStopOrderId === undefined ? {} : { tpOrderId: orderId(Number(tpStopOrderId)) }),
      ...(slStopOrderId === undefined ? {} : { slOrderId: orderId(Number(slStopOrderId)) }),
      ...(trailing === undefined ? {} : { trailing }),
    })
    const view = heldOf(parts, account, { symbol, positionIdx: request.positionIdx })
    // A trigger that was reached already may have closed the position.
    if (view === undefined) throw problemRefusal(problem('tpslWithoutPosition'), applied.seq)
    return { value: { position: encodePosition(view, instrument) }, seq: applied.seq }
  },

  leverage: ({ parts, account }, request) => {
    const { symbol } = listedContract(parts, request.symbol)
    return { value: leverageAnswer(parts, account, symbol) }
  },

  riskLimits: ({ parts }, { symbol }) => ({
    value: { list: encodeRiskLimits(listedContract(parts, symbol)) },
  }),
}

/** The one quantity of a partial entry: zero is as good as none, different ones are refused. */
function tpslQty(
  instrument: Instrument,
  request: CallRequest<'setTpSlTs'>,
): { readonly qtyLots?: QtyLots } {
  const read = (field: 'qtyX' | 'tpSizeX' | 'slSizeX'): { readonly qtyLots?: QtyLots } =>
    request[field] === undefined ? {} : optionalQty(instrument, { qtyX: request[field] })
  const { qtyLots } = read('qtyX')
  const settled = settledQuantities({
    qtyLots,
    tpLots: read('tpSizeX').qtyLots,
    slLots: read('slSizeX').qtyLots,
  })
  if ('name' in settled) throw problemRefusal(settled)
  return settled.tpslLots === undefined ? {} : { qtyLots: settled.tpslLots }
}

function trailingOf(
  instrument: Instrument,
  request: CallRequest<'setTpSlTs'>,
): TrailingAsked | undefined {
  const { trailingStop, trailValuePercentageE4: rateE4, activationPrice } = request
  if (trailingStop === undefined && rateE4 === undefined && activationPrice === undefined) {
    return undefined
  }
  if (trailingStop !== undefined && rateE4 !== undefined) {
    throw invalidField('trailValuePercentageE4', 'must stand alone, without trailingStop')
  }
  return {
    ...(trailingStop === undefined
      ? {}
      : { distanceTicks: readPrice(instrument, 'trailingStop', trailingStop) }),
    ...(rateE4 === undefined ? {} : { rateE4 }),
    ...(activationPrice === undefined
      ? {}
      : { activationTicks: readPrice(instrument, 'activationPrice', activationPrice) }),
  }
}

/** Returns a position as it is held now. */
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

/** Returns the leverage as it stands now, and the mode that says of what. */
function leverageAnswer(
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
  return { symbol, leverage: text(leverageE2), leverageE2, sellLeverage: text(sellE2), mode }
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
