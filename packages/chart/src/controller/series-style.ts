// Changes of the main series: type, scale, theme, overrides and time zone. The trader's own changes
// can be undone.
import { appearanceOf, stateOverridesOf } from '../model/appearance.ts'
import { type Overrides, themeNamed } from '../options/options.ts'
import { resolveStyles } from '../model/studies/study-catalogue.ts'
import { isObject, type Settings } from '../options/settings.ts'
import { isZone } from '../primitives/time-zone.ts'
import { type ChartContext, step } from './context.ts'
import { type ChartType, chartTypes } from '../model/chart-type.ts'
import { type ScaleMode, scaleModes } from '../model/price-scale.ts'

const typeNumbers: Readonly<Record<ChartType, number>> = {
  bars: 0,
  candles: 1,
  line: 2,
  area: 3,
  heikinAshi: 8,
  hollow: 9,
  baseline: 10,
  highLow: 12,
  columns: 13,
}

/** TradingView's number of a chart type, and back; undefined for an unsupported type. */
export const numberOfType = (type: ChartType): number => typeNumbers[type]

export const typeOfNumber = (number: number): ChartType | undefined =>
  chartTypes.find((type) => typeNumbers[type] === number)

const overridesKey = 'overrides'

/** The trader's own overrides of earlier charts; those of a host are not among them. */
export const keptOverrides = (settings: Settings): Overrides =>
  resolveStyles(settings.read(overridesKey, isObject))

/** The id of the main series in events. */
export const seriesId = 'm'

export class SeriesStyle {
  readonly #context: ChartContext
  /** Whether the time zone is `exchange`, that is, follows the symbol. */
  #followsExchange: boolean

  constructor(context: ChartContext, followsExchange: boolean) {
    this.#context = context
    this.#followsExchange = followsExchange
  }

