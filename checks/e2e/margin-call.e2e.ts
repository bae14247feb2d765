// A position near its liquidation: the badge of a stop that liquidation can overtake, and the
// margin helper, whose previews equal the outcome at the exchange.

import { parseDecimal } from '@basis/domain/numbers/fixed'
import { dialogPart, expect, expectAccessible, test } from './journey.ts'
import { grouped, Trader } from './trader.ts'

test('a late stop has a badge; adding margin or closing moves the liquidation price as far as asked', async ({
  page,
}) => {
  const trader = new Trader(page)
  const dialog = page.locator(dialogPart)
  await trader.open('ETHUSDT')
  await trader.getDemoFunds()
  await trader.arrange('setMarginMode', { symbol: 'ETHUSDT', isIsolated: true })
  await trader.place({ side: 'Buy', qty: '2' })
  const row = await trader.row('Positions', 'ETHUSDT')
  await expect(row).toBeVisible()
  const held = async () => {
    const { list } = await trader.ask('positionList', { symbol: 'ETHUSDT' })
    const [position] = list
    if (position === undefined) throw new Error('Nothing is held')
    return position
  }
  const distance = async (): Promise<number> => {
    const { list } = await trader.ask('tickers', { symbol: 'ETHUSDT' })
    const mark = Number(list[0]?.markPrice)
    return ((mark - Number((await held()).liqPrice)) / mark) * 100
  }

  await test.step('a stop by last price near the liquidation price has a badge with the distance', async () => {
    const { liqPrice } = await held()
    const near = (Number(liqPrice) + 2).toFixed(2)
    await trader.arrange('setTpSlTs', {
      symbol: 'ETHUSDT',
      positionIdx: 0,
      stopLoss: near,
      slTriggerBy: 'LastPrice',
    })
    const badge = row.getByRole('button', { name: /Liquidation can come before this stop/ })
    await expect(badge).toBeVisible()
    await expect(badge).toContainText(`${((2 / Number(liqPrice)) * 100).toFixed(2)}%`)
    await badge.click()
    const why = page.getByText(/so a liquidation by mark price can overtake this stop/)
    await expect(why).toContainText(grouped(near))
    await page.keyboard.press('Escape')
    await trader.arrange('setTpSlTs', {
      symbol: 'ETHUSDT',
      positionIdx: 0,
      stopLoss: near,
      slTriggerBy: 'MarkPrice',
    })
    await expect(badge).toHaveCount(0)
  })

  await test.step('added margin moves the liquidation price to the distance, as the preview said', async () => {
    await row.getByRole('button', { name: /Margin helper for ETHUSDT/ }).click()
    await test.step('the current liquidation price is shown before anything is chosen', async () => {
      await expect(dialog).toContainText(grouped((await held()).liqPrice))
      const distanceText = await dialog.locator('dt:has-text("Distance") + dd').first().innerText()
      expect(Math.abs(Number(distanceText.replace('%', '')) - (await distance()))).toBeLessThan(0.5)
    })
    await expectAccessible(page, dialogPart)
    await dialog.getByRole('textbox', { name: 'Distance to liquidation' }).fill('20')
    const offer = dialog.getByRole('region', { name: 'Add' })
    const press = offer.getByRole('button', { name: /^Add [\d.,]+ USDT$/ })
    await expect(press).toBeVisible()
    const shown = await offer.getByText('→').locator('..').first().innerText()
    const [, after = ''] = shown.split('→')
    await press.click()
    await expect(dialog).toBeHidden()
    await expect(async () => {
      expect((await held()).liqPrice).toBe(after.trim().replaceAll(',', ''))
    }).toPass()
    // The mark price has moved a little since the preview.
    expect(await distance()).toBeGreaterThan(19.5)
    expect(await distance()).toBeLessThan(20.5)
    expect(parseDecimal((await held()).extraMargin, 8)).toBeGreaterThan(0n)
  })

  await test.step('closing a part of a cross position moves it to the distance, as the preview said', async () => {
    await trader.arrange('createOrder', {
      symbol: 'ETHUSDT',
      side: 'Sell',
      orderType: 'Market',
      qty: '2',
      reduceOnly: true,
    })
    await trader.arrange('setMarginMode', { symbol: 'ETHUSDT', isIsolated: false })
    await trader.place({ side: 'Buy', qty: '120' })
    await expect(row).toContainText('+120.00 ETH')
    await test.step('all three liquidation prices of an order are shown in full', async () => {
      const price = (Number((await held()).markPrice) * 0.8).toFixed(0)
      const resting = { symbol: 'ETHUSDT', side: 'Buy', orderType: 'Limit', qty: '1' } as const
      await trader.arrange('createOrder', { ...resting, price, timeInForce: 'GoodTillCancel' })
      await trader.fillTicket({ side: 'Buy', qty: '1' })
      const column = trader.ticket.getByRole('button', { name: 'Buy / Long' }).locator('..')
      await expect(column).toContainText(/→[^→]+→/)
      const cut = await column
        .locator('dd')
        .evaluateAll((all) =>
          all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
        )
      expect(cut).toEqual([])
      await trader.arrange('cancelAllOrders', { symbol: 'ETHUSDT' })
    })
    const before = await distance()
    const wanted = Math.ceil(before) + 10
    await row.getByRole('button', { name: /Margin helper for ETHUSDT/ }).click()
    await dialog.getByRole('textbox', { name: 'Distance to liquidation' }).fill(String(wanted))
    const offer = dialog.getByRole('region', { name: 'Close' })
    const press = offer.getByRole('button', { name: /^Close [\d.,]+ ETH at market$/ })
    await expect(press).toBeVisible()
    const [qty = ''] = /[\d.,]+(?= ETH)/.exec(await press.innerText()) ?? []
    await press.click()
    // Closing half of the position or more asks for confirmation.
    const share = Math.floor((Number(qty.replaceAll(',', '')) * 100) / 120)
    if (share >= 50) {
      const question = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: 'Close' }))
      await expect(question.getByText(`This closes ${share}% of the position`)).toBeVisible()
      await question.getByRole('button', { name: 'Close', exact: true }).last().click()
    }
    await expect(dialog).toBeHidden()
    await expect(async () => {
      expect(Number((await held()).size)).toBeCloseTo(120 - Number(qty.replaceAll(',', '')), 8)
    }).toPass()
    expect(await distance()).toBeGreaterThan(wanted - 1)
    expect(await distance()).toBeLessThan(wanted + 1)
  })
})

