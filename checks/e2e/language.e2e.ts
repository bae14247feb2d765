// Another language at the page: the terminal and its chart use it, and drawings and settings stay;
// it is remembered, and English can be chosen again.

import { buildRelease } from '@basis/protocol/calls'
import { Chart } from './chart-view.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { Trader } from './trader.ts'

test('terminal and chart change their language together', async ({ page }) => {
  const trader = new Trader(page)
  const chart = new Chart(page)
  const zone = chart.frame.locator('.footer').locator('button', { hasText: /UTC/ })
  await trader.open('BTCUSDT')
  await chart.isDrawn()
  await test.step('a drawing is made in English', async () => {
    await chart.tool('Trend line').click()
    await chart.click([0.25, 0.35], [0.5, 0.6])
    await page.keyboard.press('Escape')
  })
  const drawn = async () => (await chart.painted('#6BA4FF')).pixels
  await expect.poll(drawn).toBeGreaterThan(20)
  const speaksGerman = async () => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE')
    await expect(page.getByRole('tab', { name: 'Orderbuch' })).toBeVisible()
    await expect(chart.frame.getByRole('button', { name: /Indikatoren/ })).toBeVisible()
    await expect.poll(drawn).toBeGreaterThan(20)
    await expect(zone).toBeVisible()
  }
  await test.step('German is chosen, and its file is requested with the version of the build', async () => {
    await page.getByRole('button', { name: 'Language' }).click()
    // Its messages are a file of the page, requested with the version of the build.
    const words = page.waitForRequest(new RegExp(`/locales/de-DE\\.json\\?v=${buildRelease}$`))
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await page.keyboard.press('Escape')
    expect((await (await words).response())?.ok()).toBe(true)
    await speaksGerman()
  })
  await test.step('German is remembered after a reload', async () => {
    await page.reload()
    await chart.isDrawn()
    await speaksGerman()
    await expectAccessible(page)
  })
  await test.step('English is chosen again', async () => {
    await page.getByRole('button', { name: 'Sprache' }).click()
    await page.getByRole('menuitemradio', { name: 'English', exact: true }).click()
    await expect(page.getByRole('tab', { name: 'Order book' })).toBeVisible()
    await expect(chart.frame.getByRole('button', { name: /Indicators/ })).toBeVisible()
  })
})
