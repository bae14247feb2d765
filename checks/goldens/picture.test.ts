// Pictures written and read as files, and the visible differences of two pictures.

import { expect, it } from 'vitest'
import { cutOut, differing, type Picture, readPng, writeMovingPng, writePng } from './picture.ts'

/** A dark field with a line across it. */
function field(color: readonly number[], row = 20): Picture {
  const [width, height] = [60, 40]
  const pixels = new Uint8Array(width * height * 3).fill(16)
  for (let x = 0; x < width; x += 1) pixels.set(color, (row * width + x) * 3)
  return { width, height, pixels }
}
const green = [34, 190, 120]

it('a removed, recoloured or displaced line differs; a displacement by one pixel does not', () => {
  expect(differing(field(green), field(green))).toBe(0)
  expect(differing(field(green), field([16, 16, 16]))).toBe(60)
  expect(differing(field(green), field([190, 34, 120]))).toBe(60)
  expect(differing(field(green), field(green, 21))).toBe(0)
  expect(differing(field(green), field(green, 24))).toBe(120)
})

it('a part of a picture has its own pixels only', () => {
  const part = { left: 10, top: 18, width: 5, height: 6 }
  const cut = cutOut(field(green), part)
  expect([cut.width, cut.height, cut.pixels.length]).toEqual([5, 6, 90])
  expect(differing(cut, cutOut(field([16, 16, 16]), part))).toBe(5)
  expect(differing(cut, cutOut(field(green), { ...part, left: 40 }))).toBe(0)
})

it('a picture read from its file has the same colours if they are few, and near ones if they are many', () => {
  expect(readPng(writePng(field(green)))).toEqual(field(green))
  const many = field(green)
  many.pixels.forEach((_, at) => (many.pixels[at] = (at * 7) % 256))
  const back = readPng(writePng(many))
  const apart = back.pixels.map((value, at) => Math.abs(value - (many.pixels[at] ?? 0)))
  expect(Math.max(...apart)).toBeLessThan(24)
})

it('a recording has the whole first picture, and only the changed box of the others', () => {
  const frames = [field(green), field(green, 24), field(green, 24)]
  const file = Buffer.from(writeMovingPng(frames, 250))
  expect(readPng(file)).toEqual(frames[0])
  const chunks: { readonly name: string; readonly body: Buffer }[] = []
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    const name = file.toString('latin1', at + 4, at + 8)
    chunks.push({ name, body: file.subarray(at + 8, at + 8 + file.readUInt32BE(at)) })
  }
  expect(chunks.map(({ name }) => name).join(' ')).toBe(
    'IHDR acTL PLTE fcTL IDAT fcTL fdAT fcTL fdAT IEND',
  )
  const boxes = chunks.filter(({ name }) => name === 'fcTL').map(({ body }) => body)
  // Number, width, height, left, top: the line moved from row 20 to row 24, then nothing moved.
  expect(boxes.map((body) => [0, 4, 8, 12, 16].map((at) => body.readUInt32BE(at)))).toEqual([
    [0, 60, 40, 0, 0],
    [1, 60, 5, 0, 20],
    [3, 1, 1, 0, 0],
  ])
  expect(boxes.every((body) => body.readUInt16BE(20) / body.readUInt16BE(22) === 0.25)).toBe(true)
})
