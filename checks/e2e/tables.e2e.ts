// The tables of a trader at 1440 × 900: every column is visible and nothing covers a cell, in
// English and in the languages with the longest words; when scrolled, a header is above its column.

import type { Locator, Page } from '@playwright/test'
import { desktop, expect, expectAccessible, takePicture, test } from './journey.ts'
import { Trader } from './trader.ts'

const tabs = {
  en: ['Positions', 'Open orders', 'Order history', 'Fills', 'Closed P&L', 'Assets'],
  'de-DE': [
    'Positionen',
    'Offene Orders',
    'Orderverlauf',
    'Ausführungen',
    'Geschl. PnL',
    'Guthaben',
  ],
  'ru-RU': [
    'Позиции',
    'Открытые ордера',
    'История ордеров',
    'Исполнения',
    'Закрытый PnL',
    'Активы',
  ],
} as const
type Language = keyof typeof tabs

test('every column of every table is visible, and nothing covers it', async ({ page }) => {
  // Three languages, six tables each.
  test.slow()
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await test.step('there are positions and orders of every kind of contract', () => arrange(trader))
  for (const language of ['en', 'de-DE', 'ru-RU'] as const) {
    await test.step(language, async () => {
      await speak(page, language)
      for (const name of tabs[language]) {
        await choose(page, name)
        await expect(page.getByRole('tabpanel', { name }).getByRole('row').nth(1)).toBeVisible()
        expect(await faults(page), `${language}: ${name}`).toEqual([])
      }
      await choose(page, tabs[language][0])
      await takePicture(page, `tables-${language}`)
    })
  }
  await test.step('in a window that is too small a header stays above its column', async () => {
    await page.setViewportSize({ width: 1100, height: 900 })
    await choose(page, tabs['ru-RU'][2])
    for (const left of [0, 120, 10_000]) {
      await page
        .getByRole('tabpanel', { name: tabs['ru-RU'][2] })
        .getByRole('group')
        .evaluate((frame, to) => frame.scrollTo({ left: to }), left)
      expect(await wrongHeaders(page), `scrolled by ${left}`).toEqual([])
    }
    await page.setViewportSize(desktop)
  })
  await test.step('on a laptop the buttons of a row are at the edge, however it is scrolled', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    for (const name of tabs['ru-RU'].slice(0, 2)) {
      await choose(page, name)
      const frame = page.getByRole('tabpanel', { name }).getByRole('group').first()
      await expect(frame.getByRole('row').nth(1)).toBeVisible()
      for (const left of [0, 60, 10_000]) {
        await frame.evaluate((element, to) => element.scrollTo({ left: to }), left)
        expect(await hiddenButtons(frame), `${name}, scrolled by ${left}`).toEqual([])
      }
    }
    await page.setViewportSize(desktop)
  })
  await test.step('on a tablet the positions are cards with all figures', async () => {
    await speak(page, 'en')
    await page.setViewportSize({ width: 768, height: 1024 })
    const card = (await trader.show('Positions')).getByRole('listitem').first()
    for (const name of ['Value', 'Break-even', 'Liq. price', 'Maint. margin', 'Realised P&L']) {
      await expect(card.getByText(name, { exact: true })).toBeAttached()
    }
    await expect(card.getByRole('button', { name: /at market$/ })).toBeAttached()
    await expectAccessible(page)
  })
  await test.step('columns are hidden and moved, and stay so after a reload', async () => {
    await page.setViewportSize(desktop)
    const panel = await trader.show('Open orders')
    const names = async () =>
      (await panel.getByRole('columnheader').allInnerTexts()).map((text) => text.split('\n')[0])
    const heights = () =>
      panel.getByRole('row').evaluateAll((rows) => rows.slice(1).map((row) => row.clientHeight))
    await expect.poll(async () => new Set(await heights())).toEqual(new Set([40]))
    await panel.getByRole('button', { name: 'Columns' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Value' }).click()
    await dialog.getByRole('button', { name: 'Move Filled / Qty up' }).click()
    await dialog.getByRole('button', { name: 'Compact' }).click()
    await expectAccessible(page, '[role=dialog]')
    await dialog.getByRole('button', { name: 'Done' }).click()
    const arranged = ['Side', 'Filled / Qty', 'Price', 'TP/SL', 'Time in force', 'Time']
    expect((await names()).slice(1, -1)).toEqual(arranged)
    await page.reload()
    await trader.show('Open orders')
    await expect.poll(async () => (await names()).slice(1, -1)).toEqual(arranged)
    await expect.poll(async () => new Set(await heights())).toEqual(new Set([36]))
  })
  await test.step('a price is changed in its row: page, request and exchange agree', async () => {
    const panel = await trader.show('Open orders')
    const row = trader.rowIn(panel, 'BTCUSDT', '60,000.0')
    await row.getByRole('button', { name: /^Change price/ }).click()
    const field = row.getByRole('textbox', { name: 'Price' })
    await field.fill('0')
    await field.press('Enter')
    await expect(field).toBeVisible()
    await field.press('Escape')
    await expect(row).toContainText('60,000.0')
    await row.getByRole('button', { name: /^Change price/ }).click()
    await field.fill('59000')
    const sent = page.waitForRequest(/order\/replace/)
    await field.press('Enter')
    expect((await sent).postDataJSON()).toMatchObject({ symbol: 'BTCUSDT', price: '59000.0' })
    await expect(trader.rowIn(panel, 'BTCUSDT', '59,000.0')).toHaveCount(1)
    const { list } = await trader.ask('openOrders', { symbol: 'BTCUSDT' })
    expect(list.map(({ price }) => price)).toContain('59000.0')
  })
  await test.step('only the chosen orders are cancelled', async () => {
    const panel = await trader.show('Open orders')
    const before = (await trader.ask('openOrders', {})).list.length
    await trader
      .rowIn(panel, 'BTCUSDT', '59,000.0')
      .getByRole('checkbox', { name: /^Select/ })
      .click()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Cancel selected (1)' }).click()
    await expect(trader.rowIn(panel, 'BTCUSDT', '59,000.0')).toHaveCount(0)
    const { list } = await trader.ask('openOrders', {})
    expect(list).toHaveLength(before - 1)
    expect(list.map(({ price }) => price)).not.toContain('59000.0')
  })
})

/** The widest figures there are: a coin's eight digits, TP/SL, trailing stops, long types. */
async function arrange(trader: Trader): Promise<void> {
  const market = { orderType: 'Market', timeInForce: 'ImmediateOrCancel' } as const
  const bought = { ...market, side: 'Buy', symbol: 'BTCUSDT', qty: '0.05' } as const
  await trader.arrange('createOrder', { ...bought, takeProfit: '90000', stopLoss: '40000' })
  await trader.arrange('createOrder', { ...market, side: 'Sell', symbol: 'ETHUSDT', qty: '12' })
  await trader.arrange('createOrder', { ...market, side: 'Buy', symbol: 'BTCUSD', qty: '1234' })
  await trader.arrange('createOrder', { ...market, side: 'Sell', symbol: 'BTCPERP', qty: '0.123' })
  await trader.arrange('setTpSlTs', { symbol: 'ETHUSDT', trailingStop: '100' })
  const limit = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.05' } as const
  const legs = { takeProfit: '90000', stopLoss: '45000', slTriggerBy: 'MarkPrice' } as const
  await trader.arrange('createOrder', { ...limit, price: '60000', ...legs })
  await trader.arrange('createOrder', {
    ...market,
    side: 'Sell',
    symbol: 'BTCUSD',
    qty: '1000',
    triggerPrice: '50000',
    triggerBy: 'MarkPrice',
  })
  // A part is closed, so that the closed profits have a row.
  await trader.arrange('createOrder', { ...bought, side: 'Sell', qty: '0.01', reduceOnly: true })
}

async function choose(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name })
  // While the docking library loads, each tab is briefly there twice.
  await expect(tab).toHaveCount(1)
  await tab.click()
}

