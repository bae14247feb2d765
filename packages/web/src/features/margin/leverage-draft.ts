// The leverage draft: the typed leverage of one side or both, and its margin mode (spec 3, leverage
// draft; spec 4, margin modes).

import type { LeverageE2 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import { cappedLeverage } from '@basis/domain/margin/leverage-rules'
import type { LeverageChanges } from '../../actions/modes.ts'
import type { TradingMode } from '../../stores/positions.ts'
import { leverageText, readLeverage } from './leverage-form.ts'

type DraftMode = 'Cross' | 'Isolate'

/** Leverages as typed. */
export type LeverageDraft = {
  /** The leverage of both sides, if they share one. */
  readonly singleLvg: string
  readonly longLvg: string
  readonly shortLvg: string
  readonly mode: DraftMode
}

/** Returns the initial draft of a contract's dialog: the current settings. */
export function leverageDraftOf(standing: TradingMode): LeverageDraft {
  const long = leverageText(standing.leverageE2)
  const short = leverageText(standing.sellLeverageE2)
  return { singleLvg: long, longLvg: long, shortLvg: short, mode: modeOf(standing) }
}

const modeOf = ({ isIsolated }: TradingMode): DraftMode => (isIsolated ? 'Isolate' : 'Cross')

/** The leverage mode flag: whether the draft's margin mode differs from the contract's (spec 4). */
export const isModeChanged = ({ mode }: LeverageDraft, standing: TradingMode): boolean =>
  mode !== modeOf(standing)

/** Returns whether each side has its own leverage: only in isolated hedge mode (rules 4.5). */
export const isSplit = ({ mode }: LeverageDraft, standing: TradingMode): boolean =>
  standing.mode === 'BothSide' && mode === 'Isolate'

/**
 * Returns the draft in a margin mode: in the contract's own mode its current settings, in the other
 * one the same leverages, but at most 10 (spec 5).
 */
export function withMode(mode: DraftMode, standing: TradingMode): LeverageDraft {
  const now = leverageDraftOf(standing)
  if (mode === now.mode) return now
  const long = cappedLeverage(standing.leverageE2)
  const short = cappedLeverage(standing.sellLeverageE2)
  return {
    // Sides with different leverages are merged at the lower of the two.
    singleLvg: leverageText(long < short ? long : short),
    longLvg: leverageText(long),
    shortLvg: leverageText(short),
    mode,
  }
}

export type DraftLeverages = {
  readonly long: LeverageE2 | Problem
  /** Undefined if both sides share one leverage. */
  readonly short: LeverageE2 | Problem | undefined
}

/** Parses the leverages of the sides that the draft's mode has. */
export function readDraft(
  draft: LeverageDraft,
  standing: TradingMode,
  instrument: Instrument,
): DraftLeverages {
  if (!isSplit(draft, standing)) {
    return { long: readLeverage(draft.singleLvg, instrument), short: undefined }
  }
  return {
    long: readLeverage(draft.longLvg, instrument),
    short: readLeverage(draft.shortLvg, instrument),
  }
}

/** Returns what a draft changes; undefined while one of its leverages is invalid. */
export function changesOf(
  draft: LeverageDraft,
  standing: TradingMode,
  instrument: Instrument,
): LeverageChanges | undefined {
  const { long, short } = readDraft(draft, standing, instrument)
  if (typeof long === 'object' || typeof short === 'object') return undefined
  const isSame = long === standing.leverageE2 && (short ?? long) === standing.sellLeverageE2
  return {
    ...(isModeChanged(draft, standing) ? { isIsolated: draft.mode === 'Isolate' } : {}),
    ...(isSame ? {} : { leverage: { long, ...(short === undefined ? {} : { short }) } }),
  }
}

/** Returns whether the draft changes nothing. */
export const isEmpty = ({ isIsolated, leverage }: LeverageChanges): boolean =>
  isIsolated === undefined && leverage === undefined
