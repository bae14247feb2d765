// Every page in languages with long words and with other scripts, on a desktop and on a phone, dark
// and light: nothing wider than the window, no text cut off, nothing for axe to find. Pictures of
// all of them are in test-results when PROOFS is long, and for `npm run goldens`.

import type { Page } from '@playwright/test'
import { desktop, expect, expectAccessible, takePicture, test } from './journey.ts'
import { isForGoldens, isPictured, languages, lasting, lookedAt } from './appearance.ts'
import { themes, windows, wordsOf } from './appearance.ts'
import { Trader } from './trader.ts'

/** The pages by name; those of trading are visited by a trader with something in every table. */
const pages: Readonly<Record<string, string>> = {
  linear: '/trade/usdt/BTCUSDT',
  usdc: '/trade/futures/usdc/BTC-PERP',
  inverse: '/trade/inverse/BTCUSD',
  spot: '/trade/spot/BTC/USDT',
  option: '/trade/option/usdc/BTC',
  markets: '/markets',
  portfolio: '/portfolio',
  fees: '/fees',
  help: '/help',
  instrument: '/markets/BTCUSDT',
  margin: '/help/margin',
  liquidation: '/help/liquidation',
  invite: '/invite?ref=nobody',
  wallets: '/wallets',
  bots: '/bots',
  copy: '/copy-trading',
  spreads: '/trade/spread',
  spread: '/trade/spread/BTCUSDT_BTC/USDT',
  apiDocs: '/docs/api',
  ladder: '/trade/usdt/BTCUSDT',
}
const charted = new Set(['linear', 'usdc', 'inverse', 'spot'])
/** Panels that are in tabs, by the key of the tab's name. */
const tabs: Readonly<Record<string, string>> = { ladder: 'shell.panelLadder' }

/** Returns what is wider than the window, or cut off without a way to read it; runs in the page. */
function faults(root: Element): string[] {
  const found: string[] = []
  const { documentElement } = document
  if (documentElement.scrollWidth > Math.min(innerWidth, screen.width) + 1) {
    found.push(`the page is ${documentElement.scrollWidth} px wide`)
  }
  for (const element of root.querySelectorAll<HTMLElement>('h1, h2, h3, button, label, th, dt')) {
    const box = element.getBoundingClientRect()
    if (box.width <= 1 || box.bottom < 0 || box.top > innerHeight) continue
    const { overflowX, textOverflow, visibility } = getComputedStyle(element)
    if (visibility === 'hidden') continue
    const isCut = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
    // An ellipsis is fine: the full name is shown on hover or in a row of its own.
    if (isCut && textOverflow !== 'ellipsis') found.push(`“${element.textContent}” is cut`)
  }
  return found
}

async function look(page: Page, language: string, name: string): Promise<void> {
  for (const theme of themes) {
    await page.setViewportSize(desktop)
    await page.evaluate(choose, theme)
    await page.goto(`/${language}${pages[name]}`)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await expect(page.getByRole('main').getByText(/\p{L}/u).first()).toBeVisible()
    if (charted.has(name)) {
      const chart = page.locator('iframe').first().contentFrame()
      await expect(chart.locator('canvas').first()).toBeVisible()
    }
    for (const size of windows) {
      await page.setViewportSize(size)
      await expect(page.getByRole('main')).toBeVisible()
      const tab = tabs[name]
      if (tab !== undefined) await page.getByRole('tab', { name: wordsOf(language)(tab) }).click()
      const label = `${language} ${name} ${size.width} ${theme}`
      expect.soft(await lasting(page.locator('body'), faults), label).toEqual([])
      if (isPictured) await takePicture(page, `pages/${label.replaceAll(' ', '-')}`)
    }
    if (isForGoldens) continue
    // The layout of a phone takes a moment to replace that of the desktop.
    await expect(() => expectAccessible(page)).toPass()
  }
}

/** Sets the theme that the next page opens with. */
function choose(theme: string): void {
  localStorage['basis.look'] = JSON.stringify({ version: 1, value: { theme, sides: 'green-up' } })
}

for (const language of languages) {
  test(`every page in ${language} fits its window`, async ({ page }) => {
    // All of a language is one journey; with its pictures it takes as long as it takes.
    test.setTimeout(isPictured ? 0 : 900_000)
    const trader = new Trader(page)
    await trader.open('BTCUSDT')
    await trader.getDemoFunds()
    const market = { orderType: 'Market', timeInForce: 'ImmediateOrCancel', side: 'Buy' } as const
    await trader.arrange('createOrder', { ...market, symbol: 'BTCUSDT', qty: '0.05' })
    await trader.arrange('createOrder', { ...market, symbol: 'ETHUSDT', qty: '0.5' })
    for (const name of lookedAt(Object.keys(pages), 3)) {
      await test.step(name, () => look(page, language, name))
    }
  })
}
