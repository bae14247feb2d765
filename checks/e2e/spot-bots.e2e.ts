// DCA and rebalancing bots at the page: what is typed, what is sent and what the exchange has
// agree; a paused bot, a refusal before anything is sent, and both closings.

import { dialogPart, expect, expectAccessible, phone, takePicture, test } from './journey.ts'
import { Trader } from './trader.ts'

test('a DCA bot and a rebalancing bot: page, request and exchange agree, and both end', async ({
  page,
}) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await page.goto('/bots')
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })

  await test.step('a DCA bot of three purchases shows its total before it is created', async () => {
    await page.getByRole('tab', { name: 'DCA bot' }).click()
    const create = page.getByRole('button', { name: 'Create DCA bot' })
    await field('Amount per purchase').fill('1')
    await expect(page.getByText(/must be at least/)).toBeVisible()
    await expect(create).toBeDisabled()
    await field('Amount per purchase').fill('200')
    await field('Purchases').fill('3')
    await field('Take-profit on cost').fill('25')
    await expect(page.getByTestId('dca-total')).toHaveText('600.00 USDT')
    await expectAccessible(page)
    const sent = page.waitForRequest((request) => request.url().endsWith('/bot/dca/v1/create'))
    await create.click()
    expect((await sent).postDataJSON()).toEqual({
      symbol: 'BTC/USDT',
      amount: '200',
      purchases: 3,
      intervalMin: 1440,
      minPrice: '0',
      maxPrice: '0',
      takeProfit: '25',
    })
    await expect(page.getByRole('heading', { name: /BTC\/USDT/ })).toContainText('DCA bot')
    await expect
      .poll(async () => (await trader.ask('dcaBots', {})).list)
      .toMatchObject([
        { symbol: 'BTC/USDT', investment: '600', takeProfit: '25', status: 'Running' },
      ])
  })

  await test.step('a rebalancing bot of two coins keeps the rest in USDT', async () => {
    await page.getByRole('tab', { name: 'Rebalancing bot' }).click()
    const create = page.getByRole('button', { name: 'Create rebalancing bot' })
    await expect(page.getByText('20% stay in USDT')).toBeVisible()
    await field('Weight of ETH/USDT').fill('70')
    await expect(page.getByText(/up to 100%/)).toBeVisible()
    await expect(create).toBeDisabled()
    await field('Weight of ETH/USDT').fill('35')
    await expect(page.getByText('25% stay in USDT')).toBeVisible()
    await field('Amount to invest').fill('2000')
    await field('Threshold').fill('4')
    await expectAccessible(page)
    const sent = page.waitForRequest((request) => request.url().endsWith('/rebalance/v1/create'))
    await create.click()
    const weights = [
      { symbol: 'BTC/USDT', weight: '40' },
      { symbol: 'ETH/USDT', weight: '35' },
    ]
    const asked = { weights, investment: '2000', threshold: '4' }
    expect((await sent).postDataJSON()).toMatchObject({ ...asked, intervalMin: 0 })
    await expect(page.getByRole('heading', { name: /BTC · ETH/ })).toBeVisible()
    const bots = async () => (await trader.ask('rebalanceBots', {})).list
    await expect.poll(bots).toMatchObject([{ ...asked, status: 'Running' }])
    await expect.poll(async () => (await bots())[0]?.done).toBeGreaterThan(0)
    const item = page.getByRole('listitem').filter({ hasText: 'BTC · ETH' })
    await item.getByRole('button', { name: 'Details' }).click()
    const holdings = item.getByRole('table', { name: 'Holdings' })
    await expect(holdings).toContainText('35.00%')
    await expectAccessible(page)
  })

  await test.step('a bot is paused and resumed', async () => {
    await page.getByRole('button', { name: 'Pause' }).first().click()
    await expect(page.getByText('Paused')).toBeVisible()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByText('Paused')).toBeHidden()
  })

  await test.step('a DCA bot takes whole purchases: others are marked and not sent', async () => {
    const dialog = page.locator(dialogPart)
    const item = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'BTC/USDT' }) })
    await item.getByRole('button', { name: 'Add investment' }).click()
    const amount = dialog.getByRole('textbox', { name: 'Investment' })
    const confirm = dialog.getByRole('button', { name: 'Confirm' })
    await amount.fill('300')
    await expect(dialog.getByText(/multiple of 200 USDT, the amount/)).toBeVisible()
    await expect(confirm).toBeDisabled()
    await takePicture(page, 'bot-added-investment')
    await amount.fill('400')
    await confirm.click()
    await expect
      .poll(async () => (await trader.ask('dcaBots', {})).list)
      .toMatchObject([{ investment: '1000', purchases: 5 }])
  })

  await test.step('one bot is sold, the coins of the other are kept, and nothing stays in them', async () => {
    const dialog = page.locator(dialogPart)
    const close = page.getByRole('button', { name: 'Close bot' })
    await close.first().click()
    await expectAccessible(page, dialogPart)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(close).toHaveCount(1)
    await close.first().click()
    await dialog.getByRole('button', { name: 'Keep the coins' }).click()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(close).toHaveCount(0)
    const ended = { status: 'Ended', closeReason: 'ByOwner', unspent: '0' }
    await expect.poll(async () => (await trader.ask('dcaBots', {})).list).toMatchObject([ended])
    await expect
      .poll(async () => (await trader.ask('rebalanceBots', {})).list)
      .toMatchObject([ended])
    await page.getByRole('tab', { name: /^Ended/ }).click()
    await expect(page.getByText('Closed by you')).toHaveCount(2)
  })
})

test('on a phone the forms of both bots fit the width, and axe finds nothing', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/bots')
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  for (const name of ['DCA bot', 'Rebalancing bot']) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('form', { name })).toBeVisible()
    await expectAccessible(page)
    await expect.poll(overflow).toBe(0)
  }
})
