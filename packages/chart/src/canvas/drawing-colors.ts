// Colours and texts of painted drawings, from the theme and the language.

import type { DrawingAppearance } from '../model/drawings/shapes.ts'
import type { NumberText } from '../primitives/number-format.ts'
import type { Palette } from '../model/theme.ts'

export type DrawingTexts = {
  readonly target: string
  readonly stop: string
  readonly quantity: string
  readonly riskReward: string
  readonly barCount: string
  readonly textHint: string
}

type AppearanceSource = {
  readonly palette: Palette
  readonly wording: { readonly numbers: NumberText; readonly drawing: DrawingTexts }
}

/** Returns the appearance of drawings; prices have the symbol's decimals. */
export function drawingAppearance(
  { palette, wording }: AppearanceSource,
  decimals: number,
): DrawingAppearance {
  const { numbers, drawing } = wording
  const { line, text, muted, background, up, down, onSide, tag, onTag } = palette
  return {
    colors: { line, text, muted, background, up, down, onSide, tag, onTag },
    texts: {
      ...drawing,
      price: (value) => numbers.price(value, decimals),
      difference: (value) => numbers.difference(value, decimals),
      percent: numbers.percent,
      amount: numbers.volume,
    },
  }
}
