// The panels follow the window: a resize gives the layout of a fresh load, until the trader has
// moved an edge; on an upright tablet the chart has enough room.

import type { Page } from '@playwright/test'
import { Chart } from './chart-view.ts'
import { desktop, expect, takePicture, test } from './journey.ts'
import { Trader } from './trader.ts'

/** The places of the panels, in whole pixels. */
async function places(page: Page): Promise<readonly string[]> {
  const panels = page.locator('.flexlayout__tabset')
  await expect(panels.first()).toBeVisible()
  return panels.evaluateAll((all) =>
    all.map((panel) => {
      const { x, y, width, height } = panel.getBoundingClientRect()
      return [x, y, width, height].map(Math.round).join(' ')
    }),
  )
}

test('a resized page has the layout of a freshly loaded one', async ({ page }) => {
  // Each size is loaded again.
  test.slow()
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  // A chosen tab is remembered; the sizes still follow the window.
  await page.getByRole('tab', { name: 'Assets' }).click()
  for (const [width, height] of [
    [1590, 1000],
    [1300, 800],
    // From a window in which a tablet's book had no room below the ticket.
    [768, 1024],
  ] as const) {
    await test.step(`${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height })
      // The docking library scales first, then the page sets the sizes for the window: two equal
      // readings half a second apart show that both have ended.
      let resized: readonly string[] = []
      await expect(async () => {
        const before = resized
        resized = await places(page)
        expect(resized, 'the panels have come to rest').toEqual(before)
      }).toPass({ intervals: [500] })
      await page.reload()
      await trader.isLive()
      await expect.poll(() => places(page), 'as it was').toEqual(resized)
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage)) {
          if (key.startsWith('basis.layout')) localStorage.removeItem(key)
        }
      })
      await page.reload()
      await trader.isLive()
      await expect.poll(() => places(page), 'as if it had never been larger').toEqual(resized)
    })
  }
  await test.step('on a tablet the chart has half of the page’s height', async () => {
    const chart = new Chart(page)
    await chart.isDrawn()
    const box = await chart.frame.locator('.canvas').boundingBox()
    expect(box?.height).toBeGreaterThan(440)
    expect(box?.width).toBeGreaterThan(400)
    await takePicture(page, 'tablet')
  })
  await test.step('an edge that the trader has moved keeps its part of the window', async () => {
    await page.setViewportSize(desktop)
    const splitter = page.locator('.flexlayout__splitter_vert').first()
    await expect(splitter).toBeVisible()
    const box = await splitter.boundingBox()
    if (box === null) throw new Error('there is an edge between chart and book')
    await page.mouse.move(box.x + 2, box.y + 100)
    await page.mouse.down()
    await page.mouse.move(box.x - 120, box.y + 100, { steps: 4 })
    await page.mouse.up()
    const moved = await places(page)
    await page.reload()
    await trader.isLive()
    await expect.poll(() => places(page)).toEqual(moved)
  })
})

test('a tab that is chosen while the docking library loads stays chosen', async ({ page }) => {
  // In that moment each tab is there twice, in its old and in its new place, and only one is
  // visible.
  await page.addInitScript(() => {
    const chosen = 'Open orders'
    const watch = new MutationObserver(() => {
      const tabs = [...document.querySelectorAll<HTMLElement>('[role="tab"]')]
      const found = tabs.filter(({ textContent }) => textContent.startsWith(chosen))
      if (found.length < 2) return
      watch.disconnect()
      // The tab in the old place cannot be dragged yet.
      found.find(({ draggable }) => !draggable)?.click()
      const visible = found.filter((tab) => tab.checkVisibility({ visibilityProperty: true }))
      document.documentElement.dataset['arrived'] = String(visible.length)
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  await new Trader(page).open('BTCUSDT')
  await expect(page.locator('html[data-arrived]')).toHaveAttribute('data-arrived', '1')
  const tab = page.getByRole('tab', { name: 'Open orders' })
  await expect(tab).toHaveCount(1)
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Open orders' })).toBeVisible()
})

test('tabs that do not fit into a small window are in a list whose button is visible', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/de-DE/trade/usdt/BTCUSDT')
  const more = page.getByRole('button', { name: 'Weitere Tabs' })
  await expect(more.first()).toBeVisible()
  // Without the pointer on it, a tab strip shows only this button.
  await page.mouse.move(0, 0)
  for (const each of await more.all()) await expect(each).toHaveCSS('opacity', '1')
  const cut = await page.getByRole('tab', { name: 'Leiter', exact: true }).evaluate((tab) => {
    const bar = tab.closest('.flexlayout__mini_scrollbar_container')
    const end = bar?.getBoundingClientRect().right ?? 0
    return tab.getBoundingClientRect().right > end
  })
  expect(cut).toBe(false)
  await more.first().click()
  await page.getByRole('menuitem', { name: 'Trades' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Trades' })).toBeVisible()
})
