// The tags of trading lines on the price axis: pushed apart, and out of the way of the last price.

import type { ChartLine } from '../../options/trading-lines.ts'
import { stackedLabels } from '../../model/lines/label-stack.ts'

const tagHeight = 18
/** Room the engine's last-price tag takes on the axis: the price, and the countdown below it. */
const lastPriceRoom = { above: 9, below: 26 }

export type LineTag = {
  readonly line: ChartLine
  readonly y: number
  readonly color: string
  readonly text: string
}

export type TagScene = {
  readonly font: string
  readonly background: string
  readonly widthPx: number
  readonly heightPx: number
  /** Where the last price stands; undefined without bars. */
  readonly lastY: number | undefined
}

export function paintTags(
  ctx: CanvasRenderingContext2D,
  tags: readonly LineTag[],
  scene: TagScene,
): void {
  const placed = tags.toSorted((a, b) => a.y - b.y)
  const lastY = scene.lastY ?? scene.heightPx
  // The last price keeps its place; tags make way for it, above or below.
  const upper = { top: 0, bottom: lastY - lastPriceRoom.above }
  const lower = { top: lastY + lastPriceRoom.below, bottom: scene.heightPx }
  const split = splitAt(placed, { lastY, upper, lower })
  ctx.save()
  ctx.font = scene.font
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'left'
  paintStack(ctx, placed.slice(0, split), { room: upper, scene })
  paintStack(ctx, placed.slice(split), { room: lower, scene })
  ctx.restore()
}

type Room = { readonly top: number; readonly bottom: number }

/**
 * How many tags stand above the last price: those that are, unless a side is too small for its
 * own.
 */
function splitAt(
  placed: readonly LineTag[],
  { lastY, upper, lower }: { lastY: number; upper: Room; lower: Room },
): number {
  const fitting = ({ top, bottom }: Room) => Math.max(0, Math.floor((bottom - top) / tagHeight))
  const above = placed.filter(({ y }) => y <= lastY).length
  const least = placed.length - fitting(lower)
  return Math.max(Math.min(above, fitting(upper)), least)
}

function paintStack(
  ctx: CanvasRenderingContext2D,
  placed: readonly LineTag[],
  { room, scene }: { room: Room; scene: TagScene },
): void {
  const middles = stackedLabels(
    placed.map(({ y }) => ({ y, height: tagHeight })),
    room.top,
    room.bottom,
  )
  placed.forEach(({ color, text }, at) => {
    const top = Math.round((middles[at] ?? 0) - tagHeight / 2)
    ctx.fillStyle = scene.background
    ctx.beginPath()
    ctx.roundRect(0.5, top + 0.5, scene.widthPx - 3, tagHeight - 1, 2)
    ctx.fill()
    ctx.strokeStyle = color
    ctx.lineWidth = 1
    ctx.stroke()
    ctx.fillStyle = color
    ctx.fillText(text, 7, top + tagHeight / 2 + 0.5)
  })
}
