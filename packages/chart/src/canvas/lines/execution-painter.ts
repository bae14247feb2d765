// Paints executions as arrows at their prices with a tooltip, and finds the one under the
// pointer.

import type { ExecutionMark } from '../../options/trading-lines.ts'
import type { Palette } from '../../model/theme.ts'

export type PlacedMark = {
  readonly id: string
  readonly mark: ExecutionMark
  readonly x: number
  readonly y: number
}

/** Half the width of an arrow, its default height, and its distance from the price. */
const arrow = { half: 4.5, height: 8, spacing: 1 } as const

export function paintExecutions(
  ctx: CanvasRenderingContext2D,
  placed: readonly PlacedMark[],
  palette: Palette,
): void {
  for (const { mark, x, y } of placed) {
    const isBuy = mark.side === 'buy'
    const height = mark.appearance?.arrowHeight ?? arrow.height
    const away = isBuy ? 1 : -1
    const tip = y + away * (mark.appearance?.arrowSpacing ?? arrow.spacing)
    ctx.beginPath()
    ctx.moveTo(x, tip)
    ctx.lineTo(x + arrow.half, tip + away * height)
    ctx.lineTo(x - arrow.half, tip + away * height)
    ctx.closePath()
    ctx.fillStyle = mark.appearance?.arrowColor ?? (isBuy ? palette.up : palette.down)
    ctx.fill()
    // An outline in the background colour separates an arrow from a candle of its own colour.
    ctx.strokeStyle = palette.background
    ctx.lineWidth = 1
    ctx.stroke()
    if (mark.text === undefined || mark.text === '') continue
    ctx.font =
      mark.appearance?.font === undefined
        ? '500 11px sans-serif'
        : `${mark.appearance.font}, sans-serif`
    ctx.textAlign = 'center'
    ctx.textBaseline = isBuy ? 'top' : 'bottom'
    ctx.fillStyle = mark.appearance?.textColor ?? palette.text
    ctx.fillText(mark.text, x, tip + away * (height + 2))
  }
}

/** Returns the execution under a pixel, the latest one if there are several. */
export function executionAt(
  placed: readonly PlacedMark[],
  pixel: { readonly x: number; readonly y: number },
): string | undefined {
  return placed.findLast(({ mark, x, y }) => {
    const middle = y + (mark.side === 'buy' ? 1 : -1) * (arrow.height / 2 + 1)
    return Math.abs(pixel.x - x) <= 7 && Math.abs(pixel.y - middle) <= 8
  })?.id
}

/** A tooltip beside an object on the chart; each line of the text is a line of the box. */
export function paintTip(
  ctx: CanvasRenderingContext2D,
  text: string,
  at: {
    readonly x: number
    readonly y: number
    readonly widthPx: number
    readonly palette: Palette
    readonly font: string
  },
): void {
  const { palette } = at
  ctx.font = at.font
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  const rows = text.split('\n')
  const width = Math.ceil(Math.max(...rows.map((row) => ctx.measureText(row).width))) + 16
  const height = rows.length * 16 + 8
  const left = Math.max(4, Math.min(at.widthPx - width - 4, at.x + 10))
  const top = at.y - height - 6 < 4 ? at.y + 12 : at.y - height - 6
  ctx.fillStyle = palette.raised
  ctx.strokeStyle = palette.border
  ctx.lineWidth = 1
  ctx.beginPath()
  ctx.roundRect(left + 0.5, top + 0.5, width, height, 4)
  ctx.fill()
  ctx.stroke()
  ctx.fillStyle = palette.text
  rows.forEach((row, index) => ctx.fillText(row, left + 8, top + 12 + index * 16))
}
