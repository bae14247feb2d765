// A bracket drawn on the chart in one gesture: entry, stop and target are sent as one order, and
// the exchange has all three.

import type { Request } from '@playwright/test'
import { calls } from '@basis/protocol/calls'
import { Chart } from './chart-view.ts'
import { expect, expectAccessible, takePicture, test } from './journey.ts'
import { Trader } from './trader.ts'

const symbol = 'SOLUSDT'

test('one gesture on the chart is one order with its stop and its target', async ({ page }) => {
  const trader = new Trader(page)
  const chart = new Chart(page)
  const region = page.getByRole('region', { name: 'Chart' })
  const form = region.getByRole('form', { name: 'Bracket' })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  const price = async (name: string) => (await field(name).inputValue()).replaceAll(',', '')
  const requests: Request[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isOrder = request.method() === 'POST' && /\/order\/(create|replace|cancel)/.test(pathname)
    if (isOrder || pathname.endsWith('set-tp-sl-ts')) requests.push(request)
  })
  const resting = async () => (await trader.ask('openOrders', { symbol })).list
  /** Presses at one share of the canvas' height and drags to another. */
  const drag = async (from: number, to: number, release = true): Promise<void> => {
    const [start, end] = [await chart.spot([0.5, from]), await chart.spot([0.55, to])]
    await page.mouse.move(start.x, start.y, { steps: 3 })
    await page.mouse.down()
    await page.mouse.move(end.x, end.y, { steps: 8 })
    if (release) await page.mouse.up()
  }
  await trader.open(symbol)
  await trader.getDemoFunds()
  await chart.isDrawn()
  // The lines stay where they were drawn, and the lower half of the prices is below all bars.
  await chart.holdPrices()

  await test.step('while it is drawn the lines and the form show the order', async () => {
    await region.getByRole('button', { name: 'Bracket', exact: true }).click()
    await expect(form.getByText('Press on the chart at the entry')).toBeVisible()
    await drag(0.5, 0.62, false)
    await expect(form.getByText(/^Buy (limit|stop) · [\d.,]+ SOL$/)).toBeVisible()
    const lines = chart.frame.locator('.line-list [data-line^="bracket:"]')
    await expect(lines).toHaveCount(3)
    await expect(lines.nth(1)).toContainText(/Stop-loss .*-\d[\d.,]* USDT/)
    // The target is on the first tick beyond twice the risk.
    await expect(lines.nth(2)).toContainText(/Take-profit .*\+[\d.,]+ USDT · 2\.0\dR/)
    await expect(
      form.getByText('Margin change', { exact: true }).locator('xpath=ancestor::div[1]'),
    ).toContainText('USD')
    await page.mouse.up()
    await expect(form.getByRole('button', { name: 'Send bracket' })).toBeFocused()
    await expectAccessible(page, 'form[aria-label="Bracket"]')
    await takePicture(page, 'bracket')
  })

  await test.step('a line is dragged, and the quantity follows the stop', async () => {
    const before = await form.getByText(/ · [\d.,]+ SOL$/).textContent()
    const stop = Number(await price('SL'))
    await drag(0.62, 0.68)
    await expect.poll(async () => Number(await price('SL'))).toBeLessThan(stop)
    await expect(form.getByText(before ?? '', { exact: true })).toHaveCount(0)
  })

  await test.step('Escape closes it, and nothing is sent', async () => {
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(chart.frame.locator('[data-line^="bracket:"]')).toHaveCount(0)
    expect(requests).toEqual([])
  })

  await test.step('it is drawn again and sent by Enter: page, request and exchange agree', async () => {
    await region.getByRole('button', { name: 'Bracket', exact: true }).click()
    // Well below: an order near the price would be filled before it can be checked.
    await drag(0.6, 0.68)
    await expect(form.getByRole('button', { name: 'Send bracket' })).toBeFocused()
    const [entry, stopLoss] = [await price('Entry'), await price('SL')]
    const target = (await field('TP').getAttribute('placeholder'))?.replaceAll(',', '') ?? ''
    const said = (await form.getByText(/^Buy limit · /).textContent()) ?? ''
    const at = { orderType: 'Limit', price: entry }
    await page.keyboard.press('Enter')
    await expect(form).toBeHidden()
    expect(requests.map((request) => new URL(request.url()).pathname)).toEqual([
      calls.createOrder.path,
    ])
    const sent = requests[0]?.postDataJSON() as Record<string, string>
    expect(sent).toMatchObject({ symbol, side: 'Buy', stopLoss, ...at })
    expect(sent['takeProfit']).toBe(target)
    expect(said.replaceAll(',', '')).toMatch(new RegExp(` · ${sent['qty'] ?? ''} SOL$`))
    const wanted = { side: 'Buy', qty: sent['qty'], ...at, stopLoss, takeProfit: target }
    await expect.poll(resting).toMatchObject([wanted])
    const [order] = await resting()
    await trader.arrange('cancelOrder', { symbol, orderId: order?.orderId ?? '' })
  })

  await test.step('a bracket that sells at a stop is entered by keys only', async () => {
    requests.length = 0
    const last = Number(await trader.best(symbol, 'bids'))
    const [entry, stopLoss] = [(last * 0.97).toFixed(2), (last * 0.99).toFixed(2)]
    await region.getByRole('button', { name: 'Bracket', exact: true }).press('Enter')
    await field('Entry').focus()
    await page.keyboard.type(entry)
    await page.keyboard.press('Tab')
    await page.keyboard.type(stopLoss)
    await expect(form.getByText(/^Sell stop · /)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(form).toBeHidden()
    expect(requests).toHaveLength(1)
    const [order] = await resting()
    expect(order).toMatchObject({ side: 'Sell', orderType: 'Market', orderStatus: 'Untriggered' })
    expect(Number(order?.triggerPrice)).toBeCloseTo(Number(entry), 1)
    expect(Number(order?.stopLoss)).toBeCloseTo(Number(stopLoss), 1)
    expect(Number(order?.takeProfit)).toBeLessThan(Number(entry))
  })
})
