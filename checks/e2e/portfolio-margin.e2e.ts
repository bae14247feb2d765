// Portfolio margin at the page: its preview before it is switched on, the agreement of page,
// request and exchange afterwards, its stress, what does not apply in it, the refusals, and
// switching back.

// The refusal of an option without a price needs an order in the seconds between a strike's listing
// and its first mark: the engine's test covers it (portfolio-margin.test.ts).

import { calls } from '@basis/protocol/calls'
import { dialogPart, expect, expectAccessible, test } from './journey.ts'
import { Trader } from './trader.ts'

test('an account is switched to portfolio margin and back', async ({ page }) => {
  const trader = new Trader(page)
  await page.goto('/trade/usdt/BTCUSDT')
  await trader.getDemoFunds()
  await trader.isLive()
  const { ticket } = trader
  const dialog = page.locator(dialogPart)
  const openModes = () => ticket.getByRole('button', { name: /^Margin mode: / }).click()
  const confirm = dialog.getByRole('button', { name: 'Confirm' })
  /** Chooses portfolio margin, and returns the reason why it is refused. */
  const refusal = async () => {
    await openModes()
    await dialog.getByRole('radio', { name: 'Portfolio' }).click()
    return dialog.getByRole('alert')
  }
  const giveUp = async () => {
    await expect(confirm).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }

  await test.step('a contract with isolated margin is a reason for refusal', async () => {
    await trader.arrange('setMarginMode', { symbol: 'ETHUSDT', isIsolated: true })
    await expect(await refusal()).toContainText('Portfolio margin requires cross margin')
    expect(await trader.ask('accountInfo', {})).toMatchObject({ marginMode: 'REGULAR_MARGIN' })
    await giveUp()
    await trader.arrange('setMarginMode', { symbol: 'ETHUSDT', isIsolated: false })
  })

  await test.step('hedge mode is a reason for refusal', async () => {
    await trader.arrange('switchMode', { coin: 'USDT', mode: 3 })
    await expect(await refusal()).toContainText(
      'Portfolio margin requires one-way mode. Switch all symbols to one-way mode first',
    )
    await giveUp()
    await trader.arrange('switchMode', { coin: 'USDT', mode: 0 })
  })

  await test.step('an equity below the minimum is a reason for refusal', async () => {
    const own = (await trader.ask('wallets', {})).list.find(({ isOwn }) => isOwn)?.uid ?? ''
    const unified = { uid: own, wallet: 'Unified' } as const
    const funding = { uid: own, wallet: 'Funding' } as const
    const move = { coin: 'USDT', amount: '99500' }
    await trader.arrange('transferFunds', { from: unified, to: funding, ...move })
    await expect(await refusal()).toHaveText(
      'Portfolio margin requires an equity of at least 1,000.00 USD. Your equity is 500.00 USD',
    )
    await giveUp()
    await trader.arrange('transferFunds', { from: funding, to: unified, ...move })
  })

  await test.step('its margin is previewed, then the switch is requested and done', async () => {
    // Positions with little portfolio margin need all of their value at this leverage.
    await trader.arrange('setLeverage', { symbol: 'BTCUSDT', leverage: '1' })
    await trader.arrange('createOrder', {
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Market',
      qty: '0.1',
    })
    await expect
      .poll(async () =>
        (await trader.ask('positionList', { symbol: 'BTCUSDT' })).list.map(({ size }) => size),
      )
      .toEqual(['0.100'])
    await openModes()
    await dialog.getByRole('radio', { name: 'Portfolio' }).click()
    await expect(dialog).toContainText('Applies to the whole account')
    await expect(dialog).toContainText('Initial margin')
    await expectAccessible(page, dialogPart)
    const sent = page.waitForRequest((request) => request.url().endsWith(calls.setAccountMode.path))
    await confirm.click()
    expect((await sent).postDataJSON()).toMatchObject({ setMarginMode: 'PORTFOLIO_MARGIN' })
    await expect(
      ticket.getByRole('button', { name: 'Margin mode: Portfolio, change' }),
    ).toBeVisible()
    expect(await trader.ask('accountInfo', {})).toMatchObject({
      marginMode: 'PORTFOLIO_MARGIN',
      spotHedgingStatus: 'OFF',
    })
  })

  await test.step('no contract has a leverage, and the exchange keeps the account mode', async () => {
    await expect(ticket.getByRole('button', { name: /^Leverage/ })).toHaveCount(0)
    // Positions have no margin of their own either, neither at the exchange nor in the row.
    const [held] = (await trader.ask('positionList', { symbol: 'BTCUSDT' })).list
    expect([held?.positionIM, held?.positionMM]).toEqual(['0', '0'])
    const margin = (await trader.row('Positions', 'BTCUSDT', 'Portfolio')).getByRole('cell').nth(4)
    await expect(margin).toHaveText('----')
    const { accountMode, portfolio } = await trader.ask('wallet', {})
    expect(accountMode).toBe('portfolio')
    const [unit] = portfolio?.units ?? []
    expect(unit).toMatchObject({ baseCoin: 'BTC', delta: '0.1', orders: 'None' })
    expect(unit?.pnl).toHaveLength(33)
  })

  await test.step('the stress is the exchange’s, and coins can be used as a hedge', async () => {
    await openModes()
    await dialog.getByRole('button', { name: 'Stress matrix' }).click()
    const matrix = page.getByRole('table', { name: 'P&L of BTC by price and volatility' })
    await expect(matrix.getByRole('row')).toHaveCount(12)
    await expect(matrix).toContainText('binds')
    await expectAccessible(page, dialogPart)
    const hedging = page.getByRole('switch', { name: 'Spot hedging' })
    await hedging.click()
    await expect(hedging).toBeChecked()
    await expect
      .poll(async () => (await trader.ask('accountInfo', {})).spotHedgingStatus)
      .toBe('ON')
    await page.keyboard.press('Escape')
  })

  await test.step('switching back is refused if the margin would not suffice', async () => {
    await page.keyboard.press('Escape')
    const more = { symbol: 'BTCUSDT', orderType: 'Market', qty: '2' } as const
    await trader.arrange('createOrder', { ...more, side: 'Buy' })
    await openModes()
    await dialog.getByRole('radio', { name: /^Cross/ }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      /^In this margin mode your account would need an initial margin of 1\d\d,\d{3}\.\d\d USD, but only \d{2,3},\d{3}\.\d\d USD would cover it$/,
    )
    await expect(confirm).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await trader.arrange('createOrder', { ...more, side: 'Sell' })
  })

  await test.step('the account is switched back', async () => {
    await openModes()
    await dialog.getByRole('radio', { name: /^Cross/ }).click()
    await confirm.click()
    await expect(ticket.getByRole('button', { name: 'Margin mode: Cross, change' })).toBeVisible()
    expect((await trader.ask('accountInfo', {})).marginMode).toBe('REGULAR_MARGIN')
  })
})
