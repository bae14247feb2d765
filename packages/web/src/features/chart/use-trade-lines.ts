// The trading lines of the shown symbol, from the stores: positions with their profit, and open
// orders.

import type { ChartLine } from '@basis/chart/lines'
import { zero } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { useAlerts } from '../../stores/alerts.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useOpenOrdersOf } from '../../stores/orders.ts'
import { usePositionsIn } from '../../stores/positions.ts'
import { useSettings } from '../../stores/settings.ts'
import { useTicker } from '../../stores/tickers.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { alertLines } from './alerts/alert-lines.ts'
import { useDraggedLine } from './drag/dragged-line.ts'
import { useGainWords } from './drag/use-gain-words.ts'
import { positionLine, tradeLines, type LineChoice, type PositionProfit } from './trade-lines.ts'

/** Returns the lines to be shown now. */
export function useTradeLines(instrument: Instrument, choice: LineChoice): ChartLine[] {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  const { symbol } = instrument
  const ticker = useTicker(symbol)
  const basis = useSettings((settings) => settings.pnlBasis)
  const orders = useOpenOrdersOf(symbol)
  const profitWords = ({ pnl, roiE2 }: PositionProfit) => ({
    text: t('chart.pnl', {
      money: `${words.settle(pnl, { signed: true, rounding: 'down' })} ${instrument.settleCoin}`,
      percent: format.percent({ units: roiE2, scale: 2 }),
    }),
    sign: pnl > zero ? (1 as const) : pnl < zero ? (-1 as const) : (0 as const),
  })
  const positions = usePositionsIn(symbol).flatMap((record) =>
    positionLine(record, instrument, { ticker, basis, quantity: words.qty, profitWords }),
  )
  const gain = useGainWords(instrument)
  const dragged = useDraggedLine(symbol)
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
    // While the order's line is dragged, the gain is that at the dragged price.
    gain: (order) => gain(order, order.id === dragged?.orderId ? dragged.to : undefined),
  })
  return [...lines, ...marked]
}
