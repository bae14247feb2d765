// Every dialog in languages with long words and with other scripts, on a desk and on a phone, dark
// and light: whole in sight, no word cut, nothing for axe to find. Pictures of all of them lie in
// test-results when PROOFS is long.

import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { en } from '../../packages/web/src/i18n/messages/en.ts'
import { desktop, dialogPart, expect, expectAccessible, phone, test } from './journey.ts'
import { takePicture } from './journey.ts'
import { Trader } from './trader.ts'

const isLong = process.env['PROOFS'] === 'long'
const languages = isLong ? ['en', 'de-DE', 'zh-CN', 'th-TH'] : ['de-DE']
const wide = { width: 1920, height: 1080 }
const windows = isLong ? [desktop, wide, phone] : [desktop, phone]
const themes = isLong ? ['dark', 'light'] : ['light']

type Texts = { readonly [key: string]: string | Texts }
type Say = (key: string, params?: Readonly<Record<string, string>>) => RegExp

/** Returns the words of a language, by key; what is not given stands for anything. */
function wordsOf(language: string): Say {
  const file = new URL(`../../packages/web/public/locales/${language}.json`, import.meta.url)
  const texts =
    language === 'en' ? (en as Texts) : (JSON.parse(readFileSync(file, 'utf8')) as Texts)
  const plain = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
  return (key, params = {}) => {
    const found = key.split('.').reduce<string | Texts>((at, name) => {
      const next = typeof at === 'string' ? undefined : at[name]
      if (next === undefined) throw new Error(`${language} has no ${key}`)
      return next
    }, texts)
    if (typeof found !== 'string') throw new Error(`${key} is no text`)
    const filled = plain(found).replace(/\{\{(\w+)\}\}/g, (_all, name: string) =>
      params[name] === undefined ? '.*' : plain(params[name]),
    )
    return new RegExp(`^${filled}`)
  }
}

type Opener = (page: Page, say: Say) => Promise<void>
const press =
  (role: 'button' | 'tab', key: string, symbol?: string): Opener =>
  (page, say) =>
    page
      .getByRole(role, { name: say(key, symbol === undefined ? {} : { symbol }) })
      .first()
      .click()
const inTab =
  (tab: string, opener: Opener): Opener =>
  async (page, say) => {
    await press('tab', tab)(page, say)
    await opener(page, say)
  }
const held = (key: string): Opener => inTab('shell.panelPositions', press('button', key, 'BTCUSDT'))

/** The dialogs that a trader can open, by the way in which he does. */
const dialogs: Readonly<Record<string, Opener>> = {
  marginMode: press('button', 'margin.modeOf'),
  positionMode: press('button', 'margin.positionModeOf'),
  leverage: press('button', 'ticket.leverageOf'),
  quantityType: press('button', 'ticket.unitOf'),
  tpsl: held('tpsl.edit'),
  trailing: held('tpsl.trailingEdit'),
  addMargin: held('positions.changeMargin'),
  marginCall: inTab('shell.panelPositions', async (page, say) => {
    // The price that the words are said with stands before them.
    const { source } = say('margin.callOpen', { symbol: 'BTCUSDT' })
    await page
      .getByRole('button', { name: new RegExp(source.slice(1)) })
      .first()
      .click()
  }),
  // It is of the account's margin, which an isolated position does not stand on.
  mmrClose: inTab('shell.panelPositions', press('button', 'positions.mmrCloseOf', 'ETHUSDT')),
  reverse: held('positions.reverseOf'),
  closeLimit: held('positions.closeLimitOf'),
  poster: held('poster.shareOf'),
  columns: inTab('shell.panelPositions', press('button', 'shell.columns')),
  replaceOrder: inTab('shell.panelOrders', press('button', 'orders.editOf')),
  strategy: inTab('shell.panelStrategies', press('button', 'strategies.open')),
  signUp: async (page, say) => {
    await press('button', 'account.menu')(page, say)
    await page.getByRole('menuitem', { name: say('account.keep') }).click()
  },
  palette: press('button', 'palette.open'),
  symbolSearch: (page) => page.keyboard.press('/'),
  hotkeys: (page) => page.keyboard.press('?'),
}

