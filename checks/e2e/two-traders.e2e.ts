// Two people in two browsers: each opens an account by name, and they trade with each other on a
// market without robots.

import {
  desktop,
  dialogPart,
  expect,
  expectAccessible,
  takePicture,
  test,
  thisRun,
} from './journey.ts'
import { exact, Trader } from './trader.ts'

const symbol = 'BSSUSDT'
const price = '10.123'
const password = 'correct horse battery staple'

// A second attempt finds the market as it was, even if the first one failed halfway.
test.afterEach(({ page }) => new Trader(page).arrange('cancelAllOrders', { symbol }))

test('two accounts trade with each other', async ({ page, browser, complaints }) => {
  const seller = new Trader(page)
  const otherContext = await browser.newContext({ viewport: desktop })
  await complaints.watch(otherContext)
  const buyer = new Trader(await otherContext.newPage())

  await test.step('both open an account', async () => {
    await seller.open(symbol)
    await buyer.open(symbol)
    await seller.ticket.getByRole('button', { name: 'I have an account' }).click()
    await expectAccessible(page, dialogPart)
    await takePicture(page, 'sign-in')
    await page.keyboard.press('Escape')
    const run = thisRun()
    await seller.openAccount(`board.seller${run}`, password)
    await buyer.openAccount(`board.buyer${run}`, password)
    expect((await seller.ask('userInfo', {})).username).toBe(`board.seller${run}`)
  })
  await test.step('the book is empty', async () => {
    expect(await seller.best(symbol, 'bids')).toBeUndefined()
    expect(await seller.best(symbol, 'asks')).toBeUndefined()
  })
  await test.step('one places an offer, the other sees it and takes a part', async () => {
    await seller.place({ side: 'Sell', qty: '50', price })
    await expect(await seller.row('Open orders', symbol)).toContainText('0.0 / 50.0')
    await expect(seller.book.getByText('Your orders: 50.0')).toBeAttached()
    const asked = buyer.book.getByRole('button', { name: `Use price ${price}` })
    await asked.click()
    await expect(buyer.ticket.getByRole('textbox', { name: 'Price' })).toHaveValue(price)
    await buyer.ticket.getByRole('textbox', { name: 'Quantity' }).fill('20')
    await buyer.sendTicket('Buy')
  })
  await test.step('both hold what they traded, at that price', async () => {
    await expect(await buyer.row('Positions', symbol)).toContainText('+20.0 BSS')
    await expect(await seller.row('Positions', symbol)).toContainText('-20.0 BSS')
    const [bought] = (await buyer.ask('positionList', { symbol })).list
    const [sold] = (await seller.ask('positionList', { symbol })).list
    expect(bought).toMatchObject({ side: 'Buy', size: '20.0', entryPrice: price })
    expect(sold).toMatchObject({ side: 'Sell', size: '20.0', entryPrice: price })
    await expect(buyer.lastPrice()).toContainText(price)
    await expect(await seller.row('Open orders', symbol)).toContainText('20.0 / 50.0')
  })
  await test.step('each trader has the fill in the own list', async () => {
    const fillsOf = async (trader: Trader) => (await trader.ask('executions', { symbol })).list
    await expect.poll(async () => (await fillsOf(seller)).length).toBe(1)
    await expect.poll(async () => (await fillsOf(buyer)).length).toBe(1)
    const [made, taken] = [(await fillsOf(seller))[0], (await fillsOf(buyer))[0]]
    expect(made?.execId).toBeTruthy()
    expect(exact(made?.execQty ?? '')).toBe(exact(taken?.execQty ?? ''))
    expect(made?.execPrice).toBe(price)
    await expect(await buyer.row('Fills', symbol)).toContainText('Taker')
    await expect(await seller.row('Fills', symbol)).toContainText('Maker')
  })
  await test.step('the rest of the offer is cancelled', async () => {
    const row = await seller.row('Open orders', symbol)
    await row.getByRole('button', { name: /^Cancel:/ }).click()
    await expect(row).toBeHidden()
    await expect(buyer.book.getByRole('button', { name: `Use price ${price}` })).toHaveCount(0)
    await takePicture(buyer.page, 'two-traders')
  })
  // A fill has a notice once nothing of its order is left (spec 8).
  await test.step('each trader is notified of the own fill only', async () => {
    expect(await fillNotices(buyer)).toEqual([expect.stringContaining('Bought 20.0 BSSUSDT at')])
    expect(await fillNotices(seller)).toEqual([expect.stringContaining('Sold 20.0 BSSUSDT at')])
  })
  await otherContext.close()
})

/** Returns the kept notices of fills, at least one. */
async function fillNotices({ page }: Trader): Promise<string[]> {
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const log = page.getByRole('dialog', { name: 'Notifications' })
  const notices = log.getByRole('listitem').filter({ hasText: /Bought|Sold/ })
  await expect(notices).not.toHaveCount(0)
  const texts = await notices.allInnerTexts()
  await page.keyboard.press('Escape')
  await expect(log).toBeHidden()
  return texts
}
