// Options at the page: a call is bought, and page, request and exchange agree; it is sold again
// from its position; a put spread is sold from the builder, all legs or none.

import type { Locator, Page, Request } from '@playwright/test'
import type { WireOptionQuote } from '@basis/protocol/options/chain'
import { dialogPart, expect, expectAccessible, phone, takePicture, test } from './journey.ts'
import { Trader } from './trader.ts'

const btc = { baseCoin: 'BTC', settleCoin: 'USDC' } as const

/** Opens the chain of BTC as a demo trader and waits until it is quoted. */
async function openChain(page: Page): Promise<Trader> {
  const trader = new Trader(page)
  await page.goto('/trade/option/usdc/BTC')
  const ticket = page.getByRole('form', { name: 'Option order' })
  await ticket.getByRole('button', { name: /^Get .* demo/ }).click()
  await expect(ticket.getByRole('button', { name: 'Buy call' })).toBeVisible()
  return trader
}

/** Matches the end of the path: the terminal adds parameters of its own behind it. */
const isTo = (path: string) => (request: Request) => new URL(request.url()).pathname.endsWith(path)

/** Returns the call that is nearest to the money among those with a bid and an ask. */
async function callAtMoney(trader: Trader): Promise<WireOptionQuote> {
  const away = ({ delta }: WireOptionQuote): number => Math.abs(Number(delta) - 0.5)
  const isQuoted = ({ symbol, bid1Price, ask1Price }: WireOptionQuote): boolean =>
    symbol.endsWith('-C') && bid1Price !== '' && ask1Price !== ''
  let found: WireOptionQuote | undefined
  await expect(async () => {
    const { list } = await trader.ask('optionQuotes', btc)
    found = list.filter(isQuoted).toSorted((a, b) => away(a) - away(b))[0]
    expect(found).toBeDefined()
  }).toPass()
  if (found === undefined) throw new Error('no call is quoted')
  return found
}

/** Shows the expiry of an option in the chain. */
async function showExpiry(page: Page, symbol: string): Promise<Locator> {
  const chain = page.getByRole('table', { name: 'Option chain' })
  const tabs = page.getByRole('tablist', { name: 'Expiry' }).getByRole('tab')
  const own = chain.getByRole('button', { name: `Trade ${symbol}` })
  await expect(chain).toBeVisible()
  for (const tab of await tabs.all()) {
    await tab.click()
    if ((await own.count()) > 0) return chain
  }
  throw new Error(`${symbol} is in no chain`)
}

test('a call is bought, held with its greeks, and sold', async ({ page }) => {
  const trader = await openChain(page)
  const { symbol } = await callAtMoney(trader)
  const chain = await showExpiry(page, symbol)
  const ticket = page.getByRole('form', { name: 'Option order' })
  const held = async () => (await trader.ask('positionList', { symbol })).list

  await test.step('a click on the ask brings the contract and its price into the ticket', async () => {
    await chain.getByRole('button', { name: new RegExp(`^Buy ${symbol} at`) }).click()
    await expect(ticket.getByRole('heading', { name: symbol })).toBeVisible()
    await expect(ticket.getByRole('textbox', { name: 'Price' })).not.toHaveValue('')
  })

  await test.step('the order at the exchange is the one that was requested', async () => {
    await ticket.getByRole('button', { name: 'Market', exact: true }).click()
    await ticket.getByRole('textbox', { name: 'Quantity' }).fill('0.1')
    await expect(ticket.getByTestId('premium')).not.toContainText('--')
    await expect(ticket.getByTestId('fee')).not.toContainText('--')
    await expect(ticket.getByTestId('margin')).toHaveText(/\d USD$/)
    const sent = page.waitForRequest(isTo('/order/create'))
    await ticket.getByRole('button', { name: 'Buy call' }).click()
    expect((await sent).postDataJSON()).toMatchObject({
      symbol,
      side: 'Buy',
      orderType: 'Market',
      qty: '0.10',
      reduceOnly: false,
      positionIdx: 0,
    })
    await expect.poll(held).toMatchObject([{ symbol, side: 'Buy', size: '0.10' }])
  })

  const holdings = page.getByRole('region', { name: 'Option positions and orders' })
  await test.step('the position is shown in the list and in its row of the chain', async () => {
    const row = holdings.getByRole('row').filter({ hasText: symbol })
    await expect(row).toContainText('+0.10')
    await expect(chain.getByRole('row').filter({ hasText: '+0.10' })).toHaveCount(1)
    const [position] = await held()
    expect(Number(position?.greeks?.delta)).toBeGreaterThan(0)
    await expectAccessible(page)
    await takePicture(page, 'options-held')
  })

  await test.step('closing asks for confirmation and sells all of it', async () => {
    await holdings.getByRole('button', { name: `Close ${symbol}` }).click()
    const sent = page.waitForRequest(isTo('/order/create'))
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close position' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ symbol, side: 'Sell', reduceOnly: true })
    await expect.poll(async () => (await held()).filter(({ size }) => Number(size) > 0)).toEqual([])
    await expect(holdings.getByRole('row').filter({ hasText: symbol })).toHaveCount(0)
  })
})

