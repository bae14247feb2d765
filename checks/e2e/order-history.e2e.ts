// Order history: the page, its file and the exchange agree on stops, their triggers and the TP/SL
// that an order brings.

import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { grouped, Trader } from './trader.ts'

const market = { symbol: 'BTCUSDT', orderType: 'Market', qty: '0.05' } as const
const stop = { takeProfit: '95000.5', stopLoss: '35000.5' } as const

test('stops have their type, trigger and TP/SL in the rows, the file and the exchange', async ({
  page,
}) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await test.step('TP/SL of a resting order are in its row', async () => {
    const limit = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.05' } as const
    await trader.arrange('createOrder', { ...limit, price: '50000', ...stop })
    const row = await trader.row('Open orders', '50,000.0')
    const [order] = (await trader.ask('openOrders', { symbol: 'BTCUSDT' })).list
    expect(order).toMatchObject(stop)
    await expect(row).toContainText(grouped(stop.takeProfit))
    await expect(row).toContainText(grouped(stop.stopLoss))
    await row.getByRole('button', { name: grouped(stop.takeProfit) }).hover()
    await expect(page.getByRole('tooltip')).toContainText('Take-profit:')
    await trader.arrange('cancelAllOrders', {})
  })
  await test.step('a position has all kinds of stops, and is closed', async () => {
    await trader.arrange('createOrder', { ...market, side: 'Buy', ...stop })
    await trader.arrange('setTpSlTs', { symbol: 'BTCUSDT', trailingStop: '500' })
    await trader.arrange('createOrder', { ...market, side: 'Sell', reduceOnly: true })
    const waiting = { side: 'Buy', triggerPrice: '99000', triggerBy: 'MarkPrice' } as const
    await trader.arrange('createOrder', { ...market, ...waiting })
    await trader.arrange('cancelAllOrders', {})
  })
  const kinds = [
    ['Take-profit', '≥', '95,000.5'],
    ['Stop-loss', '≤', '35,000.5'],
    ['Trailing stop', '≤', undefined],
    ['Conditional', '≥', '99,000.0'],
  ] as const
  await test.step('the rows have the type and the trigger of each stop', async () => {
    const panel = await trader.show('Order history')
    for (const [type, sign, price] of kinds) {
      const row = trader.rowIn(panel, type).filter({ hasText: sign })
      await expect(row, type).toHaveCount(1)
      if (price !== undefined) await expect(row).toContainText(`${sign} ${price}`)
    }
    await expect(trader.rowIn(panel, '95,000.5 / 35,000.5').first()).toBeVisible()
  })
  await test.step('the file has every figure that the exchange has', async () => {
    const { list } = await trader.ask('orderHistory', { symbol: 'BTCUSDT' })
    const rows = await exported(page, await trader.show('Order history'))
    expect(rows).toHaveLength(list.length)
    for (const order of list) {
      const row = rows.find(({ orderId }) => orderId === order.orderId)
      expect(row, order.orderId).toMatchObject({
        stopOrderType: order.stopOrderType ?? '',
        triggerPrice: order.triggerPrice ?? '',
        takeProfit: order.takeProfit ?? '',
        stopLoss: order.stopLoss ?? '',
        price: order.orderType === 'Market' ? '' : order.price,
        orderStatus: order.orderStatus,
      })
    }
    const typed = list.filter(({ stopOrderType }) => stopOrderType !== undefined)
    expect(typed.length).toBeGreaterThanOrEqual(4)
  })
})

test('the page of one contract family lists only that family', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  const { LinearFutures } = await trader.ask('symbolList', {})
  const future = LinearFutures[0]?.symbol ?? ''
  for (const symbol of ['BTCUSDT', 'BTCPERP', future]) {
    await trader.arrange('createOrder', { ...market, symbol, qty: '0.01', side: 'Buy' })
  }
  const pair = { symbolId: 'BTCUSDT', side: 'BUY', type: 'MARKET', origQty: '0.01' } as const
  await trader.arrange('createSpotOrder', pair)
  for (const [place, symbol, product] of [
    ['derivatives/usdt-future', future, 'Futures'],
    ['derivatives/uniform-usdt', 'BTCUSDT', 'USDT Perpetual'],
    ['derivatives/usdc-perpetual', 'BTC-PERP', 'USDC Perpetual'],
    ['spot', 'BTC/USDT', 'Spot'],
  ] as const) {
    await page.goto(`/user/assets/order/${place}/trade-history`)
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText(symbol)
    const here = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')
    await expect(here).toHaveText(new RegExp(`^${product}`))
  }
})

/** Returns the rows of a history's exported file. */
async function exported(page: Page, panel: Locator): Promise<Record<string, string>[]> {
  const coming = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Export CSV' }).click()
  const file = readFileSync(await (await coming).path(), 'utf8').replace(/^\uFEFF/, '')
  const [head = '', ...lines] = file.trim().split(/\r?\n/)
  const names = head.split(',')
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell.replaceAll('"', '')])),
  )
}

test('figures keep the decimals of their market: a price in thousandths, a fee in satoshis', async ({
  page,
}) => {
  const trader = new Trader(page)
  const [symbol, price] = ['SHIB1000USDT', '0.009123'] as const
  await trader.open(symbol)
  await trader.getDemoFunds()
  await trader.arrange('createOrder', {
    symbol,
    side: 'Buy',
    orderType: 'Limit',
    qty: '5000',
    price,
  })
  await expect(await trader.row('Open orders', symbol)).toContainText(price)
  await trader.arrange('cancelAllOrders', { symbol })
  await expect(await trader.row('Order history', symbol)).toContainText(price)
  await trader.arrange('createOrder', {
    symbol: 'BTCUSD',
    side: 'Buy',
    orderType: 'Market',
    qty: '300',
  })
  // The best price may not have the full quantity: then there are several fills.
  const [fill] = (await trader.ask('executions', { symbol: 'BTCUSD' })).list
  // 0.055 % of 300 dollars is some 250 satoshis: six decimals would print nothing.
  const fee = Number(fill?.execFee).toFixed(8)
  expect(fee).toMatch(/^0\.00000\d*[1-9]\d*$/)
  const row = await trader.row('Fills', 'BTCUSD', fee, grouped(fill?.execPrice ?? 'nothing'))
  await expect(row.first()).toBeVisible()
})
