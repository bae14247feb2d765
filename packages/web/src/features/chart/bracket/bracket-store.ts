// The bracket that is being drawn on the page's chart, if any: waiting for its press, or standing
// as three lines.

import { create } from 'zustand'
import { formatPrice, type Instrument } from '@basis/domain/instrument/instrument'
import type { PriceTicks } from '@basis/domain/numbers/fixed'
import { tickerStore } from '../../../stores/tickers.ts'
import { drawnBracket, emptyBracket, type BracketDraft, type BracketPart } from './bracket.ts'

type BracketState = {
  readonly symbol: string
  readonly draft: BracketDraft
  /** The next press on the chart draws it. */
  readonly isArmed: boolean
  /** Grows when a press has drawn it, so that the one button can be at hand. */
  readonly drawn: number
}

export const useBracket = create<{ readonly bracket: BracketState | undefined }>()(() => ({
  bracket: undefined,
}))

const set = (bracket: BracketState | undefined): void => useBracket.setState({ bracket })

/** Waits for a press that draws the entry and the stop. */
export function beginBracket(symbol: string): void {
  set({ symbol, draft: emptyBracket, isArmed: true, drawn: 0 })
}

export const endBracket = (): void => set(undefined)

type Drawn = { readonly from: PriceTicks; readonly to: PriceTicks }

/** Two prices by one press, while it goes on and at its end. */
export function drawBracket(instrument: Instrument, prices: Drawn, isOver: boolean): void {
  const { bracket } = useBracket.getState()
  const { symbol } = instrument
  const last = tickerStore.current(symbol)?.lastTicks as PriceTicks | undefined
  const draft = drawnBracket(instrument, prices, last)
  set({ symbol, draft, isArmed: !isOver, drawn: (bracket?.drawn ?? 0) + (isOver ? 1 : 0) })
}

/** A price is typed; with entry and stop in hand no press is waited for. */
export function typeBracket(part: BracketPart, text: string): void {
  const { bracket } = useBracket.getState()
  if (bracket === undefined) return
  const draft = { ...bracket.draft, [part]: text }
  const isWhole = draft.entry !== '' && draft.stop !== ''
  set({ ...bracket, draft, isArmed: bracket.isArmed && !isWhole })
}

const linePrefix = 'bracket:'
export const bracketLineId = (part: BracketPart): string => linePrefix + part

/** Returns the part of the bracket whose line it is; undefined for any other line. */
export function bracketPartOf(id: string): BracketPart | undefined {
  const part = id.startsWith(linePrefix) ? id.slice(linePrefix.length) : undefined
  return part === 'entry' || part === 'stop' || part === 'target' ? part : undefined
}

/** One of its lines is dragged. */
export function moveBracket(part: BracketPart, ticks: PriceTicks, instrument: Instrument): void {
  typeBracket(part, formatPrice(instrument, ticks))
}
