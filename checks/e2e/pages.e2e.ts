// Pages beside trading: the help centre and the markets page show the figures of the exchange.

import { divRound, formatDecimal } from '@basis/domain/numbers/fixed'
import { expect, test, expectAccessible } from './journey.ts'
import { exact, Trader } from './trader.ts'

test('the help centre explains with the figures of the trader’s position', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await trader.place({ side: 'Buy', qty: '0.010' })
  await expect(await trader.row('Positions', 'BTCUSDT')).toBeVisible()
  const { list } = await trader.ask('positionList', {})
  const held = list.find(({ symbol }) => symbol === 'BTCUSDT')

  await test.step('the page is reached from the settings menu', async () => {
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: 'Help' }).click()
    await expect(page).toHaveURL(/\/help$/)
    await page
      .getByRole('navigation', { name: 'Topics' })
      .getByRole('link', { name: 'Margin' })
      .click()
    await expect(page).toHaveURL(/\/help\/margin$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Margin')
  })
  await test.step('size, entry and leverage are the exchange’s', async () => {
    const figure = (name: string) =>
      page.getByRole('definition').and(page.locator(`dt:text-is("${name}") + dd`))
    await expect(page.getByRole('heading', { name: 'Your position' })).toBeVisible()
    await expect(figure('Size')).toHaveText(`${held?.size} BTC`)
    const entry = (await figure('Entry price').textContent())?.replaceAll(',', '')
    expect(Math.abs(Number(entry) - Number(held?.entryPrice))).toBeLessThan(0.1)
    await expect(figure('Leverage')).toHaveText(`${held?.leverage}x`)
    await expectAccessible(page)
  })
  await test.step('the portfolio shows the P&L that the exchange says was closed today', async () => {
    await trader.arrange('createOrder', {
      symbol: 'BTCUSDT',
      side: 'Sell',
      orderType: 'Market',
      qty: '0.004',
      reduceOnly: true,
    })
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Portfolio' }).click()
    await expect(page).toHaveURL(/\/portfolio$/)
    const closed = async () => (await trader.ask('closedPnl', {})).list[0]?.closedPnl ?? '0'
    await expect.poll(closed).not.toBe('0')
    const cents = divRound(exact(await closed()), 1_000_000n, 'nearest')
    const written = `${cents > 0n ? '+' : ''}${formatDecimal(cents, 2)}`
    const figure = (name: string) => page.locator(`dt:text-is("${name}") + dd`)
    await expect(figure('Realised P&L')).toHaveText(`${written} USDT`)
    await expect(
      page
        .getByRole('table', { name: 'Realised P&L by day' })
        .getByRole('cell')
        .filter({ hasText: written }),
    ).toHaveCount(1)
    // Money that a bot trades with has changed its wallet, not its owner.
    await trader.arrange('createDcaBot', {
      symbol: 'BTC/USDT',
      amount: '100',
      purchases: 3,
      intervalMin: 60,
      maxPrice: '1000',
    })
    await expect(figure('Funds in bots')).toHaveText('300.00 USD')
    const { total, unified } = await trader.ask('funds', {})
    expect(exact(total) - exact(unified)).toBe(exact('300'))
    await expect(figure('Total equity')).toHaveText(/^99,9\d\d\.\d\d USD$/)
    const [began] = (await trader.ask('equityHistory', {})).list
    expect(began?.equity).toBe('100000')
    const equity = page.getByRole('region', { name: 'Equity of the unified wallet over time' })
    await expect(
      equity.getByRole('slider', { name: 'Equity of the unified wallet over time' }),
    ).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('another language has its own address', async () => {
    await page.goto('/de-DE/help/funding')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Funding')
    await expect(page.getByRole('heading', { name: 'Ihre Position' })).toBeVisible()
  })
})

test('the markets page lists every market with the exchange’s figures', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  const asked = async (path: string) => {
    const answer = await page.request.get(`/contract/v5/public/${path}`)
    return (await answer.json()).result.list
  }
  const table = page.getByRole('table', { name: 'Markets' })
  const row = (symbol: string) =>
    table.getByRole('row').filter({ has: page.getByRole('link', { name: symbol, exact: true }) })

  await test.step('a link in the navigation leads to it; it lists all markets, the most traded first', async () => {
    await page.getByRole('link', { name: 'Markets' }).click()
    await expect(page).toHaveURL(/\/markets$/)
    const tickers = await asked('tickers')
    await expect(table.getByRole('row')).toHaveCount(tickers.length + 1)
    await expect(table.getByRole('columnheader', { name: '24h turnover (USD)' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    await expectAccessible(page)
  })
  await test.step('the 24h range in a row is that of the ticker', async () => {
    // Both are read again each time: a new high or low would leave the first reading behind.
    await expect(async () => {
      const [ticker] = await asked('tickers?symbol=BTCUSDT')
      const shown = (await row('BTCUSDT').innerText()).replaceAll(',', '')
      expect(shown).toContain(`${ticker.highPrice24h} / ${ticker.lowPrice24h}`)
    }).toPass()
  })
  await test.step('the screener has the statistics of the exchange', async () => {
    await page.getByRole('button', { name: 'Screener' }).click()
    const shown = async () => {
      const list = await asked('market-statistics')
      const statistics = list.find(({ symbol }: { symbol: string }) => symbol === 'ETHUSDT')
      const volatility = `${(statistics.volatilityE6 / 10_000).toFixed(2)}%`
      return (await row('ETHUSDT').innerText()).includes(volatility)
    }
    await expect.poll(shown).toBe(true)
    await page.getByRole('button', { name: 'BTC correlation' }).click()
    await expect(table.getByRole('row').nth(1)).toContainText('BTC')
  })
  await test.step('markets are found by search and kept as favourites, and a tile leads to its market', async () => {
    await page.getByRole('searchbox', { name: 'Search markets' }).fill('sol')
    await expect(row('SOLUSDT')).toBeVisible()
    await expect(row('BTCUSDT')).toHaveCount(0)
    await page.getByRole('button', { name: 'Add SOLUSDT to favourites' }).click()
    await page.getByRole('button', { name: 'Favourites', exact: true }).click()
    await expect(table.getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: 'Heat map' }).click()
    await expectAccessible(page)
    await page.getByRole('link', { name: /^SOLUSDT/ }).click()
    await expect(page).toHaveURL(/\/trade\/usdt\/SOLUSDT$/)
  })
})
