// The settings dialog: candles, scale and time zone, status line, grid, background and margins.
// Each kind of change is one undoable step.
import type { ChartState, Commands } from '../../model/chart-state.ts'
import { element } from '../toolkit/elements.ts'
import type { CandleAppearance } from '../../model/appearance.ts'
import type { Overrides } from '../../options/options.ts'
import { zoneLabel, zoneNames, zoneOf } from '../../primitives/time-zone.ts'
import { type Dialog, field } from '../toolkit/dialog.ts'
import { choiceField, hexOf, openForm, section } from '../toolkit/form.ts'
import { scaleModes } from '../../model/price-scale.ts'

type Part = { readonly root: HTMLElement; changes(): Overrides }

type SettingsContext = {
  readonly page: Document
  readonly state: ChartState
  readonly commands: Commands
  nowMs(): number
}

/** A checkbox for one override, or for several that change together. */
function check(page: Document, label: string, isOn: boolean, names: readonly string[]): Part {
  const { root, input } = field(page, { label, type: 'checkbox', isChecked: isOn })
  const changes = () =>
    input.checked === isOn ? {} : Object.fromEntries(names.map((name) => [name, input.checked]))
  return { root, changes }
}

function colour(page: Document, label: string, shown: string, names: readonly string[]): Part {
  const { root, input } = field(page, { label, type: 'color', value: hexOf(shown) })
  const changes = () =>
    input.value === hexOf(shown) ? {} : Object.fromEntries(names.map((name) => [name, input.value]))
  return { root, changes }
}

/** A margin as a share of the pane's height in percent, 0 to 45. */
function margin(page: Document, label: string, shown: number, name: string): Part {
  const { root, input } = field(page, { label, type: 'text', value: String(shown) })
  input.inputMode = 'numeric'
  return {
    root,
    changes: () => {
      const wanted = Number(input.value)
      const isFit = input.value.trim() !== '' && Number.isFinite(wanted) && wanted !== shown
      return isFit ? { [name]: Math.max(0, Math.min(45, wanted)) } : {}
    },
  }
}

const series = (name: string) => `mainSeriesProperties.${name}`

/** Hollow candles have overrides of their own, which are set to the same values. */
const candle = (name: string) => [
  series(`candleStyle.${name}`),
  series(`hollowCandleStyle.${name}`),
]

type Pair = { readonly up: keyof CandleAppearance; readonly down: keyof CandleAppearance }

/** The two colours of a part of candles in one row, with a checkbox if it can be switched off. */
function pairRow(
  page: Document,
  { messages, appearance }: ChartState,
  row: { readonly label: string; readonly pair: Pair; readonly has?: 'hasBorder' | 'hasWick' },
): Part {
  const { candles } = appearance
  const { label, pair, has } = row
  const first = Object.entries({ up: messages.risingColor, down: messages.fallingColor })
  const colours = first.map(([side, title]) => {
    const name = pair[side === 'up' ? 'up' : 'down']
    const shown = hexOf(String(candles[name]))
    const input = element(page, 'input', {
      type: 'color',
      class: 'form-color',
      'aria-label': has === undefined ? title : `${label}: ${title}`,
      title: title,
    })
    input.value = shown
    return { input, shown, names: candle(`${name}Color`) }
  })
  const isOn = has === undefined || candles[has]
  const box = element(page, 'input', {
    type: 'checkbox',
    class: 'form-checkbox',
    'aria-label': label,
  })
  box.checked = isOn
  const name = element(page, has === undefined ? 'span' : 'label', { class: 'plot-name' }, [
    ...(has === undefined ? [] : [box]),
    element(page, 'span', { class: 'form-label' }, [label]),
  ])
  const inputs = colours.map(({ input }) => input)
  const changes = () => {
    const made = colours.flatMap(({ input, shown, names }) =>
      input.value === shown ? [] : names.map((one): [string, string] => [one, input.value]),
    )
    const switched =
      has !== undefined && box.checked !== isOn
        ? candle(has === 'hasBorder' ? 'drawBorder' : 'drawWick').map((one): [string, boolean] => [
            one,
            box.checked,
          ])
        : []
    return Object.fromEntries<string | boolean>([...made, ...switched])
  }
  return { root: element(page, 'div', { class: 'plot-row' }, [name, ...inputs]), changes }
}

function candleParts(page: Document, state: ChartState): Part[] {
  const { messages, appearance } = state
  const body = `${messages.risingColor} · ${messages.fallingColor}`
  const borders = { up: 'borderUp', down: 'borderDown' } as const
  const wicks = { up: 'wickUp', down: 'wickDown' } as const
  return [
    pairRow(page, state, { label: body, pair: { up: 'up', down: 'down' } }),
    pairRow(page, state, { label: messages.candleBorders, pair: borders, has: 'hasBorder' }),
    pairRow(page, state, { label: messages.candleWicks, pair: wicks, has: 'hasWick' }),
    check(page, messages.lastPriceLine, appearance.priceLine.isShown, [series('showPriceLine')]),
    check(page, messages.countdown, appearance.hasCountdown, [series('showCountdown')]),
  ]
}

