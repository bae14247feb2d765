// What the page remembers: theme, times, the size of panels, and a panel in a window of its own.

import type { Page } from '@playwright/test'
import { expect, expectAccessible, takePicture, test } from './journey.ts'
import { Trader } from './trader.ts'

test('theme and times survive a reload', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await page.getByRole('button', { name: 'Switch to the light theme' }).click()
  await page.getByRole('button', { name: 'Settings' }).click()
  await takePicture(page, 'settings-light')
  await page.getByRole('menuitemradio', { name: 'Blue up, orange down' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-sides', 'colour-blind')
  // The button has the focus again and shows its name; a click on empty space removes that.
  await page.mouse.click(720, 24)
  await expectAccessible(page)
  await page.reload()
  await trader.isLive()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(page.locator('html')).toHaveAttribute('data-sides', 'colour-blind')
  await expect(page.getByRole('button', { name: 'Switch to the dark theme' })).toBeVisible()
})

test('panels keep their size, until the layout is reset', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  const first = await bookWidth(page)
  const splitter = page.getByRole('separator', { name: 'Resize' }).first()
  await dragBy(page, splitter, -120)
  const wider = await bookWidth(page)
  expect(wider).toBeGreaterThan(first + 60)
  await page.reload()
  await trader.isLive()
  await expect.poll(async () => Math.abs((await bookWidth(page)) - wider)).toBeLessThan(2)

  const reset = async () => {
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: 'Reset layout' }).click()
  }
  await reset()
  await expect.poll(async () => Math.abs((await bookWidth(page)) - first)).toBeLessThan(2)
  await page.reload()
  await trader.isLive()
  await expect.poll(async () => Math.abs((await bookWidth(page)) - first)).toBeLessThan(2)
})

test('a panel moves to a window of its own and comes back', async ({ page, context }) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  const opened = context.waitForEvent('page')
  const tabs = page.getByRole('tab', { name: 'Order book' }).locator('xpath=ancestor::*[3]')
  await tabs.hover()
  await page.getByRole('button', { name: 'Open in new window' }).nth(1).click()
  const popup = await opened
  await popup.setViewportSize({ width: 360, height: 640 })
  const book = popup.getByRole('region', { name: 'Order book' })
  await expect(book.getByRole('button', { name: /^Use price/ }).first()).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Order book' })).toHaveCount(0)
  await takePicture(popup, 'window')
  await popup.close({ runBeforeUnload: true })
  await expect(page.getByRole('tab', { name: 'Order book' })).toBeVisible()
  await expect(trader.book.getByRole('button', { name: /^Use price/ }).first()).toBeVisible()
})

async function bookWidth(page: Page): Promise<number> {
  const box = await page.getByRole('region', { name: 'Order book' }).boundingBox()
  return box?.width ?? 0
}

async function dragBy(
  page: Page,
  handle: ReturnType<Page['getByRole']>,
  byPx: number,
): Promise<void> {
  const box = await handle.boundingBox()
  if (box === null) throw new Error('There is nothing to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + byPx / 2, y, { steps: 4 })
  await page.mouse.move(x + byPx, y, { steps: 4 })
  await page.mouse.up()
}
