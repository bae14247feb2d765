// Pictures as rows of pixels: read from and written as PNG, and compared. A golden picture is
// reduced to 256 colours, which is not visible and halves its size in the repository.

import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** Three bytes to a pixel, red, green and blue, row by row. */
export type Picture = {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

export type Box = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/**
 * Reads a PNG with eight bits per channel or a palette, without interlacing, as written by browsers
 * and by us. Transparency is ignored.
 */
export function readPng(file: Uint8Array): Picture {
  const bytes = Buffer.from(file)
  if (!bytes.subarray(0, 8).equals(signature)) throw new Error('This is no PNG')
  const parts: Buffer[] = []
  let palette: Uint8Array = new Uint8Array()
  let rows: Rows = { width: 0, height: 0, channels: 3 }
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const body = bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at))
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'IDAT') parts.push(body)
    if (name === 'PLTE') palette = body
    if (name === 'IHDR') rows = rowsOf(body)
  }
  const raw = unfiltered(inflateSync(Buffer.concat(parts)), rows)
  const { width, height, channels } = rows
  const pixels = new Uint8Array(width * height * 3)
  const source = channels === 1 ? palette : raw
  for (let at = 0; at < width * height; at += 1) {
    const from = channels === 1 ? (raw[at] ?? 0) * 3 : at * channels
    pixels[at * 3] = source[from] ?? 0
    pixels[at * 3 + 1] = source[from + 1] ?? 0
    pixels[at * 3 + 2] = source[from + 2] ?? 0
  }
  return { width, height, pixels }
}

/** Channels per pixel, by PNG's colour type. */
const channelsOf: Readonly<Record<number, number>> = { 2: 3, 3: 1, 6: 4 }

function rowsOf(header: Buffer): Rows {
  const [depth, colour = 0, , , interlace] = header.subarray(8)
  const channels = channelsOf[colour]
  if (depth !== 8 || channels === undefined || interlace !== 0) {
    throw new Error('A PNG of a kind that is not read here')
  }
  return { width: header.readUInt32BE(0), height: header.readUInt32BE(4), channels }
}

type Rows = { readonly width: number; readonly height: number; readonly channels: number }

/** Undoes the filters of the PNG format (its specification, section 9). */
function unfiltered(data: Uint8Array, { width, height, channels }: Rows): Uint8Array {
  const stride = width * channels
  const out = new Uint8Array(stride * height)
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (stride + 1)] ?? 0
    const from = y * (stride + 1) + 1
    const to = y * stride
    if (filter === 0) {
      out.set(data.subarray(from, from + stride), to)
      continue
    }
    for (let x = 0; x < stride; x += 1) {
      const left = x < channels ? 0 : (out[to + x - channels] ?? 0)
      const above = y === 0 ? 0 : (out[to - stride + x] ?? 0)
      const corner = x < channels || y === 0 ? 0 : (out[to - stride + x - channels] ?? 0)
      out[to + x] = (data[from + x] ?? 0) + predicted(filter, left, above, corner)
    }
  }
  return out
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  if (filter !== 4) return 0
  const guess = left + above - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}

const mostColours = 256

type Colour = { readonly key: number; readonly count: number }

/** The colours of pictures, the most frequent first. */
function coloursOf(pictures: readonly Picture[]): Colour[] {
  const counts = new Map<number, number>()
  for (const { pixels } of pictures) {
    for (let at = 0; at < pixels.length; at += 3) {
      const key = keyAt(pixels, at)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return [...counts]
    .map(([key, count]) => ({ key, count }))
    .toSorted((a, b) => b.count - a.count || a.key - b.key)
}

const keyAt = (pixels: Uint8Array, at: number): number =>
  ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0)

/** The distance of two colours: the largest difference of a channel. */
function distance(a: number, b: number): number {
  const channel = (shift: number) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255))
  return Math.max(channel(16), channel(8), channel(0))
}

/** Returns a palette in which each colour of the picture has a near one. */
function paletteOf(colours: readonly Colour[]): number[] {
  for (let apart = 0; ; apart = apart * 1.3 + 2) {
    const chosen: number[] = []
    for (const { key } of colours) {
      if (chosen.length > mostColours) break
      if (!chosen.some((one) => distance(one, key) <= apart)) chosen.push(key)
    }
    if (chosen.length <= mostColours) return chosen
  }
}

/** Writes a PNG of 256 colours: the most frequent ones exactly, others as a near one. */
export function writePng(picture: Picture): Uint8Array {
  const { colours, rowsOfBox } = paletted([picture])
  return Buffer.concat([
    signature,
    headerOf(picture),
    colours,
    chunk('IDAT', rowsOfBox(picture, wholeOf(picture))),
    chunk('IEND', new Uint8Array()),
  ])
}

/**
 * Writes pictures of equal size as an animated PNG that repeats forever, with `delayMs` per
 * picture. After the first only the changed box is written.
 */