/** They stand in a part that a phone has elsewhere, and cannot stay open between the two. */
const ofTheDesk = new Set(['quantityType', 'symbolSearch'])

function dress(theme: string): void {
  document.documentElement.dataset['theme'] = theme
}

/** Returns what of a dialog is out of sight, and which words are cut; runs inside the page. */
function faults(dialog: Element): string[] {
  const found: string[] = []
  const box = dialog.getBoundingClientRect()
  if (box.left < -1 || box.right > innerWidth + 1) found.push('it is wider than the window')
  if (box.top < -1 || box.bottom > innerHeight + 1) found.push('it is higher than the window')
  if (dialog.scrollWidth > dialog.clientWidth + 1) found.push('it scrolls sideways')
  for (const icon of dialog.querySelectorAll('button svg')) {
    if (icon.getBoundingClientRect().right > box.right - 8) {
      found.push(`the icon of “${icon.closest('button')?.ariaLabel}” leaves its place`)
    }
  }
  for (const element of dialog.querySelectorAll<HTMLElement>('*')) {
    const isOwn = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    )
    // Words for a screen reader alone are a pixel wide.
    if (!isOwn || element.clientWidth <= 1) continue
    const { overflowX } = getComputedStyle(element)
    const isCut = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
    if (isCut) found.push(`“${element.textContent}” is cut`)
    const button = element.closest('button')
    const over =
      button && element.getBoundingClientRect().right - button.getBoundingClientRect().right
    if (over !== null && over > 1) found.push(`“${element.textContent}” leaves its button`)
  }
  return found
}

/** What is wrong for seconds; what moves into its place may be outside for a moment. */
async function lasting(dialog: Locator): Promise<string[]> {
  let found = await dialog.evaluate(faults)
  for (let wait = 0; wait < 20 && found.length > 0; wait += 1) {
    await dialog.page().waitForTimeout(200)
    found = await dialog.evaluate(faults)
  }
  return found
}

async function arrange(trader: Trader): Promise<void> {
  const bought = { symbol: 'BTCUSDT', side: 'Buy', qty: '0.05' } as const
  await trader.arrange('setMarginMode', { symbol: 'BTCUSDT', isIsolated: true })
  const market = { orderType: 'Market', timeInForce: 'ImmediateOrCancel' } as const
  await trader.arrange('createOrder', { ...market, symbol: 'ETHUSDT', side: 'Buy', qty: '0.5' })
  await trader.arrange('createOrder', {
    ...bought,
    ...market,
    takeProfit: '90000',
    stopLoss: '40000',
  })
  await trader.arrange('createOrder', { ...bought, orderType: 'Limit', price: '60000' })
}

const shown = async (page: Page): Promise<Locator> => {
  const dialog = page.locator(dialogPart).last()
  await expect(dialog).toBeVisible()
  return dialog
}

for (const language of languages) {
  test(`every dialog in ${language} is whole, on a desk and on a phone`, async ({ page }) => {
    test.slow()
    const trader = new Trader(page)
    const say = wordsOf(language)
    await trader.open('BTCUSDT')
    await trader.getDemoFunds()
    await arrange(trader)
    await page.goto(`/${language}/trade/usdt/BTCUSDT`)
    await expect(page.getByRole('tab', { name: say('shell.panelPositions') })).toContainText('2')
    for (const [name, open] of Object.entries(dialogs)) {
      await test.step(name, async () => {
        await page.setViewportSize(desktop)
        await open(page, say)
        const dialog = await shown(page)
        const sizes = ofTheDesk.has(name) ? [desktop] : windows
        for (const size of sizes) {
          await page.setViewportSize(size)
          for (const theme of themes) {
            await page.evaluate(dress, theme)
            const told = `${language} ${name} ${size.width} ${theme}`
            expect.soft(await lasting(dialog), told).toEqual([])
            if (isLong) await takePicture(page, `dialogs/${told.replaceAll(' ', '-')}`)
          }
        }
        await expectAccessible(page, dialogPart)
        await page.keyboard.press('Escape')
        await page.setViewportSize(desktop)
        await expect(page.locator(dialogPart)).toHaveCount(0)
      })
    }
  })
}
