// Spot margin at the page: it is switched on, an order borrows, the loan agrees between page,
// request and exchange, it is repaid in its coin and in others, and the refusals in between.

import { calls } from '@basis/protocol/calls'
import { dialogPart, expect, expectAccessible, test } from './journey.ts'
import { Trader } from './trader.ts'

test('an order borrows what it lacks, and the loan is shown and repaid', async ({ page }) => {
  const trader = new Trader(page)
  await page.goto('/trade/spot/BTC/USDT')
  await trader.getDemoFunds()
  await trader.isLive()
  const { ticket } = trader
  const dialog = page.locator(dialogPart)
  const box = ticket.getByRole('checkbox', { name: 'Use margin' })
  const owed = async () => {
    const { list } = await trader.ask('spotMarginData', { currency: 'USDT' })
    return Number(list[0]?.principal ?? '-1') + Number(list[0]?.accruedInterest ?? '0')
  }

  await test.step('the first use opens the switch, which explains spot margin', async () => {
    await box.click()
    await expect(dialog).toContainText('Interest is charged at minute 5 of every hour')
    await dialog.getByRole('switch', { name: 'Let margin orders borrow' }).click()
    await dialog.getByRole('combobox', { name: 'Leverage' }).click()
    await page.getByRole('option', { name: '5x', exact: true }).click()
    await expect(dialog).toContainText('New loans end at 80%')
    await expectAccessible(page, dialogPart)
    await expect
      .poll(() => trader.ask('spotMarginState', {}))
      .toMatchObject({ spotMarginMode: 1, spotLeverage: 5 })
    // The rates are shown where they are agreed to, and so is the time to the next charge.
    await expect(dialog).toContainText(/USDT rate\s*0\.000685% per hour, 6\.00% a year/)
    await expect(dialog).toContainText(/\d\d:05:00 UTC \(in 00:\d\d:\d\d\)/)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    // The order form has margin switched on without a second click.
    await expect(box).toBeChecked()
  })

  await test.step('the ticket shows what the order would borrow, and the exchange lends it', async () => {
    await ticket.getByRole('tab', { name: 'Market' }).click()
    await ticket.getByRole('textbox', { name: 'Quantity' }).fill('2')
    await expect(ticket).toContainText(/The buy order borrows [\d,.]+ USDT at 0\.000685% per hour/)
    const { buyQty } = await trader.ask('maxOrderQty', { symbol: 'BTC/USDT', isLeverage: 1 })
    expect(Number(buyQty)).toBeGreaterThan(2)
    const sent = page.waitForRequest((request) =>
      request.url().endsWith(calls.createSpotOrder.path),
    )
    await ticket.getByRole('button', { name: 'Buy BTC', exact: true }).click()
    expect((await sent).postDataJSON()).toMatchObject({ isLeverage: 1, origQty: '2.000000' })
    await expect.poll(owed).toBeGreaterThan(1_000)
    const { coins } = await trader.ask('wallet', {})
    const usdt = coins.find(({ coin }) => coin === 'USDT')
    expect(usdt).toMatchObject({ walletBalance: '0', equity: `-${usdt?.spotBorrow}` })
  })

  await test.step('assets and history show the loan', async () => {
    const assets = await trader.show('Assets')
    await expect(trader.rowIn(assets, 'USDT', 'Repay')).toContainText(/\d[\d,.]+/)
    const { list } = await trader.ask('orderHistory', {})
    expect(list[0]).toMatchObject({ isLeverage: 1, orderStatus: 'Filled' })
    const history = await trader.row('Order history', 'BTC/USDT', 'Margin · Market')
    await expect(history).toBeVisible()
  })

  await test.step('a repayment above the debt or the free balance is refused', async () => {
    await trader.show('Assets')
    await page.getByRole('button', { name: 'Repay USDT' }).click()
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('10')
    await expect(dialog).toContainText('At most 0 USDT')
    await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled()
    await dialog.getByRole('checkbox', { name: /^Repay the rest with other coins/ }).click()
    // What will be sold for it is named beforehand: bitcoin, with its fee.
    const sells = dialog.getByRole('button', { name: 'Sell BTC and repay' })
    await expect(sells).toBeEnabled()
    await expect(dialog).toContainText(/Sold: BTC\s*0\.000\d+ BTC, fee 0\.0000\d+ BTC included/)
    await expectAccessible(page, dialogPart)
    const before = await owed()
    await sells.click()
    await expect(dialog).toBeHidden()
    expect(await owed()).toBeLessThan(before - 9)
  })

  await test.step('the proceeds of a sale repay the rest, and then spot margin can be switched off', async () => {
    await page.getByRole('button', { name: 'Spot margin 5x, change' }).first().click()
    await dialog.getByRole('switch').click()
    await expect(page.getByText('Repay all loans and cancel all margin orders first')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await box.click()
    await ticket.getByRole('textbox', { name: 'Quantity' }).fill('1')
    await ticket.getByRole('button', { name: 'Sell BTC', exact: true }).click()
    await expect.poll(owed).toBe(0)
    await page.getByRole('button', { name: 'Spot margin 5x, change' }).first().click()
    await dialog.getByRole('switch').click()
    await expect.poll(async () => (await trader.ask('spotMarginState', {})).spotMarginMode).toBe(0)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expectAccessible(page)
  })

  await test.step('bitcoin can be removed from the collateral, USDT cannot', async () => {
    await trader.show('Assets')
    const bitcoin = page.getByRole('switch', { name: 'BTC as collateral' })
    await bitcoin.click()
    await expect(page.getByText('BTC is no longer collateral').first()).toBeVisible()
    await expect(bitcoin).not.toBeChecked()
    const { coins } = await trader.ask('wallet', {})
    expect(coins.find(({ coin }) => coin === 'BTC')?.collateralSwitch).toBe(false)
    await expect(page.getByRole('switch', { name: 'USDT as collateral' })).toBeDisabled()
  })
})
