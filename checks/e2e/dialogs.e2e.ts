// Every dialog in languages with long words and with other scripts, on a desktop and on a phone,
// dark and light: fully visible, no text cut off, nothing for axe to find. Pictures of all of them
// are in test-results when PROOFS is long.

import type { Locator, Page } from '@playwright/test'
import { desktop, dialogPart, expect, expectAccessible, takePicture, test } from './journey.ts'
import {
  lookedAt,
  dialogFaults,
  dress,
  isForGoldens,
  isPictured,
  languages,
  lasting,
  themes,
  windows,
  wordsOf,
  type Say,
} from './appearance.ts'
import { Trader } from './trader.ts'

/** A confirmation is a dialog too. */
const anyDialog = `${dialogPart}, [role="alertdialog"]:not([data-type])`

type Opener = (page: Page, say: Say) => Promise<void>
const press =
  (role: 'button' | 'tab', key: string, symbol?: string): Opener =>
  (page, say) =>
    page
      .getByRole(role, { name: say(key, symbol === undefined ? {} : { symbol }) })
      .first()
      .click()
/**
 * A key has no effect while the last dialog is still returning the focus: it is pressed until it
 * has.
 */
const byKey =
  (key: string): Opener =>
  async (page) => {
    await expect(async () => {
      await page.keyboard.press(key)
      await expect(page.locator(anyDialog)).toHaveCount(1, { timeout: 3_000 })
    }).toPass()
  }
const inTab =
  (tab: string, opener: Opener): Opener =>
  async (page, say) => {
    await press('tab', tab)(page, say)
    await opener(page, say)
  }
const held = (key: string): Opener => inTab('shell.panelPositions', press('button', key, 'BTCUSDT'))

const inSettings =
  (entry: string): Opener =>
  async (page, say) => {
    await press('button', 'shell.settings')(page, say)
    await page.getByRole('menuitem', { name: say(entry) }).click()
  }

/** The dialogs that a trader can open, and how each is opened. */
const dialogs: Readonly<Record<string, Opener>> = {
  marginMode: press('button', 'margin.modeOf'),
  positionMode: press('button', 'margin.positionModeOf'),
  leverage: press('button', 'ticket.leverageOf'),
  quantityType: press('button', 'ticket.unitOf'),
  tpsl: held('tpsl.edit'),
  trailing: held('tpsl.trailingEdit'),
  addMargin: held('positions.changeMargin'),
  marginCall: inTab('shell.panelPositions', async (page, say) => {
    // The price that the command refers to is shown before it.
    const { source } = say('margin.callOpen', { symbol: 'BTCUSDT' })
    await page
      .getByRole('button', { name: new RegExp(source.slice(1)) })
      .first()
      .click()
  }),
  // It is about the account's margin, which an isolated position does not use.
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
  apiKeys: async (page, say) => {
    await press('button', 'account.menu')(page, say)
    await page.getByRole('menuitem', { name: say('account.apiKeys') }).click()
  },
  alerts: inSettings('alerts.title'),
  sounds: inSettings('sounds.title'),
  palette: press('button', 'palette.open'),
  // With reduced motion a confirmation replaces holding the button.
  panic: press('button', 'panic.hold'),
  symbolSearch: byKey('/'),
  hotkeys: byKey('?'),
}

/** They belong to a part that is elsewhere on a phone, so they cannot stay open in between. */
const desktopOnly = new Set(['quantityType', 'symbolSearch'])

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
  const dialog = page.locator(anyDialog).last()
  await expect(dialog).toBeVisible()
  return dialog
}

for (const language of languages) {
  test(`every dialog in ${language} is fully visible, on a desktop and on a phone`, async ({
    page,
  }) => {
    // All of a language is one journey; with its pictures it takes as long as it takes.
    test.setTimeout(isPictured ? 0 : 900_000)
    const trader = new Trader(page)
    const say = wordsOf(language)
    await trader.open('BTCUSDT')
    await trader.getDemoFunds()
    await arrange(trader)
    await page.goto(`/${language}/trade/usdt/BTCUSDT`)
    await expect(page.getByRole('tab', { name: say('shell.panelPositions') })).toContainText('2')
    for (const [name, open] of lookedAt(Object.entries(dialogs), 2)) {
      await test.step(name, async () => {
        await page.setViewportSize(desktop)
        await open(page, say)
        const dialog = await shown(page)
        const sizes = desktopOnly.has(name) ? [desktop] : windows
        for (const size of sizes) {
          await page.setViewportSize(size)
          for (const theme of themes) {
            await page.evaluate(dress, theme)
            const label = `${language} ${name} ${size.width} ${theme}`
            expect.soft(await lasting(dialog, dialogFaults), label).toEqual([])
            if (isPictured) await takePicture(page, `dialogs/${label.replaceAll(' ', '-')}`)
          }
        }
        if (!isForGoldens) await expectAccessible(page, anyDialog)
        await page.keyboard.press('Escape')
        await page.setViewportSize(desktop)
        await expect(page.locator(anyDialog)).toHaveCount(0)
      })
    }
  })
}