/** One contract of each other kind, isolated; the helper works in its settle coin. */
const others = [
  { symbol: 'BTCUSD', name: 'BTCUSD', coin: 'BTC', qty: '300', positionIdx: 0 },
  { symbol: 'BTCUSDT', name: 'BTCUSDT', coin: 'USDT', qty: '0.02', positionIdx: 1 },
] as const

test('the helper adds margin in coins, and to a side of a hedge', async ({ page }) => {
  const trader = new Trader(page)
  const dialog = page.locator(dialogPart)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  for (const { symbol, name, coin, qty, positionIdx } of others) {
    await test.step(`${symbol}, ${coin}`, async () => {
      if (coin === 'BTC') {
        const bought = { symbolId: 'BTCUSDT', side: 'BUY', type: 'MARKET' } as const
        await trader.arrange('createSpotOrder', { ...bought, origQty: '0.3' })
      }
      if (positionIdx !== 0) await trader.arrange('switchMode', { symbol, mode: 3 })
      await trader.arrange('setMarginMode', { symbol, isIsolated: true })
      const order = { symbol, side: 'Buy', orderType: 'Market', qty, positionIdx } as const
      await trader.arrange('createOrder', order)
      const held = async () => {
        const { list } = await trader.ask('positionList', { symbol })
        const position = list.find(({ size }) => Number(size) > 0)
        if (position === undefined) throw new Error('Nothing is held')
        return position
      }
      await expect(async () => expect(Number((await held()).size)).toBe(Number(qty))).toPass()
      const row = (await trader.row('Positions', name)).first()
      await row.getByRole('button', { name: new RegExp(`Margin helper for ${name}`) }).click()
      await dialog.getByRole('textbox', { name: 'Distance to liquidation' }).fill('20')
      const offer = dialog.getByRole('region', { name: 'Add' })
      const press = offer.getByRole('button', { name: new RegExp(`^Add [\\d.,]+ ${coin}$`) })
      await expect(press).toBeVisible()
      const [amount = ''] = /[\d.,]+(?= [A-Z]+$)/.exec(await press.innerText()) ?? []
      const shown = await offer.getByText('→').locator('..').first().innerText()
      const [, after = ''] = shown.split('→')
      await press.click()
      await expect(dialog).toBeHidden()
      await expect(async () => {
        const position = await held()
        expect(position.liqPrice).toBe(after.trim().replaceAll(',', ''))
        expect(Number(position.extraMargin)).toBeCloseTo(Number(amount.replaceAll(',', '')), 8)
      }).toPass()
    })
  }
})
