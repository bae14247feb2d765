// Number, time and message formats of the canvas, and its behaviour, from the host's options.

import type { Behaviour, Wording } from '../canvas/chart-canvas.ts'
import type { ChartState } from '../model/chart-state.ts'
import { numberText } from '../primitives/number-format.ts'
import { axisLabels } from '../primitives/time-labels.ts'
import { zoneOf } from '../primitives/time-zone.ts'

export function behaviourOf({ features }: ChartState): Behaviour {
  return {
    followsNewBar: features.has('shift_visible_range_on_new_bar'),
    keepsRightBar: features.has('right_bar_stays_on_scroll'),
    fixesLeftEdge: features.has('fix_left_edge'),
    keepsRangeOnResize: features.has('lock_visible_time_range_on_resize'),
    allowsWideBars: features.has('low_density_bars'),
  }
}

export function wordingOf(state: ChartState): Wording {
  const { options, info } = state
  const { custom_formatters: own, numeric_formatting: numbers } = options
  const minTick = info === undefined ? '' : String((info.minmov ?? 1) / info.pricescale)
  const price = own?.priceFormatterFactory?.(info ?? null, minTick) ?? undefined
  const zone = zoneOf(state.timezone)
  const local = (timeMs: number) => new Date(timeMs + zone.offsetMs(timeMs))
  const { dateFormatter, timeFormatter } = own ?? {}
  return {
    numbers: numberText(state.locale, {
      decimalSign: numbers?.decimal_sign,
      groupingSeparator: numbers?.grouping_separator,
      price: price === undefined ? undefined : (value) => price.format(value),
    }),
    axis: axisLabels(state.locale),
    locale: state.locale,
    zone,
    drawing: drawingTexts(state.messages),
    ...(dateFormatter !== undefined && {
      customTimeText: (timeMs: number, isIntraday: boolean) => {
        // Bars of a day and longer are days of UTC.
        if (!isIntraday) return dateFormatter.format(new Date(timeMs))
        const time = timeFormatter?.format(local(timeMs)) ?? ''
        return `${dateFormatter.format(local(timeMs))} ${time}`.trim()
      },
    }),
  }
}

const drawingTexts = (messages: ChartState['messages']): Wording['drawing'] => ({
  target: messages.targetLabel,
  stop: messages.stopLabel,
  quantity: messages.quantityLabel,
  riskReward: messages.riskRewardLabel,
  barCount: messages.barCount,
  textHint: messages.textHint,
})
