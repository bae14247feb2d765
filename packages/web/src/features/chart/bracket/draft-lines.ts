// The order that is being typed, as dashed lines on the chart: dragging a line changes the ticket,
// and a button removes a take-profit or stop-loss.

import type { ChartLine } from '@basis/chart/lines'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { amount } from '@basis/domain/numbers/fixed'
import { useT } from '../../../i18n/i18n.ts'
import { draftParts, moveDraft, useDraftLines, usePlannedOrders } from '../../../stores/draft.ts'
import type { DraftPart } from '../../../stores/draft.ts'
import { useInstrumentFormat } from '../../../stores/instrument-format.ts'

const unit = 100_000_000
const linePrefix = 'draft:'

/** Returns the part of the typed order that a line shows; undefined for any other line. */
export function draftPartOf(id: string): DraftPart | undefined {
  const part = id.startsWith(linePrefix) ? id.slice(linePrefix.length) : undefined
  return draftParts.find((each) => each === part)
}

/** Removes a line's part from the typed order, if the order does not need it. */
export function dropDraft(part: DraftPart, { symbol }: Instrument): void {
  moveDraft(symbol, part, undefined)
}

/**
 * Returns the lines of typed orders that are not sent: the ticket's, and those of a scaled order.
 */
export function useTypedLines(instrument: Instrument): readonly ChartLine[] {
  return [...useTicketLines(instrument), ...usePlannedLines(instrument)]
}

/**
 * The lines of a scaled order that is being typed; they are moved in its form, not on the chart.
 */
function usePlannedLines(instrument: Instrument): readonly ChartLine[] {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const plan = usePlannedOrders(instrument.symbol)
  if (plan === undefined) return []
  const isBuy = plan.side === 'Buy'
  const name = t(isBuy ? 'chart.buyLimit' : 'chart.sellLimit')
  return plan.levels.map(({ priceTicks, lots }, at) => ({
    id: `planned:${at}`,
    kind: 'order',
    side: isBuy ? 'buy' : 'sell',
    price: (priceTicks * instrument.tickSizeE8) / unit,
    text: t('chart.typed', { name }),
    quantity: words.qty(lots),
    dash: 'dashed',
  }))
}

function useTicketLines(instrument: Instrument): readonly ChartLine[] {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const lines = useDraftLines(instrument.symbol)
  if (lines === undefined) return []
  const isBuy = lines.side === 'Buy'
  const names = {
    price: isBuy ? t('chart.buyLimit') : t('chart.sellLimit'),
    trigger: isBuy ? t('chart.buyStop') : t('chart.sellStop'),
    takeProfit: t('chart.takeProfit'),
    stopLoss: t('chart.stopLoss'),
  }
  return draftParts.flatMap((part): ChartLine[] => {
    const ticks = lines.ticks[part]
    if (ticks === undefined) return []
    const isLeg = part === 'takeProfit' || part === 'stopLoss'
    const gain = lines.gains[part]
    const won =
      gain === undefined
        ? undefined
        : `${words.settle(amount(gain), { signed: true, rounding: 'down' })} ${instrument.settleCoin}`
    return [
      {
        id: linePrefix + part,
        kind: isLeg ? part : 'order',
        side: isBuy ? 'buy' : 'sell',
        price: (ticks * instrument.tickSizeE8) / unit,
        text: t('chart.typed', { name: names[part] }),
        isDraggable: true,
        dash: 'dashed',
        min: (instrument.minPriceTicks * instrument.tickSizeE8) / unit,
        max: (instrument.maxPriceTicks * instrument.tickSizeE8) / unit,
        tick: instrument.tickSizeE8 / unit,
        ...(isLeg && { buttons: ['cancel'], buttonTips: { cancel: t('chart.bracketEnd') } }),
        ...(won !== undefined && {
          pnl: { text: won, sign: gain !== undefined && gain > 0n ? 1 : -1 },
        }),
      },
    ]
  })
}
