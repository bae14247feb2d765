// A position near its liquidation: the badge of a stop that comes too late, and the helper, whose
// word is then what the exchange has.

import { parseDecimal } from '@basis/domain/numbers/fixed'
import { dialogPart, expect, expectAccessible, test } from './journey.ts'
import { grouped, Trader } from './trader.ts'

test('a late stop has a badge, and margin and closing take liquidation as far as is wanted', async ({
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

  await test.step('a stop by last price beside the liquidation price is badged, with the distance', async () => {
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

  await test.step('added margin takes it to the distance, as the preview said', async () => {
    await row.getByRole('button', { name: /Margin helper for ETHUSDT/ }).click()
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
    // The mark has moved a little since it was asked.
    expect(await distance()).toBeGreaterThan(19.5)
    expect(await distance()).toBeLessThan(20.5)
    expect(parseDecimal((await held()).extraMargin, 8)).toBeGreaterThan(0n)
  })

  await test.step('closing a part of a cross position does, and what is held is what was said', async () => {
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
    const before = await distance()
    const wanted = Math.ceil(before) + 10
    await row.getByRole('button', { name: /Margin helper for ETHUSDT/ }).click()
    await dialog.getByRole('textbox', { name: 'Distance to liquidation' }).fill(String(wanted))
    const offer = dialog.getByRole('region', { name: 'Close' })
    const press = offer.getByRole('button', { name: /^Close [\d.,]+ ETH at market$/ })
    await expect(press).toBeVisible()
    const [qty = ''] = /[\d.,]+(?= ETH)/.exec(await press.innerText()) ?? []
    await press.click()
    await expect(dialog).toBeHidden()
    await expect(async () => {
      expect(Number((await held()).size)).toBeCloseTo(120 - Number(qty.replaceAll(',', '')), 8)
    }).toPass()
    expect(await distance()).toBeGreaterThan(wanted - 1)
    expect(await distance()).toBeLessThan(wanted + 1)
  })
})
