// How the series is shown, and the one place where that changes: type, scale, theme, overrides and
// time zone. What the trader may regret goes through the history.
import { lookOf, stateWishes } from '../model/appearance.ts'
import { type Overrides, themeNamed } from '../options/options.ts'
import { isZone } from '../primitives/time-zone.ts'
import { type Desk, step } from './context.ts'
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

/** TradingView's number of a chart type, and back; undefined for a type that is not drawn. */
export const numberOfType = (type: ChartType): number => typeNumbers[type]

export const typeOfNumber = (number: number): ChartType | undefined =>
  chartTypes.find((type) => typeNumbers[type] === number)

/** The id under which events speak of the main series. */
export const seriesId = 'm'

export class SeriesStyle {
  readonly #desk: Desk
  /** The host gave a moment to the axis by which days begin: `exchange` follows the symbol. */
  #followsExchange: boolean

  constructor(desk: Desk, followsExchange: boolean) {
    this.#desk = desk
    this.#followsExchange = followsExchange
  }

  setChartType(type: ChartType): void {
    const { state } = this.#desk
    if (type === state.chartType) return
    step(this.#desk, state.messages.chartType, {
      from: state.chartType,
      to: type,
      apply: (wanted) => this.showChartType(wanted),
    })
  }

  /** Shows a type without a step of history, as loading a layout does. */
  showChartType(type: ChartType): void {
    const desk = this.#desk
    if (type === desk.state.chartType) return
    desk.state.chartType = type
    desk.settings.write('chartType', type)
    desk.surface?.canvas.setChartType(type)
    desk.surface?.update()
    desk.chartTypeChanged.tell(numberOfType(type))
    desk.events.series_properties_changed.tell(seriesId)
  }

  setScale(mode: ScaleMode): void {
    const { state } = this.#desk
    if (mode === state.scale) return
    step(this.#desk, state.messages.priceScale, {
      from: state.scale,
      to: mode,
      apply: (wanted) => this.showScale(wanted),
    })
  }

  showScale(mode: ScaleMode): void {
    const desk = this.#desk
    const isAccepted = desk.surface?.setScale(mode) ?? true
    if (!isAccepted) console.warn('A logarithmic scale needs prices above zero')
    desk.state.scale = isAccepted ? mode : 'normal'
    desk.settings.write('scale', desk.state.scale)
    this.#told()
  }

  setInverted(isInverted: boolean): void {
    const { state } = this.#desk
    if (isInverted === state.isInverted) return
    step(this.#desk, state.messages.scaleInverted, {
      from: state.isInverted,
      to: isInverted,
      apply: (wanted) => this.showInverted(wanted),
    })
  }

  showInverted(isInverted: boolean): void {
    this.#desk.state.isInverted = isInverted
    this.#desk.surface?.canvas.prices.setInverted(isInverted)
    this.#told()
  }

  #told(): void {
    this.#desk.surface?.update()
    this.#desk.events.series_properties_changed.tell(seriesId)
  }

  /** Restyles everything; time zone, lines, studies and view stay (spec 4, chart). */
  setTheme(theme: string): void {
    this.#desk.state.theme = themeNamed(theme)
    this.#restyle()
  }

  /** A theme in TradingView's manner: colours changed since the start make way for its own. */
  changeTheme(theme: string, disableUndo: boolean): void {
    const { state, workspace } = this.#desk
    const from = { theme: state.theme, own: state.ownOverrides }
    const to = { theme: themeNamed(theme), own: withoutColours(state.ownOverrides) }
    const show = (wanted: typeof from) => {
      Object.assign(state, { theme: wanted.theme, ownOverrides: wanted.own })
      this.#restyle()
    }
    if (disableUndo || from.theme === to.theme) return show(to)
    workspace.history.do({
      text: state.messages.theme,
      redo: () => show(to),
      undo: () => show(from),
    })
  }

  /** The trader's own changes, as one step of history. */
  chooseOverrides(overrides: Overrides): void {
    const { state } = this.#desk
    const from = state.ownOverrides
    step(this.#desk, state.messages.settings, {
      from,
      to: { ...from, ...overrides },
      apply: (wanted) => {
        state.ownOverrides = wanted
        this.#restyle()
      },
    })
  }

  /** The host's changes: no step of history, and wishes of the state are fulfilled at once. */
  applyOverrides(overrides: Overrides): void {
    const { state } = this.#desk
    state.ownOverrides = { ...state.ownOverrides, ...overrides }
    this.#restyle()
    this.fulfil(overrides)
  }

  /** Replaces all changes made since the start, as loading a layout does. */
  showOverrides(overrides: Overrides): void {
    this.#desk.state.ownOverrides = overrides
    this.#restyle()
  }

  fulfil(overrides: Overrides): void {
    const wishes = stateWishes(overrides)
    const type = wishes.chartType === undefined ? undefined : typeOfNumber(wishes.chartType)
    if (type !== undefined) this.showChartType(type)
    else if (wishes.chartType !== undefined) {
      console.warn(`Chart type ${wishes.chartType} is not supported`)
    }
    const named = (['log', 'percent', 'indexed'] as const).filter((mode) => mode in wishes)
    const wanted = named.find((mode) => wishes[mode] === true)
    if (named.length > 0) this.showScale(wanted ?? 'normal')
    if (wishes.isInverted !== undefined) this.showInverted(wishes.isInverted)
    if (wishes.isAuto === true) this.#desk.surface?.canvas.fitPrices()
    if (wishes.rightOffset !== undefined) {
      this.#desk.surface?.canvas.times.setRightOffset(wishes.rightOffset)
    }
    if (wishes.timezone !== undefined) this.showTimezone(wishes.timezone)
  }

  #restyle(): void {
    const { state, surface, events } = this.#desk
    const overrides = { ...state.firstOverrides, ...state.ownOverrides }
    state.look = lookOf(state.theme, overrides, state.options.custom_themes)
    surface?.restyle()
    events.series_properties_changed.tell(seriesId)
  }

  setTimezone(timezone: string, disableUndo = false): void {
    const { state } = this.#desk
    const from = this.#followsExchange ? 'exchange' : state.timezone
    if (disableUndo || from === timezone) return this.showTimezone(timezone)
    step(this.#desk, state.messages.timeZone, {
      from,
      to: timezone,
      apply: (wanted) => this.showTimezone(wanted),
    })
  }

  /** The zone as a host names it: `exchange` while it follows the symbol. */
  get timezoneName(): string {
    return this.#followsExchange ? 'exchange' : this.#desk.state.timezone
  }

  showTimezone(timezone: string): void {
    this.#followsExchange = timezone === 'exchange'
    this.followExchange(timezone)
  }

  /** The feed has said where a new symbol is traded. */
  followExchange(timezone = 'exchange'): void {
    if (timezone === 'exchange' && !this.#followsExchange) return
    const { state, surface, timezoneChanged } = this.#desk
    const wanted = timezone === 'exchange' ? (state.info?.timezone ?? 'Etc/UTC') : timezone
    if (!isZone(wanted)) console.warn(`Time zone ${timezone} is not known, showing UTC`)
    const zone = isZone(wanted) ? wanted : 'Etc/UTC'
    if (zone === state.timezone) return
    state.timezone = zone
    this.#desk.settings.write('timezone', this.timezoneName)
    surface?.setZone()
    timezoneChanged.tell(this.timezoneName)
  }
}

function withoutColours(overrides: Overrides): Overrides {
  return Object.fromEntries(Object.entries(overrides).filter(([key]) => !/color/i.test(key)))
}

export const scaleNumber = (mode: ScaleMode): number => scaleModes.indexOf(mode)

export const scaleOfNumber = (number: number): ScaleMode => scaleModes[number] ?? 'normal'
