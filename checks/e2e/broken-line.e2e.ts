// A connection that is cut, silent or frozen: what the page shows is current or visibly old, and it
// recovers by itself with everything that happened meanwhile (reliability T1, T2, T6, T11).

import { proofLength } from '../proof-length.ts'
import { CuttableLine } from './cuttable-line.ts'
import { expect, test } from './journey.ts'
import { moved, Trader } from './trader.ts'

/** The long form makes forty cuts; each takes a second or two. */
const cuts = proofLength(40, 3)

test('after every cut of the connection the page has the current state', async ({
  page,
  baseURL,
  complaints,
}) => {
  complaints.excuse(/WebSocket connection to .* failed/)
  const line = await CuttableLine.to(baseURL ?? '')
  const trader = new Trader(page)
  const live = trader.status.getByRole('button', { name: 'Connection: Live' })
  const tokens: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/user/private/ott')) tokens.push(await response.text())
  })
  try {
    await trader.open('XRPUSDT', line.origin)
    await trader.getDemoFunds()
    const price = moved((await trader.best('XRPUSDT', 'bids')) ?? '', -1000_0000n)
    await trader.place({ side: 'Buy', qty: '10', price })
    await expect(await trader.row('Open orders', 'XRPUSDT')).toBeVisible()
    const second = new Trader(await page.context().newPage())
    await second.open('XRPUSDT', baseURL ?? '')

    await test.step('T6: each connection has a new token, and the same state after it', async () => {
      for (let cut = 0; cut < cuts; cut += 1) {
        const before = tokens.length
        await page.waitForTimeout((cut * 137) % 900)
        line.cut()
        await expect.poll(() => tokens.length).toBeGreaterThan(before)
        await expect(live).toBeVisible()
        await expect(await trader.row('Open orders', 'XRPUSDT')).toHaveCount(1)
      }
      expect(new Set(tokens).size).toBe(tokens.length)
    })
    await test.step('T6: fills during the outage are reported once, and the position is there', async () => {
      line.cut(true)
      await expect(live).toHaveCount(0)
      await second.place({ side: 'Buy', qty: '20' })
      await expect(await second.row('Positions', 'XRPUSDT')).toContainText('+20')
      line.mend()
      await expect(live).toBeVisible()
      await expect(await trader.row('Positions', 'XRPUSDT')).toContainText('+20')
      await expect(page.getByText(/fills? while you were offline/).first()).toBeVisible()
      await expect(page.getByText(/fills? while you were offline/)).toHaveCount(1)
    })
    await test.step('T1: a silent connection is reported; orders can still be cancelled', async () => {
      line.hold()
      await expect(trader.book.getByText('Prices delayed, resyncing')).toBeVisible()
      await expect(live).toHaveCount(0)
      await trader.fillTicket({ side: 'Buy', qty: '10' })
      await expect(trader.ticket.getByText('Prices delayed: no market orders')).toHaveCount(2)
      const row = await trader.row('Open orders', 'XRPUSDT')
      await row.getByRole('button', { name: /^Cancel:/ }).click()
      await expect
        .poll(async () => (await second.ask('openOrders', { symbol: 'XRPUSDT' })).list.length)
        .toBe(0)
      line.mend()
      await expect(live).toBeVisible()
      await expect(trader.ticket.getByText('Prices delayed: no market orders')).toHaveCount(0)
    })
    await second.page.close()
  } finally {
    line.close()
  }
})

/** Records the page's connection status and price at each frame; runs inside the page. */
function noteFrames(): void {
  const frames: [atMs: number, said: string, price: string][] = []
  Reflect.set(globalThis, 'basisFrames', frames)
  const note = (): void => {
    const button = document.querySelector('[aria-label^="Connection:"]')
    const figures = document.querySelector('[aria-label="Market statistics"]')
    const said = button?.getAttribute('aria-label') ?? ''
    frames.push([performance.now(), said, figures?.textContent ?? ''])
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}

/** Returns the status that the page showed with its first new content after its longest pause. */
function firstAfterPause(): { readonly pauseMs: number; readonly said: string } {
  const frames = Reflect.get(globalThis, 'basisFrames') as [number, string, string][]
  const pauses = frames.map(([time], at) => time - (frames[at - 1]?.[0] ?? time))
  const pauseMs = Math.max(...pauses)
  const woken = pauses.indexOf(pauseMs)
  const [, said, price] = frames[woken - 1] ?? []
  const first = frames.slice(woken).find((each) => each[1] !== said || each[2] !== price)
  return { pauseMs, said: pauseMs > 5_000 ? (first?.[1] ?? '') : '' }
}

test('T2: a tab that was frozen shows that its data is old before anything new', async ({
  page,
}) => {
  const trader = new Trader(page)
  await trader.open('XRPUSDT')
  await page.evaluate(noteFrames)
  await page.waitForFunction(() => (Reflect.get(globalThis, 'basisFrames') as unknown[]).length > 9)
  const devtools = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? {}
  // A machine that sleeps stops the page and its workers; what is sent meanwhile waits.
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  for (const pid of renderers) process.kill(pid, 'SIGSTOP')
  await new Promise((resolve) => setTimeout(resolve, 8_000))
  for (const pid of renderers) process.kill(pid, 'SIGCONT')
  const woken = () => page.evaluate(firstAfterPause)
  await expect.poll(async () => (await woken()).said).not.toBe('')
  const { pauseMs, said } = await woken()
  expect(pauseMs).toBeGreaterThan(5_000)
  expect(said).toBe('Connection: Reconnecting')
  await trader.isLive()
})

test('T11: order entry waits while the built-in symbol list is used; the page recovers by itself', async ({
  page,
  complaints,
}) => {
  complaints.excuse(/Failed to load resource|ERR_FAILED|could not be loaded|brief-symbol-list/)
  const trader = new Trader(page)
  await page.route('**/brief-symbol-list*', (route) => route.abort())
  await page.goto('/trade/usdt/BTCUSDT')
  const said = page.getByText('Built-in symbol list: trading waits for the exchange')
  await expect(said.first()).toBeVisible()
  await expect(trader.ticket.getByRole('button', { name: 'Buy / Long', exact: true })).toHaveCount(
    0,
  )
  await page.unroute('**/brief-symbol-list*')
  await expect(said).toHaveCount(0)
  await trader.isLive()
  await trader.getDemoFunds()
  await trader.place({ side: 'Buy', qty: '0.010' })
  await expect(await trader.row('Positions', 'BTCUSDT')).toContainText('+0.010 BTC')
})
