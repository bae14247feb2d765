// Alerts belong to the account: a visitor's alerts move to it, two browsers show the same ones, and
// an alert that triggers while every page is closed is shown by the next page.

import type { APIRequestContext } from '@playwright/test'
import type { CallAnswer } from '@basis/protocol/calls'
import {
  desktop,
  dialogPart,
  expect,
  expectAccessible,
  takePicture,
  test,
  thisRun,
} from './journey.ts'
import { Trader } from './trader.ts'

const password = 'correct horse battery staple'

/** Asks for the fired alerts as the browser would, with no page open. */
async function firings(request: APIRequestContext) {
  const response = await request.get('/contract/v5/alert/firings')
  const { result } = (await response.json()) as { result: CallAnswer<'alertFirings'> }
  return result.list
}

test('alerts belong to the account: they are in every browser and trigger while none is open', async ({
  page,
  context,
  browser,
  complaints,
}) => {
  const trader = new Trader(page)
  const button = page.getByRole('button', { name: /^Price alerts, / })
  const username = `alerts.owner${thisRun()}`
  await test.step('a visitor’s alert moves to the account that the visitor opens', async () => {
    await trader.open('BTCUSDT')
    await button.click()
    await page.getByRole('textbox', { name: 'BTCUSDT' }).fill('123456.7')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('Last price crosses 123,456.7')).toBeVisible()
    await page.keyboard.press('Escape')
    await trader.openAccount(username, password)
    await expect
      .poll(async () => (await trader.ask('alerts', {})).list)
      .toMatchObject([{ symbols: ['BTCUSDT'], figure: 'last', value: '123456.7' }])
    await expect(button).toHaveText('1')
  })
  await test.step('another browser has it, and changes made there appear here', async () => {
    const otherContext = await browser.newContext({ viewport: desktop })
    await complaints.watch(otherContext)
    const other = new Trader(await otherContext.newPage())
    await other.open('BTCUSDT')
    await other.ticket.getByRole('button', { name: 'I have an account' }).click()
    const dialog = other.page.locator(dialogPart)
    await dialog.getByLabel('Username').fill(username)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(dialog).toBeHidden()
    const list = other.page.getByRole('button', { name: 'Price alerts, 1 active' })
    await list.click()
    await other.page.getByRole('textbox', { name: 'BTCUSDT' }).fill('1234.5')
    await other.page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(button).toHaveText('2')
    await button.click()
    await page.getByRole('button', { name: /^Remove alert for BTCUSDT: .*123,456\.7/ }).click()
    await expect(other.page.getByText('Last price crosses 123,456.7')).toBeHidden()
    await page.keyboard.press('Escape')
    await otherContext.close()
  })
  await test.step('an alert triggers while every page is closed, and the next page shows it', async () => {
    const last = Number(await trader.best('BTCUSDT', 'bids'))
    // Alerts on both sides: whichever way the price goes, it crosses one after the page is closed,
    // and does not pass all of them while they are set.
    const steps = Array.from({ length: 10 }, (_, at) => [4 * at + 1, -4 * at - 1]).flat()
    for (const step of steps) {
      const value = (last + step).toFixed(1)
      const asked = { symbols: ['BTCUSDT'], figure: 'last' as const, value, note: 'near' }
      await trader.arrange('createAlert', { ...asked, coolDown: 10 })
    }
    await page.close()
    const closedMs = Date.now()
    await expect
      .poll(async () => (await firings(context.request)).some(({ timeE3 }) => timeE3 > closedMs), {
        timeout: 180_000,
      })
      .toBe(true)
    const again = new Trader(await context.newPage())
    await again.open('BTCUSDT')
    await again.page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
    const notice = again.page.getByText(/^Alert triggered at [\d,.]+\. near$/)
    await expect(notice.first()).toBeVisible()
    await takePicture(again.page, 'alerts-told')
  })
})

