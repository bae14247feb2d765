// The rules of section 5 at the page: every message of a field, once, where a trader sees it.

import type { Locator, Page } from '@playwright/test'
import { dialogPart, expect, test } from './journey.ts'
import { exact, grouped, moved, Trader } from './trader.ts'

const part = (root: Locator, side: 'Take-profit' | 'Stop-loss', name: string) =>
  root.getByRole('region', { name: side }).getByRole('textbox', { name })

/** A price that many percent away from another. */
const away = (price: string, percent: bigint): string =>
  moved(price, (exact(price) * percent) / 100n)

async function choose(page: Page, box: Locator, option: string): Promise<void> {
  await box.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('the fields of the ticket name the rule that is broken', async ({ page }) => {
  const trader = new Trader(page)
  const { ticket } = trader
  const field = (name: string) => ticket.getByRole('textbox', { name: new RegExp(`^${name}`) })
  // A disabled button repeats the reason: the text under the field is meant.
  const under = (words: string | RegExp) => ticket.locator('[id$="-message"]').getByText(words)
  const says = (words: string | RegExp) => expect(under(words).first()).toBeVisible()
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await test.step('a quantity above the maximum of one order is reported when the field loses the focus', async () => {
    await trader.fillTicket({ side: 'Buy', qty: '999999', price: '50000' })
    await page.keyboard.press('Tab')
    await says(/^Max\. [\d.,]+ BTC per order$/)
    await field('Quantity').focus()
    await expect(under(/^Max\./)).toHaveCount(0)
  })
  await test.step('a missing price or quantity is asked for', async () => {
    await field('Quantity').fill('')
    await trader.sendTicket('Buy')
    await says('Enter a quantity')
    await field('Price').fill('')
    await field('Quantity').fill('0.01')
    await trader.sendTicket('Buy')
    await says('Enter a price')
  })
  await test.step('the quantity of a conditional order above the maximum is split', async () => {
    await ticket.getByRole('tab', { name: 'Conditional' }).click()
    await field('Trigger').fill('70000')
    await ticket.getByRole('button', { name: 'Market', exact: true }).click()
    await field('Quantity').fill('999')
    await says('Exceeds the max. order size and will be split.')
  })
  await test.step('a trigger beyond the price limits is refused', async () => {
    const button = ticket.getByRole('button', { name: /^Buy/ })
    const { item } = await trader.ask('symbolItem', { symbol: 'BTCUSDT' })
    await field('Quantity').fill('0.01')
    await field('Trigger').fill('0')
    await expect(button).toBeDisabled()
    await field('Trigger').fill(moved(item.maxPrice, exact(item.tickSize)))
    await expect(button).toHaveText(/Price must be at most [\d,]+/)
    await expect(button).toBeDisabled()
    await field('Trigger').blur()
    await expect(field('Trigger')).toHaveValue(grouped(item.maxPrice))
    await expect(button).toBeEnabled()
  })
  await test.step('a lot above one accepts only whole multiples', async () => {
    await trader.open('SHIB1000USDT')
    await trader.fillTicket({ side: 'Buy', qty: '15' })
    const button = ticket.getByRole('button', { name: /^Buy/ })
    await expect(button).toHaveText(/Quantity must be a multiple of 10/)
    await expect(button).toBeDisabled()
  })
})

test('the TP/SL fields of an order name the rule that is broken', async ({ page }) => {
  const trader = new Trader(page)
  const { ticket } = trader
  const field = (name: string) => ticket.getByRole('textbox', { name, exact: true })
  const said = (words: string | RegExp) => ticket.getByText(words).first()
  await trader.open('ETHUSDT')
  await trader.getDemoFunds()
  const price = away((await trader.best('ETHUSDT', 'bids')) ?? '', -5n)
  await trader.fillTicket({ side: 'Buy', qty: '1', price })
  await ticket.getByRole('checkbox', { name: 'TP/SL' }).click()
  await test.step('TP/SL on the wrong side of the order price are refused, for a buy and for a sell', async () => {
    await field('TP').fill(away(price, -2n))
    await expect(said('Take-profit cannot be below the order price')).toBeVisible()
    await field('TP').fill(away(price, 2n))
    await expect(said('Take-profit cannot be above the order price')).toBeVisible()
    await field('TP').fill('')
    await field('SL').fill(away(price, 2n))
    await expect(said('Stop-loss cannot be above the order price')).toBeVisible()
    await field('SL').fill(away(price, -2n))
    await expect(said('Stop-loss cannot be below the order price')).toBeVisible()
  })
  await test.step('zero is not a price', async () => {
    await field('SL').fill('')
    await field('TP').fill('0')
    await expect(said('Enter a price above 0')).toBeVisible()
  })
})

test('the TP/SL fields of a position name the rule that is broken', async ({ page }) => {
  const trader = new Trader(page)
  const dialog = page.locator(dialogPart)
  const says = (words: string | RegExp) => expect(dialog.getByText(words).first()).toBeVisible()
  const confirm = dialog.getByRole('button', { name: 'Confirm' })
  await trader.open('ETHUSDT')
  await trader.getDemoFunds()
  const last = (await trader.best('ETHUSDT', 'bids')) ?? ''
  const triggers = {
    tp: part(dialog, 'Take-profit', 'Trigger price'),
    sl: part(dialog, 'Stop-loss', 'Trigger price'),
  }
  const open = async (symbol: string) => {
    const row = await trader.row('Positions', symbol)
    await row.getByRole('button', { name: new RegExp(`^TP/SL of ${symbol}`) }).click()
    const hint = page.getByRole('button', { name: 'Got it' })
    await expect(hint.or(triggers.tp).first()).toBeVisible()
    if (await hint.isVisible()) await hint.click()
    await expect(part(dialog, 'Take-profit', 'Trigger price')).toBeVisible()
  }
  const wrong = async (name: 'tp' | 'sl', value: string, words: string | RegExp) => {
    await triggers[name].fill(value)
    await says(words)
    await expect(confirm).toBeDisabled()
    await triggers[name].fill('')
  }
  const order = { symbol: 'ETHUSDT', orderType: 'Market' } as const
  await trader.arrange('createOrder', { ...order, side: 'Buy', qty: '120' })
  await open('ETHUSDT')
  await test.step('TP/SL of a long on the wrong side of the last price are refused', async () => {
    await wrong('tp', away(last, -3n), 'Take-profit cannot be below the last price')
    await wrong('sl', away(last, 3n), 'Stop-loss cannot be above the last price')
    await wrong('tp', '0', 'Enter a price above 0')
  })
  await test.step('a stop-loss near the liquidation price or beyond it is warned about', async () => {
    const [position] = (await trader.ask('positionList', { symbol: 'ETHUSDT' })).list
    const liquidation = position?.liqPrice ?? ''
    await triggers.sl.fill(moved(liquidation, exact(liquidation) / 500n))
    await says('Stop-loss is close to the liquidation price.')
    await triggers.sl.fill(moved(liquidation, -exact(liquidation) / 50n))
    await says(/liquidat/i)
    await triggers.sl.fill('')
  })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await test.step('partial TP/SL need a quantity, at most that of the position', async () => {
    await open('ETHUSDT')
    await dialog.getByRole('button', { name: /Partial position/ }).click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await triggers.tp.fill(away(last, 3n))
    await says(/Enter a quantity/)
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('500')
    await says(/^Max\. 120/)
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('50')
    await test.step('a limit leg needs its price, and says when it is placed', async () => {
      const region = dialog.getByRole('region', { name: 'Take-profit' })
      await choose(page, region.getByRole('combobox', { name: 'Order type' }), 'Limit')
      await says('Enter the take-profit trigger and its limit price')
      await part(dialog, 'Take-profit', 'Limit price').fill(away(last, 4n))
      await says('The limit order is placed once the trigger price is reached.')
    })
    // Closing the form of an entry returns to the list (spec 4).
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('TP/SL of a short on the wrong side of the last price are refused', async () => {
    await trader.arrange('createOrder', { ...order, side: 'Sell', qty: '220' })
    await expect(await trader.row('Positions', 'ETHUSDT')).toContainText('-100.00 ETH')
    await open('ETHUSDT')
    await dialog.getByRole('button', { name: /Entire position/ }).click()
    await wrong('tp', away(last, 3n), 'Take-profit cannot be above the last price')
    await wrong('sl', away(last, -3n), 'Stop-loss cannot be below the last price')
    await page.keyboard.press('Escape')
  })
  await test.step('a lot above one accepts only whole multiples', async () => {
    await trader.open('SHIB1000USDT')
    await trader.place({ side: 'Buy', qty: '1000' })
    const bid = (await trader.best('SHIB1000USDT', 'bids')) ?? ''
    await open('SHIB1000USDT')
    await dialog.getByRole('button', { name: /Partial position/ }).click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await triggers.tp.fill(away(bid, 10n))
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('15')
    await says('Quantity must be a multiple of 10')
  })
})

test('the leverage field names its limits, and warns at twenty', async ({ page }) => {
  const trader = new Trader(page)
  const dialog = page.locator(dialogPart)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await trader.ticket.getByRole('button', { name: /^Leverage 10x/ }).click()
  const field = dialog.getByRole('textbox').first()
  await field.fill('25.125')
  await expect(field).toHaveValue('25.12')
  await expect(dialog.getByText(/^At 20x or higher/)).toBeVisible()
  await field.fill('500')
  await field.blur()
  await expect(field).not.toHaveValue('500')
  await field.fill('0')
  await field.blur()
  await expect(field).toHaveValue(/^1(\.00)?$/)
})
