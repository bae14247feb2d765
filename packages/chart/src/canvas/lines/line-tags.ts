// Price-axis tags of trading lines, spread out so that they cover neither each other nor the last
// price.

import type { ChartLine } from '../../options/trading-lines.ts'
import { stackedLabels } from '../../model/lines/label-stack.ts'

const tagHeight = 18
/** Space of the engine's last-price tag on the axis: the price, and the countdown below it. */
const lastPriceSpace = { above: 9, below: 26 }

export type LineTag = {
  readonly line: ChartLine
  readonly y: number
  readonly color: string
  readonly text: string
  /** Its label is folded with others: a tick replaces the tag, so that the axis stays readable. */
  readonly isFolded: boolean
}

export type TagContext = {
  readonly font: string
  readonly background: string
  readonly widthPx: number
  readonly heightPx: number
  /** The y position of the last price; undefined without bars. */
  readonly lastY: number | undefined
}

export function paintTags(
  ctx: CanvasRenderingContext2D,
  tags: readonly LineTag[],
  context: TagContext,
): void {
  const placed = tags.filter(({ isFolded }) => !isFolded).toSorted((a, b) => a.y - b.y)
  const lastY = context.lastY ?? context.heightPx
  // The last price keeps its position; tags move above or below it.
  const upper = { top: 0, bottom: lastY - lastPriceSpace.above }
  const lower = { top: lastY + lastPriceSpace.below, bottom: context.heightPx }
  const split = splitAt(placed, { lastY, upper, lower })
  ctx.save()
  ctx.font = context.font
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'left'
  for (const tag of tags) if (tag.isFolded) paintTick(ctx, tag)
  paintStack(ctx, placed.slice(0, split), { space: upper, context })
  paintStack(ctx, placed.slice(split), { space: lower, context })
  ctx.restore()
}

const tickPx = 6

function paintTick(ctx: CanvasRenderingContext2D, { y, color }: LineTag): void {
  ctx.fillStyle = color
  ctx.fillRect(0, Math.round(y) - 0.5, tickPx, 1)
}

type TagSpace = { readonly top: number; readonly bottom: number }

/**
 * The number of tags above the last price: those whose price is above it, unless a side is too
 * small for its tags.
 */
function splitAt(
  placed: readonly LineTag[],
  { lastY, upper, lower }: { lastY: number; upper: TagSpace; lower: TagSpace },
): number {
  const fitting = ({ top, bottom }: TagSpace) => Math.max(0, Math.floor((bottom - top) / tagHeight))
  const above = placed.filter(({ y }) => y <= lastY).length
  const least = placed.length - fitting(lower)
  return Math.max(Math.min(above, fitting(upper)), least)
}

function paintStack(
  ctx: CanvasRenderingContext2D,
  placed: readonly LineTag[],
  { space, context }: { space: TagSpace; context: TagContext },
): void {
  const middles = stackedLabels(
    placed.map(({ y }) => ({ y, height: tagHeight })),
    space.top,
    space.bottom,
  )
  placed.forEach(({ color, text }, at) => {
    const top = Math.round((middles[at] ?? 0) - tagHeight / 2)
    ctx.fillStyle = context.background
    ctx.beginPath()
    ctx.roundRect(0.5, top + 0.5, context.widthPx - 3, tagHeight - 1, 2)
    ctx.fill()
    ctx.strokeStyle = color
    ctx.lineWidth = 1
    ctx.stroke()
    ctx.fillStyle = color
    ctx.fillText(text, 7, top + tagHeight / 2 + 0.5)
  })
}
