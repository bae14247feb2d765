// The image of a poster: a readable QR code of the invite link, colours, and line breaks in all
// languages.

import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { HEIGHT, linesOf, paintPoster, SCALE, WIDTH } from './paint-poster.ts'
import type { Poster } from './poster.ts'

const poster: Poster = {
  sharer: 'an***',
  initial: 'A',
  label: 'PRO 3',
  contract: 'BTCUSDT',
  side: 'Buy',
  sideWord: 'Long',
  leverage: '10x',
  roi: '+33.33%',
  isGain: true,
  pnl: '+1,000.00 USDT',
  entry: { label: 'Entry price', value: '60,000.0' },
  price: { label: 'Mark price', value: '62,000.0' },
  time: '2026-11-23 04:00:00 UTC',
  code: 'RT',
  link: 'http://localhost:4390/en/invite?ref=RT',
  bonus: 'Join with this code and get a demo bonus of 5000 USDT',
  worth: { label: 'Value', value: '1.24M USDT' },
  distinguished: 'Distinguished trader',
}

function painted(of: Partial<Poster>, isExtra: boolean): ImageData {
  const canvas = document.createElement('canvas')
  const prices = [3, 1, 4, 1, 5]
  paintPoster(canvas, { poster: { ...poster, ...of }, isExtra, prices, language: 'en' })
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('no canvas')
  return pen.getImageData(0, 0, canvas.width, canvas.height)
}

test.each([
  'http://localhost:4390/en/invite?ref=RT',
  'https://terminal.a-rather-long-name.example.com/de-DE/invite?ref=1Y2P0IJ32E8E7',
])('the link %s is read from the QR code of the image', (link) => {
  for (const isExtra of [false, true]) {
    const { data, width, height } = painted({ link }, isExtra)
    expect([width, height]).toEqual([WIDTH * SCALE, HEIGHT * SCALE])
    expect(jsQR(data, width, height)?.data).toBe(link)
  }
})

test('the large figure is green for a gain and red for a loss', () => {
  const coloursOf = (isGain: boolean): { red: number; green: number } => {
    const { data, width } = painted({ isGain }, false)
    const sum = { red: 0, green: 0 }
    for (let y = 185 * SCALE; y < 215 * SCALE; y += 1) {
      for (let x = 24 * SCALE; x < 200 * SCALE; x += 1) {
        sum.red += data[(y * width + x) * 4] ?? 0
        sum.green += data[(y * width + x) * 4 + 1] ?? 0
      }
    }
    return sum
  }
  const [gain, loss] = [coloursOf(true), coloursOf(false)]
  expect(gain.green).toBeGreaterThan(gain.red)
  expect(loss.red).toBeGreaterThan(loss.green)
})

test('a text is broken between words, also in languages without spaces', () => {
  const most = (count: number) => (line: string) => line.length <= count
  expect(linesOf('Join with this code', 'en', most(10))).toEqual(['Join with', 'this code'])
  const lines = linesOf('使用此邀请码加入领取奖金', 'zh-CN', most(5))
  expect(lines.join('')).toBe('使用此邀请码加入领取奖金')
  expect(lines.every((line) => line.length <= 5)).toBe(true)
})