async function speak(page: Page, language: Language): Promise<void> {
  await page.evaluate((value) => {
    localStorage.setItem('basis.language', JSON.stringify({ version: 1, value }))
  }, language)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.getByRole('tab', { name: tabs[language][0] }).last()).toContainText('(4)')
}

/**
 * Returns the faulty cells of the visible tables: one that cannot be seen without scrolling
 * sideways, or one whose text is covered.
 */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    for (const table of document.querySelectorAll('[role="group"] > table')) {
      const frame = table.parentElement
      if (frame === null || frame.clientWidth === 0) continue
      const hidden = frame.scrollWidth - frame.clientWidth
      if (hidden > 0) found.push(`${table.ariaLabel}: ${hidden} px out of sight`)
      for (const cell of table.querySelectorAll('th, td')) {
        cell.scrollIntoView({ block: 'nearest' })
        const shown = [...cell.querySelectorAll('*'), cell].filter((element) => {
          // Texts for screen readers only are a pixel wide.
          const own = [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE)
          return own && element.getBoundingClientRect().width > 1
        })
        for (const element of shown) {
          const words = document.createRange()
          words.selectNodeContents(element)
          for (const { left, right, top, bottom, width } of words.getClientRects()) {
            if (width < 1) continue
            for (const x of [left + 1, (left + right) / 2, right - 1]) {
              const topmost = document.elementFromPoint(x, (top + bottom) / 2)
              if (topmost !== null && cell.contains(topmost)) continue
              found.push(`${element.textContent}: ${topmost?.textContent ?? 'nothing'} is on it`)
            }
          }
        }
      }
    }
    return [...new Set(found)]
  })
}

/** Returns the headers that are above another column than their own. */
function wrongHeaders(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    for (const table of document.querySelectorAll<HTMLTableElement>('[role="group"] > table')) {
      const [frame, heads] = [table.parentElement, table.tHead?.rows[0]]
      const cells = table.tBodies[0]?.rows[0]
      if (!frame || !heads || !cells || frame.clientWidth === 0) continue
      const { left, right } = frame.getBoundingClientRect()
      const headBox = heads.getBoundingClientRect()
      const cellBox = cells.getBoundingClientRect()
      for (let x = left + 4; x < right; x += 12) {
        const above = document.elementFromPoint(x, headBox.top + headBox.height / 2)
        const below = document.elementFromPoint(x, cellBox.top + cellBox.height / 2)
        const columnOf = (element: Element | null) =>
          element?.closest<HTMLTableCellElement>('th, td')?.cellIndex
        if (columnOf(above) === columnOf(below)) continue
        found.push(`${above?.textContent} stands above ${below?.textContent}`)
      }
    }
    return [...new Set(found)]
  })
}

/** Returns the buttons in the last column of a table that cannot be pressed at their edges. */
function hiddenButtons(frame: Locator): Promise<string[]> {
  return frame.locator('tbody td:last-child button').evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        // Only downwards, and below the head: scrolled sideways, it would be visible in any case.
        const [row, frame] = [button.closest('tr'), button.closest('[role="group"]')]
        if (row !== null && frame !== null) frame.scrollTop = row.offsetTop - 60
        const { left, right, top, bottom, width } = button.getBoundingClientRect()
        if (width === 0) return false
        return [left + 2, right - 2].some((x) => {
          const topmost = document.elementFromPoint(x, (top + bottom) / 2)
          return topmost === null || !button.contains(topmost)
        })
      })
      .map((button) => button.ariaLabel ?? button.textContent),
  )
}
