// Accounts and sessions: two accounts in one browser, a session that lost its token, a ban, lists
// that fail. The page recovers from each, and never acts or asks for one account in the name of
// another.

import type { Page } from '@playwright/test'
import { dialogPart, expect, expectAccessible, takePicture, test, thisRun } from './journey.ts'
import { operate } from './operator.ts'
import { Trader } from './trader.ts'

const accountOf = async (trader: Trader): Promise<string> => (await trader.ask('userInfo', {})).uid

async function buyAtMarket(trader: Trader): Promise<void> {
  await trader.place({ side: 'Buy', qty: '0.010' })
  await expect(await trader.row('Positions', 'BTCUSDT')).toBeVisible()
}

async function chooseAccountEntry(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('whether a reversal asks for confirmation is a setting of the account', async ({ page }) => {
  const trader = new Trader(page)
  const username = `reversing${thisRun()}`
  const dialog = page.locator(dialogPart)
  const reverse = async (): Promise<void> =>
    (await trader.row('Positions', 'BTCUSDT')).getByRole('button', { name: 'Reverse' }).click()
  await trader.open('BTCUSDT')
  await trader.openAccount(username, 'correct horse')
  await buyAtMarket(trader)

  await test.step('a trader who ticks the box is not asked again', async () => {
    await reverse()
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Reverse' }).click()
    await expect(await trader.row('Positions', '-0.010 BTC')).toBeVisible()
    await expect(async () => {
      const { preferences } = await trader.ask('userInfo', {})
      expect(preferences.reverseClickTipStatus).toBe('hide')
    }).toPass()
    // The same reversal at once counts as a double click, and a fast machine is that fast.
    await expect(async () => {
      if (await (await trader.row('Positions', '-0.010 BTC')).isVisible()) await reverse()
      await expect(await trader.row('Positions', '+0.010 BTC')).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await expect(dialog).toHaveCount(0)
  })
  await test.step('a new account in the same browser is asked', async () => {
    await chooseAccountEntry(page, 'Sign out')
    await trader.getDemoFunds()
    await buyAtMarket(trader)
    await reverse()
    await expect(dialog.getByRole('checkbox')).not.toBeChecked()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(await trader.row('Positions', '+0.010 BTC')).toBeVisible()
  })
  await test.step('the first account is not asked, after signing in again', async () => {
    await chooseAccountEntry(page, 'Sign in to another account')
    // The demo account has no name: leaving it asks for confirmation.
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign in' }).click()
    await expect(dialog.getByLabel('Username')).toBeFocused()
    await page.keyboard.type(username)
    await dialog.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(await trader.row('Positions', '+0.010 BTC')).toBeVisible()
    await reverse()
    await expect(await trader.row('Positions', '-0.010 BTC')).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })
})

test('a demo account without a name survives a lost token cookie and answers that end the session', async ({
  page,
  context,
  complaints,
}) => {
  // The refusals that this journey causes.
  complaints.excuse(/40[13]/)
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await buyAtMarket(trader)
  const uid = await accountOf(trader)

  await test.step('the token cookie is deleted and the page reloaded: the account is the same', async () => {
    await context.clearCookies({ name: 'token' })
    await page.reload()
    await trader.isLive()
    await expect(await trader.row('Positions', 'BTCUSDT')).toBeVisible()
    expect(await accountOf(trader)).toBe(uid)
  })
  await test.step('an order is answered with 10009: the session is renewed, and the account is the same', async () => {
    await page.route('**/order/create?*', (route) =>
      route.fulfill({
        status: 403,
        json: { ret_code: 10009, ret_msg: 'usertoken', result: null, ext_map: {} },
      }),
    )
    await trader.place({ side: 'Buy', qty: '0.010' })
    await expect(page.getByText(/10009: /).first()).toBeVisible()
    await expect(await trader.row('Positions', 'BTCUSDT')).toBeVisible()
    await page.unroute('**/order/create?*')
    await trader.place({ side: 'Buy', qty: '0.010' })
    await expect(await trader.row('Positions', '+0.020 BTC')).toBeVisible()
    expect(await accountOf(trader)).toBe(uid)
  })
})

test('two tabs of one browser show the same account, and act only for it', async ({
  page,
  context,
  complaints,
}) => {
  // The other tab may ask for a stream before it has noticed the sign-out.
  complaints.excuse(/401/)
  const first = new Trader(page)
  await first.open('BTCUSDT')
  await first.getDemoFunds()
  const before = await accountOf(first)
  const second = new Trader(await context.newPage())
  await second.open('BTCUSDT')
  await chooseAccountEntry(second.page, 'Sign out')
  await second.page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(first.ticket.getByRole('button', { name: 'Get 100,000 demo USDT' })).toBeVisible()
  await second.getDemoFunds()
  await expect(first.ticket.getByRole('button', { name: 'Buy / Long' })).toBeVisible()
  await buyAtMarket(first)
  await expect(await second.row('Positions', 'BTCUSDT')).toBeVisible()
  expect(await accountOf(first)).not.toBe(before)
})

test('a banned account is blocked and cannot trade, and trades again when the ban is lifted', async ({
  page,
}) => {
  test.slow()
  const trader = new Trader(page)
  const wall = page.getByRole('alertdialog', { name: 'Not available to you' })
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await buyAtMarket(trader)
  const uid = await accountOf(trader)
  expect(operate('ban', uid, 'wash trading')).toContain('is banned')

  await test.step('the dialog about the ban opens by itself', async () => {
    await expect(wall).toContainText('Reason: wash trading')
    await expectAccessible(page)
    await takePicture(page, 'wall')
  })
  await test.step('its confirm button leads to a page without the dialog, where nothing can be traded', async () => {
    await wall.getByRole('button', { name: 'Go to spot' }).click()
    await expect(page).toHaveURL(/\/pt-BR\/trade\/spot\/BTC\/USDT$/)
    await expect(await trader.row('Positions', 'BTCUSDT')).toBeVisible()
    await expect(wall).toHaveCount(0)
    await trader.ticket.getByRole('textbox', { name: 'Quantity' }).fill('0.01')
    await trader.ticket.getByRole('button', { name: 'Buy BTC' }).click()
    await wall.getByRole('button', { name: 'Go to spot' }).click()
    await expect(wall).toHaveCount(0)
    expect((await trader.ask('openOrders', {})).list).toEqual([])
  })
  await test.step('its cancel button leads out of the terminal', async () => {
    await page.getByRole('link', { name: 'USDT Perpetual' }).click()
    await wall.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/\/left$/)
    await expect(page.getByRole('heading', { name: 'You have left the terminal' })).toBeVisible()
    await expect(wall).toHaveCount(0)
    await expectAccessible(page)
    await takePicture(page, 'left')
  })
  await test.step('the account trades again once the ban is lifted', async () => {
    expect(operate('unban', uid)).toContain('is not banned any more')
    await page.getByRole('button', { name: 'Back to the terminal' }).click()
    await trader.isLive()
    await expect(wall).toHaveCount(0)
    await trader.place({ side: 'Buy', qty: '0.010' })
    await expect(await trader.row('Positions', '+0.020 BTC')).toBeVisible()
  })
})

test('contracts trade while the spot lists hang, and after the contract list has failed twice', async ({
  page,
  complaints,
}) => {
  complaints.excuse(
    /brief-symbol-list|Failed to load resource|could not be loaded|Spot symbol list/,
  )
  const trader = new Trader(page)
  let failures = 0
  await page.route('**/spot/api/basic/**', () => undefined)
  await page.route('**/brief-symbol-list?*', (route) => {
    failures += 1
    return failures <= 2 ? route.abort() : route.continue()
  })
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await buyAtMarket(trader)
  expect(failures).toBe(3)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a chart in a window of its own returns after a reload, and by a button', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  const chart = page.getByTitle('Financial Chart')
  const emptyPlace = page.getByText('This panel is in a window of its own')
  await expect(chart).toBeVisible()
  const popOut = async (): Promise<Page> => {
    const opening = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Open in new window' }).first().click()
    const opened = await opening
    await expect(opened.getByTitle('Financial Chart')).toBeVisible()
    await expect(emptyPlace).toBeVisible()
    return opened
  }
  await popOut()
  await page.getByRole('button', { name: 'Dock back' }).click()
  await expect(chart).toBeVisible()
  await (await popOut()).close({ runBeforeUnload: true })
  await expect(chart).toBeVisible()
  await expect(emptyPlace).toHaveCount(0)
  await popOut()
  await page.reload()
  await trader.isLive()
  await expect(chart).toBeVisible()
})

test('a window that the browser blocks causes a notice, and its panel stays', async ({
  page,
  complaints,
}) => {
  complaints.excuse(/Unable to open window/)
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await page.evaluate(() => (window.open = () => null))
  await page.getByRole('button', { name: 'Open in new window' }).first().click()
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices.getByText('Your browser blocked the new window')).toBeVisible()
  await expect(page.getByTitle('Financial Chart')).toBeVisible()
})

test('every product has a link, short addresses lead to a market, and the language menu closes', async ({
  page,
}) => {
  await page.goto('/trade')
  await expect(page).toHaveURL(/\/trade\/usdt\/BTCUSDT$/)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  for (const [name, address] of [
    ['USDC Perpetual', /\/trade\/futures\/usdc\/BTC/],
    ['Inverse Perpetual', /\/trade\/inverse\/BTCUSD$/],
    ['Futures', /\/trade\/(?:usdt|futures\/usdc|inverse\/futures)\/BTC/],
    ['Spot', /\/trade\/spot\/BTC\/USDT$/],
    ['USDT Perpetual', /\/trade\/usdt\/BTCUSDT$/],
  ] as const) {
    const link = navigation.getByRole('link', { name, exact: true })
    await link.click()
    await expect(page).toHaveURL(address)
    await expect(link).toHaveAttribute('aria-current', 'page')
  }
  await page.goto('/trade/spot')
  await expect(page).toHaveURL(/\/trade\/spot\/BTC\/USDT$/)
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'USDT-Perpetual' })).toBeVisible()
})
