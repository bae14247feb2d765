// Painting of a poster's image, the same for the screen, the file and the clipboard.

import { avatarHue } from '@basis/protocol/icons/icons'
import { correction, generate } from 'lean-qr'
import type { Poster } from './poster.ts'

/** The poster's size in its own units; the image has SCALE pixels per unit. */
export const WIDTH = 360
export const HEIGHT = 520
export const SCALE = 3
const EDGE = 24
const FONT = "Inter, system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif"

const colors = {
  back: '#101014',
  panel: '#1c1d24',
  ink: '#eaecef',
  soft: '#adb1b8',
  brand: '#f7a600',
  onBrand: '#16130a',
  up: '#20b26c',
  down: '#ef454a',
  white: '#ffffff',
  black: '#000000',
} as const

type Pen = CanvasRenderingContext2D

export type Picture = {
  readonly poster: Poster
  readonly isExtra: boolean
  /** The last day's prices, oldest first; with fewer than two no line is painted. */
  readonly prices: readonly number[]
  readonly language: string
}

/** Paints a poster onto the canvas, and sets the canvas size. */
export function paintPoster(canvas: HTMLCanvasElement, picture: Picture): void {
  const pen = canvas.getContext('2d')
  if (pen === null) return
  canvas.width = WIDTH * SCALE
  canvas.height = HEIGHT * SCALE
  pen.scale(SCALE, SCALE)
  pen.textBaseline = 'alphabetic'
  const { poster, isExtra, prices } = picture
  const tone = poster.isGain ? colors.up : colors.down
  paintGround(pen, tone, isExtra)
  paintSharer(pen, poster)
  paintPosition(pen, poster, tone)
  paintPrices(pen, prices, tone)
  const worth = isExtra ? poster.worth : undefined
  if (worth !== undefined) {
    paintFact(
      pen,
      { label: poster.distinguished, value: `${worth.label} ${worth.value}` },
      {
        x: EDGE,
        y: 322,
        color: colors.brand,
      },
    )
  }
  const half = (WIDTH - 2 * EDGE) / 2
  paintFact(pen, poster.entry, { x: EDGE, y: 368 })
  paintFact(pen, poster.price, { x: EDGE + half, y: 368 })
  paintInvite(pen, picture)
}

function paintGround(pen: Pen, tone: string, isExtra: boolean): void {
  pen.fillStyle = colors.back
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  const glow = pen.createRadialGradient(WIDTH, 0, 0, WIDTH, 0, WIDTH)
  glow.addColorStop(0, `${isExtra ? colors.brand : tone}40`)
  glow.addColorStop(1, `${colors.back}00`)
  pen.fillStyle = glow
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.fillStyle = colors.panel
  pen.fillRect(0, 404, WIDTH, HEIGHT - 404)
  if (!isExtra) return
  pen.strokeStyle = colors.brand
  pen.lineWidth = 2
  pen.strokeRect(6, 6, WIDTH - 12, HEIGHT - 12)
}

type TextStyle = { size: number; color: string; weight?: number; most: number }

/** Writes one line, in a smaller font if it would not fit; returns its width. */
function write(pen: Pen, text: string, at: { x: number; y: number }, style: TextStyle): number {
  const { color, weight = 400, most } = style
  let { size } = style
  const widthAt = (px: number): number => {
    pen.font = `${weight} ${px}px ${FONT}`
    return pen.measureText(text).width
  }
  while (size > 8 && widthAt(size) > most) size -= 1
  const width = Math.min(widthAt(size), most)
  pen.fillStyle = color
  pen.fillText(text, at.x, at.y, most)
  return width
}

function paintBadge(pen: Pen, text: string, at: { x: number; y: number }, color: string): void {
  pen.font = `600 11px ${FONT}`
  const width = pen.measureText(text).width + 12
  pen.fillStyle = color
  pen.beginPath()
  pen.roundRect(at.x, at.y - 13, width, 18, 4)
  pen.fill()
  write(
    pen,
    text,
    { x: at.x + 6, y: at.y },
    { size: 11, weight: 600, color: colors.onBrand, most: width },
  )
}

