// A contract has one name: in the address, the title, the panels, the dialogs, the texts for screen
// readers, the chart and the notices.

import type { Page } from '@playwright/test'
import { dialogPart, expect, test } from './journey.ts'
import { Trader } from './trader.ts'

test('a USDC perpetual is BTC-PERP wherever it is named, in its address too', async ({ page }) => {
  const trader = new Trader(page)
  await test.step('the old address redirects to the current one', async () => {
    await trader.open('BTCUSDT')
    await trader.getDemoFunds()
    await page.goto('/trade/futures/usdc/BTCPERP')
    await trader.isLive()
    await expect(page).toHaveURL(/\/trade\/futures\/usdc\/BTC-PERP$/)
    await expect(page).toHaveTitle(/\| BTC-PERP$/)
    expect(await otherNames(page)).toEqual([])
  })
  await test.step('a position, its dialogs and its notices have the name', async () => {
    await trader.place({ side: 'Buy', qty: '0.050' })
    const row = await trader.row('Positions', 'BTC-PERP')
    await expect(row).toBeVisible()
    const notices = page.getByRole('region', { name: 'Notifications' })
    await expect(notices).toContainText(/Bought 0\.05\d* BTC-PERP at/)
    expect(await otherNames(page)).toEqual([])
    for (const name of ['Close BTC-PERP at market', 'Reverse BTC-PERP']) {
      await row.getByRole('button', { name }).click()
      await expect(page.locator(dialogPart)).toContainText('BTC-PERP')
      expect(await otherNames(page), name).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.locator(dialogPart)).toBeHidden()
    }
  })
  await test.step('the chart has the name', async () => {
    const chart = page.getByTitle('Financial Chart').contentFrame()
    await expect(chart.getByText('BTC-PERP').first()).toBeVisible()
  })
  await test.step('orders, their history and fills have the name', async () => {
    await trader.arrange('createOrder', {
      symbol: 'BTCPERP',
      side: 'Buy',
      orderType: 'Limit',
      price: '40000',
      qty: '0.01',
    })
    for (const panel of ['Open orders', 'Order history', 'Fills'] as const) {
      // A market order may be filled at two prices, which makes two rows.
      await expect((await trader.row(panel, 'BTC-PERP')).first()).toBeVisible()
      expect(await otherNames(page), panel).toEqual([])
    }
  })
  await test.step('an address in lower case is rewritten in upper case', async () => {
    await page.goto('/trade/usdt/ethusdt')
    await trader.isLive()
    await expect(page).toHaveURL(/\/trade\/usdt\/ETHUSDT$/)
  })
})

/** Returns every text, shown or for screen readers, that has the protocol's symbol instead. */
async function otherNames(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const frame of page.frames()) {
    found.push(
      ...(await frame.evaluate(() => {
        const said = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap(
          (element) => ['aria-label', 'title', 'placeholder'].map((of) => element.getAttribute(of)),
        )
        return [...said, ...document.body.innerText.split('\n'), document.title].filter(
          (text): text is string => text?.includes('BTCPERP') === true,
        )
      })),
    )
  }
  return found
}
