// `npm run memory:page -- --minutes 30`: the terminal under a full stream for half an hour; its
// memory at the end must equal that after five minutes (reliability T14).

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type CDPSession, chromium } from 'playwright-core'
import { chromiumArgs, requireChromium } from '../../chromium.ts'
import { startExchange } from '../../exchange-process.ts'
import { buildTerminal } from '../page.ts'
import { startFront } from './page-front.ts'

const messagesPerSecond = 1_000
const firstMinutes = 5
/** As a share of the memory after the first minutes. */
const allowedGrowth = 0.1
/** A frame that a user would notice. */
const longFrameMs = 200

async function main(minutes: number): Promise<number> {
  const executablePath = requireChromium()
  if (executablePath === undefined) throw new Error('This needs a Chromium.')
  const folder = mkdtempSync(join(tmpdir(), 'basis-page-memory-'))
  await buildTerminal(join(folder, 'terminal'))
  const settings = { BASIS_ROBOTS: 'off' }
  const exchange = await startExchange({ dataFolder: join(folder, 'exchange'), settings })
  const front = await startFront(join(folder, 'terminal'), exchange.origin)
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  try {
    const page = await browser.newPage({ viewport: { width: 1680, height: 1000 } })
    await page.goto(`${front.origin}/trade/usdt/BTCUSDT`)
    await front.received()
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    front.speak(messagesPerSecond)
    let first = 0
    let last = 0
    for (let minute = 1; minute <= minutes; minute += 1) {
      await delay(60_000)
      await page.evaluate(() => Reflect.set(globalThis, 'isWeighed', true))
      last = await heapOf(session)
      await page.evaluate(() => Reflect.set(globalThis, 'isWeighed', false))
      if (minute === Math.min(firstMinutes, minutes)) {
        first = last
        await page.evaluate(watchFrames)
      }
      console.log(`minute ${minute}: ${(last / 1e6).toFixed(1)} MB`)
    }
    const longest = await page.evaluate(() => Number(Reflect.get(globalThis, 'longestFrameMs')))
    const growth = last / first - 1
    const words = `${(growth * 100).toFixed(1)} % more than after ${firstMinutes} minutes`
    console.log(`page-memory: ${words}, longest frame ${longest.toFixed(0)} ms`)
    if (longest > longFrameMs) console.log(`a frame took more than ${longFrameMs} ms`)
    return growth <= allowedGrowth ? 0 : 1
  } finally {
    await browser.close()
    await front.close()
    await exchange.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function heapOf(session: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
}

// Runs inside the page. Heap measurements stop the page; such frames are not counted.
function watchFrames(): void {
  let before = performance.now()
  let wasWeighed = true
  Reflect.set(globalThis, 'longestFrameMs', 0)
  const frame = (now: number): void => {
    const isWeighed = Reflect.get(globalThis, 'isWeighed') === true
    const longest = Number(Reflect.get(globalThis, 'longestFrameMs'))
    if (!isWeighed && !wasWeighed && now - before > longest)
      Reflect.set(globalThis, 'longestFrameMs', now - before)
    before = now
    wasWeighed = isWeighed
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
  process.exitCode = await main(Number(values.minutes))
}
