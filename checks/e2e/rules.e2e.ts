// Rule orders at the page: what is typed is sent and kept, and the rule fires with the page closed.

import { dialogPart, expect, expectAccessible, test } from './journey.ts'
import { Trader } from './trader.ts'

test('a rule made on the page fires while the page is closed', async ({ page }) => {
  const trader = new Trader(page)
  const dialog = page.locator(dialogPart)
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  const list = page.getByRole('region', { name: 'Algorithmic orders' })
  const cards = list.getByRole('list', { name: 'Rules' }).getByRole('listitem')
  const known = async () => (await trader.ask('rules', {})).list
  const choose = async (name: string, option: string) => {
    await dialog.getByRole('combobox', { name }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const open = async () => {
    await list.getByRole('button', { name: 'New algorithmic order' }).click()
    await dialog.getByRole('button', { name: 'Rule', exact: true }).click()
  }
  const start = async () => {
    const sent = page.waitForRequest((request) => request.url().includes('/rule/create'))
    await dialog.getByRole('button', { name: 'Start rule' }).click()
    const { orderLinkId, ...asked } = (await sent).postDataJSON() as Record<string, unknown>
    expect(orderLinkId).toMatch(/^w-/)
    await expect(dialog).toBeHidden()
    return asked
  }
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await trader.show('Algo orders')

  await test.step('what is typed, what is sent and what the exchange keeps agree', async () => {
    await open()
    await field('Number').fill('1000000')
    await field('Quantity each time').fill('0.002')
    await field('Fires at most').fill('101')
    await expect(dialog.getByText('Must be between 1 and 100')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Start rule' })).toBeDisabled()
    await field('Fires at most').fill('2')
    const words = 'When mark price is above 1,000,000: Buy 0.002 BTC at market'
    await expect(dialog.getByText(words)).toBeVisible()
    await expect(dialog.getByText('0.004 BTC')).toBeVisible()
    await expectAccessible(page, dialogPart)
    const asked = await start()
    expect(asked).toMatchObject({
      conditions: [
        { left: { of: 'Mark' }, operator: 'Above', right: { of: 'Number', value: '1000000' } },
      ],
      action: { type: 'Order', side: 'Buy', orderType: 'Market', qty: '0.002', reduceOnly: false },
      maxTimes: 2,
      coolDown: 60,
    })
    expect(await known()).toMatchObject([{ ...asked, status: 'Running', firedTimes: 0 }])
    await expect(cards).toContainText(words)
    await expect(cards).toContainText('Fired 0 of 2')
  })

  await test.step('the rule is paused, resumed and cancelled', async () => {
    await list.getByRole('button', { name: 'Pause Rule BTCUSDT' }).click()
    await expect(cards).toContainText('Paused')
    expect(await known()).toMatchObject([{ status: 'Paused' }])
    await list.getByRole('button', { name: 'Resume Rule BTCUSDT' }).click()
    await expect(cards).toContainText('Running')
    await list.getByRole('button', { name: 'Cancel Rule BTCUSDT' }).click()
    await expect(list.getByText('No algorithmic order is running')).toBeVisible()
    expect(await known()).toMatchObject([{ status: 'Cancelled' }])
  })

  await test.step('a rule whose condition holds fires with the page closed, and the page shows it afterwards', async () => {
    await open()
    await choose('Comparison', 'is below')
    await field('Number').fill('1000000')
    await dialog.getByRole('button', { name: 'Limit', exact: true }).click()
    await field('Quantity each time').fill('0.002')
    await field('Limit price').fill('50000')
    await start()
    await page.goto('about:blank')
    await page.waitForTimeout(4000)
    await trader.open('BTCUSDT')
    await expect(async () => {
      const states = (await known()).map(({ status }) => status)
      expect(states.toSorted()).toEqual(['Cancelled', 'Completed'])
    }).toPass()
    expect((await trader.ask('openOrders', { symbol: 'BTCUSDT' })).list).toMatchObject([
      { price: '50000.0', qty: '0.002', side: 'Buy' },
    ])
    await trader.show('Algo orders')
    await list.getByRole('button', { name: 'Ended' }).click()
    await expect(cards.first()).toContainText('Fired 1 of 1')
  })
})