/** Reads an amount as the page writes it. */
const figure = (text: string | null | undefined): number =>
  Number((text ?? '').replaceAll(/[^\d.-]/g, ''))

test('a put spread is sold from the builder, all legs or none', async ({ page }) => {
  const trader = await openChain(page)
  await callAtMoney(trader)
  // In the last hours of the first expiry there are no bids for strikes far from the money.
  await page.getByRole('tablist', { name: 'Expiry' }).getByRole('tab').nth(1).click()
  await page.getByRole('button', { name: 'Strategy', exact: true }).click()
  const builder = page.getByRole('region', { name: 'Strategy builder' })
  await builder.getByRole('combobox', { name: 'Strategy' }).click()
  await page.getByRole('option', { name: 'Bull put spread' }).click()
  const legs = builder.getByRole('list', { name: 'Legs' }).getByRole('listitem')
  await expect(legs).toHaveCount(2)
  await expect(builder.getByTestId('strategy-fee')).toBeVisible()

  await test.step('gain, loss and break-even follow from the strikes and the premium', async () => {
    const names = await legs
      .locator('[data-symbol]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-symbol') ?? ''))
    const [long = 0, short = 0] = names.map((name) => Number(name.split('-')[2]))
    expect(long).toBeLessThan(short)
    await expect(async () => {
      const ids = ['cost', 'maxGain', 'maxLoss', 'breakEven']
      // Read at one moment, because the quotes keep changing.
      const texts = await builder.evaluate(
        (part, wanted) =>
          wanted.map((id) => part.querySelector(`[data-testid="${id}"]`)?.textContent),
        ids,
      )
      const [premium = 0, gain = 0, loss = 0, turn = 0] = texts.map(figure)
      expect(gain).toBeCloseTo(premium, 2)
      expect(loss).toBeCloseTo(premium - 0.1 * (short - long), 1)
      expect(turn).toBeCloseTo(short - premium / 0.1, -1)
    }).toPass()
    await expectAccessible(page)
    await takePicture(page, 'options-strategy', 'document')
  })

  await test.step('under portfolio margin the long put covers the short one', async () => {
    const margin = (mode: string) =>
      builder.getByRole('region', { name: mode }).getByText('Maint. margin').locator('..')
    const own = await margin('Cross margin').textContent()
    const other = await margin('Portfolio margin').textContent()
    const then = (text: string | null) => figure(text?.split('→')[1])
    expect(then(other)).toBeLessThan(then(own))
  })

  await test.step('one request has both legs, and both positions are at the exchange', async () => {
    const sent = page.waitForRequest(isTo('/order/create-batch'))
    await builder.getByRole('button', { name: 'Send 2 orders' }).click()
    const body = (await sent).postDataJSON() as {
      readonly allOrNone: boolean
      readonly request: readonly { readonly symbol: string; readonly side: string }[]
    }
    expect(body.allOrNone).toBe(true)
    expect(body.request.map(({ side }) => side)).toEqual(['Buy', 'Sell'])
    const held = async () =>
      (await trader.ask('positionList', {})).list
        .filter(({ size }) => Number(size) > 0)
        .map(({ symbol, side, size }) => ({ symbol, side, size }))
        .toSorted((a, b) => (a.side < b.side ? -1 : 1))
    await expect
      .poll(held)
      .toEqual(
        body.request
          .map((leg) => ({ ...leg, size: '0.10' }))
          .map(({ symbol, side, size }) => ({ symbol, side, size })),
      )
    await expect(legs).toHaveCount(0)
    const holdings = page.getByRole('region', { name: 'Option positions and orders' })
    await expect(holdings.getByRole('row').filter({ hasText: 'Net BTC' })).toHaveCount(1)
    for (const { symbol } of body.request) {
      await expect(holdings.getByRole('row').filter({ hasText: symbol })).toHaveCount(1)
    }
    await holdings.getByRole('tab', { name: 'Fills' }).click()
    await expect(
      holdings.getByRole('row').filter({ hasText: body.request[0]?.symbol ?? '' }),
    ).toHaveCount(1)
  })
})

