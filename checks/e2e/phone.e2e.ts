// The terminal on a phone: tabs, a sheet for the ticket, cards for orders and positions.

import { dialogPart, expect, expectAccessible, phone, takePicture, test } from './journey.ts'
import { grouped, moved, Trader } from './trader.ts'

test.use({ viewport: phone, hasTouch: true, isMobile: true })

test('a phone shows every panel, places orders from a sheet and cancels them', async ({ page }) => {
  const trader = new Trader(page)
  const sheet = page.getByRole('dialog', { name: 'Order', exact: true })
  const openSheet = async (side: 'Buy / Long' | 'Sell / Short') => {
    await page.getByRole('button', { name: side, exact: true }).tap()
    await expect(sheet).toBeVisible()
  }
  await trader.open('BTCUSDT')
  await fitsWidth(trader)

  await test.step('the tabs show chart, book, trades and market data', async () => {
    const upper = page.getByRole('tablist', { name: 'Panels' })
    await upper.getByRole('tab', { name: 'Book' }).tap()
    await expect(trader.book.getByRole('button', { name: /^Use price/ }).first()).toBeVisible()
    await takePicture(page, 'phone-book')
    await upper.getByRole('tab', { name: 'Trades' }).tap()
    await expect(page.getByRole('region', { name: /trades/i })).toBeVisible()
    await upper.getByRole('tab', { name: 'Info' }).tap()
    await expect(page.getByText('Taker fee')).toBeVisible()
    await takePicture(page, 'phone-info')
    await upper.getByRole('tab', { name: 'Chart' }).tap()
    await expect(page.getByRole('region', { name: 'Chart' })).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('the sheet offers demo funds', async () => {
    await openSheet('Buy / Long')
    await trader.getDemoFunds()
  })
  await test.step('a market order opens a position', async () => {
    await trader.fillTicket({ side: 'Buy', qty: '0.010' })
    await takePicture(page, 'phone-sheet')
    await expectAccessible(page, dialogPart)
    await sheet.getByRole('button', { name: 'Buy / Long' }).tap()
    await closeSheet(trader)
    await expect(await trader.row('Positions', 'BTCUSDT')).toContainText('+0.010 BTC')
  })
  const price = moved((await trader.best('BTCUSDT', 'bids')) ?? '', -500_00000000n)
  await test.step('a limit order is shown as a card', async () => {
    await openSheet('Buy / Long')
    await trader.fillTicket({ side: 'Buy', qty: '0.020', price })
    await sheet.getByRole('button', { name: 'Buy / Long' }).tap()
    await closeSheet(trader)
    const card = await trader.row('Open orders', grouped(price))
    await expect(card).toContainText('0.000 / 0.020')
    await takePicture(page, 'phone-orders')
  })
  await test.step('pictures in both themes', async () => {
    await trader.show('Positions')
    await trader.closeNotices()
    await takePicture(page, 'phone-dark', 'document')
    await page.getByRole('button', { name: 'Switch to the light theme' }).tap()
    await expectAccessible(page)
    await takePicture(page, 'phone-light', 'document')
  })
  await test.step('the button of the card cancels it', async () => {
    const card = await trader.row('Open orders', grouped(price))
    await card.getByRole('button', { name: /^Cancel:/ }).tap()
    await expect(card).toBeHidden()
    expect((await trader.ask('openOrders', {})).list).toEqual([])
  })
  await fitsWidth(trader)

  await test.step('the name of a dated future leaves room for its price', async () => {
    const answer = await page.request.get('/v5/market/instruments-info?category=linear&limit=500')
    const { result } = (await answer.json()) as { result: { list: { symbol: string }[] } }
    const dated = result.list.find(({ symbol }) => symbol.startsWith('BTCUSDT-'))?.symbol
    if (dated === undefined) throw new Error('No future of bitcoin is listed.')
    await page.goto(`/trade/usdt/${dated}`)
    await expect(page.getByRole('button', { name: 'Buy / Long', exact: true })).toBeInViewport()
    await expect(page.getByRole('region', { name: 'Market statistics' })).toContainText(dated)
    await fitsWidth(trader)
  })
})

test('a dialog on a phone keeps its title visible, and its slider’s labels apart', async ({
  page,
}) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await page.getByRole('button', { name: 'Buy / Long', exact: true }).tap()
  await trader.getDemoFunds()
  const { ticket } = trader
  const dialog = page.getByRole('dialog', { name: /^Leverage/ })
  await test.step('the labels of the leverage slider do not overlap', async () => {
    await ticket.getByRole('button', { name: /^Leverage 10x/ }).tap()
    const greatest = dialog.locator('[tabindex="-1"]', { hasText: '100x' })
    await expect(greatest).toBeVisible()
    const boxes = await dialog
      .locator('[tabindex="-1"]', { hasText: /^\d+x$/ })
      .evaluateAll((all) =>
        all
          .map((one) => one.getBoundingClientRect())
          .filter(({ width }) => width > 0)
          .map(({ left, right }) => ({ left, right })),
      )
    expect(boxes.length).toBeGreaterThan(3)
    for (const [at, { right }] of boxes.entries()) {
      expect(right).toBeLessThan(boxes[at + 1]?.left ?? Infinity)
    }
    await greatest.tap()
    await expect(dialog.getByRole('textbox', { name: 'Leverage' })).toHaveValue('100')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('a notice does not cover the title of a dialog that fills the window', async () => {
    await page.setViewportSize({ ...phone, height: 480 })
    await ticket.getByRole('button', { name: /^Leverage 10x/ }).tap()
    const title = dialog.getByRole('heading', { name: /^Leverage/ })
    await expect(title).toBeVisible()
    await trader.keepNotices()
    await trader.arrange('createOrder', {
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Market',
      qty: '0.010',
      positionIdx: 0,
    })
    const notice = page.getByRole('region', { name: 'Notifications' }).getByText('Order filled')
    await expect(notice).toBeVisible()
    const bottom = await title.evaluate((element) => element.getBoundingClientRect().bottom)
    const top = await notice.evaluate((element) => element.getBoundingClientRect().top)
    expect(top).toBeGreaterThan(bottom)
  })
})

test('on a phone Back closes what is open above the page, and then leaves the page', async ({
  page,
}) => {
  const trader = new Trader(page)
  await page.goto('/markets')
  await expect(page.getByRole('heading', { name: 'Markets' })).toBeVisible()
  await trader.open('BTCUSDT')
  const sheet = page.getByRole('dialog', { name: 'Order', exact: true })
  const buy = page.getByRole('button', { name: 'Buy / Long', exact: true })
  const steps = () => page.evaluate(() => history.length)
  const entry = () => page.evaluate(() => JSON.stringify(history.state))
  await buy.tap()
  await trader.getDemoFunds()
  await trader.fillTicket({ side: 'Buy', qty: '0.010' })
  await test.step('Back closes a dialog above the sheet first', async () => {
    await sheet.getByRole('button', { name: /^Leverage 10x/ }).tap()
    const leverage = page.getByRole('dialog', { name: /^Leverage/ })
    await expect(leverage).toBeVisible()
    await page.goBack()
    await expect(leverage).toBeHidden()
    await expect(sheet.getByRole('textbox', { name: 'Quantity' })).toHaveValue('0.010')
    await page.goBack()
    await expect(sheet).toBeHidden()
    expect(new URL(page.url()).pathname).toBe('/trade/usdt/BTCUSDT')
  })
  await test.step('Back closes a list within the sheet before the sheet', async () => {
    await buy.tap()
    await sheet.getByRole('combobox', { name: 'Unit of the slippage' }).tap()
    const list = page.getByRole('listbox')
    await expect(list).toBeVisible()
    await page.goBack()
    await expect(list).toBeHidden()
    await expect(sheet).toBeVisible()
    await page.goBack()
    await expect(sheet).toBeHidden()
  })
  await test.step('a choice in a list of the sheet leaves no history entry', async () => {
    await buy.tap()
    const unit = sheet.getByRole('combobox', { name: 'Unit of the slippage' })
    await expect(unit).toBeVisible()
    const before = await entry()
    await unit.tap()
    const list = page.getByRole('listbox')
    const other = list.getByRole('option', { selected: false }).first()
    const chosen = await other.innerText()
    await other.tap()
    await expect(list).toBeHidden()
    await expect(unit).toContainText(chosen)
    await expect.poll(entry).toBe(before)
    await page.goBack()
    await expect(sheet).toBeHidden()
  })
  await test.step('Back closes a menu of the page, and a choice in one leaves no entry', async () => {
    const menu = page.getByRole('menu')
    const before = await entry()
    await page.getByRole('button', { name: 'Language' }).tap()
    await menu.getByRole('menuitemradio', { name: 'English', exact: true }).tap()
    await expect(menu).toBeHidden()
    await expect.poll(entry).toBe(before)
    await page.getByRole('button', { name: 'Language' }).tap()
    await expect(menu).toBeVisible()
    await page.goBack()
    await expect(menu).toBeHidden()
    expect(new URL(page.url()).pathname).toBe('/trade/usdt/BTCUSDT')
  })
  await test.step('Back closes the panel of the markets', async () => {
    await page.getByRole('button', { name: /Select market$/ }).tap()
    const search = page.getByRole('dialog').getByPlaceholder('Search')
    await expect(search).toBeVisible()
    await page.goBack()
    await expect(search).toBeHidden()
  })
  await test.step('a sheet that was closed by its button leaves no history entry', async () => {
    const before = await steps()
    for (const each of [1, 2, 3]) {
      await buy.tap()
      await expect(sheet, `time ${each}`).toBeVisible()
      await sheet.getByRole('button', { name: 'Close' }).tap()
      await expect(sheet).toBeHidden()
    }
    expect(await steps()).toBeLessThanOrEqual(before)
    await page.goBack()
    await expect(page).toHaveURL(/\/markets$/)
  })
})

/** Closes the sheet by its button if placing the order has not closed it. */
async function closeSheet({ page }: Trader): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Order', exact: true })
  await expect(sheet.getByRole('textbox', { name: 'Quantity' })).toHaveValue('')
  await sheet.getByRole('button', { name: 'Close' }).tap()
  await expect(sheet).toBeHidden()
}

/** Expects that nothing is wider than the screen: a page that is too wide widens `innerWidth`. */
async function fitsWidth({ page }: Trader): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - screen.width)
  expect(over, 'pixels that stick out to the side').toBeLessThanOrEqual(0)
}
