// What the terminal promises when something is broken: storage, clock, answers, error texts.

import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { Trader } from './trader.ts'

const hourMs = 3_600_000

/** Every remembered record is broken text, and the local clock is an hour ahead. */
function breakBrowser(aheadMs: number): void {
  for (const name of ['settings', 'language', 'layout', 'theme', 'catalogue', 'typing', 'draft']) {
    localStorage.setItem(`basis.${name}`, '{"version":1,"value":{')
  }
  const RealDate = Date
  class Ahead extends RealDate {
    constructor(...parts: readonly unknown[]) {
      super(...((parts.length === 0 ? [Ahead.now()] : parts) as [number]))
    }
    static override now(): number {
      return RealDate.now() + aheadMs
    }
  }
  globalThis.Date = Ahead as DateConstructor
}

test('the page works with broken storage and a clock that is an hour ahead', async ({ page }) => {
  await page.addInitScript(breakBrowser, hourMs)
  const trader = new Trader(page)
  await test.step('T13: the page opens with its defaults', async () => {
    await trader.open('BTCUSDT')
    await trader.getDemoFunds()
  })
  await test.step('T8: times are the exchange’s, not those of the local clock', async () => {
    const before = Date.now()
    await trader.place({ side: 'Buy', qty: '0.010' })
    const row = await trader.row('Fills', 'BTCUSDT')
    const [time] = (await row.first().innerText()).match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/) ?? []
    const shownMs = Date.parse(`${time?.replace(' ', 'T')}Z`)
    expect(Math.abs(shownMs - before)).toBeLessThan(hourMs / 2)
    // Nothing counts as old: prices are live, and the next funding is less than eight hours away.
    await trader.isLive()
    await expect(trader.figures).toContainText(/0[0-7]:\d\d:\d\d/)
  })
})

test('lost answers, repeated clicks and unexpected error texts make no second order', async ({
  page,
  complaints,
}) => {
  complaints.excuse(/Failed to load resource|net::ERR_FAILED|order\/create/)
  const trader = new Trader(page)
  await trader.open('SOLUSDT')
  await trader.getDemoFunds()
  const open = async () => (await trader.ask('openOrders', { symbol: 'SOLUSDT' })).list
  const price = String(Math.floor(Number(await trader.best('SOLUSDT', 'bids')) * 0.8))
  await test.step('T3: the order of a lost answer is queried until its outcome is known', async () => {
    await losingAnswers(page)
    await trader.place({ side: 'Buy', qty: '1', price })
    await expect(page.getByText('No confirmation yet').first()).toBeVisible()
    await page.unroute('**/order/create?*')
    const row = await trader.row('Open orders', 'SOLUSDT')
    await expect(row).toBeVisible()
    expect(await open()).toHaveLength(1)
  })
  await test.step('T4: Enter and five clicks in one frame send one order', async () => {
    let sent = 0
    page.on('request', (request) => (sent += request.url().includes('/order/create') ? 1 : 0))
    await trader.fillTicket({ side: 'Buy', qty: '2', price })
    const button = trader.ticket.getByRole('button', { name: 'Buy / Long' })
    // The clicks come between the pressed key and the click that the browser makes of it.
    await button.evaluate((element: HTMLButtonElement) => {
      const clickFiveTimes = () => {
        for (let click = 0; click < 5; click += 1) element.click()
      }
      element.addEventListener('keydown', clickFiveTimes, { once: true })
    })
    await button.press('Enter')
    await expect.poll(async () => (await open()).length).toBe(2)
    expect(sent).toBe(1)
  })
  await test.step('T12: the text of a refusal is shown as plain text, and cut', async () => {
    const odd = `%E0%A4%A<img src=x onerror=alert(1)>${'x'.repeat(10_000)}`
    await page.route('**/order/create?*', (route) =>
      route.fulfill({ json: { ret_code: 987_654, ret_msg: odd, result: null, ext_map: {} } }),
    )
    await trader.place({ side: 'Buy', qty: '3', price })
    await expect(page.getByText(/987654.*%E0%A4%A<img/).first()).toBeVisible()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(await page.locator('body').innerText()).not.toContain('x'.repeat(250))
    await page.unroute('**/order/create?*')
  })
  await test.step('T9: a refusal because of too many requests is named', async () => {
    await page.route('**/order/create?*', (route) =>
      route.fulfill({ json: { ret_code: 10_006, ret_msg: 'slow', result: null, ext_map: {} } }),
    )
    await trader.place({ side: 'Buy', qty: '3', price })
    await expect(page.getByText(/too many/i).first()).toBeVisible()
    await page.unroute('**/order/create?*')
    expect(await open()).toHaveLength(2)
  })
})

/** Lets every order reach the exchange, and loses the answers. */
async function losingAnswers(page: Page): Promise<void> {
  await page.route('**/order/create?*', async (route) => {
    await route.fetch()
    await route.abort('failed')
  })
}
