// Combinations of two legs at the page, one of each of the four types: what the page shows, what is
// sent and the order at the exchange; a fill with both of its legs; the page on a phone.

import { eachNth } from '../proof-length.ts'
import { expect, expectAccessible, phone, test } from './journey.ts'
import { Trader } from './trader.ts'

const types = [
  { type: 'FundingRateArb', words: 'Funding-rate arbitrage' },
  { type: 'CarryTrade', words: 'Carry trade' },
  { type: 'PerpBasis', words: 'Perpetual basis' },
  { type: 'FutureSpread', words: 'Future spread' },
] as const
type Type = (typeof types)[number]['type']

/** Opens the page of the first combination of a type as a demo trader. */
async function openSpread(trader: Trader, type: Type) {
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  const { list } = await trader.ask('spreadInstruments', {})
  const found = list.find((each) => each.contractType === type && each.status === 'Trading')
  if (found === undefined) throw new Error(`there is no ${type}`)
  await trader.page.goto(`/trade/spread/${found.symbol}`)
  const form = trader.page.getByRole('form', { name: 'Trade the spread' })
  await expect(form.getByRole('button', { name: 'Buy spread' })).toBeVisible()
  return { instrument: found, form }
}

test('a spread order whose answer is lost is sent again without becoming two', async ({
  page,
  complaints,
}) => {
  complaints.excuse(/Failed to load resource|net::ERR_FAILED|order\/create/)
  const trader = new Trader(page)
  const { instrument, form } = await openSpread(trader, 'FundingRateArb')
  const { maxPrice, minPrice } = instrument
  const high = Math.floor(Number(maxPrice) - (Number(maxPrice) - Number(minPrice)) / 8)
  const open = async () => (await trader.ask('openSpreads', {})).list
  await form.getByRole('button', { name: 'Sell', exact: true }).click()
  await form.getByRole('textbox', { name: 'Spread price' }).fill(String(high))
  await form.getByRole('textbox', { name: 'Quantity of each leg' }).fill('0.02')
  const sell = form.getByRole('button', { name: 'Sell spread' })
  // The exchange receives the order, and its answer does not arrive.
  await page.route('**/order/create', async (route) => {
    await route.fetch()
    await route.abort('failed')
  })
  await sell.click()
  const again = page.getByText('Send it again: it will not be carried out twice')
  await expect(again.first()).toBeVisible()
  await expect.poll(async () => (await open()).length).toBe(1)
  await page.unroute('**/order/create')
  await expect(form.getByRole('textbox', { name: 'Quantity of each leg' })).toHaveValue('0.02')
  await sell.click()
  await expect(form.getByRole('textbox', { name: 'Quantity of each leg' })).toHaveValue('')
  expect(await open()).toHaveLength(1)
  // The next order of the same terms is a second one.
  await form.getByRole('textbox', { name: 'Quantity of each leg' }).fill('0.02')
  await sell.click()
  await expect.poll(async () => (await open()).length).toBe(2)
})

