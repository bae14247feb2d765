// Everything without a mouse: choosing a market, writing an order, cancelling it.

import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, takePicture, test } from './journey.ts'
import { moved, Trader } from './trader.ts'

test('the slash opens the picker; arrows and Enter choose', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await page.keyboard.press('/')
  const search = page.getByRole('combobox', { name: 'Search markets' })
  await expect(search).toBeFocused()
  const rows = page.getByRole('grid', { name: 'Markets' }).getByRole('row', { selected: true })
  await expect(rows).toContainText('BTCUSDT')
  await expectAccessible(page)
  await takePicture(page, 'picker')
  await page.keyboard.press('ArrowDown')
  await expect(rows).toContainText('ETHUSDT')
  await page.keyboard.press('Enter')
  await expect(search).toBeHidden()
  await expect(page).toHaveTitle(/\| ETHUSDT$/)
  await trader.isLive()

  await page.keyboard.press('/')
  await search.pressSequentially('ada')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^0\.\d+ \| ADAUSDT$/)
  // Within a market type the address stays (spec 2), and a reload finds what was chosen.
  await expect(page).toHaveURL(/\/trade\/usdt\/BTCUSDT$/)
  await page.reload()
  await expect(page).toHaveTitle(/^0\.\d+ \| ADAUSDT$/)
  await trader.isLive()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
})

test('an order is written, sent and cancelled with keys only', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('SOLUSDT')
  await reach(page, trader.ticket.getByRole('button', { name: 'Get 100,000 demo USDT' }))
  await page.keyboard.press('Enter')
  const buy = trader.ticket.getByRole('button', { name: 'Buy / Long' })
  await expect(buy).toBeVisible()

  const price = moved((await trader.best('SOLUSDT', 'bids')) ?? '', -1_00000000n)
  const priceField = trader.ticket.getByRole('textbox', { name: 'Price' })
  await reach(page, priceField)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(price)
  await page.keyboard.press('ArrowUp')
  await expect(priceField).toHaveValue(moved(price, 1_000000n))
  await page.keyboard.press('ArrowDown')
  await expect(priceField).toHaveValue(price)
  await reach(page, trader.ticket.getByRole('textbox', { name: 'Quantity' }))
  await page.keyboard.type('2')
  await reach(page, trader.ticket.getByRole('checkbox', { name: 'Post-only' }))
  await page.keyboard.press('Space')
  await reach(page, buy)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await trader.ask('openOrders', {})).list.length).toBe(1)
  const [order] = (await trader.ask('openOrders', {})).list
  expect(order).toMatchObject({ symbol: 'SOLUSDT', side: 'Buy', timeInForce: 'PostOnly' })

  await reach(page, page.getByRole('tab', { name: 'Open orders' }))
  await page.keyboard.press('Enter')
  await reach(page, page.getByRole('button', { name: /^Cancel:/ }))
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await trader.ask('openOrders', {})).list.length).toBe(0)
})

const mostSteps = 120

/** Presses Tab until something has the focus, and inside a row of tabs the arrows. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < mostSteps; step += 1) {
    const key = await target.evaluate(nextKey)
    if (key === undefined) return
    await page.keyboard.press(key)
  }
  throw new Error(`${mostSteps} steps of the keyboard do not lead to ${target}`)
}

// Runs inside the page: the key that leads to the element, if it does not have the focus already.
function nextKey(target: Element): string | undefined {
  const focused = document.activeElement
  if (focused === target) return undefined
  const tabs = target.role === 'tab' ? target.closest('[role="tablist"]') : null
  return tabs?.contains(focused) === true ? 'ArrowRight' : 'Tab'
}
