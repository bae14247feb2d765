// The command palette at the page: an order typed as a line is shown with the exchange's preview,
// then sent, and the position is the one that was shown.

import { dialogPart, expect, expectAccessible, test } from './journey.ts'
import { Trader } from './trader.ts'

test('an order is typed, shown and sent from the command palette', async ({ page }) => {
  const trader = new Trader(page)
  const dialog = page.locator(dialogPart)
  const field = dialog.getByRole('combobox')
  const figure = (name: string) => dialog.getByText(name, { exact: true }).locator('..')
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()

  await test.step('missing or unknown words are reported, and nothing is sent', async () => {
    await page.keyboard.press('Control+k')
    await field.fill('sell sol')
    await expect(dialog.getByText('Say how much: 0.1, 500 usdt, or risk 1%')).toBeVisible()
    await field.fill('sell 10 sol stopp 200')
    await expect(dialog.getByText('“stopp” is not understood')).toBeVisible()
    await expectAccessible(page, dialogPart)
    await field.press('Enter')
    await expect(field).toBeVisible()
  })

  await test.step('the order that is filled is the one that was shown', async () => {
    await field.fill('sell 10 sol stop 400 tp 40')
    await expect(dialog.getByText('Sell 10.0 SOL · SOLUSDT · Market')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Press Enter to send' })).toBeEnabled()
    await expect(figure('Stop loss')).toContainText('400.')
    await expect(figure('Avg. fill')).not.toContainText('--')
    const sent = page.waitForRequest((request) => request.url().includes('/order/create'))
    await field.press('Enter')
    expect((await sent).postDataJSON()).toMatchObject({
      symbol: 'SOLUSDT',
      side: 'Sell',
      orderType: 'Market',
      qty: '10.0',
      reduceOnly: false,
    })
    await expect(dialog).toBeHidden()
    const held = async () => (await trader.ask('positionList', { symbol: 'SOLUSDT' })).list[0]
    await expect.poll(async () => (await held())?.size).toBe('10.0')
    const position = await held()
    expect(position?.side).toBe('Sell')
    expect(Number(position?.stopLoss)).toBe(400)
    expect(Number(position?.takeProfit)).toBe(40)
  })

  await test.step('several orders of one line are one request, executed all or none', async () => {
    await page.keyboard.press('Control+k')
    await field.fill('buy 0.01 btc at 50000; buy 0.02 btc at 49000')
    await expect(dialog.getByText('2 orders in one request, all or none')).toBeVisible()
    const sent = page.waitForRequest((request) => request.url().includes('/order/create-batch'))
    await field.press('Enter')
    expect((await sent).postDataJSON()).toMatchObject({
      allOrNone: true,
      request: [
        { side: 'Buy', qty: '0.010', price: '50000.0' },
        { side: 'Buy', qty: '0.020', price: '49000.0' },
      ],
    })
    const resting = async () => (await trader.ask('openOrders', { symbol: 'BTCUSDT' })).list.length
    await expect.poll(resting).toBe(2)
    await trader.arrange('cancelAllOrders', { symbol: 'BTCUSDT' })
  })

  await test.step('half of the position is closed, and a page is found by its name', async () => {
    await page.keyboard.press('Control+k')
    await field.fill('close 50% sol')
    await expect(dialog.getByText('Close 50% of SOLUSDT at market')).toBeVisible()
    await field.press('Enter')
    const size = async () => (await trader.ask('positionList', { symbol: 'SOLUSDT' })).list[0]?.size
    await expect.poll(size).toBe('5.0')
    await page.keyboard.press('Control+k')
    await field.fill('ethusdt')
    await expect(dialog.getByRole('option', { name: 'Go to ETHUSDT', exact: true })).toBeVisible()
    await field.press('Enter')
    await expect(page).toHaveTitle(/\| ETHUSDT$/)
  })

  await test.step('one entry stops everything, after a confirmation', async () => {
    await page.keyboard.press('Control+k')
    await field.fill('cancel all orders and')
    await dialog.getByRole('option', { name: 'Cancel all orders and close all positions' }).click()
    const sure = page.getByRole('alertdialog')
    await sure.getByRole('button', { name: 'Cancel all orders and close all positions' }).click()
    const list = async () => (await trader.ask('positionList', { symbol: 'SOLUSDT' })).list
    await expect.poll(async () => (await list()).filter(({ side }) => side !== 'None')).toEqual([])
    expect((await trader.ask('openOrders', {})).list).toEqual([])
  })
})
