// The initial state of a chart: the host's options, else the trader's settings, else defaults.
import { pricePaneId } from '../canvas/study-panes-layout.ts'
import {
  isStudyName,
  resolveInputs,
  resolveStyles,
  studyNamed,
  type StudySpec,
} from '../model/studies/study-catalogue.ts'
import { drawTools, toolDefinitions } from '../model/drawings/drawing.ts'
import type { ChartState } from '../model/chart-state.ts'
import { chosenFeatures, type Features } from '../options/features.ts'
import { appearanceOf, stateOverridesOf } from '../model/appearance.ts'
import { hasBundle } from '../options/locales/bundles.ts'
import { englishMessages } from '../options/messages.ts'
import { type ChartOptions, defaultSymbol, type ResolvedOptions } from '../options/options.ts'
import { normalResolution, resolutions } from '../primitives/resolutions.ts'
import { isObject, isText, isTextList, type Settings, settingsIn } from '../options/settings.ts'
import { sideOverrides } from '../model/theme.ts'
import { isZone } from '../primitives/time-zone.ts'
import { keptOverrides, numberOfType, scaleOfNumber, typeOfNumber } from './series-style.ts'
import { isOverlaid } from './studies.ts'
import { type ChartType, chartTypes } from '../model/chart-type.ts'
import { isScaleMode } from '../model/price-scale.ts'

const systemFonts =
  'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif'

const isChartType = (value: unknown): value is ChartType =>
  chartTypes.some((type) => type === value)

/** Returns the settings in the host's adapter, else in the browser's storage if available. */
export function openSettings(options: ChartOptions, view: Window): Settings {
  const mayStore = !options.disabled_features?.includes('use_localstorage_for_settings')
  return settingsIn(options.settings_adapter, () => (mayStore ? view.localStorage : undefined))
}

export function initialState(
  options: ChartOptions,
  resolved: ResolvedOptions,
  settings: Settings,
): ChartState {
  const features = chosenFeatures(options.enabled_features, options.disabled_features)
  const isLast = resolved.symbol === undefined
  const symbol = resolved.symbol ?? settings.read('symbol', isText) ?? defaultSymbol
  const lastInterval = isLast ? settings.read('interval', isText) : undefined
  const initialOverrides = { ...sideOverrides(options.up_down_colors), ...options.overrides }
  const ownOverrides = { ...keptOverrides(settings), ...options.settings_overrides }
  return {
    symbol,
    title: symbol,
    info: undefined,
    interval: normalResolution(lastInterval ?? resolved.interval) ?? resolved.interval,
    intervals: resolutions,
    favourites: settings.read('favourites', isTextList) ?? resolved.favouriteIntervals,
    starred: {
      chartTypes:
        settings.read('starred.chartTypes', isTextList) ?? starredTypes(options.favorites),
      indicators:
        settings.read('starred.indicators', isTextList) ??
        (options.favorites?.indicators ?? []).flatMap((name) => studyNamed(name) ?? []),
      drawingTools:
        settings.read('starred.drawingTools', isTextList) ?? starredTools(options.favorites),
    },
    ...initialSeries(options, settings),
    studies: initialStudies(features, settings, options),
    theme: resolved.theme,
    initialOverrides,
    ownOverrides,
    appearance: appearanceOf(
      resolved.theme,
      { ...initialOverrides, ...ownOverrides },
      options.custom_themes,
    ),
    timezone: initialZone(resolved, settings),
    locale: resolved.locale,
    messages: { ...englishMessages, ...options.messages },
    isLanguagePending: hasBundle(resolved.locale),
    priceDecimals: 2,
    layoutName: options.saved_data_meta_info?.name ?? '',
    paneShares: keptShares(settings),
    collapsedPanes: new Set(settings.read('foldedPanes', isTextList)),
    isHeaderHidden: false,
    features,
    timeFrames: resolved.timeFrames,
    fontFamily: options.custom_font_family ?? systemFonts,
    options,
  }
}

/** The shares of the height that the trader gave to panes, by pane. */
function keptShares(settings: Settings): ReadonlyMap<string, number> {
  const kept = Object.entries(settings.read('paneShares', isObject) ?? {})
  const isShare = (entry: [string, unknown]): entry is [string, number] =>
    typeof entry[1] === 'number' && entry[1] > 0 && entry[1] < 1
  return new Map(kept.filter(isShare))
}

