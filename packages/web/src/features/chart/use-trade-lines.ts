// The lines of the shown symbol, from the stores: positions with their profit, and open orders.

import type { ChartLine } from '@basis/chart/lines'
import { amount, mulDiv, unitE8, zero, type Amount } from '@basis/domain/fixed'
import { qtyAmount, ticksToE8, type Instrument } from '@basis/domain/instrument'
import { sideSign } from '@basis/domain/order'
import { averagePriceE8, breakEvenPriceE8, roiE2, unrealisedPnl } from '@basis/domain/pnl'
import { useAlerts } from '../../exchange/alerts/alert-book.ts'
import { useInstrumentFormat, type InstrumentFormat } from '../../exchange/instrument-format.ts'
import { useOpenOrders } from '../../exchange/orders.ts'
import { usePositions, type PositionRecord } from '../../exchange/positions.ts'
import { useTicker } from '../../exchange/tickers.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { alertLines } from './alert-lines.ts'
import { tradeLines, type LineChoice, type PositionLine } from './trade-lines.ts'

/** Returns the lines as they are to be shown now. */
export function useTradeLines(instrument: Instrument, choice: LineChoice): ChartLine[] {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  const { symbol } = instrument
  const markE8 = useTicker(symbol)?.markE8
  const records = usePositions()?.filter(({ position }) => position.symbol === symbol) ?? []
  const orders = useOpenOrders()?.filter((order) => order.symbol === symbol) ?? []
  const pnlOf = ({ pnl, roi }: Reckoned): PositionLine['pnl'] => {
    if (pnl === undefined) return undefined
    const text = t('chart.pnl', {
      money: words.settle(pnl, { signed: true, rounding: 'down' }),
      percent: format.percent({ units: roi, scale: 2 }),
    })
    return { text, sign: pnl > zero ? 1 : pnl < zero ? -1 : 0 }
  }
  const positions = records
    .map((record) => positionLine(record, instrument, markE8, words))
    .filter((line) => line !== undefined)
    .map((line) => ({ ...line, pnl: pnlOf(line) }))
  const alerts = useAlerts()
  const marked = choice.alerts
    ? alertLines(alerts, instrument, { alert: t('chart.alert'), remove: t('chart.removeAlert') })
    : []
  const lines = tradeLines({ positions, orders }, instrument, choice, {
    long: t('chart.long'),
    short: t('chart.short'),
    buyLimit: t('chart.buyLimit'),
    sellLimit: t('chart.sellLimit'),
    buyStop: t('chart.buyStop'),
    sellStop: t('chart.sellStop'),
    takeProfit: t('chart.takeProfit'),
    stopLoss: t('chart.stopLoss'),
    trailingStop: t('chart.trailingStop'),
    modify: t('orders.edit'),
    cancel: t('orders.cancel'),
    close: t('positions.closeTitleMarket'),
    reverse: t('chart.reverse'),
    trigger: (basis) => t(`chart.trigger${basis}`),
    liquidation: t('chart.liquidation'),
    breakEven: t('chart.breakEven'),
    quantity: words.qty,
  })
  return [...lines, ...marked]
}

type Reckoned = Omit<PositionLine, 'pnl'> & { pnl: Amount | undefined; roi: number }

function positionLine(
  { key, position, liquidationTicks }: PositionRecord,
  instrument: Instrument,
  markE8: number | undefined,
  words: InstrumentFormat,
): Reckoned | undefined {
  const { side, sizeLots, entryValue, realisedPnl, leverageE2 } = position
  if (side === 'None') return undefined
  const sign = sideSign(side)
  const qty = qtyAmount(instrument, sizeLots)
  const now = mulDiv(qty, BigInt(markE8 ?? 0), unitE8, 'nearest')
  const pnl = markE8 === undefined ? undefined : unrealisedPnl(sign, amount(now), entryValue)
  return {
    key,
    isLong: side === 'Buy',
    entryE8: averagePriceE8(entryValue, qty),
    breakEvenE8: breakEvenPriceE8({
      sign,
      qty,
      entryValue,
      realised: realisedPnl,
      takerFee: instrument.takerFeeE8,
    }),
    liquidationE8:
      liquidationTicks === undefined ? undefined : ticksToE8(instrument, liquidationTicks),
    quantity: words.qty(sizeLots),
    pnl,
    roi: pnl === undefined ? 0 : roiE2(pnl, leverageE2, entryValue),
  }
}
