// Encoding of grid bots with their levels and completed cells (rules 17.5).

import { cellProfits, cellRates } from '@basis/domain/grid/profit'
import { gridLiquidation } from '@basis/domain/grid/sizing'
import { gridCoin } from '@basis/domain/grid/terms'
import {
  formatPrice,
  formatQty,
  qtyAmount,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { feeRateOf } from '@basis/domain/instrument/fee-levels'
import { formatTrimmed, priceTicks } from '@basis/domain/numbers/fixed'
import type { CallAnswer } from '@basis/protocol/calls'
import type { WireBot } from '@basis/protocol/grid/calls'
import type { Parts } from '../call-context.ts'

type Views = Parts['exchange']['views']
type GridView = NonNullable<ReturnType<Views['grids']['bot']>>

export const moneyText = (value: bigint): string => formatTrimmed(value, 8)

/** A missing price is 0. */
const priceText = (instrument: Instrument, ticks: number): string =>
  ticks === 0 ? '0' : formatPrice(instrument, priceTicks(ticks))

export function encodeBot({ exchange }: Parts, bot: GridView): WireBot[] {
  const instrument = exchange.views.instrument(bot.symbol)
  if (instrument === undefined) return []
  const { terms, levels, shift, startTicks, lots, investment } = bot
  const rates = exchange.views.fees(bot.owner)?.rates
  const makerE8 = feeRateOf(instrument, true, rates)
  const fees = { makerE8, takerE8: feeRateOf(instrument, false, rates) }
  const cell = cellRates(levels, makerE8)
  const profits = cellProfits(instrument, levels, { lots, makerE8 })
  const market = { instrument, fees, price: startTicks, shift }
  const liquidation = gridLiquidation(market, terms, { lots, investment })
  const price = (ticks: number): string => priceText(instrument, ticks)
  const liqPrice = (ticks: number | undefined): string => (ticks === undefined ? '' : price(ticks))
  return [
    {
      botId: String(bot.wallet),
      symbol: bot.symbol,
      gridMode: terms.mode,
      gridType: terms.spacing,
      minPrice: price(terms.lowTicks),
      maxPrice: price(terms.highTicks),
      cellNumber: terms.cells,
      leverage: formatTrimmed(BigInt(terms.leverageE2), 2),
      takeProfitPrice: price(terms.takeProfitTicks),
      stopLossPrice: price(terms.stopLossTicks),
      isTrailing: terms.isTrailing,
      lowPrice: price(levels[0] ?? 0),
      highPrice: price(levels.at(-1) ?? 0),
      status: bot.status,
      closeReason: bot.end ?? '',
      problem: bot.problem?.name ?? '',
      banReason: bot.end === 'Banned' ? String(bot.problem?.params?.['reason'] ?? '') : '',
      coin: gridCoin(instrument),
      investment: moneyText(investment),
      qtyPerCell: formatQty(instrument, lots),
      startPrice: price(startTicks),
      lastPrice: price(bot.lastTicks),
      gridProfit: moneyText(bot.profit),
      unrealised: moneyText(bot.unrealised),
      totalPnl: moneyText(bot.total),
      worth: moneyText(bot.worth),
      annualised: formatTrimmed(BigInt(bot.annualisedE4), 4),
      arbitrages: bot.completed,
      cellProfitMin: moneyText(profits.min),
      cellProfitMax: moneyText(profits.max),
      cellRateMin: formatTrimmed(BigInt(cell.min), 8),
      cellRateMax: formatTrimmed(BigInt(cell.max), 8),
      liqPriceBelow: liqPrice(liquidation.below),
      liqPriceAbove: liqPrice(liquidation.above),
      returned: moneyText(bot.returnedQuote),
      returnedBase: moneyText(bot.returnedBase),
      createdAtE3: bot.createdMs,
      endedAtE3: bot.endedMs,
    },
  ]
}

type Detail = Omit<CallAnswer<'bot'>, 'bot'>

/** Returns a bot's cells and the newest completed ones. */
export function encodeCells(instrument: Instrument, bot: GridView): Detail {
  const price = (ticks: number): string => priceText(instrument, ticks)
  const { levels, cells } = bot
  return {
    entryQty: moneyText(qtyAmount(instrument, bot.entryLots)),
    cells: cells.map(({ side, lots, filledLots, half, orderId }, k) => ({
      buyPrice: price(levels[k] ?? 0),
      sellPrice: price(levels[k + 1] ?? 0),
      side,
      qty: formatQty(instrument, lots),
      orderId: orderId === 0 ? '' : String(orderId),
      isOpen: half !== undefined || filledLots > 0,
    })),
    completions: encodeCompletions(instrument, bot),
  }
}

export const encodeCompletions = (
  instrument: Instrument,
  { log }: GridView,
): Detail['completions'] =>
  log.map(({ timeMs, buyTicks, sellTicks, lots, profit }) => ({
    timeE3: timeMs,
    buyPrice: priceText(instrument, buyTicks),
    sellPrice: priceText(instrument, sellTicks),
    qty: formatQty(instrument, lots),
    profit: moneyText(profit),
  }))
