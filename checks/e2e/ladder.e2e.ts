// The ladder at the page: clicks, keys and drags send the requests they are meant for, and the rows
// show the orders at the exchange.

import type { Request } from '@playwright/test'
import { dialogPart, expect, expectAccessible, test } from './journey.ts'
import { Trader } from './trader.ts'

test('orders are placed, moved and cancelled on the ladder', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('SOLUSDT')
  await trader.getDemoFunds()
  await page.getByRole('tab', { name: 'Ladder' }).click()
  const ladder = page.getByRole('region', { name: 'Ladder' })
  const grid = ladder.getByRole('grid')
  const buttons = (side: 'Buy' | 'Sell') => ladder.getByRole('button', { name: `${side} at ` })
  const isTo = (path: string) => (request: Request) => request.url().includes(path)
  const open = async () =>
    (await trader.ask('openOrders', { symbol: 'SOLUSDT' })).list.map((order) => ({
      ...order,
      price: Number(order.price),
    }))
  const priceOf = async (label: string | null) => Number(/[\d.,]+$/.exec(label ?? '')?.[0])
  const buyRow = async (fromBottom: number) => {
    const rows = buttons('Buy')
    const button = rows.nth((await rows.count()) - fromBottom)
    return { button, price: await priceOf(await button.getAttribute('aria-label')) }
  }
  // While the pointer is on the column, its prices do not move.
  await grid.hover()
  // The coarsest grouping, so that rows are far enough below the market not to be filled.
  await ladder.getByRole('combobox', { name: 'Grouping' }).click()
  await page.getByRole('option').last().click()
  await grid.hover()

  await test.step('while one-click is off, a click fills in the order form and sends nothing', async () => {
    const { button, price } = await buyRow(4)
    await button.click()
    await expect(trader.ticket.getByRole('textbox', { name: 'Price' })).toHaveValue(
      new RegExp(`^${price}`),
    )
    expect(await open()).toEqual([])
    await ladder.getByRole('switch', { name: 'One-click' }).click()
    await expectAccessible(page, '[aria-label="Ladder"]')
  })

  await test.step('a click places a limit order of the chosen size at the price of its row', async () => {
    await ladder.getByRole('button', { name: 'Use size' }).first().click()
    const size = ladder.getByRole('textbox', { name: 'Size 2' })
    await size.fill('3')
    await size.press('Enter')
    await grid.hover()
    const { button, price } = await buyRow(4)
    const sent = page.waitForRequest(isTo('/order/create'))
    await button.click()
    expect((await sent).postDataJSON()).toMatchObject({
      symbol: 'SOLUSDT',
      side: 'Buy',
      orderType: 'Limit',
      qty: '3.0',
      timeInForce: 'GoodTillCancel',
    })
    expect(Number((await sent).postDataJSON().price)).toBe(price)
    await expect.poll(open).toMatchObject([{ side: 'Buy', price, qty: '3.0' }])
    await expect(ladder.getByText('Your buy orders: 3.0 SOL', { exact: false })).toBeAttached()
  })

  await test.step('the place in the queue is the exchange’s', async () => {
    const places = await trader.ask('queuePlaces', { symbol: 'SOLUSDT' })
    const [place] = places.list
    expect(place?.orderId).toBe((await open())[0]?.orderId)
    const here = `#${(place?.aheadOrders ?? -1) + 1}`
    await expect(ladder.getByText(here, { exact: true })).toBeVisible()
  })

  await test.step('a drag moves the order to the price where it ends, and changes nothing else', async () => {
    const [before] = await open()
    const chip = ladder.getByTitle('Your buy orders', { exact: false })
    const target = await buyRow(2)
    const [from, to] = [await chip.boundingBox(), await target.button.boundingBox()]
    if (from === null || to === null) throw new Error('Both rows are on the page')
    const sent = page.waitForRequest(isTo('/order/replace'))
    await page.mouse.move(from.x + 10, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(from.x + 12, to.y + 8, { steps: 4 })
    await page.mouse.up()
    const body = (await sent).postDataJSON()
    expect(body).toEqual({ symbol: 'SOLUSDT', orderId: before?.orderId, price: body.price })
    expect(Number(body.price)).toBe(target.price)
    await expect.poll(open).toMatchObject([{ orderId: before?.orderId, price: target.price }])
  })

  await test.step('a click with Shift places a stop market order', async () => {
    const { price } = await buyRow(5)
    const sent = page.waitForRequest(isTo('/order/create'))
    const rows = buttons('Sell')
    await rows.nth((await rows.count()) - 5).click({ modifiers: ['Shift'] })
    const body = (await sent).postDataJSON()
    expect(body).toMatchObject({ side: 'Sell', orderType: 'Market', qty: '3.0' })
    expect(Number(body.triggerPrice)).toBe(price)
    const stops = async () => (await open()).filter(({ side }) => side === 'Sell')
    await expect.poll(stops).toMatchObject([{ orderStatus: 'Untriggered', side: 'Sell' }])
    expect(Number((await stops())[0]?.triggerPrice)).toBe(price)
    await expect(ladder.getByTitle('Your stop orders', { exact: false })).toBeVisible()
  })

  await test.step('the orders of a row are cancelled by its button or by Delete', async () => {
    const stop = ladder.getByRole('row').filter({ hasText: 'Your stop orders' })
    await stop.hover()
    await stop.getByRole('button', { name: 'Cancel your orders at' }).click()
    await expect.poll(open).toMatchObject([{ side: 'Buy' }])
    const [{ price } = { price: 0 }] = await open()
    await grid.focus()
    const status = ladder.getByRole('status')
    await page.keyboard.press('ArrowDown')
    for (let step = 0; step < 60; step += 1) {
      if (
        (await priceOf(/^[\d.,]+\d/.exec((await status.textContent()) ?? '')?.[0] ?? '')) <= price
      ) {
        break
      }
      await page.keyboard.press('ArrowDown')
    }
    await expect(status).toContainText('Your buy orders: 3.0 SOL')
    await page.keyboard.press('Delete')
    await expect.poll(open).toEqual([])
  })

  await test.step('trading keys work once they are switched on, and a key that is already used is refused', async () => {
    await trader.figures.click()
    await page.keyboard.press('l')
    await expect(ladder).toBeVisible()
    await page.keyboard.press('?')
    const sheet = page.locator(dialogPart)
    await sheet.getByRole('switch', { name: 'Trading keys' }).click()
    await expectAccessible(page, dialogPart)
    await sheet.getByRole('button', { name: 'Change keys: Centre the ladder' }).click()
    await page.keyboard.press('Alt+x')
    await expect(sheet.getByRole('status')).toHaveText(
      'These keys already belong to: Cancel all orders of this symbol',
    )
    await page.keyboard.press('g')
    await expect(sheet.getByRole('button', { name: 'Centre the ladder (G)' })).toBeVisible()
    await sheet.getByRole('button', { name: 'Close', exact: true }).click()
    await trader.figures.click()
    await page.keyboard.press('l')
    await expect(ladder).toBeHidden()
    await page.keyboard.press('l')
    await expect(ladder).toBeVisible()
    await page.keyboard.press('q')
    await expect(trader.ticket.getByRole('textbox', { name: 'Quantity' })).toBeFocused()
  })

  await test.step('holding the panic button ends orders, stops and positions, and reports it', async () => {
    // With reduced motion the button asks for confirmation instead.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const stop = page.getByRole('button', { name: 'Hold for one second' })
    await ladder.getByRole('button', { name: 'Centre (C)' }).click()
    await grid.hover()
    // A limit just above the market buys at once; far above it would be outside the price band.
    const ask = Number(await trader.best('SOLUSDT', 'asks'))
    const labels = await buttons('Buy').evaluateAll((all) => all.map((one) => one.ariaLabel))
    const prices = await Promise.all(labels.map(priceOf))
    await buttons('Buy')
      .nth(prices.findLastIndex((price) => price > ask * 1.001))
      .click()
    const held = async () =>
      (await trader.ask('positionList', { symbol: 'SOLUSDT' })).list.filter(
        ({ side }) => side !== 'None',
      )
    await expect.poll(async () => (await held())[0]?.size).toBe('3.0')
    await (await buyRow(4)).button.click()
    const sells = buttons('Sell')
    await sells.nth((await sells.count()) - 6).click({ modifiers: ['Shift'] })
    await expect.poll(async () => (await open()).length).toBe(2)
    await trader.arrange('createRule', {
      symbol: 'SOLUSDT',
      conditions: [
        { left: { of: 'Last' }, operator: 'Below', right: { of: 'Number', value: '1' } },
      ],
      action: { type: 'Order', side: 'Buy', orderType: 'Market', qty: '1' },
    })
    const rules = async () => (await trader.ask('rules', {})).list.map(({ status }) => status)
    expect(await rules()).toEqual(['Running'])
    // Released at once, it does nothing.
    await stop.click()
    expect(await open()).toHaveLength(2)
    await stop.focus()
    await page.keyboard.down('Enter')
    await expect.poll(open).toEqual([])
    await page.keyboard.up('Enter')
    await expect.poll(held).toEqual([])
    expect(await rules()).toEqual(['Cancelled'])
    await expect(page.getByRole('heading', { name: 'Everything is stopped' })).toBeVisible()
    await expect(
      page.getByText('Orders cancelled: 2. Positions closed: SOLUSDT.', { exact: false }),
    ).toBeVisible()
  })
})

