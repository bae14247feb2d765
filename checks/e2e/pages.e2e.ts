// Pages beside trading: what the help centre works out is what the exchange has.

import { expect, test, expectAccessible } from './journey.ts'
import { Trader } from './trader.ts'

test('the help centre explains with the figures of the position that is held', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await trader.place({ side: 'Buy', qty: '0.010' })
  await expect(await trader.row('Positions', 'BTCUSDT')).toBeVisible()
  const { list } = await trader.ask('positionList', {})
  const held = list.find(({ symbol }) => symbol === 'BTCUSDT')

  await test.step('the page is found in the settings', async () => {
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: 'Help' }).click()
    await expect(page).toHaveURL(/\/help$/)
    await page
      .getByRole('navigation', { name: 'Topics' })
      .getByRole('link', { name: 'Margin' })
      .click()
    await expect(page).toHaveURL(/\/help\/margin$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Margin')
  })
  await test.step('size, entry and leverage are the exchange’s', async () => {
    const figure = (name: string) =>
      page.getByRole('definition').and(page.locator(`dt:text-is("${name}") + dd`))
    await expect(page.getByRole('heading', { name: 'Your position' })).toBeVisible()
    await expect(figure('Size')).toHaveText(`${held?.size} BTC`)
    const entry = (await figure('Entry price').textContent())?.replaceAll(',', '')
    expect(Math.abs(Number(entry) - Number(held?.entryPrice))).toBeLessThan(0.1)
    await expect(figure('Leverage')).toHaveText(`${held?.leverage}x`)
    await expectAccessible(page)
  })
  await test.step('another language is in the address', async () => {
    await page.goto('/de-DE/help/funding')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Funding')
    await expect(page.getByRole('heading', { name: 'Ihre Position' })).toBeVisible()
  })
})
