// The chart in the terminal: opening, zooming, the symbol search by type, another interval, and
// several charts side by side.

import { expect, takePicture, test } from './journey.ts'
import { Trader } from './trader.ts'

const frameName = 'iframe[title="Financial Chart"]'

test('the chart opens, is zoomed, finds a symbol by type and shows another interval', async ({
  page,
}) => {
  const trader = new Trader(page)
  const chart = page.frameLocator(frameName)
  await trader.open('BTCUSDT')
  await expect(chart.locator('.stage[data-state="shown"]')).toBeVisible()
  await test.step('zooming by key changes the range in the summary', async () => {
    await chart.locator('.stage').focus()
    await page.keyboard.press('+')
    await page.keyboard.press('ArrowLeft')
    await expect(chart.locator('.to-latest')).toBeVisible()
    await page.keyboard.press('End')
    await expect(chart.locator('.to-latest')).toBeHidden()
  })
  await test.step('the search has four types; choosing a symbol changes the page too', async () => {
    await chart.getByRole('button', { name: 'Symbol search' }).click()
    const types = chart.locator('.search-types button')
    await expect(types).toHaveText(['All', 'Spot', 'Perpetual', 'Expiry'])
    await chart.getByRole('textbox', { name: 'Search a symbol' }).fill('eth')
    await types.nth(1).click()
    await expect(chart.locator('.search-row').first()).toContainText('/')
    await types.nth(2).click()
    await expect(chart.locator('.search-row').first()).toContainText('ETHUSDT')
    await takePicture(page, 'chart-search-dark')
    await chart.locator('.search-row', { hasText: 'ETHUSDT' }).first().click()
    await expect(page).toHaveTitle(/\| ETHUSDT$/)
    await expect(chart.locator('.legend-title')).toHaveText('ETHUSDT')
  })
  await test.step('indicators are added from their dialog', async () => {
    await chart.getByRole('button', { name: 'Indicators' }).click()
    await chart.getByRole('textbox', { name: 'Search an indicator' }).fill('strength')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(chart.locator('.legend')).toContainText('RSI')
  })
})

test('four charts side by side can share an interval, and are there after a reload', async ({
  page,
}) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  const charts = page.locator(frameName)
  const chart = (at: number) => page.frameLocator(frameName).nth(at)
  const layout = page.getByRole('button', { name: 'Layout', exact: true })
  await expect(chart(0).locator('.stage[data-state="shown"]')).toBeVisible()
  await layout.click()
  await page.getByRole('menuitemradio', { name: 'Four charts' }).click()
  await page.keyboard.press('Escape')
  await expect(charts).toHaveCount(4)
  for (const at of [1, 2, 3]) {
    await expect(chart(at).locator('.stage[data-state="shown"]')).toBeVisible()
  }
  await test.step('each chart can have a symbol of its own', async () => {
    await chart(1).getByRole('button', { name: 'Symbol search' }).click()
    await chart(1).getByRole('textbox', { name: 'Search a symbol' }).fill('ETHUSDT')
    await chart(1).locator('.search-row', { hasText: 'ETHUSDT' }).first().click()
    await expect(chart(1).locator('.legend-title')).toHaveText('ETHUSDT')
    await expect(chart(0).locator('.legend-title')).toHaveText('BTCUSDT')
    await expect(page).toHaveTitle(/\| BTCUSDT$/)
  })
  await test.step('intervals follow when they are linked', async () => {
    await layout.click()
    await page.getByRole('menuitemcheckbox', { name: 'Sync interval' }).click()
    await page.keyboard.press('Escape')
    await chart(0).locator('.stage').focus()
    await page.keyboard.press('5')
    await page.keyboard.press('Enter')
    for (const at of [0, 1, 2, 3]) {
      await expect(chart(at).locator('.legend-interval')).toHaveText('5m')
    }
  })
  await test.step('the charts are there after a reload', async () => {
    const stage = await charts.nth(0).boundingBox()
    if (stage !== null) await page.mouse.move(stage.x + stage.width / 2, stage.y + 150)
    await takePicture(page, 'chart-four-dark')
    await page.reload()
    await expect(charts).toHaveCount(4)
    await expect(chart(1).locator('.legend-title')).toHaveText('ETHUSDT')
  })
})
