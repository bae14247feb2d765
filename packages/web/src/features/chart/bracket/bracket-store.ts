// State of the bracket that is being drawn on the page's chart, if any: waiting for the press that
// draws it, or drawn as three lines.

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
  /** Incremented when a press has drawn it, so that the send button can take the focus. */
  readonly drawn: number
}

export const useBracket = create<{ readonly bracket: BracketState | undefined }>()(() => ({
  bracket: undefined,
}))

const set = (bracket: BracketState | undefined): void => useBracket.setState({ bracket })

/** Starts a bracket; the next press on the chart draws its entry and stop. */
export function beginBracket(symbol: string): void {
  set({ symbol, draft: emptyBracket, isArmed: true, drawn: 0 })
}

export const endBracket = (): void => set(undefined)

type Drawn = { readonly from: PriceTicks; readonly to: PriceTicks }

/** Sets entry and stop from a press, during its drag and, with `isOver`, at its end. */
export function drawBracket(instrument: Instrument, prices: Drawn, isOver: boolean): void {
  const { bracket } = useBracket.getState()
  const { symbol } = instrument
  const last = tickerStore.current(symbol)?.lastTicks as PriceTicks | undefined
  const draft = drawnBracket(instrument, prices, last)
  set({ symbol, draft, isArmed: !isOver, drawn: (bracket?.drawn ?? 0) + (isOver ? 1 : 0) })
}

/** Sets the text of a price; once entry and stop are typed, no press is awaited. */
export function typeBracket(part: BracketPart, text: string): void {
  const { bracket } = useBracket.getState()
  if (bracket === undefined) return
  const draft = { ...bracket.draft, [part]: text }
  const isWhole = draft.entry !== '' && draft.stop !== ''
  set({ ...bracket, draft, isArmed: bracket.isArmed && !isWhole })
}

const linePrefix = 'bracket:'
export const bracketLineId = (part: BracketPart): string => linePrefix + part

/** Returns the bracket's part that a line shows; undefined for any other line. */
export function bracketPartOf(id: string): BracketPart | undefined {
  const part = id.startsWith(linePrefix) ? id.slice(linePrefix.length) : undefined
  return part === 'entry' || part === 'stop' || part === 'target' ? part : undefined
}

/** Sets the price of a bracket's line that is being dragged. */
export function moveBracket(part: BracketPart, ticks: PriceTicks, instrument: Instrument): void {
  typeBracket(part, formatPrice(instrument, ticks))
}
