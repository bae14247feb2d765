// Trading bots at the page: a spot grid and a futures grid are created, the exchange has what was
// requested, and both end with everything back in the account.

import { dialogPart, expect, expectAccessible, test } from './journey.ts'
import { Trader } from './trader.ts'

test('a spot and a futures grid: page, request and exchange agree, and both end', async ({
  page,
}) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  const sent: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (request.url().includes('/bot/grid/v1/create')) {
      sent.push(request.postDataJSON() as Record<string, unknown>)
    }
  })
  await page.goto('/bots')
  await expect(page.getByRole('heading', { name: 'Trading bots' })).toBeVisible()
  const create = page.getByRole('button', { name: 'Create bot' })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })

  await test.step('the settings of a running bot are copied into the form', async () => {
    const market = page.getByRole('region', { name: 'Marketplace' })
    const first = market.getByRole('button', { name: 'Copy these settings: BTCUSDT Neutral' })
    await expect(first).toBeVisible()
    await expectAccessible(page)
    await first.click()
    const [lower, upper] = [field('Lower price'), field('Upper price')]
    await expect(lower).not.toHaveValue('')
    const { list } = await trader.ask('shownBots', {})
    const shown = list.find(({ symbol }) => symbol === 'BTCUSDT')
    const typed = [await lower.inputValue(), await upper.inputValue()]
    const plain = typed.map((text) => Number(text.replaceAll(',', '')))
    expect(plain).toEqual([Number(shown?.lowPrice), Number(shown?.highPrice)])
    await expect(page.getByRole('img', { name: '51 levels of the grid' })).toBeVisible()
    await page.getByRole('button', { name: 'Spot grid' }).click()
  })

  await test.step('a spot grid in the suggested range shows its levels before it is created', async () => {
    await expect(create).toBeDisabled()
    await page.getByRole('button', { name: 'Use the range of the last 7 days' }).click()
    await expect(field('Lower price')).not.toHaveValue('')
    await field('Grids').fill('4')
    await expect(page.getByRole('img', { name: '5 levels of the grid' })).toBeVisible()
    await field('Investment').fill('1')
    await expect(page.getByText(/The investment must be at least/)).toBeVisible()
    await expect(create).toBeDisabled()
    await field('Investment').fill('2000')
    await expectAccessible(page)
    await create.click()
    await expect(page.getByRole('heading', { name: /BTC\/USDT/ })).toBeVisible()
  })

  await test.step('a neutral futures grid is created beside it', async () => {
    await page.getByRole('tab', { name: 'New grid' }).click()
    await page.getByRole('button', { name: 'Futures grid' }).click()
    await page.getByRole('button', { name: 'Use the range of the last 7 days' }).click()
    await expect(field('Lower price')).not.toHaveValue('')
    await field('Grids').fill('6')
    await field('Leverage').fill('4')
    await expect(page.getByText('Est. liq. price below')).toBeVisible()
    await create.click()
    await expect(page.getByRole('heading', { name: /BTCUSDT/ })).toBeVisible()
  })

  await test.step('the bots at the exchange are those that were requested', async () => {
    expect(sent).toMatchObject([
      { symbol: 'BTC/USDT', gridMode: 'Spot', cellNumber: 4, investment: '2000' },
      { symbol: 'BTCUSDT', gridMode: 'Neutral', cellNumber: 6, leverage: '4' },
    ])
    const { list } = await trader.ask('bots', {})
    expect(list).toMatchObject([
      { symbol: 'BTCUSDT', cellNumber: 6, leverage: '4', investment: '1000' },
      { symbol: 'BTC/USDT', cellNumber: 4, investment: '2000' },
    ])
    const futures = list[0]
    expect([futures?.minPrice, futures?.maxPrice].map(Number)).toEqual(
      [sent[1]?.['minPrice'], sent[1]?.['maxPrice']].map(Number),
    )
    const { cells } = await trader.ask('bot', { botId: futures?.botId ?? '' })
    expect(cells).toHaveLength(6)
    expect(cells.every(({ orderId }) => orderId !== '')).toBe(true)
    // The page shows the same levels.
    await page.getByRole('button', { name: 'Details' }).first().click()
    const levels = page.getByRole('table', { name: 'Levels' })
    await expect(levels.getByRole('row')).toHaveCount(7)
    const lowest = Number(cells[0]?.buyPrice).toLocaleString('en-US')
    await expect(levels).toContainText(lowest)
    await expectAccessible(page)
  })

  await test.step('a bot is paused and resumed', async () => {
    await page.getByRole('button', { name: 'Pause' }).first().click()
    await expect(page.getByText('Paused')).toBeVisible()
    expect((await trader.ask('bots', {})).list[0]).toMatchObject({ status: 'Paused' })
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByText('Paused')).toBeHidden()
  })

  await test.step('both bots are closed, and nothing stays in them', async () => {
    const dialog = page.locator(dialogPart)
    for (const left of [1, 0]) {
      await page.getByRole('button', { name: 'Close bot' }).first().click()
      await expectAccessible(page, dialogPart)
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: 'Close bot' })).toHaveCount(left)
    }
    await page.getByRole('tab', { name: /^Ended/ }).click()
    await expect(page.getByText('Closed by you')).toHaveCount(2)
    const { list } = await trader.ask('bots', {})
    for (const bot of list) {
      expect(bot).toMatchObject({ status: 'Ended', closeReason: 'ByOwner' })
      expect(Number(bot.returned)).toBeGreaterThan(900)
    }
  })
})
