// Groups of the markets page: sectors, new and announced listings, the screener's columns, and
// cards on a phone; each compared with what the exchange lists.

import type { ContractSymbol } from '@basis/protocol/instrument'
import { calls, type CallAnswer } from '@basis/protocol/calls'
import { expandSpotSymbol, type SpotSymbol } from '@basis/protocol/spot/symbol'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, phone, takePicture, test } from './journey.ts'

async function listed(page: Page): Promise<ContractSymbol[]> {
  const answer = await page.request.get(calls.symbolList.path)
  const { result } = await answer.json()
  return Object.values(result as Record<string, unknown>)
    .filter((each) => Array.isArray(each))
    .flat()
    .filter(({ symbolDisplay }) => symbolDisplay === 'show')
}

async function listedPairs(page: Page): Promise<SpotSymbol[]> {
  const answer = await page.request.get(calls.spotSymbolsAll.path)
  const { result } = (await answer.json()) as { result: { quoteTokenSymbols: unknown[] } }
  // Each week a pair is closed: it stays in the exchange's list, but is not on any page.
  return result.quoteTokenSymbols
    .flatMap((short) => expandSpotSymbol(short) ?? [])
    .filter(({ showStatus }) => showStatus)
}

test('sectors and new listings are those of the exchange, and every column sorts', async ({
  page,
}) => {
  await page.goto('/markets')
  const table = page.getByRole('table', { name: 'Markets' })
  await expect(table.getByRole('link', { name: 'BTCUSDT', exact: true })).toBeVisible()
  const contracts = await listed(page)

  await test.step('a sector has the contracts that carry its tag', async () => {
    await page.getByRole('combobox', { name: 'Sector' }).click()
    await page.getByRole('option', { name: 'Meme' }).click()
    const tagged = contracts.filter(({ symbolTags }) => symbolTags.includes('meme'))
    expect(tagged.length).toBeGreaterThan(0)
    // A pair belongs to the sectors of its coin.
    const paired = (await listedPairs(page)).filter(({ tags }) => tags.includes('meme'))
    await expect(table.getByRole('row')).toHaveCount(tagged.length + paired.length + 1)
    for (const { symbol } of tagged) {
      await expect(table.getByRole('link', { name: symbol, exact: true })).toBeVisible()
    }
    await page.getByRole('combobox', { name: 'Sector' }).click()
    await page.getByRole('option', { name: 'All sectors' }).click()
  })
  await test.step('every column of the screener sorts both ways and explains itself', async () => {
    await page.getByRole('button', { name: 'Screener' }).click()
    const heads = table.getByRole('columnheader')
    await expect(heads).toHaveCount(14)
    await expect(heads.last()).toBeInViewport({ ratio: 1 })
    for (const name of ['OI 1h', 'OI 24h', 'Spread', 'Volume vs usual', '5m %']) {
      const head = table.getByRole('columnheader', { name, exact: true })
      await head.getByRole('button').click()
      await expect(head).toHaveAttribute('aria-sort', 'descending')
      await head.getByRole('button').click()
      await expect(head).toHaveAttribute('aria-sort', 'ascending')
    }
    // The narrowest spread is one tick, which must not be shown as zero.
    await expect(table.getByRole('cell', { name: /^0\.0{3,}%$/ })).toHaveCount(0)
    await table.getByText('OI 24h').hover()
    const help = page.getByText('Change of the open interest over this time.')
    await expect(help).toBeVisible()
    await page.getByRole('heading', { level: 1 }).hover()
    await expect(help).toBeHidden()
    await expectAccessible(page)
    await takePicture(page, 'markets-screener')
  })
  await test.step('announced listings count down, new listings show since when they trade', async () => {
    await page.getByRole('button', { name: 'New', exact: true }).click()
    const coming = page.getByRole('table', { name: 'Coming soon' })
    const announced = contracts.filter(({ isPreListing }) => isPreListing)
    const announcedPairs = (await listedPairs(page)).filter(({ mark }) => mark === 'coming')
    await expect(coming.getByRole('row')).toHaveCount(announced.length + announcedPairs.length + 1)
    const [first] = announced
    const opens = new Date(first?.expectStartTradingTimeE3 ?? 0).toISOString()
    await expect(coming).toContainText(opens.slice(0, 19).replace('T', ' '))
    await expect(coming).toContainText(/\d+d \d\d:\d\d:\d\d/)
    const answer = await page.request.get(calls.marketCalendar.path)
    const { list } = ((await answer.json()) as { result: CallAnswer<'marketCalendar'> }).result
    expect(list.map(({ kind }) => kind)).toContain('maintenance')
    const calendar = page.getByRole('table', { name: 'Next seven days' })
    await expect(calendar.getByRole('row')).toHaveCount(list.length + 1)
    for (const [k, { timeE3, symbols }] of list.entries()) {
      const row = calendar.getByRole('row').nth(k + 1)
      await expect(row).toContainText(new Date(timeE3).toISOString().slice(0, 19).replace('T', ' '))
      await expect(row.getByRole('link')).toHaveCount(symbols.length)
    }
    await takePicture(page, 'markets-calendar')
    await expect(page).toHaveURL(/\/markets\?view=new$/)
    await page.reload()
    await expect(calendar.getByRole('row')).toHaveCount(list.length + 1)
    const since = Date.now() - 30 * 86_400_000
    const fresh = contracts.filter(
      ({ isPreListing, startTradingTimeE3 }) => !isPreListing && startTradingTimeE3 > since,
    )
    const freshPairs = (await listedPairs(page)).filter(
      ({ mark, onlineTime }) => mark !== 'coming' && onlineTime > since,
    )
    // Each week a pair is listed.
    expect(freshPairs.length).toBeGreaterThan(0)
    const opened = page.getByRole('table', { name: 'New listings' })
    await expect(opened.getByRole('row')).toHaveCount(fresh.length + freshPairs.length + 1)
    await expectAccessible(page)
    await opened
      .getByRole('link', { name: /^Details of / })
      .first()
      .click()
    await expect(page).toHaveURL(/\/markets\/[A-Z0-9-]+(\/[A-Z]+)?$/)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true })

  test('markets are cards that can be sorted, in German and in the light theme', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const look = { version: 1, value: { theme: 'light', sides: 'green-up' } }
      localStorage.setItem('basis.look', JSON.stringify(look))
    })
    await page.goto('/de-DE/markets')
    const cards = page.getByRole('list', { name: 'Märkte' }).getByRole('listitem')
    await expect(cards.first()).toContainText('24h-Umsatz (USD)')
    await expect(page.getByRole('table', { name: 'Märkte' })).toHaveCount(0)
    // On a phone nothing can be hovered to read a text that is cut off.
    const isWhole = (name: Element): boolean => name.scrollWidth <= name.clientWidth
    const funding = cards.first().getByText('Funding / Countdown', { exact: true })
    expect(await funding.evaluate(isWhole)).toBe(true)
    await page.getByRole('button', { name: 'Screener' }).click()
    await page.getByRole('combobox', { name: 'Sortieren nach' }).click()
    await page.getByRole('option', { name: 'Symbol' }).click()
    await page.getByRole('button', { name: 'Höchste zuerst' }).click()
    await expect(cards.first()).toContainText('AAVE/USDT')
    // Hides the button's tooltip, which is shown while it has the focus.
    await page.getByRole('heading', { level: 1 }).click()
    await expect(page.getByText('Niedrigste zuerst')).toHaveCount(0)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(phone.width)
    await expectAccessible(page)
    await takePicture(page, 'markets-phone-light')
    await cards.first().getByRole('link', { name: 'Details zu AAVE/USDT' }).click()
    await expect(page).toHaveURL(/\/de-DE\/markets\/AAVE%2FUSDT$|\/de-DE\/markets\/AAVE\/USDT$/)
  })
})
