// A screenshot of a page as a grid of brightness, one letter per cell: small enough to store for
// every page and appearance, and insensitive to changed figures.

import type { Picture } from './picture.ts'

/** Columns and rows by the window's shape: cells of about forty pixels, on a phone 26. */
const grids = { wide: { columns: 36, rows: 22 }, tall: { columns: 15, rows: 32 } } as const

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Two cells differ if they are more than this many of the 64 brightness steps apart. */
const sameSteps = 4
/** The share of a page that may differ: streaming figures, but not the layout. */
const allowedShare = 0.03

/** Returns the brightness of each cell, row by row, as a letter for one of 64 steps. */
export function cellsOf({ width, height, pixels }: Picture): string {
  const { columns, rows } = width > height ? grids.wide : grids.tall
  let text = ''
  for (let row = 0; row < rows; row += 1) {
    const [top, bottom] = [row, row + 1].map((at) => Math.floor((at * height) / rows))
    for (let column = 0; column < columns; column += 1) {
      const [left, right] = [column, column + 1].map((at) => Math.floor((at * width) / columns))
      const box = { left: left ?? 0, right: right ?? 0, top: top ?? 0, bottom: bottom ?? 0 }
      text += letters[brightness(pixels, width, box) >> 2] ?? ''
    }
  }
  return text
}

type Bounds = { readonly left: number; readonly right: number; readonly top: number } & {
  readonly bottom: number
}

/** The mean brightness of a box, from 0 for black to 255 for white. */
function brightness(pixels: Uint8Array, width: number, box: Bounds): number {
  let sum = 0
  for (let y = box.top; y < box.bottom; y += 1) {
    for (let x = box.left; x < box.right; x += 1) {
      const at = (y * width + x) * 3
      const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3)
      sum += 0.299 * red + 0.587 * green + 0.114 * blue
    }
  }
  return Math.round(sum / ((box.right - box.left) * (box.bottom - box.top)))
}

/** Returns a sentence if a page differs from its golden cells, else undefined. */
export function difference(name: string, cells: string, golden: string): string | undefined {
  if (cells.length !== golden.length) return `${name} has another shape than its golden picture`
  let count = 0
  for (let at = 0; at < cells.length; at += 1) {
    const steps = letters.indexOf(cells[at] ?? '') - letters.indexOf(golden[at] ?? '')
    if (Math.abs(steps) >= sameSteps) count += 1
  }
  const isOther = count > cells.length * allowedShare
  return isOther ? `${name} differs in ${count} of ${cells.length} cells` : undefined
}
