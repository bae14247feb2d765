// The first trade: a visitor, demo funds, a position that comes and goes, and money that adds up to
// the last unit.

import type { Locator } from '@playwright/test'
import {
  dialogPart,
  expect,
  expectAccessible,
  takePicture,
  takeRecording,
  test,
} from './journey.ts'
import { expectStill } from './stillness.ts'
import { exact, grouped, moved, Trader } from './trader.ts'

const bought = '0.050'
const rested = '0.020'

test.describe('the first trade', () => {
  test('from the first price to the closed position', async ({ page }) => {
    const trader = new Trader(page)
    await test.step('prices move', async () => {
      await trader.open('BTCUSDT')
      await hasMoved(trader.lastPrice())
      await expectAccessible(page)
    })
    await test.step('one click gives demo funds', () => trader.getDemoFunds())
    const before = await trader.balanceWithoutFunding('USDT')
    await test.step('a market buy fills against the book', () => buyAtMarket(trader))
    await test.step('the ticket needs no scrolling', () => ticketFits(trader))
    await test.step('nothing moves on the page while numbers change', () =>
      expectStill(page, 4_000))
    await test.step('a limit order rests, is changed and cancelled', () => restAndCancel(trader))
    await test.step('pictures in both themes', () => takePictures(trader))
    await test.step('the position is closed', () => closePosition(trader))
    await test.step('the closed P&L equals the change of the wallet balance', async () => {
      const change = (await trader.balanceWithoutFunding('USDT')) - before
      await expectClosedPnl(trader, change)
    })
  })
})

/** Expects a figure to become another one. */
async function hasMoved(figure: Locator): Promise<void> {
  const words = await figure.innerText()
  await expect(figure).not.toHaveText(words, { useInnerText: true })
}

async function buyAtMarket(trader: Trader): Promise<void> {
  await trader.place({ side: 'Buy', qty: bought })
  const row = await trader.row('Positions', 'BTCUSDT')
  await expect(row).toContainText(`+${bought} BTC`)
  await expect(row).toContainText('Long')
  await expect(row).toContainText('Cross 10x')
  const [position] = (await trader.ask('positionList', { symbol: 'BTCUSDT' })).list
  expect(position?.size).toBe(bought)
  const entry = grouped(Number(position?.entryPrice).toFixed(1))
  await expect(row.getByRole('cell').nth(2)).toContainText(entry)
  // Unrealised profit and the available balance follow the mark price.
  await hasMoved(row.getByRole('cell').nth(5))
  await hasMoved(trader.ticket.getByText('Available').locator('..'))
  // Profits and losses have their colours in the account box too.
  const unrealised = trader.page.getByRole('tabpanel', { name: 'Account' }).getByRole('definition')
  await expect(unrealised.nth(2).locator('span').first()).toHaveClass(/text-(up|down)/)
  await expectAccessible(trader.page)
}

async function ticketFits(trader: Trader): Promise<void> {
  for (const tab of ['Market', 'Limit']) {
    await trader.ticket.getByRole('tab', { name: tab }).click()
    const hidden = await trader.ticket.evaluate(
      (ticket) => ticket.scrollHeight - ticket.clientHeight,
    )
    expect(hidden, `${tab}: pixels of the ticket that need scrolling`).toBe(0)
  }
  const page = await trader.page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  expect(page, 'pixels of the page that need scrolling').toBe(0)
}

/** Sets how many dollars a row of the book covers. */
async function groupBook({ page, book }: Trader, dollars: string): Promise<void> {
  await book.getByRole('combobox', { name: 'Grouping' }).click()
  await page.getByRole('option', { name: dollars, exact: true }).click()
}

