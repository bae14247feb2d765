// Requests whose answer is lost, pressed again: the exchange has one of each.

import type { Page } from '@playwright/test'
import { dialogPart, expect, test } from './journey.ts'
import { Trader } from './trader.ts'

const repeatable = 'Send it again: it will not be carried out twice'

/** The exchange receives the requests of a path, and none of its answers arrives. */
async function loseAnswers(page: Page, path: string): Promise<() => Promise<void>> {
  await page.route(path, async (route) => {
    await route.fetch()
    await route.abort('failed')
  })
  return () => page.unroute(path)
}

test('a rule and an alert without an answer are sent again without becoming two', async ({
  page,
  complaints,
}) => {
  complaints.excuse(/Failed to load resource|net::ERR_FAILED|(rule|alert)\/create/)
  const trader = new Trader(page)
  const dialog = page.locator(dialogPart)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()

  await test.step('the form of a rule stays open and sends the same rule', async () => {
    await trader.show('Algo orders')
    const list = page.getByRole('region', { name: 'Algorithmic orders' })
    await list.getByRole('button', { name: 'New algorithmic order' }).click()
    await dialog.getByRole('button', { name: 'Rule', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Number', exact: true }).fill('1000000')
    await dialog.getByRole('textbox', { name: 'Quantity each time' }).fill('0.002')
    const arrive = await loseAnswers(page, '**/rule/create*')
    const start = dialog.getByRole('button', { name: 'Start rule' })
    await start.click()
    await expect(page.getByText(repeatable).first()).toBeVisible()
    await expect.poll(async () => (await trader.ask('rules', {})).list.length).toBe(1)
    await arrive()
    // For a moment after the first press another one counts as a double click.
    await expect(async () => {
      if (await start.isVisible()) await start.click({ timeout: 1_000 })
      await expect(dialog).toBeHidden({ timeout: 1_000 })
    }).toPass()
    expect((await trader.ask('rules', {})).list).toHaveLength(1)
    await trader.closeNotices()
  })

  await test.step('an alert added again is the same alert', async () => {
    await page.getByRole('button', { name: /^Price alerts, / }).click()
    const field = page.getByRole('textbox', { name: 'BTCUSDT' })
    const add = page.getByRole('button', { name: 'Add', exact: true })
    const arrive = await loseAnswers(page, '**/alert/create*')
    await field.fill('123456.7')
    await add.click()
    await expect(page.getByText(repeatable).first()).toBeVisible()
    await arrive()
    await field.fill('123456.7')
    await add.click()
    await expect(page.getByText('Last price crosses 123,456.7')).toBeVisible()
    expect((await trader.ask('alerts', {})).list).toHaveLength(1)
  })
})

test('a reversal without an answer is shown, and the next one reverses back', async ({
  page,
  complaints,
}) => {
  complaints.excuse(/Failed to load resource|net::ERR_FAILED|reverse/)
  const trader = new Trader(page)
  const dialog = page.locator(dialogPart)
  const held = async () => {
    const { list } = await trader.ask('positionList', { symbol: 'BTCUSDT' })
    return list.map(({ side, size }) => `${side} ${size}`)
  }
  const reverse = async (from: string) => {
    const row = await trader.row('Positions', from)
    await row.getByRole('button', { name: 'Reverse BTCUSDT' }).click()
    await dialog.getByRole('button', { name: 'Reverse' }).click()
  }
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await trader.place({ side: 'Buy', qty: '0.01' })
  await expect.poll(held).toEqual(['Buy 0.010'])
  const arrive = await loseAnswers(page, '**/position/reverse*')
  await reverse('Long')
  await expect(page.getByText(repeatable).first()).toBeVisible()
  await expect.poll(held).toEqual(['Sell 0.010'])
  await arrive()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // For a moment after the first press another one counts as a double click.
  await expect(async () => {
    if ((await held())[0] === 'Sell 0.010') await reverse('Short')
    await expect(dialog).toBeHidden({ timeout: 1_000 })
    expect(await held()).toEqual(['Buy 0.010'])
  }).toPass()
})
