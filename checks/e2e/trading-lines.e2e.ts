// Trading lines on the chart: an order's line is dragged to another price by exactly one request, a
// cancelled drag sends none, and the line's button cancels the order.

import type { Page } from '@playwright/test'
import type { WirePreview } from '@basis/protocol/preview-calls'
import { calls, type CallName } from '@basis/protocol/calls'
import { userTokenCookie, userTokenHeader } from '@basis/protocol/call'
import { Chart } from './chart-view.ts'
import { expect, takePicture, test } from './journey.ts'
import { grouped, Trader } from './trader.ts'

/** The chart's lines as a person uses them: with the pointer, and in the list with keys. */
class Lines extends Chart {
  row(words: string) {
    return this.frame.locator('.line-list [role="button"]').filter({ hasText: words })
  }

  /** Moves the pointer down the chart until it is over something draggable, and stays there. */
  async find(atPart: number, cursor: string): Promise<{ x: number; y: number }> {
    const canvas = this.frame.locator('.canvas')
    const box = await canvas.boundingBox()
    if (box === null) throw new Error('The chart is not on the page')
    const x = box.x + box.width * atPart
    for (let y = box.y + 30; y < box.y + box.height - 40; y += 2) {
      await this.page.mouse.move(x, y)
      if ((await canvas.getAttribute('data-cursor')) === cursor) return { x, y: y + 1 }
    }
    throw new Error(`Nothing on the chart has the cursor ${cursor}`)
  }
}

/** Counts the requests of a call that the page makes. */
function counted(page: Page, name: CallName): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === calls[name].path) count += 1
  })
  return () => count
}

test('an order is moved and cancelled by its line', async ({ page }) => {
  // The pointer searches down the chart three times, which is slow on a busy machine.
  const trader = new Trader(page)
  const lines = new Lines(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await lines.isDrawn()
  await lines.holdPrices()
  const bid = Number(await trader.best('BTCUSDT', 'bids'))
  // Farther than the price falls while the pointer searches, which takes long on a busy machine.
  const price = (Math.floor(bid * 0.994 * 2) / 2).toFixed(1)
  await test.step('a limit order has a line', async () => {
    await trader.place({ side: 'Buy', qty: '0.020', price })
    await expect(lines.row('Buy limit 0.020')).toContainText(price)
    await trader.closeNotices()
    await takePicture(page, 'chart-line-dark')
  })
  const replaced = counted(page, 'replaceOrder')
  await test.step('Escape cancels a drag, and nothing is sent', async () => {
    const { x, y } = await lines.find(0.3, 'ns-resize')
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + 25, { steps: 4 })
    await expect(lines.row('Buy limit')).toHaveAttribute('data-state', 'dragging')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(lines.row('Buy limit 0.020')).toContainText(price)
    expect(replaced()).toBe(0)
  })
  await test.step('a drag sends one amendment, and the order is at the new price', async () => {
    const { x, y } = await lines.find(0.3, 'ns-resize')
    await page.mouse.move(x, y)
    await page.mouse.down()
    const asked = page.waitForResponse(/order\/preview-replace/)
    await page.mouse.move(x, y + 25, { steps: 6 })
    await test.step('the outcome at the new price is the exchange’s own preview', async () => {
      const outcome = page.locator('[data-drag-outcome]')
      await expect(outcome).toContainText(/Amend to: Buy 0\.020 BTCUSDT at [\d.,]+/)
      const { result } = (await (await asked).json()) as { result: WirePreview }
      expect(result.code).toBe(0)
      // A long of so large an account has no liquidation price: margin and fee identify the order.
      await expect(outcome).toContainText(/Fee\s*0\.00 → [\d.]*[1-9][\d.]* USDT/)
      await expect(outcome).toContainText('Liq. price')
    })
    await takePicture(page, 'chart-line-drag')
    await page.mouse.up()
    await expect(page.locator('[data-drag-outcome]')).toHaveCount(0)
    await expect(lines.row('Buy limit')).toHaveAttribute('data-state', 'idle')
    const [order] = (await trader.ask('openOrders', { symbol: 'BTCUSDT' })).list
    expect(Number(order?.price)).toBeLessThan(Number(price))
    await expect(lines.row('Buy limit 0.020')).toContainText(Number(order?.price).toFixed(1))
    const row = await trader.row('Open orders', 'BTCUSDT')
    await expect(row).toContainText(grouped(Number(order?.price).toFixed(1)))
    expect(replaced()).toBe(1)
  })
  await test.step('the order is moved by ticks and confirmed with keys', async () => {
    const row = lines.row('Buy limit')
    const shown = async (): Promise<number> => Number((await row.innerText()).split(' ').at(-1))
    const before = await shown()
    await row.focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(replaced).toBe(2)
    await expect(row).toHaveAttribute('data-state', 'idle')
    await expect.poll(shown).toBeLessThan(before)
    const [order] = (await trader.ask('openOrders', { symbol: 'BTCUSDT' })).list
    await expect.poll(shown).toBe(Number(order?.price))
  })
  await test.step('the button of the line cancels the order', async () => {
    const canceled = counted(page, 'cancelOrder')
    // A toast in the chart's lower corner covers the line if the price has fallen to there.
    await trader.closeNotices()
    const box = await lines.frame.locator('.canvas').boundingBox()
    if (box === null) throw new Error('The chart is not on the page')
    const { y } = await lines.find(0.3, 'ns-resize')
    // The button is at the right end of the label, before the price axis.
    const canvas = lines.frame.locator('.canvas')
    let x = box.x + box.width - 60
    do {
      x -= 3
      await page.mouse.move(x, y)
    } while ((await canvas.getAttribute('data-cursor')) !== 'pointer' && x > box.x)
    await page.mouse.move(x - 8, y)
    await page.mouse.down()
    await page.mouse.up()
    await expect(lines.row('Buy limit')).toHaveCount(0)
    expect(canceled()).toBe(1)
    expect((await trader.ask('openOrders', { symbol: 'BTCUSDT' })).list).toEqual([])
  })
})