async function restAndCancel(trader: Trader): Promise<void> {
  const { page, book } = trader
  // The book then shows some 450 dollars below the price. Of twenty-second periods, the price falls
  // by 60 dollars in one of twenty, by 200 in one of a thousand.
  await groupBook(trader, '50')
  const price = moved((await trader.best('BTCUSDT', 'bids')) ?? '', -270_00000000n)
  await trader.place({ side: 'Buy', qty: rested, price })
  const row = await trader.row('Open orders', 'BTCUSDT')
  await expect(row).toContainText(grouped(price))
  await expect(row).toContainText(`0.000 / ${rested}`)
  await expect(book.getByText(`Your orders: ${rested}`)).toBeAttached()
  await expectAccessible(page)

  // Below the current market, which has moved.
  const lower = moved((await trader.best('BTCUSDT', 'bids')) ?? '', -250_00000000n)
  await row.getByRole('button', { name: /^Amend:/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Amend order' })
  await dialog.getByRole('textbox', { name: 'Price' }).fill(lower)
  await dialog.getByRole('textbox', { name: 'Quantity' }).fill('0.030')
  // The figures of what was typed move the button when they arrive.
  await expect(dialog.getByText('Margin change')).toBeVisible()
  await expectAccessible(page, dialogPart)
  await dialog.getByRole('button', { name: 'Amend order' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText(grouped(lower))
  await expect(row).toContainText('0.000 / 0.030')
  await expect(book.getByText('Your orders: 0.030')).toBeAttached()

  await row.getByRole('button', { name: /^Cancel:/ }).click()
  await expect(row).toBeHidden()
  await expect(book.getByText(/^Your orders/)).toHaveCount(0)
  expect((await trader.ask('openOrders', {})).list).toEqual([])
  await groupBook(trader, '10')
}

/** The pictures of the documents: a moving market, a position, a resting order. */
async function takePictures(trader: Trader): Promise<void> {
  const { page } = trader
  const price = moved((await trader.best('BTCUSDT', 'bids')) ?? '', -250_00000000n)
  await trader.place({ side: 'Buy', qty: rested, price })
  await expect(await trader.row('Open orders', grouped(price))).toBeVisible()
  await trader.show('Positions')
  await trader.ticket.getByRole('textbox', { name: 'Quantity' }).fill('0.1')
  await trader.closeNotices()
  await page.mouse.move(1080, 24)
  await takePicture(page, 'trade-dark', 'document')
  await takeRecording(page, 'lively-minute')
  await page.getByRole('button', { name: 'Switch to the light theme' }).click()
  await page.mouse.move(1080, 24)
  await expectAccessible(page)
  await takePicture(page, 'trade-light', 'document')
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
  const row = await trader.row('Open orders', grouped(price))
  await row.getByRole('button', { name: /^Cancel:/ }).click()
  await expect(row).toBeHidden()
}

async function closePosition(trader: Trader): Promise<void> {
  const { page } = trader
  const row = await trader.row('Positions', 'BTCUSDT')
  await row.getByRole('button', { name: 'Close BTCUSDT at market' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close at market' })
  await expectAccessible(page, dialogPart)
  await takePicture(page, 'close-dialog')
  await dialog.getByRole('button', { name: 'Close position' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No open positions')).toBeVisible()
}

/**
 * One closing order is one record, however many makers it meets; its P&L is the change of the
 * balance, which is given without funding.
 */
async function expectClosedPnl(trader: Trader, change: bigint): Promise<void> {
  const closedParts = async () => (await trader.ask('closedPnl', { symbol: 'BTCUSDT' })).list
  const sum = (texts: readonly string[]) => texts.reduce((all, text) => all + exact(text), 0n)
  await expect
    .poll(async () => sum((await closedParts()).map(({ closedSize }) => closedSize)))
    .toBe(exact(bought))
  const parts = await closedParts()
  expect(parts).toHaveLength(1)
  const profit = sum(parts.map(({ closedPnl }) => closedPnl))
  const { list } = await trader.ask('transactionLog', { coin: 'USDT' })
  const sumOf = (records: typeof list) => sum(records.map((record) => record.change))
  // The closed profit has the position's funding (rules 1.5), every eight hours.
  const funding = sumOf(list.filter(({ type }) => type === 'Funding'))
  expect(profit, 'closed profit = movement of the wallet').toBe(change + funding)
  const trades = list.filter(({ type }) => type !== 'Deposit' && type !== 'Funding')
  const recorded = sumOf(trades)
  expect(recorded, 'the ledger tells every unit of it').toBe(change)
  await trader.show('Closed P&L')
  const table = trader.page.getByRole('table', { name: /Closed P/ })
  await expect(table.getByRole('row', { name: /BTCUSDT/ })).toHaveCount(parts.length)
  await expectAccessible(trader.page)
  await takePicture(trader.page, 'closed-pnl')
}
