// The page of one instrument: it shows what the exchange answered, on a desktop and on a phone,
// dark and light, in English and German.

import type { Page, Response } from '@playwright/test'
import { divRound, formatDecimal } from '@basis/domain/numbers/fixed'
import { calls, type CallAnswer, type CallName } from '@basis/protocol/calls'
import { expect, expectAccessible, phone, takePicture, test } from './journey.ts'
import { exact, Trader } from './trader.ts'

/** Keeps the newest answer to each question of a call that the page asks. */
function answersTo<Name extends CallName>(page: Page, name: Name) {
  const answers = new Map<string, CallAnswer<Name>>()
  const keep = async (response: Response): Promise<void> => {
    const { pathname, searchParams } = new URL(response.url())
    if (pathname !== calls[name].path || !response.ok()) return
    searchParams.delete('timestamp')
    answers.set(String(searchParams), (await response.json()).result as CallAnswer<Name>)
  }
  // An answer that arrives while the journey ends can no longer be read.
  page.on('response', (response) => void keep(response).catch(() => undefined))
  return () => answers
}

const plain = (text: string): string => text.replaceAll(',', '')

async function section(page: Page, name: string) {
  const found = page.getByRole('region', { name, exact: true })
  await expect(found).toBeVisible()
  return found
}

test('an instrument’s page shows what the exchange answered', async ({ page }) => {
  const slippage = answersTo(page, 'slippage')
  const tiers = answersTo(page, 'riskLimits')
  const interest = answersTo(page, 'openInterest')
  const ledger = answersTo(page, 'ledger')
  const trader = new Trader(page)
  await trader.open('BTCUSDT')

  await test.step('a link in the header of the trade page leads to it', async () => {
    await page.getByRole('link', { name: 'Contract details' }).click()
    await expect(page).toHaveURL(/\/markets\/BTCUSDT$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('BTCUSDT')
  })
  await test.step('the specification is that of the listed contract', async () => {
    const { item } = await trader.ask('symbolItem', { symbol: 'BTCUSDT' })
    const info = await section(page, 'Contract information')
    const fact = (name: string) => info.locator(`dt:has-text("${name}") + dd`)
    await expect(fact('Tick size')).toHaveText(`${item.tickSize} USDT`)
    await expect(fact('Max. market order')).toContainText(item.maxNewMarketOrderQty)
    await expect(fact('Funding interval')).toHaveText(`${item.fundingIntervalMin / 60} h`)
    // The insurance fund changes with every liquidation: the page shows the newest answer.
    await expect
      .poll(async () => {
        const list = [...ledger().values()].at(-1)?.list ?? []
        const fund = list.find(({ coin }) => coin === 'USDT')?.insurance ?? ''
        const shown = plain(await fact('Insurance fund').innerText())
        return shown === `${Number(fund).toFixed(2)} USDT` ? 'the answer' : `${shown}, not ${fund}`
      })
      .toBe('the answer')
  })
  await test.step('the risk tiers were asked for, and all of them are shown', async () => {
    const table = page.getByRole('table', { name: 'Risk limits' })
    await expect.poll(() => tiers().size).toBeGreaterThan(0)
    const list = [...tiers().values()][0]?.list ?? []
    await expect(table.getByRole('row')).toHaveCount(list.length + 1)
    for (const [at, tier] of list.entries()) {
      const cells = await table
        .getByRole('row')
        .nth(at + 1)
        .getByRole('cell')
        .allInnerTexts()
      expect(cells.map(plain)).toEqual([
        String(tier.id),
        tier.limit,
        `${tier.maxLeverageE2 / 100}x`,
        `${(tier.startingMarginE8 / 1e6).toFixed(2)}%`,
        `${(tier.maintainMarginE8 / 1e6).toFixed(2)}%`,
        tier.mmDeduction,
      ])
    }
  })
  await test.step('slippage is what the exchange answers for each size, also for a typed one', async () => {
    const table = page.getByRole('table', { name: 'Slippage by order size' })
    const written = (share: string) =>
      `${formatDecimal(divRound(exact(share), 100n, 'nearest'), 4)}%`
    // The market moves between two requests: the page has the newest answers of its own.
    const missing = async (): Promise<string[]> => {
      const text = plain(await table.innerText())
      return [...slippage().entries()]
        .filter(([, row]) => !text.includes(written(row.slippage)))
        .map(([question]) => question)
    }
    await expect.poll(() => slippage().size).toBeGreaterThanOrEqual(12)
    await expect.poll(missing).toEqual([])
    await page.getByLabel('Your size').fill('0.25')
    await expect(table.getByRole('row').filter({ hasText: /^0\.250 BTC/ })).toBeVisible()
    await expect.poll(missing).toEqual([])
  })
  await test.step('open interest is the history that the exchange answered', async () => {
    const part = await section(page, 'Open interest history')
    await expect
      .poll(async () => {
        const newest = [...interest().values()].at(-1)?.list.at(-1)?.openInterest
        return newest !== undefined && plain(await part.innerText()).includes(`${newest} BTC`)
      })
      .toBe(true)
    const newestShare = () => [...interest().values()].at(-1)?.list.at(-1)?.longRatio ?? ''
    await expect.poll(newestShare).toMatch(/^[01](\.\d+)?$/)
    const steps = part.getByRole('group', { name: 'Time step' })
    await steps.getByRole('button', { name: '1h' }).click()
    await expect.poll(() => interest().size).toBeGreaterThan(1)
  })
  await test.step('liquidations have a history from the first second', async () => {
    const part = await section(page, 'Liquidations')
    const { list } = await trader.ask('marketLiquidations', {
      symbol: 'BTCUSDT',
      resolution: '60',
      limit: 168,
    })
    expect(list.length).toBeGreaterThan(100)
    await expect(part.locator('dt:has-text("Longs liquidated") + dd')).toHaveText(
      /^[\d.]+[KM] USDT$/,
    )
    await expect(part.getByRole('slider', { name: 'Liquidations' })).toBeVisible()
  })
  await test.step('funding shows the next rate, when it is due, and the settled rates', async () => {
    const part = await section(page, 'Funding history')
    const shown = part.locator('dt:has-text("Predicted rate") + dd')
    const difference = async (): Promise<bigint> => {
      const { list } = await trader.ask('tickers', { symbol: 'BTCUSDT' })
      const percent = (await shown.innerText()).replace('%', '')
      const [said, rate] = [exact(percent), exact(list[0]?.fundingRate ?? '') * 100n]
      return said > rate ? said - rate : rate - said
    }
    // Four decimals of a percent are shown: the page differs by at most half of the last one.
    await expect.poll(difference).toBeLessThanOrEqual(5_000n)
    await expect(part.locator('dt:has-text("Next funding in") + dd')).toHaveText(/^\d\d:\d\d:\d\d$/)
    // Thirty days of them, as the page asks; the generated history has them from the first second.
    const fromE3 = Date.now() - 30 * 86_400_000
    const { list } = await trader.ask('fundingRates', { symbol: 'BTCUSDT', fromE3, limit: 200 })
    if (list.length === 0) await expect(part).toContainText('No funding has been settled yet')
    else await expect(part.getByRole('table').getByRole('row')).toHaveCount(list.length + 1)
  })
  await test.step('the depth chart is read with the arrow keys', async () => {
    const part = await section(page, 'Depth')
    const slider = part.getByRole('slider', { name: 'Depth' })
    await slider.focus()
    await page.keyboard.press('Home')
    await expect(part.locator('[data-readout]')).toHaveText(/\(-\d\.\d\d%\): [\d.,]+ BTC, .+ USDT/)
    await page.keyboard.press('End')
    await expect(part.locator('[data-readout]')).toHaveText(/\(\+\d\.\d\d%\)/)
    await expect(part.getByRole('table').getByRole('row')).toHaveCount(4)
    await expectAccessible(page)
    await takePicture(page, 'instrument-dark')
  })
  await test.step('the palette finds the page, and its link leads to trading', async () => {
    await page.getByRole('link', { name: 'Trade BTCUSDT' }).click()
    await expect(page).toHaveURL(/\/trade\/usdt\/BTCUSDT$/)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /type an order/ }).fill('contract det')
    await page.getByRole('option', { name: 'Contract details' }).click()
    await expect(page).toHaveURL(/\/markets\/BTCUSDT$/)
  })
})