test('the quantity of one’s own spot order can be read in its row', async ({ page }) => {
  const trader = new Trader(page)
  await page.goto('/trade/spot/BTC/USDT')
  await trader.getDemoFunds()
  await trader.isLive()
  await page.getByRole('tab', { name: 'Ladder' }).click()
  const bid = Number(await trader.best('BTC/USDT', 'bids'))
  const price = (bid * 0.9995).toFixed(2)
  await trader.arrange('createSpotOrder', {
    symbolId: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    origQty: '0.012345',
    price,
  })
  const own = page.getByTitle(/^Your buy orders: 0\.012345 BTC\. /)
  await expect(own).toContainText('#')
  // In the narrow column it is shortened as the sizes of the book are, not cut off by its edge.
  const shown = own.getByText('0.0123', { exact: true })
  const { scrollWidth, clientWidth } = await shown.evaluate((element) => ({
    scrollWidth: element.scrollWidth,
    clientWidth: element.clientWidth,
  }))
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  // Its row is as high as the others: nothing sticks out of it.
  const row = page.getByRole('row').filter({ has: own })
  const [outer, inner] = await Promise.all([
    row.boundingBox(),
    row.getByRole('rowheader').boundingBox(),
  ])
  expect(inner?.height).toBe(outer?.height)
})
