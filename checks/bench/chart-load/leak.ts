// `npm run chart:leak`: two hundred charts are created and removed one after another; the page's
// memory must then be that after the first twenty.

import { run, withCharts } from './compare-charts.ts'

const warmUp = 20
const times = 200
/** The allowed growth in bytes: caches of the browser and of compiled code. */
const allowedBytes = 2_000_000

async function main(): Promise<number> {
  const [before, after] = await withCharts(async (browser, address) => {
    const page = await browser.newPage()
    await page.goto(address)
    await page.waitForFunction(() => 'chartWorks' in globalThis)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const weigh = async () => {
      await run(page, 'remove', [])
      for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage')
      const { metrics } = await session.send('Performance.getMetrics')
      const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0
      return { bytes: of('JSHeapUsedSize'), nodes: of('Nodes'), frames: of('Frames') }
    }
    const make = async (count: number) => {
      await run(page, 'prepare', [300])
      for (let at = 0; at < count; at += 1) await run(page, 'make', ['ours'])
      return weigh()
    }
    return [await make(warmUp), await make(times)] as const
  })
  const left = after.bytes - before.bytes
  console.log(`chart-leak: ${(left / 1e6).toFixed(2)} MB left after ${times} charts`)
  console.log(
    `nodes ${before.nodes} then ${after.nodes}, frames ${before.frames} then ${after.frames}`,
  )
  return left <= allowedBytes && after.frames <= before.frames ? 0 : 1
}

if (import.meta.main) process.exitCode = await main()
