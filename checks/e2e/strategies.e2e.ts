// Algorithmic orders at the page: what is typed, what is sent, and what the exchange runs agree.

import type { Page } from '@playwright/test'
import { dialogPart, expect, expectAccessible, test } from './journey.ts'
import { Trader } from './trader.ts'

/** Presses the form's button and returns the request that it sent. */
async function start(page: Page, words: string) {
  const sent = page.waitForRequest((request) => request.url().includes('/strategy/create'))
  await page.locator(dialogPart).getByRole('button', { name: words }).click()
  const { orderLinkId, ...asked } = (await sent).postDataJSON() as Record<string, unknown>
  expect(orderLinkId).toMatch(/^w-/)
  await expect(page.locator(dialogPart)).toBeHidden()
  return asked
}

test('algorithmic orders are started, followed and cancelled', async ({ page }) => {
  const trader = new Trader(page)
  const dialog = page.locator(dialogPart)
  const field = (name: string) => dialog.getByRole('textbox', { name })
  const kind = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  const list = page.getByRole('region', { name: 'Algorithmic orders' })
  const open = () => list.getByRole('button', { name: 'New algorithmic order' }).click()
  const running = async () => (await trader.ask('strategies', {})).list
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await trader.show('Algo orders')
  await expect(list.getByText('No algorithmic order is running')).toBeVisible()

  await test.step('the button of the ticket opens the dialog with the typed quantity', async () => {
    await trader.fillTicket({ side: 'Buy', qty: '0.75' })
    await trader.ticket.getByRole('button', { name: /^Algo/ }).click()
    await expect(field('Total quantity')).toHaveValue('0.750')
    await expect(
      dialog.getByRole('button', { name: 'Buy', exact: true, pressed: true }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('a scaled order rests exactly the orders that were shown', async () => {
    await open()
    await kind('Scaled')
    await field('Total quantity').fill('0.05')
    await field('First price').fill('50000')
    await field('Last price').fill('52000')
    await dialog.getByRole('button', { name: 'Increase' }).click()
    const shown = dialog.getByRole('list', { name: 'Orders that will be placed' })
    await expect(shown.getByRole('listitem')).toHaveCount(6)
    await expect(shown.getByRole('listitem').first()).toContainText('50,000.0')
    await expect(shown.getByRole('listitem').first()).toContainText('0.008 BTC')
    await test.step('its orders are on the chart before they are sent', async () => {
      const planned = page
        .frameLocator('iframe[title="Financial Chart"]')
        .locator('.line-list [role="button"]')
        .filter({ hasText: 'Buy limit · not sent' })
      await expect(planned).toHaveCount(6)
      await expect(planned.filter({ hasText: '50400' })).toHaveCount(1)
    })
    await expectAccessible(page, dialogPart)
    const asked = await start(page, 'Start Scaled: Buy 0.050 BTC')
    expect(asked).toEqual({
      symbol: 'BTCUSDT',
      side: 'Buy',
      qty: '0.050',
      reduceOnly: false,
      positionIdx: 0,
      strategyType: 'ScaledOrder',
      priceFrom: '50000.0',
      priceTo: '52000.0',
      orderCount: 6,
      shape: 'Flat',
    })
    const orders = (await trader.ask('openOrders', { symbol: 'BTCUSDT' })).list
    const rest = orders.map(({ price, qty }) => `${qty} at ${price}`).toSorted()
    expect(rest).toEqual([
      '0.008 at 50000.0',
      '0.008 at 50400.0',
      '0.008 at 50800.0',
      '0.008 at 51200.0',
      '0.008 at 51600.0',
      '0.010 at 52000.0',
    ])
    const row = list.getByRole('row', { name: /BTCUSDT/ })
    await expect(row).toContainText('6 orders, 50,000.0 to 52,000.0')
    await expect(trader.status).toContainText('Scaled started')
    // One notice for the scaled order, none for each of its orders.
    await expect(page.getByText('6 orders placed')).toHaveCount(0)
  })

  await test.step('after cancelling, its orders are gone, and the list says why it ended', async () => {
    await list.getByRole('button', { name: 'Cancel Scaled BTCUSDT' }).click()
    await expect(list.getByText('No algorithmic order is running')).toBeVisible()
    expect((await trader.ask('openOrders', { symbol: 'BTCUSDT' })).list).toEqual([])
    await list.getByRole('button', { name: 'Ended' }).click()
    const row = list.getByRole('row', { name: /BTCUSDT/ })
    await expect(row).toContainText('You cancelled it.')
    await expect(row).toContainText('0.000/ 0.050')
    await list.getByRole('button', { name: 'Running' }).click()
  })

  await test.step('a TWAP that is too small is an error at its field, and nothing is sent', async () => {
    await open()
    await field('Total quantity').fill('0.01')
    await expect(dialog.getByText('Min. 0.060 BTC for 60 orders')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Start', exact: true })).toBeDisabled()
    await field('Duration').fill('4')
    await field('Total quantity').fill('0.6')
    await expect(dialog.getByText('Must be between 5 and 1,440 minutes')).toBeVisible()
  })

  await test.step('a TWAP trades its first part at once', async () => {
    await field('Duration').fill('30')
    // The second part is two minutes away, so that pausing comes before it on a busy machine too.
    await dialog.getByRole('combobox', { name: 'One order every' }).click()
    await page.getByRole('option', { name: '120' }).click()
    await expect(dialog.getByText('15 orders of about 0.040 BTC')).toBeVisible()
    const asked = await start(page, 'Start TWAP: Buy 0.600 BTC')
    expect(asked).toMatchObject({
      strategyType: 'TWAP',
      qty: '0.600',
      duration: 1800,
      interval: 120,
    })
    const row = list.getByRole('row', { name: /BTCUSDT/ })
    await expect(row).toContainText('30 min, every 120 s')
    await expect(row).toContainText('0.040 / 0.600 BTC')
    expect(await running()).toMatchObject([{ cumExecQty: '0.040', sentOrders: 1 }])
  })

  await test.step('the TWAP is paused and resumed; page and exchange agree', async () => {
    const row = list.getByRole('row', { name: /BTCUSDT/ })
    await list.getByRole('button', { name: 'Pause TWAP BTCUSDT' }).click()
    await expect(row).toContainText('Paused')
    await expect(trader.status).toContainText('TWAP paused')
    expect(await running()).toMatchObject([{ status: 'Paused', cumExecQty: '0.040' }])
    await list.getByRole('button', { name: 'Resume TWAP BTCUSDT' }).click()
    await expect(row).not.toContainText('Paused')
    expect(await running()).toMatchObject([{ status: 'Running', sentOrders: 1 }])
  })

  await test.step('a reduce-only iceberg and a chase run beside it', async () => {
    await open()
    await kind('Iceberg')
    await kind('Sell')
    await field('Total quantity').fill('0.01')
    await field('Size per order').fill('0.005')
    await dialog.getByRole('combobox', { name: 'Price' }).click()
    await page.getByRole('option', { name: 'Fixed price' }).click()
    await field('Limit price').fill('80000')
    await dialog.getByRole('checkbox', { name: 'Reduce-only' }).click()
    const iceberg = await start(page, 'Start Iceberg: Sell 0.010 BTC')
    expect(iceberg).toMatchObject({ side: 'Sell', subSize: '0.005', price: '80000.0' })
    expect(iceberg).toMatchObject({ reduceOnly: true, priceType: 'Fixed' })
    await open()
    await kind('Chase')
    await field('Total quantity').fill('0.002')
    await field('Maximum distance').fill('500')
    const chase = await start(page, 'Start Chase: Buy 0.002 BTC')
    expect(chase).toMatchObject({ strategyType: 'ChaseLimit', maxDistance: '500' })
    await expect(list.getByRole('row', { name: /Iceberg|TWAP/ })).toHaveCount(2)
  })

  await test.step('one button stops everything that runs', async () => {
    await list.getByRole('button', { name: 'Cancel all algorithmic orders' }).click()
    const sure = page.getByRole('alertdialog')
    await sure.getByRole('button', { name: 'Cancel all algorithmic orders' }).click()
    await expect(list.getByText('No algorithmic order is running')).toBeVisible()
    expect(await running()).toEqual([])
    expect((await trader.ask('openOrders', { symbol: 'BTCUSDT' })).list).toEqual([])
  })
})