test('volatilities and the chart of a contract have tabs', async ({ page }) => {
  const trader = await openChain(page)
  const { symbol } = await callAtMoney(trader)
  await showExpiry(page, symbol)
  await page.getByRole('tab', { name: 'Volatility' }).click()
  await expect(page.getByRole('img', { name: /^Volatility smile/ })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Term structure at the money' })).toBeVisible()
  await expect(page.getByRole('table', { name: /^Volatility surface/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Chart' }).click()
  const chart = page.getByRole('region', { name: 'Chart' })
  const library = chart.locator('iframe').contentFrame()
  await expect(library.getByText(/^BTC-/).first()).toBeVisible()
})

test('the address of an option opens its chain with the contract chosen', async ({ page }) => {
  const trader = await openChain(page)
  const { symbol } = await callAtMoney(trader)
  await page.goto(`/trade/usdt/${symbol}`)
  await expect(page).toHaveURL(/\/trade\/option\/usdc\/BTC$/)
  const ticket = page.getByRole('form', { name: 'Option order' })
  await expect(ticket.getByRole('heading', { name: symbol })).toBeVisible()
})

test('on a phone the chain has prices, and a tap opens the ticket', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/trade/option/usdt/BTC')
  const chain = page.getByRole('table', { name: 'Option chain' })
  await expect(chain.getByRole('button', { name: /^Buy .* at/ }).first()).toBeVisible()
  await expectAccessible(page)
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow).toBe(0)
  // The headers of both sides are above their columns, within the chain.
  const puts = await chain.getByRole('columnheader', { name: 'Puts' }).boundingBox()
  expect((puts?.x ?? 0) + (puts?.width ?? 0)).toBeLessThanOrEqual(phone.width)
  expect(puts?.x ?? 0).toBeGreaterThan(phone.width / 2)
  await chain
    .getByRole('button', { name: /^Buy .* at/ })
    .first()
    .click()
  const ticket = page.getByRole('form', { name: 'Option order' })
  await expect(ticket).toBeVisible()
  await expectAccessible(page, dialogPart)
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true })

  test('the side of a strategy’s leg is not cut off, in German', async ({ page }) => {
    await page.goto('/de-DE/trade/option/usdt/ETH')
    await page.getByText('Strategie', { exact: true }).first().tap()
    await page.getByRole('combobox').first().tap()
    await page.getByRole('option', { name: 'Bull-Call-Spread' }).tap()
    const sold = page.getByRole('list', { name: 'Beine' }).getByText('Verkaufen', { exact: true })
    await expect(sold).toBeVisible()
    // Text that runs into its padding touches the edge of the coloured area.
    const room = await sold.evaluate((button) => {
      const words = document.createRange()
      words.selectNodeContents(button)
      const own = button.getBoundingClientRect()
      return own.right - words.getBoundingClientRect().right
    })
    expect(room).toBeGreaterThanOrEqual(4)
  })
})
