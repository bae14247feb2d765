// Conditional spot orders of every kind and both sides: what is typed, what is sent and the order
// at the exchange agree, and the page shows it. Forbidden purchases and fees of pairs.

import type { Locator, Page } from '@playwright/test'
import { resolve } from 'node:path'
import { calls, type CallAnswer } from '@basis/protocol/calls'
import { eachNth } from '../proof-length.ts'
import { Stage } from '../stories/stage.ts'
import { dialogPart, expect, expectAccessible, test } from './journey.ts'
import { exact, Trader } from './trader.ts'

type Side = 'Buy' | 'Sell'
type Fields = Readonly<Record<string, string>>
type Kind = {
  readonly name: string
  readonly tab: string
  readonly planType: number
  /** Shares of the last price, by the field's name. */
  readonly shares: Readonly<Record<Side, Readonly<Record<string, number>>>>
  readonly typed?: Fields
}

const trigger = 'Trigger price'
const legsOf = (isSale: boolean) =>
  isSale ? { 'TP trigger': 1.2, 'SL trigger': 0.8 } : { 'TP trigger': 0.8, 'SL trigger': 1.2 }
const both = <Value>(value: Value): Record<Side, Value> => ({ Buy: value, Sell: value })

const kinds: readonly Kind[] = [
  {
    name: 'Conditional',
    tab: 'Conditional',
    planType: 1,
    shares: both({ [trigger]: 1.2 }),
  },
  {
    name: 'Stop-limit',
    tab: 'Conditional',
    planType: 8,
    shares: both({ [trigger]: 1.2, Price: 1.2 }),
  },
  {
    name: 'TP/SL',
    tab: 'TP/SL',
    planType: 11,
    shares: { Buy: legsOf(false), Sell: legsOf(true) },
  },
  {
    name: 'OCO',
    tab: 'OCO',
    planType: 10,
    shares: {
      Buy: { ...legsOf(false), 'TP limit': 0.8 },
      Sell: { ...legsOf(true), 'SL limit': 0.79 },
    },
  },
  {
    name: 'Trailing stop',
    tab: 'Trailing',
    planType: 4,
    shares: both({}),
    typed: { Retracement: '9.5' },
  },
  {
    name: 'Trailing profit',
    tab: 'Trailing',
    planType: 5,
    shares: { Buy: { 'Activation price': 0.8 }, Sell: { 'Activation price': 1.2 } },
    typed: { Retracement: '1.5' },
  },
  {
    name: 'Limit with TP/SL',
    tab: 'Limit',
    planType: 0,
    shares: {
      Buy: { Price: 0.98, 'TP trigger': 1.2, 'SL trigger': 0.8 },
      Sell: { Price: 1.02, 'TP trigger': 0.8, 'SL trigger': 1.2 },
    },
  },
]

/** The name of each field in the request and in the exchange's list. */
const wireNames: Fields = {
  [trigger]: 'triggerPrice',
  Price: 'price',
  'TP trigger': 'tpTriggerPrice',
  'TP limit': 'tpLimitPrice',
  'SL trigger': 'slTriggerPrice',
  'SL limit': 'slLimitPrice',
  'Activation price': 'activationPrice',
  Retracement: 'trailingPercentage',
}

type Listed = CallAnswer<'openSpotOrders'>['list'][number]

test('each kind of order on each side: page, request and exchange agree', async ({ page }) => {
  const trader = await traderAt(page, '/trade/spot/BTC/USDT')
  await trader.arrange('createSpotOrder', {
    symbolId: 'BTCUSDT',
    side: 'BUY',
    type: 'MARKET',
    origQty: '0.3',
  })
  await expect(trader.ticket.getByText('Available').locator('..')).toContainText('0.2997')
  await trader.ticket.getByRole('tab', { name: 'TP/SL & more' }).click()
  for (const [at, kind] of kinds.entries()) {
    // In the short form the sides alternate from kind to kind.
    const sides = at % 2 === 0 ? (['Buy', 'Sell'] as const) : (['Sell', 'Buy'] as const)
    for (const side of eachNth(sides, sides.length)) {
      await test.step(`${kind.name}, ${side}`, () => tryKind(trader, kind, side))
    }
  }
  await expectAccessible(page)
})

