// The menu at a price of the chart: orders go into the ticket, an alert is set, moved and
// triggered.

import { Chart } from './chart-view.ts'
import { expect, takePicture, test } from './journey.ts'
import { grouped, Trader } from './trader.ts'

const asBoolean = [() => true, () => false] as const
const numberOf = (shown: string): number => Number(shown.replaceAll(',', ''))

/** The chart's menu at a part of its height. */
class PriceMenu extends Chart {
  async open(atPart: number) {
    const box = await this.frame.locator('.canvas').boundingBox()
    if (box === null) throw new Error('The chart is not on the page')
    const spot = [box.x + box.width * 0.4, box.y + box.height * atPart] as const
    await this.page.mouse.click(...spot, { button: 'right' })
    return this.frame.getByRole('menu')
  }

  async choose(atPart: number, words: RegExp): Promise<string> {
    let text = ''
    await expect(async () => {
      const menu = await this.open(atPart)
      const entry = menu.getByRole('menuitem', { name: words })
      // The trading entries load a moment after the chart: if they are missing, the menu is opened
      // again.
      if (!(await entry.waitFor({ timeout: 1_000 }).then(...asBoolean))) {
        await this.page.keyboard.press('Escape')
        throw new Error(`the menu has no ${String(words)} yet`)
      }
      text = await entry.innerText()
      await entry.click()
    }).toPass()
    return text.replace(/[^\d.]/g, '')
  }
}

test('an order at a price of the chart goes into the ticket', async ({ page }) => {
  const trader = new Trader(page)
  const menu = new PriceMenu(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await menu.isDrawn()
  const price = trader.ticket.getByRole('textbox', { name: 'Price' })
  const quantity = trader.ticket.getByRole('textbox', { name: 'Quantity' })
  await test.step('above the last price the menu offers a limit sale', async () => {
    const words = await menu.choose(0.02, /^Sell limit at/)
    await expect(price).toHaveValue(grouped(words))
    await expect(quantity).toBeFocused()
  })
  await test.step('a stop from the menu waits for its trigger and has a line', async () => {
    const words = await menu.choose(0.02, /^Buy stop at/)
    const trigger = trader.ticket.getByRole('textbox', { name: 'Trigger price' })
    await expect(trigger).toHaveValue(grouped(words))
    await takePicture(page, 'ticket-trigger')
    await quantity.fill('0.010')
    await trader.sendTicket('Buy')
    await expect(quantity).toHaveValue('')
    // The form keeps the trigger for the next order, until the trader changes it.
    await expect(trigger).toHaveValue(grouped(words))
    const [order] = (await trader.ask('openOrders', { symbol: 'BTCUSDT' })).list
    expect(order).toMatchObject({ orderType: 'Market', triggerBy: 'LastPrice' })
    expect(Number(order?.triggerPrice)).toBe(Number(words))
    const row = menu.frame.locator('.line-list [role="button"]').filter({ hasText: 'Buy stop' })
    await expect(row).toContainText(words)
  })
  await test.step('a line is drawn at a price', async () => {
    await menu.choose(0.1, /^Draw line at/)
    await menu.frame.getByRole('button', { name: 'Drawings on this chart' }).click()
    await expect(menu.frame.getByRole('menuitemradio', { name: 'Horizontal line' })).toBeVisible()
    await page.keyboard.press('Escape')
  })
})

test('a price alert is set on the chart, kept and moved, and its trigger is reported', async ({
  page,
}) => {
  const trader = new Trader(page)
  const menu = new PriceMenu(page)
  await trader.open('BTCUSDT')
  await menu.isDrawn()
  const rows = menu.frame.locator('.line-list [role="button"]').filter({ hasText: 'Alert' })
  const button = page.getByRole('button', { name: /^Price alerts, / })
  await test.step('setting an alert at a price draws a line and adds it to the list', async () => {
    const price = await menu.choose(0.05, /^Add price alert at/)
    await expect(rows).toContainText(price)
    await expect(button).toHaveText('1')
  })
  await test.step('the alert is there after a reload, and is moved by keys', async () => {
    await page.reload()
    await trader.isLive()
    await menu.isDrawn()
    await expect(rows).toHaveCount(1)
    const before = Number((await rows.innerText()).split(' ').at(-1))
    await rows.focus()
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Enter')
    await expect(rows).toHaveAttribute('data-state', 'idle')
    const after = Number((await rows.innerText()).split(' ').at(-1))
    expect(after - before).toBeCloseTo(1, 5)
  })
  await test.step('a triggered alert is reported, and is no longer on the chart', async () => {
    // Two alerts close around the price: the market soon reaches one of them.
    const last = Number(await trader.best('BTCUSDT', 'bids'))
    await button.click()
    const field = page.getByRole('textbox', { name: 'BTCUSDT' })
    for (const price of [last + 0.5, last - 0.5]) {
      await field.fill(price.toFixed(1))
      await page.getByRole('button', { name: 'Add', exact: true }).click()
    }
    await takePicture(page, 'chart-alerts-dark')
    // The first may trigger while the second is typed, and its toast is gone five seconds later:
    // the log keeps it.
    await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
    const log = page.getByRole('dialog', { name: 'Notifications' })
    await expect(log.getByText(/^BTCUSDT: Last price crosses/).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(log).toBeHidden()
    await button.click()
  })
  await test.step('the alert is removed in the list', async () => {
    const remove = page.getByRole('button', { name: /^Remove alert for BTCUSDT/ })
    // The market may trigger one just before its button is pressed.
    await expect(async () => {
      if ((await remove.count()) > 0) await remove.first().click({ timeout: 2_000 })
      await expect(remove).toHaveCount(0, { timeout: 500 })
    }).toPass()
    await expect(page.getByText('No alerts yet.', { exact: false })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rows).toHaveCount(0)
  })
})

test('a drawn position brings price, size, target and stop into the ticket', async ({ page }) => {
  const trader = new Trader(page)
  const menu = new PriceMenu(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await menu.isDrawn()
  const tools = menu.frame.getByRole('toolbar', { name: 'Drawing tools' })
  await tools.getByRole('button', { name: 'Long position' }).click()
  const box = await menu.frame.locator('.canvas').boundingBox()
  if (box === null) throw new Error('The chart is not on the page')
  // The entry lies below the price, so that the order rests.
  await page.mouse.click(box.x + box.width * 0.3, box.y + box.height * 0.65)
  await menu.frame.getByRole('button', { name: 'Use in order' }).click()
  const field = (name: string) => trader.ticket.getByRole('textbox', { name })
  const [price, target, stop] = [field('Price'), field('TP'), field('SL')]
  await expect(target).not.toHaveValue('')
  await takePicture(page, 'ticket-position')
  const numbers = async () => ({
    price: numberOf(await price.inputValue()),
    target: numberOf(await target.inputValue()),
    stop: numberOf(await stop.inputValue()),
  })
  const drawn = await numbers()
  expect(drawn.target).toBeGreaterThan(drawn.price)
  expect(drawn.stop).toBeLessThan(drawn.price)
  await field('Quantity').fill('0.010')
  await trader.sendTicket('Buy')
  await expect(field('Quantity')).toHaveValue('')
  const [order] = (await trader.ask('openOrders', { symbol: 'BTCUSDT' })).list
  expect(order).toMatchObject({ side: 'Buy', orderType: 'Limit' })
  expect(Number(order?.takeProfit)).toBe(drawn.target)
  expect(Number(order?.stopLoss)).toBe(drawn.stop)
})