test('pairs, futures and announced contracts have pages; an unlisted symbol is reported', async ({
  page,
}) => {
  await page.goto('/markets/BTC/USDT')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('BTC/USDT')
  await section(page, 'Slippage by order size')
  await expect(page.getByRole('region', { name: 'Risk limits' })).toHaveCount(0)

  const lists = await (await page.request.get(calls.symbolList.path)).json()
  const [future] = lists.result.InverseFutures
  await page.goto(`/markets/${future.symbol}`)
  const info = await section(page, 'Contract information')
  const written = new Date(future.settleTimeE3).toISOString().slice(0, 19).replace('T', ' ')
  await expect(info.locator('dt:text-is("Delivery") + dd')).toHaveText(`${written} UTC`)
  await expect(page.getByRole('region', { name: 'Funding history' })).toHaveCount(0)

  const coming = lists.result.LinearPerpetual.find(
    ({ isPreListing }: { isPreListing: boolean }) => isPreListing,
  )
  await page.goto(`/markets/${coming.symbol}`)
  await expect(page.getByText(/^Opens in /)).toBeVisible()
  // The tiers of a symbol that cannot be traded yet are not requested (spec 7).
  await expect(page.getByText('No risk limits were received')).toBeVisible()

  await page.goto('/markets/NOPEUSDT')
  await expect(page.getByText('NOPEUSDT is not listed here')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true, colorScheme: 'light' })

  test('the page fits in German and in the light theme', async ({ page }) => {
    await page.addInitScript(() => {
      const look = { version: 1, value: { theme: 'light', sides: 'green-up' } }
      localStorage.setItem('basis.look', JSON.stringify(look))
    })
    await page.goto('/de-DE/markets/ETHUSDT')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ETHUSDT')
    for (const name of ['Kontraktinformationen', 'Markttiefe', 'Risikolimits', 'Funding-Verlauf']) {
      await section(page, name)
    }
    await expect(
      page.getByRole('table', { name: 'Risikolimits' }).getByRole('row').nth(1),
    ).toBeVisible()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(phone.width)
    // A quantity that is cut off at the edge would read as a smaller one.
    const depth = (await section(page, 'Markttiefe')).getByRole('table').locator('..')
    await expect(depth).toContainText('±5')
    const hidden = await depth.evaluate((frame) => frame.scrollWidth - frame.clientWidth)
    expect(hidden).toBeLessThanOrEqual(0)
    await expectAccessible(page)
    await takePicture(page, 'instrument-phone-light')
    await page.getByRole('link', { name: 'ETHUSDT handeln' }).click()
    await expect(page).toHaveURL(/\/de-DE\/trade\/usdt\/ETHUSDT$/)
  })
})