async function tryKind(trader: Trader, kind: Kind, side: Side): Promise<void> {
  const { page, ticket } = trader
  const { list: tickers } = await trader.ask('tickers', { symbol: 'BTC/USDT' })
  const last = Number(tickers[0]?.lastPrice)
  await ticket.getByRole('combobox', { name: 'Kind of order' }).click()
  await page.getByRole('option', { name: kind.name, exact: true }).click()
  const prices = Object.entries(kind.shares[side]).map(
    ([name, share]) => [name, String(Math.round(last * share))] as const,
  )
  const typed = { ...Object.fromEntries(prices), ...kind.typed }
  const fields = ticket.getByRole('textbox')
  for (const field of await fields.all()) await field.fill('')
  for (const [name, text] of Object.entries({ ...typed, Quantity: '0.01' })) {
    await ticket.getByRole('textbox', { name, exact: true }).fill(text)
  }
  const sent = page.waitForRequest((request) => request.url().includes(calls.createSpotOrder.path))
  await ticket.getByRole('button', { name: `${side} BTC`, exact: true }).click()
  const body = (await sent).postDataJSON() as Record<string, unknown>
  expect(body).toMatchObject({
    symbolId: 'BTCUSDT',
    side: side.toUpperCase(),
    planType: kind.planType,
    origQty: '0.010000',
  })
  for (const [name, text] of Object.entries(typed)) {
    expect([name, Number(body[wireNames[name] ?? ''])]).toEqual([name, Number(text)])
  }
  const order = await onlyOrder(trader)
  expect(order).toMatchObject({ side: side.toUpperCase(), planType: kind.planType })
  expect(Number(order.origQty)).toBe(0.01)
  expect(order.status).toBe(kind.planType === 0 ? 'NEW' : 'ORDER_NEW')
  for (const [name, text] of Object.entries(typed)) {
    const held = order[(wireNames[name] ?? '') as keyof Listed]
    expect([name, Number(held)]).toEqual([name, Number(text)])
  }
  const panel = await trader.show('Open orders')
  await panel.getByRole('tab', { name: new RegExp(`^${kind.tab}`) }).click()
  const row = trader.rowIn(panel, 'BTC/USDT', side)
  await expect(row).toContainText(kind.planType === 0 ? 'New' : 'Waiting')
  // Each of two legs has a type of its own: none is named for both.
  if (kind.planType >= 10) await expect(row.getByText(/ · (Market|Limit)$/)).toHaveCount(0)
  await row.getByRole('button', { name: /^Cancel/ }).click()
  await expect(row).toHaveCount(0)
  const { list } = await trader.ask('openSpotOrders', {})
  expect(list).toEqual([])
}

