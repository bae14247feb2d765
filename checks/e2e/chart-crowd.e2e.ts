// A crowded chart: thirty orders leave the candles and the axis visible, their label unfolds under
// the pointer and a click there cancels nothing. The chart uses the page's font, and a click draws
// no focus ring.

import { Chart } from './chart-view.ts'
import { expect, takePicture, test } from './journey.ts'
import { Trader } from './trader.ts'

/** The background of the quantity in a label, for a sale and a purchase in the dark theme. */
const sideColours = ['#EF454A', '#20B26C'] as const

test('thirty orders leave the chart visible', async ({ page }) => {
  test.slow()
  const trader = new Trader(page)
  const chart = new Chart(page)
  await trader.open('ETHUSDT')
  await trader.getDemoFunds()
  await chart.isDrawn()
  const painted = async () => {
    const [down, up] = await Promise.all(sideColours.map((colour) => chart.painted(colour)))
    return (down?.pixels ?? 0) + (up?.pixels ?? 0)
  }
  await test.step('the chart uses the font of the page', async () => {
    const fonts = await chart.frame.locator('body').evaluate(async (body) => {
      await document.fonts.ready
      const [first] = getComputedStyle(body).fontFamily.split(',')
      return { first, loaded: [...document.fonts].some(({ status }) => status === 'loaded') }
    })
    const ofPage = await page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily)
    expect(fonts).toEqual({ first: ofPage.split(',')[0], loaded: true })
  })
  await test.step('a click draws no focus ring around the chart, the keyboard does', async () => {
    const stage = chart.frame.locator('.stage')
    const ring = () => stage.evaluate((element) => getComputedStyle(element).outlineStyle)
    await chart.click([0.3, 0.7])
    await expect(stage).toBeFocused()
    expect(await ring()).toBe('none')
    await page.keyboard.press('ArrowLeft')
    expect(await ring()).toBe('solid')
  })
  const before = await painted()
  const bid = Number(await trader.best('ETHUSDT', 'bids'))
  await test.step('thirty orders are placed close together', async () => {
    for (let at = 0; at < 30; at += 1) {
      const isBuy = at % 2 === 0
      const price = (bid * (1 + (isBuy ? -1 : 1) * (0.003 + at * 0.0003))).toFixed(2)
      const order = { symbol: 'ETHUSDT', orderType: 'Limit', qty: '0.05', price } as const
      await trader.arrange('createOrder', { ...order, side: isBuy ? 'Buy' : 'Sell' })
    }
    await expect(page.getByRole('tab', { name: 'Open orders' })).toContainText('(30)')
  })
  await test.step('the orders share a few labels with their number', async () => {
    await expect(chart.frame.locator('.line-list [role="button"]')).toHaveCount(30)
    // Thirty labels would be thirty backgrounds of 40 × 20 pixels each; the dashes of lines are
    // faint.
    await expect.poll(async () => (await painted()) - before).toBeLessThan(8_000)
    await trader.closeNotices()
    await takePicture(page, 'chart-crowd')
  })
  const open = (await trader.ask('openOrders', { symbol: 'ETHUSDT' })).list.length
  await test.step('a label unfolds under the pointer, and a click there cancels nothing', async () => {
    const folded = await painted()
    const found = await findUnfolding(chart, folded)
    await takePicture(page, 'chart-crowd-open')
    await page.mouse.click(found.x, found.y)
    await expect.poll(painted).toBeGreaterThan(folded + 4_000)
    expect((await trader.ask('openOrders', { symbol: 'ETHUSDT' })).list).toHaveLength(open)
  })
})

/** Moves the pointer down the right side of the chart until labels have unfolded. */
async function findUnfolding(chart: Chart, folded: number): Promise<{ x: number; y: number }> {
  const canvas = chart.frame.locator('.canvas')
  const box = await canvas.boundingBox()
  if (box === null) throw new Error('The chart is not on the page')
  const x = box.x + box.width * 0.88
  for (let y = box.y + 12; y < box.y + box.height * 0.7; y += 8) {
    await chart.page.mouse.move(x, y)
    if ((await canvas.getAttribute('data-cursor')) !== 'default') continue
    const [down, up] = await Promise.all(sideColours.map((colour) => chart.painted(colour)))
    if ((down?.pixels ?? 0) + (up?.pixels ?? 0) > folded + 4_000) return { x, y }
  }
  throw new Error('No label unfolds under the pointer')
}
