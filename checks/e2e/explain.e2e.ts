// Explanations at the page: a stop that fired, an order that was refused, and the P&L of a closing;
// the page shows the figures of the exchange.

import { dialogPart, expect, expectAccessible, test } from './journey.ts'
import { grouped, Trader } from './trader.ts'

const plain = (text: string): string => text.replaceAll(',', '').replaceAll('−', '-')

test('a refusal, a stop and a closing are explained by the exchange’s own figures', async ({
  page,
}) => {
  const trader = new Trader(page)
  const panel = page.locator(dialogPart)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()

  await test.step('a limit far above the band is refused, and its notice explains it', async () => {
    const { list } = await trader.ask('tickers', { symbol: 'BTCUSDT' })
    const far = Math.round(Number(list[0]?.markPrice) * 1.5)
    await trader
      .arrange('createOrder', {
        symbol: 'BTCUSDT',
        side: 'Buy',
        orderType: 'Limit',
        qty: '0.001',
        price: String(far),
        orderLinkId: 'explained-1',
      })
      .catch(() => undefined)
    const row = await trader.row('Order history', 'Rejected')
    await row.getByRole('button', { name: 'Explain' }).click()
    await expect(panel.getByText('Compared values')).toBeVisible()
    const { list: orders } = await trader.ask('orderHistory', { symbol: 'BTCUSDT' })
    const refused = orders.find(({ orderStatus }) => orderStatus === 'Rejected')
    const { steps } = await trader.ask('explainRow', {
      row: 'refusal',
      symbol: 'BTCUSDT',
      orderLinkId: 'explained-1',
      timeE3: refused?.createdAtE3 ?? 0,
    })
    const [step] = steps
    expect(step).toMatchObject({ rule: 'priceAboveBand', compared: 'price > maxBuyPrice' })
    const compared = panel.getByRole('region', { name: 'Compared values' })
    const [bound = ''] = step?.numbers['maxBuyPrice']?.split(' ') ?? []
    await expect(compared).toContainText('Highest buy price')
    expect(plain(await compared.innerText())).toContain(bound)
    expect(plain(await compared.innerText())).toContain(String(far))
    await expect(panel.getByRole('region', { name: 'Formula with your numbers' })).toContainText(
      'Highest buy price = min(',
    )
    await expectAccessible(page, dialogPart)
    await panel.getByRole('link', { name: 'Learn more' }).waitFor()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })

  await test.step('the explanation of a stop that fired has its trigger and mark price, and the fill', async () => {
    await trader.place({ side: 'Buy', qty: '0.01' })
    await expect(await trader.row('Positions', 'BTCUSDT')).toBeVisible()
    const stop = async (triggerPrice: number, triggerDirection: 1 | 2): Promise<string> => {
      const { order } = await trader.arrange('createOrder', {
        symbol: 'BTCUSDT',
        side: 'Sell',
        orderType: 'Market',
        qty: '0.01',
        reduceOnly: true,
        triggerPrice: triggerPrice.toFixed(1),
        triggerBy: 'MarkPrice',
        triggerDirection,
      })
      return order?.orderId ?? ''
    }
    // So near that the mark reaches one of them, wherever it goes: one slightly above, one slightly
    // below. If the mark passes while the stop is on its way the exchange refuses it, and the next
    // one is tried.
    const nearby = async (direction: 1 | 2): Promise<string> => {
      let placed = ''
      await expect(async () => {
        const { list } = await trader.ask('tickers', { symbol: 'BTCUSDT' })
        const ticks = Number(list[0]?.markPrice) * 10
        const price = direction === 1 ? Math.floor(ticks) + 20 : Math.ceil(ticks) - 20
        placed = await stop(price / 10, direction)
      }).toPass()
      return placed
    }
    const stops = [await nearby(1), await nearby(2)]
    let orderId = ''
    await expect(async () => {
      for (const each of stops) {
        const { list: ended } = await trader.ask('orderHistory', { orderId: each })
        if (ended[0]?.orderStatus === 'Filled') orderId = each
      }
      expect(orderId).not.toBe('')
    }).toPass()
    const row = await trader.row('Order history', 'Filled', orderId)
    await row.getByRole('button', { name: 'Explain' }).click()
    const { steps } = await trader.ask('explainRow', { row: 'order', orderId })
    expect(steps.map(({ event }) => event)).toEqual([
      'OrderPlaced',
      'OrderTriggered',
      'OrderFilled',
    ])
    const compared = panel.getByRole('region', { name: 'Compared values' })
    for (const name of ['markPrice', 'triggerPrice']) {
      const [value = ''] = steps[1]?.numbers[name]?.split(' ') ?? []
      await expect.poll(async () => plain(await compared.innerText())).toContain(value)
    }
    const events = panel.getByRole('region', { name: 'Order of events' }).getByRole('listitem')
    await expect(events).toHaveCount(3)
    const { list: fills } = await trader.ask('executions', { orderId })
    expect(fills.length).toBeGreaterThan(0)
    const [fill = ''] = steps[2]?.numbers['price']?.split(' ') ?? []
    await expect(events.last()).toContainText(grouped(fill))
    await page.keyboard.press('Escape')
  })

  await test.step('the P&L of the closing is computed with the exchange’s numbers', async () => {
    const closed = await trader.row('Closed P&L', 'BTCUSDT')
    await closed.first().getByRole('button', { name: 'Explain' }).click()
    const { list } = await trader.ask('closedPnl', { symbol: 'BTCUSDT' })
    const formula = panel.getByRole('region', { name: 'Formula with your numbers' })
    await expect(formula).toContainText('Closed P&L = P&L before fees')
    const text = plain(await formula.innerText())
    for (const figure of [list[0]?.closedPnl, list[0]?.tradePnl, list[0]?.openFee]) {
      expect(text).toContain(figure)
    }
    await page.keyboard.press('Escape')
  })

  await test.step('the explanation of a cancelled post-only order has the price that it would have met', async () => {
    const { list } = await trader.ask('tickers', { symbol: 'BTCUSDT' })
    const { order } = await trader.arrange('createOrder', {
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Limit',
      timeInForce: 'PostOnly',
      qty: '0.001',
      price: (Number(list[0]?.ask1Price) * 1.005).toFixed(0),
    })
    const orderId = order?.orderId ?? ''
    const row = await trader.row('Order history', 'Cancelled', orderId)
    await row.getByRole('button', { name: 'Explain' }).click()
    const compared = panel.getByRole('region', { name: 'Compared values' })
    await expect(compared).toBeVisible()
    const { steps } = await trader.ask('explainRow', { row: 'order', orderId })
    const ended = steps.find(({ event }) => event === 'OrderCanceled')
    expect(ended?.rule).toBe('postOnlyWouldTake')
    for (const name of ended?.compared.split(' ').filter((each) => /^[a-z]/i.test(each)) ?? []) {
      const [value = ''] = ended?.numbers[name]?.split(' ') ?? []
      await expect.poll(async () => plain(await compared.innerText())).toContain(value)
    }
    await expectAccessible(page, dialogPart)
    await page.keyboard.press('Escape')
  })
})