for (const { type, words } of eachNth(types, types.length)) {
  test(`an order of a ${type} is placed, shown with both legs, changed and cancelled`, async ({
    page,
  }) => {
    const trader = new Trader(page)
    const { instrument, form } = await openSpread(trader, type)
    const { symbol, minPrice, maxPrice, legs } = instrument
    await expect(page.getByText(words, { exact: true }).first()).toBeVisible()
    await form.getByRole('button', { name: 'Sell', exact: true }).click()
    const price = form.getByRole('textbox', { name: 'Spread price' })
    const quantity = form.getByRole('textbox', { name: 'Quantity of each leg' })
    const sell = form.getByRole('button', { name: 'Sell spread' })

    await test.step('an order that the exchange would refuse is reported before it is sent', async () => {
      await price.fill(String(Math.ceil(Number(maxPrice)) * 3 + 5000))
      await quantity.fill('0.02')
      await quantity.blur()
      await expect(form.getByText(/^Spread price cannot exceed/)).toBeVisible()
      await expect(sell).toBeDisabled()
    })

    // High enough to rest whatever the market does meanwhile, and within the band. Half of a BTC's
    // near leg at an index is more than a demo account has, a fiftieth is not.
    const reach = Number(maxPrice) - Number(minPrice)
    const high = Math.floor(Number(maxPrice) - reach / 8)
    await test.step('the order at the exchange is the one that was requested', async () => {
      await price.fill(String(high))
      await price.blur()
      const lines = form.getByRole('list', { name: 'Legs' })
      await expect(lines).toContainText(`Sell ${legs[0].symbol}`)
      await expect(lines).toContainText(`Buy ${legs[1].symbol}`)
      await expect(lines).not.toContainText('--')
      const sent = page.waitForRequest((request) => request.url().endsWith('/order/create'))
      await sell.click()
      expect((await sent).postDataJSON()).toEqual({
        symbol,
        side: 'Sell',
        orderType: 'Limit',
        qty: '0.02',
        price: String(high),
        timeInForce: 'GoodTillCancel',
        orderLinkId: expect.stringMatching(/^w-/),
      })
      await expect.poll(open).toMatchObject([
        {
          symbol,
          side: 'Sell',
          orderStatus: 'New',
          legSymbol1: legs[0].symbol,
          legSide1: 'Sell',
          legSymbol2: legs[1].symbol,
          legSide2: 'Buy',
        },
      ])
    })

    await test.step('its quantity and its price are changed in its row', async () => {
      await page.getByRole('button', { name: `Change the quantity of ${symbol}` }).click()
      const table = page.getByRole('region', { name: 'Spread orders' })
      await table.getByRole('textbox').fill('0.01')
      await table.getByRole('textbox').press('Enter')
      await expect.poll(async () => Number((await open())[0]?.qty)).toBe(0.01)
      await page.getByRole('button', { name: `Change the spread price of ${symbol}` }).click()
      await table.getByRole('textbox').fill(String(high - 1))
      await table.getByRole('textbox').press('Enter')
      await expect.poll(async () => Number((await open())[0]?.price)).toBe(high - 1)
      await expect(table).toContainText('0.01')
    })

    await test.step('the trade page lists it in the tab Spreads, and it is cancelled there', async () => {
      await expectAccessible(page)
      await page.goto('/trade/usdt/BTCUSDT')
      const orders = await trader.show('Open orders')
      await orders.getByRole('tab', { name: /^Spreads/ }).click()
      await expect(orders.getByRole('link', { name: symbol })).toBeVisible()
      await orders.getByRole('button', { name: `Cancel the order of ${symbol}` }).click()
      await expect.poll(open).toEqual([])
      await expect(orders.getByText('No orders')).toBeVisible()
    })

    async function open() {
      return (await trader.ask('openSpreads', {})).list
    }
  })
}

test('a fill is explained with both of its legs, which are then held', async ({ page }) => {
  const trader = new Trader(page)
  const { instrument, form } = await openSpread(trader, 'PerpBasis')
  const { symbol, legs } = instrument
  const fills = async () => (await trader.ask('spreadExecutions', {})).list
  await form.getByRole('button', { name: 'Market', exact: true }).click()
  // The maker may be replacing its quotes: an order that finds none is cancelled, and sent again.
  await expect(async () => {
    await form.getByRole('textbox', { name: 'Quantity of each leg' }).fill('0.01')
    await form.getByRole('button', { name: 'Buy spread' }).click()
    await expect.poll(fills, { timeout: 5_000 }).not.toEqual([])
  }).toPass()
  const filled = await fills()
  for (const fill of filled) {
    const [far, near] = fill.legs
    expect([far.symbol, near.symbol]).toEqual(legs.map((leg) => leg.symbol))
    expect([far.side, near.side]).toEqual(['Buy', 'Sell'])
    expect(Number(far.execPrice) - Number(near.execPrice)).toBeCloseTo(Number(fill.execPrice), 6)
  }
  const orders = page.getByRole('region', { name: 'Spread orders' })
  await orders.getByRole('tab', { name: 'Fills' }).click()
  await expect(orders.getByText(new RegExp(`^Bought .* ${symbol}`)).first()).toBeVisible()
  await orders.getByRole('tab', { name: 'Leg positions' }).click()
  const held = orders.getByRole('table', { name: 'Leg positions' })
  await expect(held.getByRole('row')).toHaveCount(3)
  await expect(held).toContainText('Long')
  await expect(held).toContainText('Short')
})

test('a combination is found by its name, in the picker and in the palette', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  const { list } = await trader.ask('spreadInstruments', { baseCoin: 'ETH' })
  const symbol = list.find((each) => each.contractType === 'CarryTrade')?.symbol ?? ''
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /type an order/ }).fill(`spread ${symbol}`)
  await page.getByRole('option', { name: `Spread ${symbol}` }).click()
  const heading = page.getByRole('heading', { level: 1, name: symbol })
  await expect(heading).toBeAttached()
  await page.getByRole('button', { name: /^Combination/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose a combination' })
  await expectAccessible(page, '[role="dialog"]:not([data-type])')
  await dialog.getByRole('combobox').fill('sol')
  await dialog.getByRole('button', { name: 'Funding-rate arbitrage' }).click()
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await dialog.getByRole('combobox').press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/trade\/spread\/SOLUSDT_SOL\/USDT$/)
})

test('on a phone everything is in one column, and axe finds nothing', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/trade/spread')
  await expect(page.getByRole('form', { name: 'Trade the spread' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'All combinations' })).toBeVisible()
  await expectAccessible(page)
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow).toBe(0)
})