test('the legs of an OCO order are amended, and a stop above the balance is reported', async ({
  page,
}) => {
  const trader = await traderAt(page, '/trade/spot/BTC/USDT')
  const { ticket } = trader
  await trader.arrange('createSpotOrder', {
    symbolId: 'BTCUSDT',
    side: 'BUY',
    type: 'MARKET',
    origQty: '0.3',
  })
  const { list: tickers } = await trader.ask('tickers', { symbol: 'BTC/USDT' })
  const at = (share: number): string => String(Math.round(Number(tickers[0]?.lastPrice) * share))
  await expect(ticket.getByText('Available').locator('..')).toContainText('0.2997')
  await ticket.getByRole('tab', { name: 'TP/SL & more' }).click()
  await test.step('a sale is limited by the balance, and more than that is reported', async () => {
    await ticket.getByRole('textbox', { name: 'Trigger price' }).fill(at(0.8))
    await expect(ticket.getByText('0.299700 BTC', { exact: true })).toBeVisible()
    await ticket.getByRole('textbox', { name: 'Quantity' }).fill('5')
    await expect(ticket.getByRole('note').last()).toContainText('Needs 5.00000 BTC')
    await expectAccessible(page)
  })
  const slider = ticket.getByRole('slider', { name: 'Share of the maximum' })
  await test.step('a percentage is a share of what each side has', async () => {
    await slider.press('Home')
    // Ten large steps are half of the way.
    for (let step = 0; step < 10; step += 1) await slider.press('PageUp')
    const [buys, sells] = await figuresOf(ticket, 'Qty')
    const [buysAtMost, sellsAtMost] = await figuresOf(ticket, 'Max')
    expect(sellsAtMost).toBe(exact('0.2997'))
    expect(sells).toBe(exact('0.14985'))
    // The other side has the rest of the demo funds, and pays 0.05 % more than its trigger at most.
    const funds = await trader.balance('USDT')
    const atMost = (funds * exact('1')) / exact(at(0.8))
    expect(buysAtMost).toBeLessThanOrEqual(atMost)
    expect(buysAtMost).toBeGreaterThan((atMost * 998n) / 1000n)
    expect(2n * (buys ?? 0n)).toBeLessThanOrEqual(buysAtMost ?? 0n)
    expect(2n * (buys ?? 0n)).toBeGreaterThan((buysAtMost ?? 0n) - 2n * exact('0.000001'))
  })
  await test.step('all that was bought can be sold by a plan', async () => {
    await ticket.getByRole('combobox', { name: 'Kind of order' }).click()
    await page.getByRole('option', { name: 'TP/SL', exact: true }).click()
    await ticket.getByRole('textbox', { name: 'TP trigger' }).fill(at(1.2))
    await slider.press('End')
    await ticket.getByRole('button', { name: 'Sell BTC', exact: true }).click()
    const order = await onlyOrder(trader)
    expect(order).toMatchObject({ side: 'SELL', planType: 11, status: 'ORDER_NEW' })
    expect(Number(order.origQty)).toBe(0.2997)
    const row = await trader.row('Open orders', 'BTC/USDT', 'TP/SL')
    await row.getByRole('button', { name: /^Cancel/ }).click()
    await expect(row).toHaveCount(0)
  })
  await test.step('the stop-loss of an OCO order is amended together with its limit price', async () => {
    await trader.arrange('createSpotOrder', {
      symbolId: 'BTCUSDT',
      side: 'SELL',
      planType: 10,
      origQty: '0.1',
      tpTriggerPrice: at(1.2),
      slTriggerPrice: at(0.8),
      slLimitPrice: at(0.79),
    })
    const row = await trader.row('Open orders', 'BTC/USDT', 'OCO')
    await row.getByRole('button', { name: /^Amend/ }).click()
    const dialog = page.locator(dialogPart)
    await dialog.getByRole('textbox', { name: 'SL trigger' }).fill(at(1.1))
    await expect(dialog.getByRole('textbox', { name: 'SL trigger' })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
    await dialog.getByRole('textbox', { name: 'SL trigger' }).fill(at(0.85))
    await dialog.getByRole('textbox', { name: 'SL limit' }).fill(at(0.84))
    await expectAccessible(page, dialogPart)
    await dialog.getByRole('button', { name: 'Amend order' }).click()
    await expect(dialog).toBeHidden()
    const order = await onlyOrder(trader)
    expect([order.tpTriggerPrice, order.slTriggerPrice, order.slLimitPrice].map(Number)).toEqual(
      [at(1.2), at(0.85), at(0.84)].map(Number),
    )
  })
})

/** The amounts of a line below the buttons, of the buy and of the sale, in 1e-8. */
async function figuresOf(ticket: Locator, label: string): Promise<readonly bigint[]> {
  const lines = ticket
    .locator('dl > div')
    .filter({ has: ticket.page().getByText(label, { exact: true }) })
  await expect(lines).toHaveText([/[\d,]+\.\d+/, /[\d,]+\.\d+/])
  const texts = await lines.locator('dd').allInnerTexts()
  return texts.map((text) => exact((/[\d,]+\.\d+/.exec(text) ?? [''])[0].replaceAll(',', '')))
}

async function onlyOrder(trader: Trader): Promise<Listed> {
  await expect.poll(async () => (await trader.ask('openSpotOrders', {})).list.length).toBe(1)
  const { list } = await trader.ask('openSpotOrders', { symbolId: 'BTCUSDT' })
  const [order] = list
  if (order === undefined) throw new Error('no order stands')
  return order
}

async function traderAt(page: Page, path: string): Promise<Trader> {
  const trader = new Trader(page)
  await page.goto(path)
  await trader.getDemoFunds()
  await trader.isLive()
  return trader
}

test('a pair that cannot be bought says so on its button; a leveraged token shows its leverage', async ({
  page,
}) => {
  const trader = await traderAt(page, '/trade/spot/XEM/USDT')
  const { ticket } = trader
  await expect(ticket.getByRole('note')).toContainText('XEM/USDT cannot be bought here')
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('1000')
  await expect(ticket.getByRole('button', { name: /^Buy XEM: XEM\/USDT cannot/ })).toBeDisabled()
  await expect(trader.figures).toContainText('High risk')
  await page.goto('/trade/spot/BTC3L/USDT')
  await expect(trader.figures).toContainText('3x long')
})

test('a trader without euros is led to where to get them, and then pays with them', async ({
  page,
}) => {
  const trader = new Trader(page)
  await page.goto('/trade/spot/BTC/USDT')
  await trader.getDemoFunds()
  await page.goto('/trade/spot/BTC/EUR')
  const { ticket } = trader
  await ticket.getByRole('button', { name: 'Get EUR at USDT/EUR' }).click()
  await expect(ticket.getByRole('button', { name: /^Sell USDT/ })).toBeVisible()
  await ticket.getByRole('tab', { name: 'Market' }).click()
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('100')
  await ticket.getByRole('button', { name: 'Sell USDT', exact: true }).click()
  await expect.poll(() => trader.balance('EUR')).toBeGreaterThan(80n * 100_000_000n)
  await page.goto('/trade/spot/BTC/EUR')
  // Amounts in a fiat currency are shown to the cent.
  await expect(ticket.getByText('Available').locator('..')).toContainText(/[89]\d\.\d\d EUR/)
  await expect(ticket.getByRole('button', { name: /^Get EUR/ })).toHaveCount(0)
})

test('the coin of a pair that cannot be bought can be sold', async ({ page }) => {
  const stage = await Stage.open(['XEM/USDT'], resolve('packages/web/dist'))
  try {
    const trader = await traderAt(page, `${stage.origin}/trade/spot/XEM/USDT`)
    // Every index of the test exchange begins at another price.
    const price = '0.03'
    await stage.price('XEM/USDT', price)
    await stage.quote('XEM/USDT', { bids: [[price, '5000']], asks: [] })
    await stage.credit(stage.views.highestAccount(), 'XEM', exact('1000'))
    await trader.fillTicket({ side: 'Sell', qty: '400', price })
    await trader.ticket.getByRole('button', { name: 'Sell XEM', exact: true }).click()
    await expect.poll(() => trader.balance('XEM')).toBe(exact('600'))
    const purchase = { symbolId: 'XEMUSDT', side: 'BUY', type: 'MARKET', origQty: '400' } as const
    await expect(trader.arrange('createSpotOrder', purchase)).rejects.toThrow('createSpotOrder')
  } finally {
    await page.goto('about:blank')
    await stage.close()
  }
})

test('a pair without fees charges none, another one takes them from what is received', async ({
  page,
}) => {
  const trader = await traderAt(page, '/trade/spot/USDC/USDT')
  const { ticket } = trader
  await expect(trader.figures).toContainText('No fees')
  await ticket.getByRole('tab', { name: 'Market' }).click()
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('100')
  await expect(ticket.getByText('0.00 USDC', { exact: true }).first()).toBeVisible()
  await ticket.getByRole('button', { name: 'Buy USDC', exact: true }).click()
  await expect.poll(() => trader.balance('USDC')).toBe(exact('100'))
  await page.goto('/trade/spot/BTC/USDT')
  await expect(trader.figures).not.toContainText('No fees')
  await ticket.getByRole('tab', { name: 'Market' }).click()
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('0.1')
  // A taker of the first level pays 0.1 %.
  await ticket.getByRole('button', { name: 'Buy BTC', exact: true }).click()
  await expect.poll(() => trader.balance('BTC')).toBe(exact('0.0999'))
})
