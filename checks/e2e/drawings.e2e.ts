// Drawings on the chart: drawn with the mouse, there again after a reload and after a visit to
// another symbol, kept separately for each trader.

import { Chart } from './chart-view.ts'
import { expect, takePicture, test } from './journey.ts'
import { Trader } from './trader.ts'

const none = ['There are no drawings for this symbol.']

test('a drawing is there again after a reload and after another symbol', async ({ page }) => {
  const trader = new Trader(page)
  const chart = new Chart(page)
  await trader.open('BTCUSDT')
  await chart.isDrawn()
  await test.step('a drawing is made with the mouse', async () => {
    await chart.tool('Trend line').click()
    await chart.click([0.2, 0.5], [0.5, 0.3])
    const style = chart.frame.getByRole('toolbar', { name: 'Style of the drawing: Trend line' })
    await expect(style).toBeVisible()
    await chart.tool('Fibonacci retracement').click()
    await chart.click([0.55, 0.55], [0.7, 0.25])
    expect(await chart.drawings()).toEqual(['Fibonacci retracement', 'Trend line'])
    await takePicture(page, 'chart-drawings-dark')
  })
  await test.step('it is undone and redone by keys', async () => {
    await chart.frame.locator('.stage').focus()
    await page.keyboard.press('Control+z')
    expect(await chart.drawings()).toEqual(['Trend line'])
    await chart.frame.locator('.stage').focus()
    await page.keyboard.press('Control+y')
    expect(await chart.drawings()).toEqual(['Fibonacci retracement', 'Trend line'])
  })
  await test.step('it is there after a reload', async () => {
    await page.reload()
    await trader.isLive()
    await chart.isDrawn()
    await expect.poll(() => chart.drawings()).toEqual(['Fibonacci retracement', 'Trend line'])
  })
  await test.step('another symbol has no drawings, and coming back shows them again', async () => {
    await trader.open('ETHUSDT')
    await chart.isDrawn()
    await expect.poll(() => chart.drawings()).toEqual(none)
    await trader.open('BTCUSDT')
    await chart.isDrawn()
    await expect.poll(() => chart.drawings()).toEqual(['Fibonacci retracement', 'Trend line'])
  })
  await test.step('the mark price has the same drawings', async () => {
    await page.getByRole('group', { name: 'Price source' }).getByText('Mark').click()
    await chart.isDrawn()
    await expect.poll(() => chart.drawings()).toEqual(['Fibonacci retracement', 'Trend line'])
  })
  await test.step('a visitor who becomes a trader keeps the drawings and removes one', async () => {
    await trader.getDemoFunds()
    await chart.isDrawn()
    await chart.tool('Drawings on this chart').click()
    await chart.frame.getByRole('menuitemradio', { name: 'Trend line' }).click()
    await chart.frame.locator('.stage').focus()
    await page.keyboard.press('Delete')
    const left = ['Fibonacci retracement']
    await expect.poll(() => chart.drawings()).toEqual(left)
    await page.reload()
    await trader.isLive()
    await chart.isDrawn()
    await expect.poll(() => chart.drawings()).toEqual(left)
  })
})