function paintSharer(pen: Pen, { sharer, initial, label, code }: Poster): void {
  write(pen, 'Basis', { x: EDGE, y: 42 }, { size: 20, weight: 600, color: colors.ink, most: 200 })
  // The avatar: the first letter on the account's colour.
  pen.fillStyle = `hsl(${avatarHue(code)} 55% 45%)`
  pen.beginPath()
  pen.arc(EDGE + 12, 76, 12, 0, 2 * Math.PI)
  pen.fill()
  pen.textAlign = 'center'
  write(
    pen,
    initial,
    { x: EDGE + 12, y: 80 },
    { size: 12, weight: 600, color: colors.white, most: 20 },
  )
  pen.textAlign = 'left'
  const width = write(
    pen,
    sharer,
    { x: EDGE + 32, y: 80 },
    { size: 12, color: colors.soft, most: 180 },
  )
  if (label !== '') paintBadge(pen, label, { x: EDGE + 40 + width, y: 80 }, colors.brand)
}

function paintPosition(pen: Pen, poster: Poster, tone: string): void {
  const most = WIDTH - 2 * EDGE
  write(
    pen,
    poster.contract,
    { x: EDGE, y: 124 },
    { size: 16, weight: 600, color: colors.ink, most },
  )
  const sideColor = poster.side === 'Buy' ? colors.up : colors.down
  const terms = `${poster.sideWord}  ${poster.leverage}`
  write(pen, terms, { x: EDGE, y: 146 }, { size: 13, weight: 600, color: sideColor, most })
  write(pen, 'ROI', { x: EDGE, y: 174 }, { size: 12, color: colors.soft, most })
  write(pen, poster.roi, { x: EDGE, y: 214 }, { size: 44, weight: 600, color: tone, most })
  write(pen, poster.pnl, { x: EDGE, y: 240 }, { size: 16, weight: 600, color: tone, most })
}

function paintPrices(pen: Pen, prices: readonly number[], tone: string): void {
  if (prices.length < 2) return
  const [left, top, width, height] = [EDGE, 252, WIDTH - 2 * EDGE, 48]
  const low = Math.min(...prices)
  const range = Math.max(...prices) - low || 1
  pen.strokeStyle = tone
  pen.lineWidth = 1.5
  pen.lineJoin = 'round'
  pen.beginPath()
  prices.forEach((price, at) => {
    const x = left + (width * at) / (prices.length - 1)
    pen.lineTo(x, top + height * (1 - (price - low) / range))
  })
  pen.stroke()
}

function paintFact(
  pen: Pen,
  { label, value }: { label: string; value: string },
  { x, y, color = colors.ink }: { x: number; y: number; color?: string },
): void {
  const most = color === colors.ink ? (WIDTH - 2 * EDGE) / 2 - 8 : WIDTH - 2 * EDGE
  write(pen, label, { x, y: y - 4 }, { size: 11, color: colors.soft, most })
  write(pen, value, { x, y: y + 15 }, { size: 14, weight: 600, color, most })
}

const QR = 84

function paintInvite(pen: Pen, { poster, language }: Picture): void {
  const most = WIDTH - 2 * EDGE - QR - 16
  write(pen, poster.code, { x: EDGE, y: 440 }, { size: 16, weight: 600, color: colors.brand, most })
  pen.font = `400 11px ${FONT}`
  linesOf(poster.bonus, language, (text) => pen.measureText(text).width <= most)
    .slice(0, 3)
    .forEach((line, at) => {
      write(pen, line, { x: EDGE, y: 460 + 14 * at }, { size: 11, color: colors.ink, most })
    })
  write(pen, poster.time, { x: EDGE, y: 506 }, { size: 9, color: colors.soft, most })
  paintCode(pen, poster.link, { x: WIDTH - EDGE - QR, y: 420 })
}

/** Paints a QR code on white, with modules of whole pixels and the required quiet zone. */
function paintCode(pen: Pen, text: string, at: { x: number; y: number }): void {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const module = Math.floor((QR * SCALE) / (code.size + 8)) / SCALE
  const margin = (QR - module * code.size) / 2
  pen.fillStyle = colors.white
  pen.fillRect(at.x, at.y, QR, QR)
  pen.fillStyle = colors.black
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (!code.get(x, y)) continue
      const [left, top] = [at.x + margin + x * module, at.y + margin + y * module]
      pen.fillRect(
        Math.round(left * SCALE) / SCALE,
        Math.round(top * SCALE) / SCALE,
        module,
        module,
      )
    }
  }
}

/** Returns a text in lines that fit, broken by the rules of its language. */
export function linesOf(
  text: string,
  language: string,
  fits: (line: string) => boolean,
): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    if (line !== '' && !fits((line + segment).trimEnd())) {
      lines.push(line.trim())
      line = ''
    }
    line += segment
  }
  return line.trim() === '' ? lines : [...lines, line.trim()]
}
