// Wallets at the page: coins go to the funding wallet, a refusal is shown at its field, a
// sub-account is opened, entered and left, and statements are downloaded.

import { readFileSync } from 'node:fs'
import { expect, expectAccessible, phone, test } from './journey.ts'
import { Trader } from './trader.ts'

test('transfers, a sub-account and statements: page, request and exchange agree', async ({
  page,
}) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await page.goto('/wallets')
  const amount = page.getByRole('textbox', { name: 'Amount', exact: true })
  const transfer = page.getByRole('button', { name: 'Transfer', exact: true })
  const [own] = (await trader.ask('wallets', {})).list
  const uid = own?.uid ?? ''

  await test.step('coins go to the funding wallet', async () => {
    await amount.fill('2500')
    const sent = page.waitForRequest((request) => request.url().includes('/wallets/transfer'))
    await transfer.click()
    expect((await sent).postDataJSON()).toEqual({
      from: { uid, wallet: 'Unified' },
      to: { uid, wallet: 'Funding' },
      coin: 'USDT',
      amount: '2500',
      transferId: expect.stringMatching(/^w-/),
    })
    await expect(page.getByText('2,500.00 USDT transferred').first()).toBeVisible()
    await expect
      .poll(async () => (await trader.ask('wallets', {})).list[0]?.funding)
      .toMatchObject([{ coin: 'USDT', balance: '2500' }])
    await expect(page.getByRole('table', { name: `Funding wallet ${uid}` })).toContainText(
      '2,500.00',
    )
    await expectAccessible(page)
  })

  await test.step('an amount above the transferable balance is refused at the field', async () => {
    await page.getByRole('button', { name: 'Swap' }).click()
    await amount.fill('2500.01')
    await expect(page.getByText('Only 2,500 USDT may leave this wallet')).toBeVisible()
    await expect(transfer).toBeDisabled()
  })

  await test.step('statements of both wallets can be downloaded', async () => {
    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV', exact: true }).click()
    const text = readFileSync(await (await csv).path(), 'utf8')
    expect(text).toContain(',USDT,Transfer,,-2500,0,0,-2500,')
    const pdf = page.waitForEvent('download')
    await page.getByRole('button', { name: 'PDF', exact: true }).click()
    const file = await pdf
    expect(file.suggestedFilename()).toContain(`basis-statement-${uid}-unified-`)
    expect(readFileSync(await file.path(), 'latin1').slice(0, 5)).toBe('%PDF-')
  })

  await test.step('a sub-account is opened, entered and left again', async () => {
    await page.getByRole('button', { name: 'Open a sub-account' }).click()
    await page.getByRole('button', { name: 'Switch to it' }).click()
    await expect(page.getByRole('heading', { name: 'This is a sub-account' })).toBeVisible()
    expect((await trader.ask('wallets', {})).main).toBe(uid)
    await expectAccessible(page)
    await page.getByRole('button', { name: `Back to the main account ${uid}` }).click()
    await expect(page.getByRole('heading', { name: 'Sub-accounts' })).toBeVisible()
    expect((await trader.ask('wallets', {})).list[0]?.uid).toBe(uid)
  })
})

test('a grid is backtested over past candles before it is created', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await page.goto('/bots')
  await page.getByRole('tab', { name: 'New grid' }).click()
  await page.getByRole('button', { name: 'Use the range of the last 7 days' }).click()
  const part = page.getByRole('region', { name: 'Backtest' })
  await part.getByRole('button', { name: 'Run backtest' }).click()
  await expect(part.getByText('Max. drawdown')).toBeVisible()
  await expect(part.getByRole('img')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Grids', exact: true }).fill('12')
  await expect(part.getByText(/run the backtest again/)).toBeVisible()
})

test('the page of wallets fits a phone', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await page.setViewportSize(phone)
  await page.goto('/wallets')
  await expect(page.getByRole('heading', { name: 'Wallets' })).toBeVisible()
  await expectAccessible(page)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(phone.width)
})
