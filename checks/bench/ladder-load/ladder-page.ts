// The page of the bench `ladder`: five thousand changes of a book a second, on the ladder and on a
// bare canvas that draws the same column.

import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { LadderColumn } from '../../../packages/web/src/features/market-depth/Ladder.tsx'
import { bookStore } from '../../../packages/web/src/stores/book.ts'
import { tickerStore } from '../../../packages/web/src/stores/tickers.ts'
import '../../../packages/web/src/ui/theme.css'

const { symbol } = btcUsdt
const middle = 600_000
const levels = 200
const rows = 26
const rowPx = 22
/** 20 changes every 4 ms are five thousand per second. */
const beat = { changes: 20, ms: 4 } as const

const bids = new Float64Array(levels * 2)
const asks = new Float64Array(levels * 2)
for (let at = 0; at < levels; at += 1) {
  bids.set([middle - 1 - at, 1 + (at % 9)], at * 2)
  asks.set([middle + 1 + at, 1 + (at % 7)], at * 2)
}

/** Changes one level of each side in turn, most of them near the best price. */
function change(count: number): void {
  const side = count % 2 === 0 ? bids : asks
  const at = (count * 7) % (count % 5 === 0 ? levels : 20)
  side[at * 2 + 1] = 1 + ((count * 31) % 997)
}

function drive(publish: () => void): void {
  let count = 0
  setInterval(() => {
    for (let each = 0; each < beat.changes; each += 1) {
      change(count)
      count += 1
      publish()
    }
  }, beat.ms)
}

function place(): HTMLElement {
  const found = document.getElementById('place')
  if (found === null) throw new Error('The page has no place')
  return found
}

function startOurs(): void {
  let seq = 0
  const publish = (): void => {
    seq += 1
    bookStore.set(symbol, { bids, asks, seq, isLive: true })
  }
  tickerStore.set(symbol, { lastTicks: middle } as never)
  publish()
  createRoot(place()).render(createElement(LadderColumn, { instrument: btcUsdt }))
  drive(publish)
}

function startBare(): void {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 300, height: rows * rowPx })
  place().append(canvas)
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('The browser has no canvas')
  pen.font = '12px sans-serif'
  let isAsked = false
  const draw = (): void => {
    isAsked = false
    pen.clearRect(0, 0, canvas.width, canvas.height)
    const sizes = new Map<number, number>()
    for (const side of [bids, asks]) {
      for (let at = 0; at < side.length; at += 2) sizes.set(side[at] ?? 0, side[at + 1] ?? 0)
    }
    for (let row = 0; row < rows; row += 1) {
      const ticks = middle + rows / 2 - row
      const lots = sizes.get(ticks) ?? 0
      const isBid = ticks < middle
      pen.fillStyle = isBid ? '#1a2c27' : '#331e22'
      pen.fillRect(isBid ? 110 - lots / 10 : 190, row * rowPx, lots / 10, rowPx - 2)
      pen.fillStyle = '#eaecef'
      pen.fillText((ticks / 10).toFixed(1), 120, row * rowPx + 15)
      pen.fillText((lots / 1000).toFixed(3), isBid ? 60 : 195, row * rowPx + 15)
    }
  }
  drive(() => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(draw)
  })
}

Object.assign(globalThis, { startLadder: { ours: startOurs, bare: startBare } })