/** Counts the tones and browser notices of a page, which a test can neither hear nor see. */
function countSignals(): void {
  const counted = { tones: 0, notices: [] as string[] }
  Object.assign(globalThis, { counted })
  const begin = AudioContext.prototype.createOscillator
  AudioContext.prototype.createOscillator = function createOscillator(this: AudioContext) {
    counted.tones += 1
    return Reflect.apply(begin, this, [])
  }
  class CountedNotification extends EventTarget {
    static permission = 'default'
    static async requestPermission(): Promise<string> {
      CountedNotification.permission = 'granted'
      return 'granted'
    }
    constructor(title: string) {
      super()
      counted.notices.push(title)
    }
    close(): void {}
  }
  Object.assign(globalThis, { Notification: CountedNotification })
}

test('an alert plays a sound, and the browser shows it while the tab is hidden', async ({
  page,
}) => {
  await page.addInitScript(countSignals)
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  const counted = () =>
    page.evaluate(() => Reflect.get(globalThis, 'counted') as { tones: number; notices: string[] })
  const dialog = page.locator(dialogPart)
  await test.step('sounds are chosen by event, played by a button and kept with the account', async () => {
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Sounds and notifications' }).click()
    await expect(dialog.getByText('nothing can be sent to you', { exact: false })).toBeVisible()
    expect(await counted()).toEqual({ tones: 0, notices: [] })
    await dialog.getByRole('button', { name: 'Play: Order filled' }).click()
    await expect.poll(async () => (await counted()).tones).toBeGreaterThan(0)
    await dialog.getByRole('switch', { name: 'Sound: Order filled' }).click()
    await dialog.getByRole('combobox', { name: 'Tone: Order filled' }).click()
    await page.getByRole('option', { name: 'Bell' }).click()
    await dialog.getByRole('button', { name: 'Allow notifications' }).click()
    await expect(dialog.getByText('Notifications are on', { exact: false })).toBeVisible()
    await expectAccessible(page, dialogPart)
    await takePicture(page, 'sounds')
    await expect
      .poll(async () => (await trader.ask('userInfo', {})).preferences.signals)
      .toEqual({ orderFilled: { sound: true, tone: 'bell', notice: true } })
    await page.keyboard.press('Escape')
  })
  await test.step('a filled order and an alert play sounds; the browser shows a notice only while the tab is hidden', async () => {
    const before = (await counted()).tones
    await trader.place({ side: 'Buy', qty: '0.010' })
    await expect.poll(async () => (await counted()).tones).toBeGreaterThan(before)
    expect((await counted()).notices).toEqual([])
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    })
    const asked = { symbols: ['BTCUSDT'], figure: 'last' as const, value: '1000' }
    await trader.arrange('createAlert', { ...asked, operator: 'above' })
    await expect
      .poll(async () => (await counted()).notices)
      .toEqual(['BTCUSDT: Last price above 1,000.0'])
    await expect(page).toHaveTitle(/^\(1\) /)
  })
})

