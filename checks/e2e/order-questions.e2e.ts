// When the ticket asks for confirmation, and pages without a ticket.

import { expect, expectAccessible, test } from './journey.ts'
import { Trader } from './trader.ts'

test('confirmation is asked for money at risk, not for leverage, and no more once it is switched off', async ({
  page,
}) => {
  const trader = new Trader(page)
  const question = page.getByRole('alertdialog')
  const filled = async () => {
    const { list } = await trader.ask('positionList', { symbol: 'BTCUSDT' })
    return list[0]?.size
  }
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await test.step('an order at 50x for 650 of 100,000 USDT is sent without confirmation', async () => {
    await trader.ticket.getByRole('button', { name: /^Leverage/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Leverage/ })
    await dialog.getByRole('textbox', { name: 'Leverage' }).fill('50')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(trader.ticket.getByRole('button', { name: /^Leverage 50x/ })).toBeVisible()
    await trader.place({ side: 'Buy', qty: '0.010' })
    await expect.poll(filled).toBe('0.010')
  })
  await test.step('an order that uses more than half of the equity asks for confirmation', async () => {
    await trader.place({ side: 'Buy', qty: '45' })
    await expect(question).toContainText(/Uses \d+% of your equity/)
    await expectAccessible(page, '[role="alertdialog"]')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    expect(await filled()).toBe('0.010')
    await expect(trader.ticket.getByRole('textbox', { name: 'Quantity' })).toHaveValue('45')
  })
  await test.step('once it is switched off no confirmation is asked, also after a reload', async () => {
    const bid = Number(await trader.best('BTCUSDT', 'bids'))
    const order = { side: 'Buy', qty: '45', price: (bid * 0.995).toFixed(1) } as const
    const waiting = async () => {
      const { list } = await trader.ask('openOrders', { symbol: 'BTCUSDT' })
      return list.map(({ qty }) => qty)
    }
    await trader.place(order)
    await question.getByRole('checkbox', { name: 'Don’t ask again for this reason' }).check()
    await question.getByRole('button', { name: 'Confirm' }).click()
    await expect.poll(waiting).toEqual(['45.000'])
    await trader.arrange('cancelAllOrders', { symbol: 'BTCUSDT' })
    await expect.poll(waiting).toEqual([])
    await page.reload()
    await trader.isLive()
    await trader.place(order)
    await expect.poll(waiting).toEqual(['45.000'])
    await expect(question).toBeHidden()
  })
})

test('the address of a missing market has no ticket, and links to the market that has the symbol', async ({
  page,
}) => {
  const { ticket } = new Trader(page)
  for (const [path, words, elsewhere] of [
    ['/trade/usdt/BTCUSD', 'BTCUSD', '/trade/inverse/BTCUSD'],
    ['/trade/usdt/NOPEUSDT', 'NOPEUSDT', undefined],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading')).toContainText(words)
    await expect(ticket).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Order book' })).toHaveCount(0)
    if (elsewhere === undefined) continue
    await page
      .getByRole('main')
      .getByRole('button', { name: /BTCUSD/ })
      .click()
    await expect(page).toHaveURL(new RegExp(`${elsewhere}$`))
    await expect(ticket).toBeVisible()
  }
})