export function writeMovingPng(pictures: readonly Picture[], delayMs: number): Uint8Array {
  const [first] = pictures
  if (first === undefined) throw new Error('Nothing moves without a picture')
  const { colours, rowsOfBox } = paletted(pictures)
  let no = 0
  const control = (box: Box): Uint8Array => {
    const sizes = [box.width, box.height, box.left, box.top]
    const body = Buffer.concat([words(no, ...sizes), Buffer.alloc(6)])
    no += 1
    body.writeUInt16BE(delayMs, 20)
    body.writeUInt16BE(1_000, 22)
    return chunk('fcTL', body)
  }
  const parts = pictures.flatMap((picture, i) => {
    const before = pictures[i - 1]
    const box = before === undefined ? wholeOf(picture) : changedBox(before, picture)
    const head = control(box)
    const rows = rowsOfBox(picture, box)
    if (before === undefined) return [head, chunk('IDAT', rows)]
    const data = chunk('fdAT', Buffer.concat([words(no), rows]))
    no += 1
    return [head, data]
  })
  return Buffer.concat([
    signature,
    headerOf(first),
    chunk('acTL', words(pictures.length, 0)),
    colours,
    ...parts,
    chunk('IEND', new Uint8Array()),
  ])
}

const wholeOf = ({ width, height }: Picture): Box => ({ left: 0, top: 0, width, height })

function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4)
  numbers.forEach((number, i) => bytes.writeUInt32BE(number, i * 4))
  return bytes
}

const headerOf = ({ width, height }: Picture): Uint8Array =>
  chunk('IHDR', Buffer.concat([words(width, height), Uint8Array.of(8, 3, 0, 0, 0)]))

/** The common palette of pictures, and the encoding of a part of one with it. */
function paletted(pictures: readonly Picture[]) {
  const colours = coloursOf(pictures)
  const palette = paletteOf(colours)
  const numbers = new Map(
    colours.map(({ key }) => {
      const apart = palette.map((one) => distance(one, key))
      return [key, apart.indexOf(Math.min(...apart))]
    }),
  )
  const bytes = palette.flatMap((key) => [key >> 16, (key >> 8) & 255, key & 255])
  const rowsOfBox = ({ width, pixels }: Picture, box: Box): Uint8Array => {
    const rows = new Uint8Array((box.width + 1) * box.height)
    for (let y = 0; y < box.height; y += 1) {
      for (let x = 0; x < box.width; x += 1) {
        const from = ((box.top + y) * width + box.left + x) * 3
        rows[y * (box.width + 1) + x + 1] = numbers.get(keyAt(pixels, from)) ?? 0
      }
    }
    return deflateSync(rows, { level: 9, memLevel: 9 })
  }
  return { colours: chunk('PLTE', Uint8Array.from(bytes)), rowsOfBox }
}

/** The smallest box with every pixel that differs; one pixel if none does. */
function changedBox(before: Picture, after: Picture): Box {
  const { width, height } = after
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let at = 0; at < width * height; at += 1) {
    if (keyAt(before.pixels, at * 3) === keyAt(after.pixels, at * 3)) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = y + 1
  }
  if (right === 0) return { left: 0, top: 0, width: 1, height: 1 }
  return { left, top, width: right - left, height: bottom - top }
}

function chunk(name: string, body: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(body.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

/** Two colours are different if any channel differs by more than this. */
const sameColour = 24

/** Returns a part of a picture as a picture of its own. */
export function cutOut({ width, pixels }: Picture, box: Box): Picture {
  const cut = new Uint8Array(box.width * box.height * 3)
  for (let y = 0; y < box.height; y += 1) {
    const from = ((box.top + y) * width + box.left) * 3
    cut.set(pixels.subarray(from, from + box.width * 3), y * box.width * 3)
  }
  return { width: box.width, height: box.height, pixels: cut }
}

/**
 * Returns the number of pixels of two pictures of equal size that differ: those whose colour is not
 * found in the other picture at the same place or beside it, in either direction. Differently
 * antialiased edges do not count; a line that disappeared or changed its colour does.
 */
export function differing(one: Picture, other: Picture): number {
  let count = 0
  for (let y = 0; y < one.height; y += 1) {
    for (let x = 0; x < one.width; x += 1) {
      const at = (y * one.width + x) * 3
      if (isAlike(one, at, other, at)) continue
      const isMoved = isNear(one, other, x, y) && isNear(other, one, x, y)
      if (!isMoved) count += 1
    }
  }
  return count
}

function isNear(one: Picture, other: Picture, x: number, y: number): boolean {
  const at = (y * one.width + x) * 3
  for (let dy = -1; dy <= 1; dy += 1) {
    for (let dx = -1; dx <= 1; dx += 1) {
      const nearX = Math.min(other.width - 1, Math.max(0, x + dx))
      const nearY = Math.min(other.height - 1, Math.max(0, y + dy))
      if (isAlike(one, at, other, (nearY * other.width + nearX) * 3)) return true
    }
  }
  return false
}

function isAlike(one: Picture, at: number, other: Picture, there: number): boolean {
  for (let channel = 0; channel < 3; channel += 1) {
    const [a, b] = [one.pixels[at + channel] ?? 0, other.pixels[there + channel] ?? 0]
    if (Math.abs(a - b) > sameColour) return false
  }
  return true
}
