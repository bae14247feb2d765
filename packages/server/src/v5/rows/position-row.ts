// Positions as rows of the open API (reference 5.1), open or flat.

import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import { amount, formatTrimmed, type LeverageE2, type PriceE8 } from '@basis/domain/numbers/fixed'
import { sideSign } from '@basis/domain/orders/order'
import type { PositionView, Views } from '@basis/engine/views'
import { encodeAmount } from '@basis/protocol/order'
import type { V5PositionRow } from '@basis/protocol/v5/position-rows'
import { markFigures, optionInputs, roundedText } from '../../options/forwards.ts'
import { v5Symbol } from '../instruments.ts'

type Held = Omit<PositionView, 'tpsl'> & Partial<Pick<PositionView, 'tpsl'>>

const priceText = (price: PriceE8): string => formatTrimmed(BigInt(price), 8)
export const leverageText = (leverage: LeverageE2): string => formatTrimmed(BigInt(leverage), 2)

/** Returns the number, from 1, and the limit of the risk tier of a position value. */
function tierOf({ riskTiers }: Instrument, value: bigint) {
  const at = riskTiers.findIndex(({ limit }) => value <= limit)
  const place = at < 0 ? riskTiers.length - 1 : at
  const tier = riskTiers[place]
  return { riskId: place + 1, riskLimitValue: tier === undefined ? '' : encodeAmount(tier.limit) }
}

/** Encodes a position, open or flat. */
export function encodeV5Position(
  views: Views,
  view: Held,
  instrument: Instrument,
  seq: number,
): V5PositionRow {
  const { position, positionValue } = view
  const isFlat = position.side === 'None'
  const isPortfolio = views.accountMode(position.account)?.mode === 'Portfolio'
  const averageE8 = position.averagePriceE8 ?? view.entryPriceE8
  const isUsdc = instrument.settleCoin === 'USDC' && instrument.option === undefined
  const extra = position.extraMargin
  return {
    positionIdx: position.positionIdx,
    ...tierOf(instrument, positionValue),
    symbol: v5Symbol(instrument),
    side: isFlat ? '' : position.side,
    size: isFlat ? '0' : formatQty(instrument, position.sizeLots),
    avgPrice: isFlat ? '0' : priceText(averageE8),
    positionValue: isFlat ? '' : encodeAmount(positionValue),
    tradeMode: 0,
    autoAddMargin: position.isAutoAddMargin ? 1 : 0,
    positionStatus: 'Normal',
    leverage: isPortfolio ? '' : leverageText(position.leverageE2),
    markPrice: priceText(view.markPriceE8),
    liqPrice: tickText(instrument, view.liquidationPriceTicks),
    bustPrice: tickText(instrument, view.bankruptcyPriceTicks),
    positionBalance: position.isIsolated ? encodeAmount(amount(view.initialMargin + extra)) : '0',
    breakEvenPrice: isFlat ? '' : priceText(view.breakEvenPriceE8),
    ...marginTexts(view, isPortfolio),
    ...tpslTexts(view, instrument),
    sessionAvgPrice: isUsdc && !isFlat ? priceText(view.entryPriceE8) : '',
    ...greekTexts(views, view, instrument),
    unrealisedPnl: isFlat ? '' : encodeAmount(view.unrealisedPnl),
    curRealisedPnl: encodeAmount(position.realisedPnl),
    cumRealisedPnl: encodeAmount(position.cumRealisedPnl),
    adlRankIndicator: isFlat ? 0 : views.adlIndicator(position),
    isReduceOnly: instrument.status === 'ReduceOnly',
    mmrSysUpdatedTime: '',
    leverageSysUpdatedTime: '',
    createdTime: String(position.openedMs),
    updatedTime: String(position.updatedMs),
    openTime: position.openedMs,
    seq: position.updatedMs === 0 ? -1 : seq,
  }
}

const tickText = (instrument: Instrument, ticks: PositionView['liquidationPriceTicks']): string =>
  ticks === undefined ? '' : formatPrice(instrument, ticks)

function marginTexts({ initialMargin, maintenanceMargin }: Held, isPortfolio: boolean) {
  const [initial, maintenance] = isPortfolio
    ? ['', '']
    : [encodeAmount(initialMargin), encodeAmount(maintenanceMargin)]
  return {
    positionIM: initial,
    positionMM: maintenance,
    positionIMByMp: initial,
    positionMMByMp: maintenance,
  }
}

/** The TP/SL for the whole position, and the distance of its trailing stop. */
function tpslTexts({ tpsl }: Held, instrument: Instrument) {
  const price = (ticks: PositionView['liquidationPriceTicks']) => tickText(instrument, ticks)
  return {
    takeProfit: price(tpsl?.full?.takeProfit?.triggerTicks),
    stopLoss: price(tpsl?.full?.stopLoss?.triggerTicks),
    trailingStop: price(tpsl?.trailing?.distanceTicks),
    tpslMode: 'Full',
  }
}

/**
 * Returns the greeks of the whole position at the mark price: those of one option × the signed
 * size.
 */
function greekTexts(views: Views, { position, markPriceE8 }: Held, instrument: Instrument) {
  const inputs = optionInputs(views, instrument)
  if (inputs === undefined || position.side === 'None') return noGreeks
  const { delta, gamma, vega, theta } = markFigures(inputs, { markE8: markPriceE8 })
  const coins = (position.sizeLots * instrument.lotSizeE8) / 1e8
  const held = sideSign(position.side) * coins
  return {
    delta: roundedText(delta * held, 8),
    gamma: roundedText(gamma * held, 8),
    vega: roundedText(vega * held, 8),
    theta: roundedText(theta * held, 8),
  }
}

const noGreeks = { delta: '', gamma: '', vega: '', theta: '' }