/** The zone that the trader chose, else the host's; `exchange` follows the symbol later. */
export function requestedZone({ timezone }: ResolvedOptions, settings: Settings): string {
  const isOption = (value: unknown): value is string =>
    typeof value === 'string' && (value === 'exchange' || isZone(value))
  return settings.read('timezone', isOption) ?? timezone
}

function initialZone(resolved: ResolvedOptions, settings: Settings): string {
  const requested = requestedZone(resolved, settings)
  return isZone(requested) ? requested : 'Etc/UTC'
}

/** Settings overrides win over the trader's stored settings; overrides apply if there are none. */
function initialSeries(options: ChartOptions, settings: Settings) {
  const weak = stateOverridesOf(options.overrides ?? {})
  const strong = stateOverridesOf(options.settings_overrides ?? {})
  const requestedType = (number: number | undefined) =>
    number === undefined ? undefined : typeOfNumber(number)
  const requestedScale = ({ log, percent, indexed }: typeof weak) => {
    const at = [undefined, log, percent, indexed].findIndex((option) => option === true)
    return at === -1 ? undefined : scaleOfNumber(at)
  }
  return {
    chartType:
      requestedType(strong.chartType) ??
      settings.read('chartType', isChartType) ??
      requestedType(weak.chartType) ??
      ('candles' as const),
    scale:
      requestedScale(strong) ??
      settings.read('scale', isScaleMode) ??
      requestedScale(weak) ??
      'normal',
    isInverted: strong.isInverted ?? weak.isInverted ?? false,
  }
}

/** Hosts name chart types by name or by number: `Candles`, `Hollow Candles`, 9. */
function starredTypes(favorites: ChartOptions['favorites']): string[] {
  return (favorites?.chartTypes ?? []).flatMap((name) => {
    const style = String(name).toLowerCase().replace(/[ -]/g, '')
    const isMeant = (type: ChartType) =>
      [type.toLowerCase(), `${type}candles`, String(numberOfType(type))].includes(style)
    return chartTypes.find(isMeant) ?? []
  })
}

/** Hosts name drawing tools as layouts do: `LineToolTrendLine`. */
function starredTools(favorites: ChartOptions['favorites']): string[] {
  const names = favorites?.drawingTools ?? []
  return drawTools.filter(
    (tool) => names.includes(tool) || names.includes(toolDefinitions[tool].saved),
  )
}

function initialStudies(
  features: Features,
  settings: Settings,
  options: ChartOptions,
): StudySpec[] {
  const { studies_overrides: overrides } = options
  const kept = settings.read('studies', (value): value is unknown[] => Array.isArray(value))
  const defaults = features.has('create_volume_indicator_by_default') ? ['VOL'] : []
  return (kept ?? defaults)
    .flatMap((one, at) => studyKept(one, at) ?? [])
    .map((study) => ({
      ...study,
      ...(kept === undefined && isOverlaid(study.name, options) && { pane: pricePaneId }),
      styles: kept === undefined ? { ...resolveStyles(volumeStyles(overrides)) } : study.styles,
    }))
}

const volumeStyles = (overrides: ChartOptions['studies_overrides']) =>
  Object.fromEntries(
    Object.entries(overrides ?? {})
      .filter(([key]) => key.startsWith('volume.'))
      .map(([key, value]) => [key.slice('volume.'.length), value]),
  )

/** Reads a stored study; former versions stored only its name. */
function studyKept(kept: unknown, at: number): StudySpec | undefined {
  if (typeof kept === 'string') {
    const name = isStudyName(kept) ? kept : undefined
    return (
      name && {
        id: `s${at + 1}`,
        name,
        inputs: resolveInputs(name, {}),
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
    inputs: resolveInputs(name, Reflect.get(kept, 'inputs')),
    styles: resolveStyles(Reflect.get(kept, 'styles')),
    isVisible: Reflect.get(kept, 'isVisible') !== false,
    ...(typeof pane === 'string' && { pane }),
  }
}
