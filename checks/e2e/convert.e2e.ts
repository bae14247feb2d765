// Conversion of coins: what the dialog shows, what is sent and the balances at the exchange agree.

import { calls } from '@basis/protocol/calls'
import { dialogPart, expect, expectAccessible, takePicture, test } from './journey.ts'
import { Trader } from './trader.ts'

test('a coin is converted and back, at the exchange’s quote', async ({ page }) => {
  const trader = new Trader(page)
  await page.goto('/trade/spot/BTC/USDT')
  await trader.isLive()
  await trader.getDemoFunds()
  await page.getByRole('tab', { name: 'Assets' }).click()
  await page.getByRole('button', { name: 'Convert USDT' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convert' })
  await test.step('an amount of USDT is converted to bitcoin', async () => {
    await dialog.getByRole('combobox', { name: 'To' }).click()
    await page.getByRole('option', { name: 'BTC', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('250')
    await expect(dialog.getByText(/^1 USDT = 0\.0000/)).toBeVisible()
    await expectAccessible(page, dialogPart)
    await takePicture(page, 'convert')
    const sent = page.waitForRequest((request) =>
      request.url().includes(calls.createSpotOrder.path),
    )
    await dialog.getByRole('button', { name: 'Convert', exact: true }).click()
    expect((await sent).postDataJSON()).toMatchObject({
      symbolId: 'BTCUSDT',
      side: 'BUY',
      type: 'MARKET',
      amount: '250',
      marketUnit: 'quoteCoin',
      maxSlippage: '0.5',
    })
    await expect(dialog).toBeHidden()
    // An amount that is not a whole number of lots leaves less than a lot unspent.
    const spent = 10_000_000_000_000n - (await trader.balance('USDT'))
    expect(spent > 24_900_000_000n && spent <= 25_000_000_000n, `spent ${spent}`).toBe(true)
    expect((await trader.balance('BTC')) > 0n).toBe(true)
  })
  await test.step('all of the bitcoin is converted back to USDT', async () => {
    await page.getByRole('button', { name: 'Convert BTC' }).click()
    await dialog.getByRole('button', { name: 'Max' }).click()
    await expect(dialog.getByText(/^1 BTC = /)).toBeVisible()
    await dialog.getByRole('button', { name: 'Convert', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(async () => (await trader.balance('BTC')) < 1_000n).toBe(true)
  })
})

test('an amount above the balance is refused in the dialog with the exchange’s message', async ({
  page,
}) => {
  const trader = new Trader(page)
  await page.goto('/trade/spot/BTC/USDT')
  await trader.isLive()
  await trader.getDemoFunds()
  await page.getByRole('tab', { name: 'Assets' }).click()
  await page.getByRole('button', { name: 'Convert USDT' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convert' })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('100001')
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await expect(dialog.getByRole('button', { name: 'Convert', exact: true })).toBeDisabled()
})
