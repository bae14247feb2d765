// Settings that the browser remembers for a trader.

// Display settings belong to the browser; the meaning of a typed number belongs to the account, or
// the next account of the same browser would send 100 coins for 100 dollars. Settings that decide
// whether an order needs a confirmation are stored by the exchange (preferences.ts).

import { triggerBases, type TriggerBasis } from '@basis/domain/orders/order'
import type { LegName } from '@basis/domain/orders/tpsl'
import { tpslInputTypes, type TpslInputType } from '@basis/domain/orders/tpsl-input'
import { useCallback, useMemo } from 'react'
import { create } from 'zustand'
import { isRecord, oneOf, stored } from '../platform/storage.ts'
import { readScreens, withScreen, type SavedScreen } from '../shell/saved-screens.ts'
import {
  firstArrangement,
  readArrangement,
  shownColumns,
  type TableArrangement,
} from '../shell/table-arrangement.ts'

export const noticeKinds = ['createOrder', 'modifyOrder', 'cancelOrder', 'trade'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** The tabs of the symbol picker. */
export const pickerTabs = ['favourites', 'spot', 'usdt', 'usdc', 'inverse', 'futures'] as const
export type PickerTab = (typeof pickerTabs)[number]

/** Thin 0.5, medium 1, thick 2 pixels (spec, constants of the chart). */
export const lineThicknesses = ['thin', 'medium', 'thick'] as const

/** The price unrealised profit is computed at; risk always uses the mark (rules 1.4). */
const pnlBases = ['MarkPrice', 'LastPrice'] as const
export type PnlBasis = (typeof pnlBases)[number]

/** Row heights of 40 and of 36 pixels. */
export const tableDensities = ['comfortable', 'compact'] as const

/** Units of the loss at the stop: percent of the equity, settle coins, dollars for inverse. */
export const riskUnits = ['riskShare', 'riskCoin', 'riskUsd'] as const
export type RiskUnit = (typeof riskUnits)[number]

/** Units of a typed quantity: coins, cost, value, or the loss at the stop. */
export const sizeUnits = ['qty', 'cost', 'value', ...riskUnits] as const
export type SizeUnit = (typeof sizeUnits)[number]

/** The distance of a bracket's target as a multiple of its risk. */
export const targetTimes = ['1', '1.5', '2', '3', '5'] as const

/** The risk of the next bracket on the chart, and the distance of its target. */
export type BracketSetting = {
  readonly unit: RiskUnit
  readonly risk: string
  readonly times: (typeof targetTimes)[number]
}

export type Settings = {
  /** Starred symbols, newest last. */
  readonly favourites: readonly string[]
  /** Saved screens of the markets page; a watchlist is one with symbols. */
  readonly screens: readonly SavedScreen[]
  /** The watchlist shown in place of the favourites; empty for the starred symbols. */
  readonly watchlist: string
  readonly depthView: 'both' | 'bids' | 'asks'
  readonly depthUnit: 'base' | 'quote'
  /** Merge ratio of the book by symbol. */
  readonly depthRatios: Readonly<Record<string, number>>
  readonly sizeUnit: SizeUnit
  readonly pnlBasis: PnlBasis
  /** Tables list every symbol, not only the page's. */
  readonly allSymbols: boolean
  /** Families of lines drawn over the candles. */
  readonly chartLines: {
    readonly positions: boolean
    readonly orders: boolean
    readonly liquidation: boolean
    readonly breakEven: boolean
    readonly stops: boolean
    readonly protection: boolean
    readonly executions: boolean
    readonly alerts: boolean
    readonly thickness: (typeof lineThicknesses)[number]
  }
  readonly pickerTab: PickerTab
  /** The arrangement of each table's columns, by the table's name. */
  readonly tables: Readonly<Record<string, TableArrangement>>
  readonly tableDensity: (typeof tableDensities)[number]
  /** The input type of TP/SL fields, remembered per field (spec 4). */
  readonly tpslInputs: Readonly<Record<LegName, TpslInputType>>
  /** The trigger price type of new TP/SL. */
  readonly tpslBases: Readonly<Record<LegName, TriggerBasis>>
  readonly bracket: BracketSetting
}

export const defaultSettings: Settings = {
  favourites: [],
  screens: [],
  watchlist: '',
  depthView: 'both',
  depthUnit: 'base',
  depthRatios: {},
  sizeUnit: 'qty',
  pnlBasis: 'MarkPrice',
  allSymbols: true,
  chartLines: {
    positions: true,
    orders: true,
    liquidation: true,
    breakEven: false,
    stops: true,
    protection: true,
    executions: true,
    alerts: true,
    thickness: 'medium',
  },
  pickerTab: 'usdt',
  tables: {},
  tableDensity: 'comfortable',
  tpslInputs: { takeProfit: 'ROI', stopLoss: 'ROI' },
  tpslBases: { takeProfit: 'LastPrice', stopLoss: 'LastPrice' },
  bracket: { unit: 'riskShare', risk: '1', times: '2' },
}

const record = stored<Settings>({
  key: 'basis.settings',
  version: 1,
  fallback: defaultSettings,
  decode: decodeSettings,
})

/** The settings that give a typed number its meaning. */
type Typing = Pick<Settings, 'sizeUnit' | 'tpslInputs' | 'tpslBases' | 'bracket'>

const { sizeUnit, tpslInputs, tpslBases, bracket } = defaultSettings
const defaultTyping: Typing = { sizeUnit, tpslInputs, tpslBases, bracket }

const typingRecord = (uid: string) =>
  stored<Typing>({
    key: `basis.typing.${uid}`,
    version: 1,
    fallback: defaultTyping,
    decode: (json) => (isRecord(json) ? decodeTyping(json) : undefined),
  })

const decodeTyping = (json: Record<string, unknown>): Typing => ({
  sizeUnit: oneOf(sizeUnits)(json['sizeUnit']) ?? sizeUnit,
  tpslInputs: eachLeg(json['tpslInputs'], oneOf(tpslInputTypes), tpslInputs),
  tpslBases: eachLeg(json['tpslBases'], oneOf(triggerBases), tpslBases),
  bracket: decodeBracket(json['bracket']),
})

function decodeBracket(json: unknown): BracketSetting {
  if (!isRecord(json)) return bracket
  const { unit, risk, times } = json
  const isNumber = typeof risk === 'string' && /^\d{1,12}(\.\d{1,8})?$/.test(risk)
  return {
    unit: oneOf(riskUnits)(unit) ?? bracket.unit,
    risk: isNumber ? risk : bracket.risk,
    times: oneOf(targetTimes)(times) ?? bracket.times,
  }
}

/** Decodes stored settings; each that is invalid or missing takes its default (reliability T13). */
export function decodeSettings(json: unknown): Settings | undefined {
  if (!isRecord(json)) return undefined
  const texts = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((each) => typeof each === 'string').slice(0, 200) : []
  const flag = (name: keyof Settings, fallback: boolean): boolean => {
    const value = json[name]
    return typeof value === 'boolean' ? value : fallback
  }
  const d = defaultSettings
  return {
    favourites: texts(json['favourites']),
    screens: readScreens(json['screens']),
    watchlist: typeof json['watchlist'] === 'string' ? json['watchlist'] : d.watchlist,
    depthView: oneOf(['both', 'bids', 'asks'])(json['depthView']) ?? d.depthView,
    depthUnit: oneOf(['base', 'quote'])(json['depthUnit']) ?? d.depthUnit,
    depthRatios: ratiosOf(json['depthRatios']),
    pnlBasis: oneOf(pnlBases)(json['pnlBasis']) ?? d.pnlBasis,
    allSymbols: flag('allSymbols', d.allSymbols),
    chartLines: linesOf(json['chartLines']),
    pickerTab: oneOf(pickerTabs)(json['pickerTab']) ?? d.pickerTab,
    tables: tablesOf(json['tables']),
    tableDensity: oneOf(tableDensities)(json['tableDensity']) ?? d.tableDensity,
    ...defaultTyping,
  }
}

function eachLeg<Value>(
  json: unknown,
  read: (value: unknown) => Value | undefined,
  fallback: Readonly<Record<LegName, Value>>,
): Readonly<Record<LegName, Value>> {
  if (!isRecord(json)) return fallback
  return {
    takeProfit: read(json['takeProfit']) ?? fallback.takeProfit,
    stopLoss: read(json['stopLoss']) ?? fallback.stopLoss,
  }
}

function linesOf(json: unknown): Settings['chartLines'] {
  const d = defaultSettings.chartLines
  if (!isRecord(json)) return d
  const flag = (name: Exclude<keyof typeof d, 'thickness'>): boolean => {
    const value = json[name]
    return typeof value === 'boolean' ? value : d[name]
  }
  return {
    positions: flag('positions'),
    orders: flag('orders'),
    liquidation: flag('liquidation'),
    breakEven: flag('breakEven'),
    stops: flag('stops'),
    protection: flag('protection'),
    executions: flag('executions'),
    alerts: flag('alerts'),
    thickness: oneOf(lineThicknesses)(json['thickness']) ?? d.thickness,
  }
}

function tablesOf(json: unknown): Settings['tables'] {
  if (!isRecord(json)) return {}
  return Object.fromEntries(
    Object.entries(json).flatMap(([table, kept]) => {
      const arrangement = readArrangement(kept)
      return arrangement === undefined ? [] : [[table, arrangement]]
    }),
  )
}

function ratiosOf(json: unknown): Record<string, number> {
  if (!isRecord(json)) return {}
  const entries = Object.entries(json).filter(
    (entry): entry is [string, number] =>
      typeof entry[1] === 'number' && Number.isSafeInteger(entry[1]) && entry[1] > 0,
  )
  return Object.fromEntries(entries.slice(-100))
}

export const useSettings = create<Settings>()(() => defaultSettings)

/**
 * Loads the stored settings and follows the browser's other tabs; called once when the page starts.
 * The meaning of typed numbers is not followed: it must not change under a number.
 */
export function startSettings(): () => void {
  useSettings.setState(record.read())
  return record.follow((kept) => useSettings.setState(sharedOf(kept)))
}

function sharedOf(settings: Settings): Omit<Settings, keyof Typing> {
  const {
    sizeUnit: _unit,
    tpslInputs: _inputs,
    tpslBases: _bases,
    bracket: _drawn,
    ...rest
  } = settings
  return rest
}

/** The account whose input settings are used; undefined for a visitor, who sends no orders. */
let inputAccount: string | undefined

/** Loads an account's input settings; a visitor has the defaults. */
export function loadInputSettings(uid: string | undefined): void {
  inputAccount = uid
  useSettings.setState(uid === undefined ? defaultTyping : typingRecord(uid).read())
}

/** Changes settings and stores them. */
export function changeSettings(change: Partial<Settings>): void {
  const next = { ...useSettings.getState(), ...change }
  useSettings.setState(next)
  record.write({ ...sharedOf(next), ...defaultTyping })
  const isTyping = Object.keys(change).some((name) => name in defaultTyping)
  if (inputAccount === undefined || !isTyping) return
  const { sizeUnit: unit, tpslInputs: inputs, tpslBases: bases, bracket: drawn } = next
  const typing = { sizeUnit: unit, tpslInputs: inputs, tpslBases: bases, bracket: drawn }
  typingRecord(inputAccount).write(typing)
}

/** Stars or unstars a symbol. */
export function toggleFavourite(symbol: string): void {
  const { favourites } = useSettings.getState()
  changeSettings({
    favourites: favourites.includes(symbol)
      ? favourites.filter((each) => each !== symbol)
      : [...favourites, symbol],
  })
}

/** Saves a screen, or a change to it; false if there are too many. */
export function saveScreen(screen: SavedScreen): boolean {
  const { screens } = useSettings.getState()
  const next = withScreen(screens, screen)
  if (next !== screens) changeSettings({ screens: next })
  return next !== screens
}

export function removeScreen(id: string): void {
  const { screens, watchlist } = useSettings.getState()
  const left = screens.filter((each) => each.id !== id)
  changeSettings({ screens: left, watchlist: watchlist === id ? '' : watchlist })
}

/** Returns the symbols shown as favourites: the starred ones, or a watchlist's. */
export function useWatchedSymbols(): readonly string[] {
  const { favourites, screens, watchlist } = useSettings()
  return screens.find(({ id }) => id === watchlist)?.symbols ?? favourites
}

/** Returns the arrangement of a table's columns. */
export const useArrangement = (table: string): TableArrangement =>
  useSettings(({ tables }) => tables[table]) ?? firstArrangement(table)

/** Returns a table's visible columns in their order; `ids` must be the same array at each call. */
export function useTableColumns<Id extends string>(table: string, ids: readonly Id[]) {
  const arrangement = useArrangement(table)
  return useMemo(() => shownColumns(ids, arrangement), [ids, arrangement])
}

/** Changes the arrangement of a table's columns and stores it. */
export function arrangeTable(table: string, change: Partial<TableArrangement>): void {
  const { tables } = useSettings.getState()
  const arrangement = { ...(tables[table] ?? firstArrangement(table)), ...change }
  changeSettings({ tables: { ...tables, [table]: arrangement } })
}

/**
 * Returns a table's display settings: row height, column widths and the handler that changes a
 * width.
 */
export function useTableProps(table: string) {
  const { widths } = useArrangement(table)
  const density = useSettings((settings) => settings.tableDensity)
  const onWidth = useCallback(
    (column: string, px: number | undefined): void => {
      const { [column]: _before, ...others } = (
        useSettings.getState().tables[table] ?? firstArrangement(table)
      ).widths
      arrangeTable(table, { widths: px === undefined ? others : { ...others, [column]: px } })
    },
    [table],
  )
  return { widths, density, onWidth }
}