  setChartType(type: ChartType): void {
    const { state } = this.#context
    if (type === state.chartType) return
    step(this.#context, state.messages.chartType, {
      from: state.chartType,
      to: type,
      apply: (wanted) => this.showChartType(wanted),
    })
  }

  /** Shows a type without a step of history, as loading a layout does. */
  showChartType(type: ChartType): void {
    const context = this.#context
    if (type === context.state.chartType) return
    context.state.chartType = type
    context.settings.write('chartType', type)
    context.chartView?.canvas.setChartType(type)
    context.chartView?.update()
    context.chartTypeChanged.emit(numberOfType(type))
    context.events.series_properties_changed.emit(seriesId)
  }

  setScale(mode: ScaleMode): void {
    const { state } = this.#context
    if (mode === state.scale) return
    step(this.#context, state.messages.priceScale, {
      from: state.scale,
      to: mode,
      apply: (wanted) => this.showScale(wanted),
    })
  }

  showScale(mode: ScaleMode): void {
    const context = this.#context
    const isAccepted = context.chartView?.setScale(mode) ?? true
    if (!isAccepted) console.warn('A logarithmic scale needs prices above zero')
    context.state.scale = isAccepted ? mode : 'normal'
    context.settings.write('scale', context.state.scale)
    this.#emitChanged()
  }

  setInverted(isInverted: boolean): void {
    const { state } = this.#context
    if (isInverted === state.isInverted) return
    step(this.#context, state.messages.scaleInverted, {
      from: state.isInverted,
      to: isInverted,
      apply: (wanted) => this.showInverted(wanted),
    })
  }

  showInverted(isInverted: boolean): void {
    this.#context.state.isInverted = isInverted
    this.#context.chartView?.canvas.prices.setInverted(isInverted)
    this.#emitChanged()
  }

  #emitChanged(): void {
    this.#context.chartView?.update()
    this.#context.events.series_properties_changed.emit(seriesId)
  }

  /** Changes the theme; time zone, lines, studies and view stay (spec 4, chart). */
  setTheme(theme: string): void {
    this.#context.state.theme = themeNamed(theme)
    this.#restyle()
  }

  /** Changes the theme as TradingView does: colours changed since the start are reset. */
  changeTheme(theme: string, disableUndo: boolean): void {
    const { state, workspace, settings } = this.#context
    const { theme: shown, ownOverrides: own } = state
    const kept = keptOverrides(settings)
    const from = { theme: shown, own, kept }
    const to = { theme: themeNamed(theme), own: withoutColours(own), kept: withoutColours(kept) }
    const show = (wanted: typeof from) => {
      Object.assign(state, { theme: wanted.theme, ownOverrides: wanted.own })
      if (Object.keys(kept).length > 0) settings.write(overridesKey, wanted.kept)
      this.#restyle()
    }
    if (disableUndo || from.theme === to.theme) return show(to)
    workspace.history.do({
      text: state.messages.theme,
      redo: () => show(to),
      undo: () => show(from),
    })
  }

  /** The trader's own changes, as one step of history; they are kept for the next chart. */
  chooseOverrides(overrides: Overrides): void {
    const { state, settings } = this.#context
    const from = { own: state.ownOverrides, kept: keptOverrides(settings) }
    step(this.#context, state.messages.settings, {
      from,
      to: { own: { ...from.own, ...overrides }, kept: { ...from.kept, ...overrides } },
      apply: ({ own, kept }) => {
        state.ownOverrides = own
        settings.write(overridesKey, kept)
        this.#restyle()
      },
    })
  }

  /** Changes by the host: not undoable, and state overrides apply at once. */
  applyOverrides(overrides: Overrides): void {
    const { state } = this.#context
    state.ownOverrides = { ...state.ownOverrides, ...overrides }
    this.#restyle()
    this.applyStateOverrides(overrides)
  }

  /** Replaces all changes made since the start, as loading a layout does. */
  showOverrides(overrides: Overrides): void {
    this.#context.state.ownOverrides = overrides
    this.#restyle()
  }

  applyStateOverrides(overrides: Overrides): void {
    const overridden = stateOverridesOf(overrides)
    const type = overridden.chartType === undefined ? undefined : typeOfNumber(overridden.chartType)
    if (type !== undefined) this.showChartType(type)
    else if (overridden.chartType !== undefined) {
      console.warn(`Chart type ${overridden.chartType} is not supported`)
    }
    const named = (['log', 'percent', 'indexed'] as const).filter((mode) => mode in overridden)
    const wanted = named.find((mode) => overridden[mode] === true)
    if (named.length > 0) this.showScale(wanted ?? 'normal')
    if (overridden.isInverted !== undefined) this.showInverted(overridden.isInverted)
    if (overridden.isAuto === true) this.#context.chartView?.canvas.fitPrices()
    if (overridden.rightOffset !== undefined) {
      this.#context.chartView?.canvas.times.setRightOffset(overridden.rightOffset)
    }
    if (overridden.timezone !== undefined) this.showTimezone(overridden.timezone)
  }

  #restyle(): void {
    const { state, chartView, events } = this.#context
    const overrides = { ...state.initialOverrides, ...state.ownOverrides }
    state.appearance = appearanceOf(state.theme, overrides, state.options.custom_themes)
    chartView?.restyle()
    events.series_properties_changed.emit(seriesId)
  }

  setTimezone(timezone: string, disableUndo = false): void {
    const { state } = this.#context
    const from = this.#followsExchange ? 'exchange' : state.timezone
    if (disableUndo || from === timezone) return this.showTimezone(timezone)
    step(this.#context, state.messages.timeZone, {
      from,
      to: timezone,
      apply: (wanted) => this.showTimezone(wanted),
    })
  }

  /** The zone as a host names it: `exchange` while it follows the symbol. */
  get timezoneName(): string {
    return this.#followsExchange ? 'exchange' : this.#context.state.timezone
  }

  showTimezone(timezone: string): void {
    this.#followsExchange = timezone === 'exchange'
    this.followExchange(timezone)
  }

  /** A new symbol's exchange time zone is known. */
  followExchange(timezone = 'exchange'): void {
    if (timezone === 'exchange' && !this.#followsExchange) return
    const { state, chartView, timezoneChanged } = this.#context
    const wanted = timezone === 'exchange' ? (state.info?.timezone ?? 'Etc/UTC') : timezone
    if (!isZone(wanted)) console.warn(`Time zone ${timezone} is not known, showing UTC`)
    const zone = isZone(wanted) ? wanted : 'Etc/UTC'
    if (zone === state.timezone) return
    state.timezone = zone
    this.#context.settings.write('timezone', this.timezoneName)
    chartView?.setZone()
    timezoneChanged.emit(this.timezoneName)
  }
}

function withoutColours(overrides: Overrides): Overrides {
  return Object.fromEntries(Object.entries(overrides).filter(([key]) => !/color/i.test(key)))
}

export const scaleNumber = (mode: ScaleMode): number => scaleModes.indexOf(mode)

export const scaleOfNumber = (number: number): ScaleMode => scaleModes[number] ?? 'normal'
