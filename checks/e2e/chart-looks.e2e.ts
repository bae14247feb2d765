// The appearance of the chart: another theme restyles everything painted, drawings and trading
// lines too, and leaves the time zone; fingers pan and zoom.

import type { CDPSession } from '@playwright/test'
import { Chart } from './chart-view.ts'
import { expect, phone, takePicture, test } from './journey.ts'
import { Trader } from './trader.ts'

/** The palettes' colours that are painted as they are: candles, and drawings without one. */
const colours = {
  dark: { up: '#20B26C', down: '#EF454A', drawing: '#6BA4FF' },
  light: { up: '#0B7F48', down: '#CF2F36', drawing: '#1668DC' },
} as const

test('another theme restyles drawings and lines, and keeps the time zone', async ({ page }) => {
  const trader = new Trader(page)
  const chart = new Chart(page)
  const zone = chart.frame.locator('.footer').getByRole('button', { name: 'Time zone' })
  const line = chart.frame.locator('.line-list [role="button"]').filter({ hasText: 'Buy limit' })
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await chart.isDrawn()
  await test.step('a time zone, a drawing and a line are set', async () => {
    await zone.click()
    await chart.frame.getByRole('menuitemradio', { name: 'Tokyo' }).click()
    await expect(zone).toContainText('+9')
    await chart.tool('Trend line').click()
    await chart.click([0.25, 0.35], [0.5, 0.6])
    await page.keyboard.press('Escape')
    const bid = Number(await trader.best('BTCUSDT', 'bids'))
    // Out of the price's reach: only the list of lines has to show it.
    const price = (Math.floor(bid * 0.95 * 2) / 2).toFixed(1)
    await trader.place({ side: 'Buy', qty: '0.020', price })
    await expect(line).toHaveCount(1)
    await trader.closeNotices()
  })
  const isPaintedIn = async (theme: 'dark' | 'light') => {
    const other = theme === 'dark' ? 'light' : 'dark'
    for (const part of ['up', 'down', 'drawing'] as const) {
      const count = async (name: 'dark' | 'light') =>
        (await chart.painted(colours[name][part])).pixels
      await expect.poll(() => count(theme), `${part} of the ${theme} theme`).toBeGreaterThan(20)
      expect(await count(other), `${part} of the ${other} theme`).toBe(0)
    }
    expect(await chart.drawings()).toEqual(['Trend line'])
    await expect(line).toHaveCount(1)
    await expect(zone).toContainText('+9')
  }
  await isPaintedIn('dark')
  await test.step('the light theme restyles them, also after a reload', async () => {
    await page.getByRole('button', { name: 'Switch to the light theme' }).click()
    await isPaintedIn('light')
    await takePicture(page, 'chart-restyled-light')
    await page.reload()
    await trader.isLive()
    await chart.isDrawn()
    await isPaintedIn('light')
  })
  await test.step('the dark theme restyles them again', async () => {
    await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
    await isPaintedIn('dark')
  })
})

type Finger = { readonly x: number; readonly y: number }

/** Sends touch events to the page as a touch screen would. */
class Fingers {
  readonly #session: CDPSession

  constructor(session: CDPSession) {
    this.#session = session
  }

  async move(from: readonly Finger[], to: readonly Finger[]): Promise<void> {
    const steps = 12
    await this.#dispatch('touchStart', from)
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps
      await this.#dispatch(
        'touchMove',
        from.map(({ x, y }, at) => ({
          x: x + ((to[at]?.x ?? x) - x) * part,
          y: y + ((to[at]?.y ?? y) - y) * part,
        })),
      )
    }
    await this.#dispatch('touchEnd', [])
  }

  async #dispatch(type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: readonly Finger[]) {
    const touchPoints = fingers.map(({ x, y }, id) => ({ x, y, id }))
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints })
    // A touch screen reports once per frame.
    await new Promise((resolve) => setTimeout(resolve, 17))
  }
}

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true })

  test('one finger pans the chart, two zoom it', async ({ page }) => {
    const trader = new Trader(page)
    const chart = new Chart(page)
    await trader.open('BTCUSDT')
    await chart.isDrawn()
    const fingers = new Fingers(await page.context().newCDPSession(page))
    const bodyPx = async () => (await chart.painted(colours.dark.up)).longestRun
    const usual = await bodyPx()
    expect(usual).toBeGreaterThan(2)
    await test.step('moving two fingers apart makes bars wider', async () => {
      const from = [await chart.spot([0.4, 0.4]), await chart.spot([0.5, 0.4])]
      const to = [await chart.spot([0.15, 0.4]), await chart.spot([0.75, 0.4])]
      await fingers.move(from, to)
      await expect.poll(bodyPx).toBeGreaterThan(usual * 1.5)
      await takePicture(page, 'phone-chart-pinched')
    })
    await test.step('moving two fingers together makes bars narrower', async () => {
      // Compared with the wider bars: the effect of a pinch depends on the moves a busy machine
      // merges.
      const grown = await bodyPx()
      const from = [await chart.spot([0.1, 0.4]), await chart.spot([0.8, 0.4])]
      const to = [await chart.spot([0.42, 0.4]), await chart.spot([0.5, 0.4])]
      await fingers.move(from, to)
      await expect.poll(bodyPx).toBeLessThan(grown / 1.5)
    })
    await test.step('one finger to the right shows older bars, and a button leads back', async () => {
      const back = chart.frame.locator('.to-latest')
      await expect(back).toBeHidden()
      await fingers.move([await chart.spot([0.2, 0.5])], [await chart.spot([0.75, 0.5])])
      await expect(back).toBeVisible()
      await back.tap()
      await expect(back).toBeHidden()
    })
  })
})