function statusParts(page: Document, { messages, appearance }: ChartState): Part[] {
  const { legend } = appearance
  const part = (label: string, isOn: boolean, name: string) =>
    check(page, label, isOn, [`paneProperties.legendProperties.${name}`])
  return [
    part(messages.titleLabel, legend.hasTitle, 'showSeriesTitle'),
    part(messages.legendValues, legend.hasPrices, 'showSeriesOHLC'),
    part(messages.change, legend.hasChange, 'showBarChange'),
    part(messages.volume, legend.hasVolume, 'showVolume'),
    part(messages.indicatorValues, legend.hasStudyValues, 'showStudyValues'),
  ]
}

function paneParts(page: Document, { messages, appearance }: ChartState): Part[] {
  const { palette, horizontalGrid, margins } = appearance
  const isGridOn = horizontalGrid.color !== 'transparent'
  const grid = check(page, messages.gridLines, isGridOn, ['grid'])
  const gridNames = ['vertGridProperties', 'horzGridProperties'].map(
    (name) => `paneProperties.${name}.color`,
  )
  const percent = (part: number | undefined, defaultItems: number) =>
    Math.round((part ?? defaultItems) * 100)
  return [
    {
      root: grid.root,
      changes: () => {
        const isWanted = grid.changes()['grid']
        if (isWanted === undefined) return {}
        // Without a colour of its own the grid has that of the theme, also of the next one.
        const color = isWanted === true ? '' : 'transparent'
        return Object.fromEntries(gridNames.map((name) => [name, color]))
      },
    },
    colour(page, messages.backgroundColor, palette.background, ['paneProperties.background']),
    margin(page, messages.topMargin, percent(margins?.top, 0.1), 'paneProperties.topMargin'),
    margin(
      page,
      messages.bottomMargin,
      percent(margins?.bottom, 0.08),
      'paneProperties.bottomMargin',
    ),
  ]
}

/** Scale, inversion and time zone belong to the chart's state, not to its appearance. */
function stateFields({ page, state, nowMs }: SettingsContext) {
  const { messages } = state
  const labels = {
    normal: messages.scaleNormal,
    log: messages.scaleLog,
    percent: messages.scalePercent,
    indexed: messages.scaleIndexed,
  }
  const scale = choiceField(page, messages.priceScale, {
    choices: scaleModes.map((mode) => ({ value: mode, label: labels[mode] })),
    value: state.scale,
  })
  const inverted = field(page, {
    label: messages.scaleInverted,
    type: 'checkbox',
    isChecked: state.isInverted,
  })
  const zones = [...new Set([...zoneNames, state.timezone])]
  const zone = choiceField(page, messages.timeZone, {
    choices: zones.map((id) => {
      const city = (id.split('/').at(-1) ?? id).replaceAll('_', ' ')
      const offset = zoneLabel(zoneOf(id), nowMs())
      return { value: id, label: id === 'Etc/UTC' ? 'UTC' : `${city} (${offset})` }
    }),
    value: state.timezone,
  })
  return { scale, inverted, zone }
}

/** Opens the settings; only changed values are applied. */
export function openSettings(context: SettingsContext): Dialog {
  const { page, state, commands } = context
  const { messages } = state
  const { scale, inverted, zone } = stateFields(context)
  const candles = candleParts(page, state)
  const status = statusParts(page, state)
  const pane = paneParts(page, state)
  const roots = (parts: readonly Part[]) => parts.map(({ root }) => root)
  return openForm(
    { page, messages },
    {
      title: messages.settings,
      body: [
        section(page, messages.candles, roots(candles)),
        section(page, messages.priceScale, [scale.root, inverted.root, zone.root]),
        section(page, messages.statusLine, roots(status)),
        section(page, messages.appearance, roots(pane)),
      ],
      main: messages.confirm,
      submit: () => {
        const changes: Record<string, string | number | boolean> = {}
        for (const part of [...candles, ...status, ...pane]) Object.assign(changes, part.changes())
        if (Object.keys(changes).length > 0) commands.applyOverrides(changes)
        const mode = scaleModes.find((one) => one === scale.input.value)
        if (mode !== undefined && mode !== state.scale) commands.chooseScale(mode)
        commands.setInverted(inverted.input.checked)
        if (zone.input.value !== state.timezone) commands.chooseTimezone(zone.input.value)
        return true
      },
    },
  )
}