test('alerts are made, changed, paused and removed in their dialog', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  const dialog = page.locator(dialogPart)
  const alerts = async () => (await trader.ask('alerts', {})).list
  await test.step('an alert is made by a typed command', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search, or type/ }).fill('alert btc > 900000')
    await expect(dialog.getByText('Alert · BTCUSDT · Last price above 900,000.0')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect.poll(alerts).toMatchObject([{ operator: 'above', value: '900000' }])
  })
  await test.step('an alert is made by the form, which shows an error at its field', async () => {
    await page.getByRole('button', { name: /^Price alerts, / }).click()
    await page.getByRole('button', { name: 'New alert' }).click()
    await dialog.getByRole('combobox', { name: 'Figure' }).click()
    await page.getByRole('option', { name: 'Funding rate' }).click()
    await dialog.getByRole('button', { name: 'Create alert' }).click()
    await expect(dialog.getByText('Enter a number with at most 6 decimals')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Value' }).fill('0.9')
    await dialog.getByRole('switch', { name: 'Trigger every time' }).click()
    await dialog.getByRole('textbox', { name: 'Note' }).fill('crowded')
    await expectAccessible(page, dialogPart)
    await takePicture(page, 'alert-form')
    await dialog.getByRole('button', { name: 'Create alert' }).click()
    const made = { figure: 'funding', value: '0.009', coolDown: 300, note: 'crowded' }
    await expect.poll(async () => (await alerts())[1]).toMatchObject(made)
  })
  await test.step('the list shows the distance to the trigger; an alert is paused, changed and removed', async () => {
    const row = dialog.getByRole('listitem').filter({ hasText: 'Funding rate crosses 0.9%' })
    await expect(row).toContainText(/Now -?\d+\.\d+% · \d+\.\d+% away/)
    await row.getByRole('button', { name: /^Pause alert/ }).click()
    await expect(row).toContainText('Paused')
    await row.getByRole('button', { name: /^Edit alert/ }).click()
    await dialog.getByRole('textbox', { name: 'Value' }).fill('0.8')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => (await alerts())[1])
      .toMatchObject({
        value: '0.008',
        status: 'paused',
      })
    await expectAccessible(page, dialogPart)
    await takePicture(page, 'alerts-list')
    await dialog.getByRole('button', { name: /^Remove alert for BTCUSDT: Funding/ }).click()
    await expect.poll(async () => (await alerts()).length).toBe(1)
  })
  await test.step('an alert that has triggered is in the history', async () => {
    const asked = { symbols: ['BTCUSDT'], figure: 'last' as const, value: '1000' }
    await trader.arrange('createAlert', { ...asked, operator: 'above' })
    await dialog.getByRole('tab', { name: 'History' }).or(dialog.getByText('History')).click()
    const entry = dialog.getByRole('listitem').filter({ hasText: 'Last price above 1,000.0' })
    await expect(entry).toContainText(/at [\d,.]+/)
  })
})

test('a screen is saved and made a watchlist, and its condition becomes an alert', async ({
  page,
}) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await page.getByRole('link', { name: 'Markets', exact: true }).click()
  const rows = page.getByRole('table', { name: 'Markets' }).getByRole('row')
  const screens = page.getByRole('button', { name: 'Saved screens' })
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await test.step('a filter on a figure leaves the markets that match', async () => {
    await page.getByRole('button', { name: 'USDT', exact: true }).click()
    await page.getByRole('button', { name: 'Screener' }).click()
    const before = await rows.count()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await choose('Figure', '24h turnover')
    await page.getByRole('textbox', { name: 'Value' }).fill('50000000')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect(page.getByText('24h turnover above 50,000,000 USD')).toBeVisible()
    await expect(rows.filter({ hasText: 'BTCUSDT' })).toHaveCount(1)
    expect(await rows.count()).toBeLessThan(before)
  })
  await test.step('the screen is saved under a name, and found by it after a reload', async () => {
    await screens.click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Liquid')
    await page.getByRole('button', { name: 'Save screen' }).click()
    await page.getByRole('button', { name: 'Watchlist: Liquid' }).click()
    await expectAccessible(page, dialogPart)
    await takePicture(page, 'screens')
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    await page.reload()
    await screens.click()
    await page.getByRole('button', { name: 'Liquid', exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByText('24h turnover above 50,000,000 USD')).toBeVisible()
    await expect(rows.filter({ hasText: 'BTCUSDT' })).toHaveCount(1)
  })
  await test.step('its watchlist can be chosen among the favourites', async () => {
    await page.getByRole('button', { name: /^Remove filter/ }).click()
    await page.getByRole('button', { name: 'Favourites', exact: true }).click()
    await choose('Watchlist', 'Liquid')
    await expect(rows.filter({ hasText: 'BTCUSDT' })).toHaveCount(1)
    await page.getByRole('button', { name: 'Liquid', exact: true }).click()
    await page.getByRole('button', { name: 'Liquid', exact: true }).last().click()
    await page.keyboard.press('Escape')
  })
  await test.step('one button makes its condition an alert on all its markets', async () => {
    await page.getByRole('button', { name: /^Alert on this condition/ }).click()
    await expect
      .poll(async () => (await trader.ask('alerts', {})).list)
      .toMatchObject([{ figure: 'turnover', operator: 'above', value: '50000000', coolDown: 900 }])
    const [alert] = (await trader.ask('alerts', {})).list
    expect(alert?.symbols).toContain('BTCUSDT')
    expect(alert?.symbols.length).toBeGreaterThan(1)
  })
})
