// What the chart shows first: what the options say, else what the trader had, else the defaults.
import { pricePaneId } from '../canvas/study-panes-layout.ts'
import {
  isStudyName,
  settledInputs,
  settledStyles,
  studyNamed,
  type StudySpec,
} from '../model/studies/study-catalogue.ts'
import { drawTools, toolPlans } from '../model/drawings/drawing.ts'
import type { ChartState } from '../model/chart-state.ts'
import { chosenFeatures, type Features } from '../options/features.ts'
import { lookOf, stateWishes } from '../model/appearance.ts'
import { englishMessages } from '../options/messages.ts'
import { type ChartOptions, defaultSymbol, type SettledOptions } from '../options/options.ts'
import { normalResolution, resolutions } from '../primitives/resolutions.ts'
import { isText, isTextList, type Settings } from '../options/settings.ts'
import { sideOverrides } from '../model/theme.ts'
import { isZone } from '../primitives/time-zone.ts'
import { numberOfType, scaleOfNumber, typeOfNumber } from './series-style.ts'
import { isOverlaid } from './studies.ts'
import { type ChartType, chartTypes } from '../model/chart-type.ts'
import { isScaleMode } from '../model/price-scale.ts'

const systemFonts =
  'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif'

const isChartType = (value: unknown): value is ChartType =>
  chartTypes.some((type) => type === value)

export function firstState(
  options: ChartOptions,
  settled: SettledOptions,
  settings: Settings,
): ChartState {
  const features = chosenFeatures(options.enabled_features, options.disabled_features)
  const isLast = settled.symbol === undefined
  const symbol = settled.symbol ?? settings.read('symbol', isText) ?? defaultSymbol
  const lastInterval = isLast ? settings.read('interval', isText) : undefined
  const firstOverrides = { ...sideOverrides(options.up_down_colors), ...options.overrides }
  const ownOverrides = { ...options.settings_overrides }
  return {
    symbol,
    title: symbol,
    info: undefined,
    interval: normalResolution(lastInterval ?? settled.interval) ?? settled.interval,
    intervals: resolutions,
    favourites: settings.read('favourites', isTextList) ?? settled.favouriteIntervals,
    starred: {
      chartTypes:
        settings.read('starred.chartTypes', isTextList) ?? starredTypes(options.favorites),
      indicators:
        settings.read('starred.indicators', isTextList) ??
        (options.favorites?.indicators ?? []).flatMap((name) => studyNamed(name) ?? []),
      drawingTools:
        settings.read('starred.drawingTools', isTextList) ?? starredTools(options.favorites),
    },
    ...firstSeries(options, settings),
    studies: firstStudies(features, settings, options),
    theme: settled.theme,
    firstOverrides,
    ownOverrides,
    look: lookOf(settled.theme, { ...firstOverrides, ...ownOverrides }, options.custom_themes),
    timezone: firstZone(settled, settings),
    locale: settled.locale,
    messages: { ...englishMessages, ...options.messages },
    priceDecimals: 2,
    layoutName: options.saved_data_meta_info?.name ?? '',
    paneShares: new Map(),
    collapsedPanes: new Set(),
    isHeaderHidden: false,
    features,
    timeFrames: settled.timeFrames,
    fontFamily: options.custom_font_family ?? systemFonts,
    options,
  }
}

/** The zone that the trader has chosen, else the host's; `exchange` follows the symbol later. */
export function zoneWished({ timezone }: SettledOptions, settings: Settings): string {
  const isWish = (value: unknown): value is string =>
    typeof value === 'string' && (value === 'exchange' || isZone(value))
  return settings.read('timezone', isWish) ?? timezone
}

function firstZone(settled: SettledOptions, settings: Settings): string {
  const wished = zoneWished(settled, settings)
  return isZone(wished) ? wished : 'Etc/UTC'
}

/** Settings overrides win over what the trader has stored, overrides only where he has not. */
function firstSeries(options: ChartOptions, settings: Settings) {
  const weak = stateWishes(options.overrides ?? {})
  const strong = stateWishes(options.settings_overrides ?? {})
  const typeWished = (number: number | undefined) =>
    number === undefined ? undefined : typeOfNumber(number)
  const scaleWished = ({ log, percent, indexed }: typeof weak) => {
    const at = [undefined, log, percent, indexed].findIndex((wish) => wish === true)
    return at === -1 ? undefined : scaleOfNumber(at)
  }
  return {
    chartType:
      typeWished(strong.chartType) ??
      settings.read('chartType', isChartType) ??
      typeWished(weak.chartType) ??
      ('candles' as const),
    scale:
      scaleWished(strong) ?? settings.read('scale', isScaleMode) ?? scaleWished(weak) ?? 'normal',
    isInverted: strong.isInverted ?? weak.isInverted ?? false,
  }
}

/** Hosts name chart types by words or by number: `Candles`, `Hollow Candles`, 9. */
function starredTypes(favorites: ChartOptions['favorites']): string[] {
  return (favorites?.chartTypes ?? []).flatMap((name) => {
    const word = String(name).toLowerCase().replace(/[ -]/g, '')
    const isMeant = (type: ChartType) =>
      [type.toLowerCase(), `${type}candles`, String(numberOfType(type))].includes(word)
    return chartTypes.find(isMeant) ?? []
  })
}

/** Hosts name drawing tools as layouts do: `LineToolTrendLine`. */
function starredTools(favorites: ChartOptions['favorites']): string[] {
  const names = favorites?.drawingTools ?? []
  return drawTools.filter((tool) => names.includes(tool) || names.includes(toolPlans[tool].saved))
}

function firstStudies(features: Features, settings: Settings, options: ChartOptions): StudySpec[] {
  const { studies_overrides: overrides } = options
  const kept = settings.read('studies', (value): value is unknown[] => Array.isArray(value))
  const usual = features.has('create_volume_indicator_by_default') ? ['VOL'] : []
  return (kept ?? usual)
    .flatMap((one, at) => studyKept(one, at) ?? [])
    .map((study) => ({
      ...study,
      ...(kept === undefined && isOverlaid(study.name, options) && { pane: pricePaneId }),
      styles: kept === undefined ? { ...settledStyles(volumeStyles(overrides)) } : study.styles,
    }))
}

const volumeStyles = (overrides: ChartOptions['studies_overrides']) =>
  Object.fromEntries(
    Object.entries(overrides ?? {})
      .filter(([key]) => key.startsWith('volume.'))
      .map(([key, value]) => [key.slice('volume.'.length), value]),
  )

/** A study as it is kept; former versions kept only its name. */
function studyKept(kept: unknown, at: number): StudySpec | undefined {
  if (typeof kept === 'string') {
    const name = isStudyName(kept) ? kept : undefined
    return (
      name && {
        id: `s${at + 1}`,
        name,
        inputs: settledInputs(name, {}),
        styles: {},
        isVisible: true,
      }
    )
  }
  if (typeof kept !== 'object' || kept === null) return undefined
  const name: unknown = Reflect.get(kept, 'name')
  const id: unknown = Reflect.get(kept, 'id')
  const pane: unknown = Reflect.get(kept, 'pane')
  if (typeof name !== 'string' || !isStudyName(name) || typeof id !== 'string') return undefined
  return {
    id,
    name,
    inputs: settledInputs(name, Reflect.get(kept, 'inputs')),
    styles: settledStyles(Reflect.get(kept, 'styles')),
    isVisible: Reflect.get(kept, 'isVisible') !== false,
    ...(typeof pane === 'string' && { pane }),
  }
}