test('a stop loss is moved by its line, and the line of a position asks to close it', async ({
  page,
}) => {
  const trader = new Trader(page)
  const lines = new Lines(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await lines.isDrawn()
  await lines.holdPrices()
  await trader.place({ side: 'Buy', qty: '0.020' })
  await expect(lines.row('Long 0.020')).toBeAttached()
  const bid = Number(await trader.best('BTCUSDT', 'bids'))
  const stopLoss = (Math.floor(bid * 0.995 * 2) / 2).toFixed(1)
  await test.step('a stop loss has a line', async () => {
    await protect(page, { symbol: 'BTCUSDT', positionIdx: 0, stopLoss, slTriggerBy: 'MarkPrice' })
    await expect(lines.row('Stop-loss')).toContainText(stopLoss)
    // A notice over the chart would hide the line from the pointer.
    await trader.closeNotices()
  })
  await test.step('a drag sends set-tp-sl-ts once', async () => {
    const moved = counted(page, 'setTpSlTs')
    const replaced = counted(page, 'replaceOrder')
    const { x, y } = await lines.find(0.3, 'ns-resize')
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + 15, { steps: 4 })
    const outcome = page.locator('[data-drag-outcome]')
    await expect(outcome).toContainText(/Expected P&L -[\d.,]+ USDT, ROI -[\d.]+%/)
    const loss = /-[\d.,]+ USDT/.exec(await outcome.innerText())?.[0] ?? 'nothing'
    await expect(lines.row('Stop-loss')).toContainText(loss)
    await page.mouse.up()
    await expect.poll(moved).toBe(1)
    await expect(lines.row('Stop-loss')).toHaveAttribute('data-state', 'idle')
    const [position] = (await trader.ask('positionList', { symbol: 'BTCUSDT' })).list
    expect(Number(position?.stopLoss)).toBeLessThan(Number(stopLoss))
    expect(position?.slTriggerBy).toBe('MarkPrice')
    await expect(lines.row('Stop-loss')).toContainText(Number(position?.stopLoss).toFixed(1))
    expect(replaced()).toBe(0)
    await takePicture(page, 'chart-line-stop')
  })
  await test.step('Delete on the line of the position asks to close it', async () => {
    await lines.row('Long 0.020').focus()
    await page.keyboard.press('Delete')
    const dialog = page.getByRole('dialog', { name: 'Close at market' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('another symbol does not show these lines', async () => {
    await trader.open('ETHUSDT')
    await lines.isDrawn()
    await expect(lines.row('Long')).toHaveCount(0)
  })
})

/** Sets a stop as another client of the same trader would. */
async function protect(page: Page, body: Record<string, unknown>): Promise<void> {
  const { path } = calls.setTpSlTs
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === userTokenCookie)?.value ?? ''
  const answer = await page.request.post(new URL(path, page.url()).href, {
    data: body,
    headers: { [userTokenHeader]: token },
  })
  expect(await answer.json()).toMatchObject({ ret_code: 0 })
}

test('a stop typed in the ticket is a line on the chart, which changes the ticket until it is sent', async ({
  page,
}) => {
  const trader = new Trader(page)
  const lines = new Lines(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await lines.isDrawn()
  const bid = Number(await trader.best('BTCUSDT', 'bids'))
  const at = (share: number): string => (Math.floor(bid * share * 2) / 2).toFixed(1)
  const field = (name: string) => trader.ticket.getByRole('textbox', { name, exact: true })
  const typed = async (name: string): Promise<string> =>
    (await field(name).inputValue()).replaceAll(',', '')
  await trader.fillTicket({ side: 'Buy', qty: '0.020', price: at(0.995) })
  await expect(lines.row('not sent')).toHaveCount(0)
  await trader.ticket.getByRole('checkbox', { name: 'TP/SL' }).click()
  await field('SL').fill(at(0.985))
  await test.step('the line of the stop is shown with that of the order, and with the loss', async () => {
    await expect(lines.row('Buy limit · not sent')).toContainText(at(0.995))
    await expect(lines.row('Stop-loss · not sent')).toContainText(at(0.985))
    await expect(lines.row('Stop-loss · not sent')).toContainText(/-\d[\d.,]* USDT/)
  })
  await test.step('moving it by keys on the chart changes the number in the ticket', async () => {
    const row = lines.row('Stop-loss · not sent')
    await row.focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(async () => Number(await typed('SL'))).toBeLessThan(Number(at(0.985)))
    await expect(row).toContainText(await typed('SL'))
    const entry = lines.row('Buy limit · not sent')
    await entry.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(async () => Number(await typed('Price'))).toBeLessThan(Number(at(0.995)))
  })
  await test.step('the sent order is what the ticket says, and the lines become the order’s own', async () => {
    const [price, stopLoss] = [await typed('Price'), await typed('SL')]
    await trader.sendTicket('Buy')
    const resting = async () => (await trader.ask('openOrders', { symbol: 'BTCUSDT' })).list
    await expect.poll(resting).toMatchObject([{ price, stopLoss }])
    await expect(lines.row('not sent')).toHaveCount(0)
    await expect(lines.row('Buy limit 0.020')).toContainText(price)
  })
})
