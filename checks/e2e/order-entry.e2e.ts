// What the ticket shows, the order that is sent and the order at the exchange agree: over markets,
// units, order types, sides and ways of input, each compared with independent formulas
// (order-entry/rule.ts). The books do not move, so that every figure can be computed exactly.

import type { Page, Request } from '@playwright/test'
import { calls } from '@basis/protocol/calls'
import { userTokenCookie, userTokenHeader } from '@basis/protocol/call'
import type { CallName, CallRequest } from '@basis/protocol/calls'
import { eachNth } from '../proof-length.ts'
import { notePresses, takePress, type Lines } from './order-entry/pressed.ts'
import { assumedPrice, cost, e8, quantity, text } from './order-entry/rule.ts'
import type { Book, Kind, Side, Terms, Unit } from './order-entry/rule.ts'
import { QuietExchange } from './order-entry/quiet-exchange.ts'
import { dialogPart, expect, test } from './journey.ts'
import { grouped, Trader } from './trader.ts'

type Market = {
  readonly symbol: string
  readonly path: string
  readonly terms: Terms
  readonly decimals: { readonly price: number; readonly qty: number }
  /** What the quantity counts, and what cost is paid in. */
  readonly coins: { readonly qty: string; readonly cost: string }
  /** What is written as size in each unit. */
  readonly sizes: Readonly<Partial<Record<Unit, string>>>
  /** What the maker quotes on each side. */
  readonly quoted: string
}

const ten = e8('10')
const contractFee = e8('0.00055')
const contract = (kind: Kind, tick: string, lot: string): Terms => ({
  kind,
  tick: e8(tick),
  lot: e8(lot),
  takerFee: contractFee,
  leverage: ten,
})

const markets: readonly Market[] = [
  {
    symbol: 'BTCUSDT',
    path: '/trade/usdt/BTCUSDT',
    terms: contract('linear', '0.1', '0.001'),
    decimals: { price: 1, qty: 3 },
    coins: { qty: 'BTC', cost: 'USDT' },
    sizes: { Qty: '0.013', Cost: '100.5', Value: '1234.56' },
    quoted: '0.8',
  },
  {
    symbol: 'BTCPERP',
    path: '/trade/futures/usdc/BTCPERP',
    terms: contract('linear', '0.1', '0.001'),
    decimals: { price: 1, qty: 3 },
    coins: { qty: 'BTC', cost: 'USDC' },
    sizes: { Qty: '0.013', Cost: '100.5', Value: '1234.56' },
    quoted: '0.8',
  },
  {
    symbol: 'BTCUSD',
    path: '/trade/inverse/BTCUSD',
    terms: contract('inverse', '0.1', '1'),
    decimals: { price: 1, qty: 0 },
    coins: { qty: 'USD', cost: 'BTC' },
    sizes: { Qty: '1234', Cost: '0.0021', Value: '0.0123' },
    quoted: '50000',
  },
  {
    symbol: 'BTC/USDT',
    path: '/trade/spot/BTC/USDT',
    terms: { ...contract('spot', '0.01', '0.000001'), takerFee: e8('0.001'), leverage: e8('1') },
    decimals: { price: 2, qty: 6 },
    coins: { qty: 'BTC', cost: 'USDT' },
    sizes: { Qty: '0.012345', Value: '1234.56' },
    quoted: '0.3',
  },
]

const units: readonly Unit[] = ['Qty', 'Cost', 'Value']
const types = ['Limit', 'Market', 'Conditional market', 'Conditional limit'] as const
type OrderType = (typeof types)[number]
const sides: readonly Side[] = ['Buy', 'Sell']
const inputs = ['typing', 'paste', 'arrows', 'slider'] as const
type Input = (typeof inputs)[number]

type Cell = {
  readonly market: Market
  readonly unit: Unit
  readonly type: OrderType
  readonly side: Side
  readonly input: Input
  readonly bringsTpsl: boolean
}

function cellsOf(market: Market): readonly Cell[] {
  const orderTypes = types.filter(
    (type) => market.terms.kind !== 'spot' || !type.startsWith('Cond'),
  )
  const isOffered = (unit: Unit) => market.sizes[unit] !== undefined
  const typed = { market, input: 'typing', bringsTpsl: false } as const
  const all = orderTypes.flatMap((type) => [
    ...units
      .filter(isOffered)
      .flatMap((unit) => sides.map((side): Cell => ({ ...typed, unit, type, side }))),
    // A spot order brings no TP/SL.
    ...(market.terms.kind === 'spot'
      ? []
      : sides.map((side): Cell => ({ ...typed, unit: 'Value', type, side, bringsTpsl: true }))),
  ])
  // Every other way of input once per market; an arrow key steps by a whole coin of cost or value.
  const unit =
    market.terms.kind === 'linear' ? 'Cost' : market.terms.kind === 'spot' ? 'Value' : 'Qty'
  const others = inputs
    .filter((input) => input !== 'typing')
    .map((input): Cell => ({ ...typed, unit, type: 'Limit', side: 'Buy', input }))
  return [...all, ...others]
}

/** The ticket as a person uses it: what is already chosen is not chosen again. */
class Ticket {
  readonly #trader: Trader
  #type: OrderType | undefined
  #unit: Unit | undefined
  #bringsTpsl = false

  constructor(trader: Trader) {
    this.#trader = trader
  }

  async chooseType(type: OrderType): Promise<void> {
    if (this.#type === type) return
    const { ticket } = this.#trader
    const [tab = '', then] = type.split(' ')
    await ticket.getByRole('tab', { name: tab, exact: true }).click()
    if (then !== undefined) {
      const name = then === 'limit' ? 'Limit' : 'Market'
      await ticket
        .getByRole('group', { name: 'Order after trigger' })
        .getByRole('button', { name })
        .click()
    }
    this.#type = type
  }

  async chooseUnit(unit: Unit): Promise<void> {
    if (this.#unit === unit) return
    const { ticket, page } = this.#trader
    await ticket.getByRole('button', { name: /^Order by / }).click()
    const dialog = page.getByRole('dialog', { name: 'Quantity type' })
    await expect(dialog.getByRole('button', { name: /^Value \(.* NEW/ })).toBeVisible()
    await dialog.getByRole('button', { name: new RegExp(`^${unit} \\(`) }).click()
    await expect(ticket.getByRole('button', { name: `Order by ${unit}` })).toBeVisible()
    this.#unit = unit
  }

  async bringTpsl(bringsTpsl: boolean): Promise<void> {
    if (this.#bringsTpsl === bringsTpsl) return
    await this.#trader.ticket.getByRole('checkbox', { name: 'TP/SL' }).click()
    this.#bringsTpsl = bringsTpsl
  }

  field(name: string) {
    return this.#trader.ticket.getByRole('textbox', { name, exact: true })
  }

  /** Enters the size by the cell's way of input; returns what the formulas take as the size. */
  async enter(cell: Cell): Promise<string | { readonly percent: number }> {
    const { market, unit, input } = cell
    const size = market.sizes[unit] ?? ''
    const field = this.field(market.terms.kind === 'spot' && unit !== 'Qty' ? 'Total' : 'Quantity')
    switch (input) {
      case 'typing':
        await field.fill(size)
        return size
      case 'paste':
        await field.click()
        await field.evaluate((element, pasted) => {
          const clipboardData = new DataTransfer()
          clipboardData.setData('text', pasted)
          const paste = { clipboardData, bubbles: true, cancelable: true }
          element.dispatchEvent(new ClipboardEvent('paste', paste))
        }, grouped(size))
        return size
      case 'arrows':
        // The first step goes from the typed amount to the next whole one.
        await field.click()
        await field.pressSequentially(size)
        for (let n = 0; n < 3; n += 1) await field.press('ArrowUp')
        return String(Math.floor(Number(size)) + 3)
      case 'slider':
        await this.#trader.ticket.getByRole('slider', { name: 'Share of the maximum' }).focus()
        for (let n = 0; n < 3; n += 1) await this.#trader.page.keyboard.press('ArrowRight')
        return { percent: 3 }
    }
  }

  button({ market, side }: Cell) {
    const words = { Buy: 'Buy / Long', Sell: 'Sell / Short' }
    const name = market.terms.kind === 'spot' ? `${side} ${market.coins.qty}` : words[side]
    return this.#trader.ticket.getByRole('button', { name, exact: true })
  }

  /** The lines under a button, as shown now. */
  async lines(cell: Cell): Promise<Lines> {
    const rows = await this.button(cell)
      .locator('xpath=../dl/div')
      .evaluateAll((each) =>
        each.map((row) => [
          row.querySelector('dt')?.textContent ?? '',
          row.querySelector('dd')?.textContent ?? '',
        ]),
      )
    return Object.fromEntries(rows) as Lines
  }

  async expectType(type: OrderType): Promise<void> {
    const { ticket } = this.#trader
    const [tab = ''] = type.split(' ')
    await expect(ticket.getByRole('tab', { name: tab, exact: true, selected: true })).toBeVisible()
  }
}

type Prices = ReturnType<typeof pricesOf>

/** Prices around a book: away from it for a limit, beyond today's band for a conditional order. */
function pricesOf(cell: Cell, { bid, ask }: Book) {
  const { market, type, side } = cell
  const { tick } = market.terms
  const at = (price: bigint, perMille: bigint): bigint =>
    ((price * perMille) / (1_000n * tick)) * tick
  const isBuy = side === 'Buy'
  const entry = type.startsWith('Cond') ? at(isBuy ? ask : bid, isBuy ? 1_020n : 980n) : bid
  const tpsl = cell.bringsTpsl
    ? { takeProfit: at(entry, isBuy ? 1_060n : 940n), stopLoss: at(entry, isBuy ? 950n : 1_050n) }
    : { takeProfit: undefined, stopLoss: undefined }
  const trigger = type.startsWith('Cond') ? entry : undefined
  if (type.endsWith('arket')) return { ...tpsl, trigger, limit: undefined }
  // 1.5 % beyond its trigger, far outside the current band.
  if (trigger !== undefined) return { ...tpsl, trigger, limit: at(trigger, isBuy ? 1_015n : 985n) }
  return { ...tpsl, trigger, limit: at(isBuy ? bid : ask, isBuy ? 996n : 1_004n) }
}

/** Makes a call that changes something, as another window of the same trader would. */
async function callApi<Name extends CallName>(
  page: Page,
  name: Name,
  request: CallRequest<Name>,
): Promise<void> {
  const cookies = await page.context().cookies()
  const token = cookies.find((cookie) => cookie.name === userTokenCookie)?.value ?? ''
  const answer = await page.request.post(new URL(calls[name].path, page.url()).href, {
    data: request,
    headers: { [userTokenHeader]: token },
  })
  expect(await answer.json()).toMatchObject({ ret_code: 0 })
}

type Modes = { readonly isIsolated: boolean; readonly isHedged: boolean }
type Flow = Modes & {
  readonly name: string
  /** One leverage, or that of the long and of the short side. */
  readonly leverages: readonly (readonly string[])[]
}

const initialModes: Modes = { isIsolated: false, isHedged: false }
const leverageFlows: readonly Flow[] = [
  { name: 'cross, one-way', isIsolated: false, isHedged: false, leverages: [['12.5'], ['10']] },
  { name: 'isolated, one-way', isIsolated: true, isHedged: false, leverages: [['37.25']] },
  { name: 'cross, hedged', isIsolated: false, isHedged: true, leverages: [['20']] },
  { name: 'isolated, hedged', isIsolated: true, isHedged: true, leverages: [['15', '25.5']] },
]
const symbol = 'BTCUSDT'

test.describe('page, request and exchange agree', () => {
  let exchange: QuietExchange
  let trader: Trader

  test.beforeAll(async ({ browser }) => {
    exchange = await QuietExchange.start()
    const context = await browser.newContext({ baseURL: exchange.origin, locale: 'en-US' })
    const page = await context.newPage()
    await notePresses(page)
    trader = new Trader(page)
    // Coins, for the maker and the trader to sell and to pay the fees of inverse contracts with.
    await page.goto('/trade/spot/BTC/USDT')
    await trader.getDemoFunds()
    const coins = { symbolId: 'BTCUSDT', side: 'BUY', type: 'MARKET' } as const
    await callApi(page, 'createSpotOrder', { ...coins, origQty: '0.3' })
    await exchange.maker.ask('createSpotOrder', { ...coins, origQty: '0.5' })
    await exchange.standStill(
      markets.map(({ symbol, terms, quoted }) => ({ symbol, tick: terms.tick, qty: quoted })),
    )
  })
  test.afterAll(async () => {
    await trader.page.context().close()
    await exchange.end()
  })

  for (const market of markets) {
    test(`${market.symbol}: by unit, type, side and way of input`, async () => {
      await trader.page.goto(market.path)
      await expect(trader.ticket.getByText('Available')).toBeVisible()
      const ticket = new Ticket(trader)
      for (const cell of eachNth(cellsOf(market), 3)) {
        const { unit, type, side, input, bringsTpsl } = cell
        const name = `${side} ${type}, ${unit} by ${input}${bringsTpsl ? ', with TP/SL' : ''}`
        await test.step(name, () => tryCell(cell, ticket).catch(withTicket))
      }
    })
  }

  test('a double click sends one order; the same order typed again at once is a second one', async () => {
    const { page, ticket } = trader
    await page.goto('/trade/usdt/BTCUSDT')
    await expect(ticket.getByText('Available')).toBeVisible()
    const { bid } = await exchange.book(symbol)
    await new Ticket(trader).chooseUnit('Qty')
    await ticket.getByRole('tab', { name: 'Limit', exact: true }).click()
    await ticket
      .getByRole('textbox', { name: 'Price', exact: true })
      .fill(text(((bid * 99n) / (100n * e8('1'))) * e8('1'), 1))
    const quantity = ticket.getByRole('textbox', { name: 'Quantity', exact: true })
    const send = ticket.getByRole('button', { name: 'Buy / Long', exact: true })
    const resting = async () => {
      const { list } = await trader.ask('openOrders', { symbol })
      return list.map(({ side, qty }) => [side, qty])
    }
    const one = ['Buy', '0.010']
    await quantity.fill('0.01')
    await send.dblclick()
    await expect(quantity).toHaveValue('')
    await expect.poll(resting).toEqual([one])
    await quantity.fill('0.01')
    await send.click()
    await expect.poll(resting).toEqual([one, one])
    const { list } = await trader.ask('openOrders', { symbol })
    for (const { orderId } of list) await callApi(page, 'cancelOrder', { symbol, orderId })
    await expect.poll(resting).toEqual([])
    // A market order goes no further from the best price than its slippage allows.
    await ticket.getByRole('tab', { name: 'Market', exact: true }).click()
    const slippage = ticket.getByRole('textbox', { name: 'Max. slippage' })
    await slippage.fill('10.01')
    await expect(ticket.getByText('Slippage limit must be at most 10')).toBeVisible()
    await slippage.fill('0.5')
    await quantity.fill('0.01')
    const sent = page.waitForRequest(/order\/create/)
    await send.click()
    const limit = { maxSlippage: '0.5', maxSlippageType: 'Percent' }
    expect((await sent).postDataJSON()).toMatchObject({ orderType: 'Market', ...limit })
    await expect(quantity).toHaveValue('')
    const { list: done } = await trader.ask('orderHistory', { symbol })
    expect(done[0]).toMatchObject({ orderStatus: 'Filled', qty: '0.010', ...limit })
    await slippage.fill('')
    await callApi(page, 'closeAllPositions', { symbol })
  })

  for (const flow of leverageFlows) {
    test(`${flow.name}: orders trade with the leverage and margin mode that the ticket shows`, async () => {
      await trader.page.goto('/trade/usdt/BTCUSDT')
      await expect(trader.ticket.getByText('Available')).toBeVisible()
      // The unit stays chosen when the market changes.
      await new Ticket(trader).chooseUnit('Qty')
      await setModes(flow)
      for (const set of flow.leverages) await tryLeverage(flow, set)
      await setModes(initialModes)
    })
  }

  /** Adds the texts of the ticket and of an open dialog to a failure. */
  async function withTicket(failure: unknown): Promise<never> {
    const seen = await trader.page
      .locator(`section[aria-label="Order"], ${dialogPart}`)
      .allInnerTexts()
    throw new Error(`${String(failure)}\n${seen.join('\n---\n')}`, { cause: failure })
  }

  /** Sets margin and position mode by their dialogs, unless they are already set. */
  async function setModes({ isIsolated, isHedged }: Modes): Promise<void> {
    for (const [button, wanted] of [
      ['Margin mode', isIsolated ? 'Isolated' : 'Cross'],
      ['Position mode', isHedged ? 'Hedge' : 'One-way'],
    ] as const) {
      const mode = trader.ticket.getByRole('button', { name: new RegExp(`^${button}:`) })
      await expect(mode).not.toContainText('--')
      if ((await mode.textContent())?.includes(wanted) === true) continue
      await mode.click()
      await dialog()
        .getByRole('radio', { name: new RegExp(`^${wanted}`) })
        .check()
      await page().keyboard.press('Enter')
      await expect(dialog()).toBeHidden()
      await expect(mode).toContainText(wanted)
    }
  }

  const page = (): Page => trader.page
  const marginMode = () => trader.ticket.getByRole('button', { name: /^Margin mode:/ })
  const dialog = () => page().locator(dialogPart)

  /** Types a leverage (or both, if they are split by side), sends it, and trades with it. */
  async function tryLeverage(flow: Flow, set: readonly string[]): Promise<void> {
    const [long = '', short = long] = set
    const shown = long === short ? `${long}x` : `L ${long}x / S ${short}x`
    const button = trader.ticket.getByRole('button', { name: /^Leverage / })
    await test.step(`${shown}: the dialog, the request and the answer`, async () => {
      await button.click()
      const fields = dialog().getByRole('textbox', { name: 'Leverage' })
      for (const [at, text] of set.entries()) await fields.nth(at).fill(text)
      const requested = page().waitForRequest((request) =>
        request.url().includes(calls.setLeverage.path),
      )
      // Clicks the button straight from the field, which loses the focus by that.
      await dialog().getByRole('button', { name: 'Confirm' }).click()
      const sent = (await requested).postDataJSON() as Record<string, unknown>
      expect([sent['leverageE2'], sent['sellLeverage']]).toEqual([
        Math.round(Number(long) * 100),
        set.length === 2 ? short : undefined,
      ])
      await expect(dialog()).toBeHidden()
      const { leverage, sellLeverage, mode, isIsolated } = await trader.ask('leverage', { symbol })
      expect({ leverage, sellLeverage, isIsolated, isHedged: mode === 'BothSide' }).toEqual({
        leverage: long,
        sellLeverage: short,
        isIsolated: flow.isIsolated,
        isHedged: flow.isHedged,
      })
      await expect(button).toHaveText(shown)
      await expect(marginMode()).toHaveText(flow.isIsolated ? 'Isolated' : 'Cross')
    })
    for (const side of flow.isHedged ? sides : (['Buy'] as const)) {
      await test.step(`${shown}: a ${side} has the margin that the ticket says`, () =>
        tryModes(flow, side, side === 'Buy' ? long : short))
    }
  }

  async function tryModes(flow: Flow, side: Side, leverage: string): Promise<void> {
    const words = flow.isHedged
      ? { Buy: 'Open long', Sell: 'Open short' }
      : { Buy: 'Buy / Long', Sell: 'Sell / Short' }
    const { ticket } = trader
    await ticket.getByRole('tab', { name: 'Market', exact: true }).click()
    const quantity = ticket.getByRole('textbox', { name: 'Quantity' })
    await quantity.fill('0.02')
    const send = ticket.getByRole('button', { name: words[side], exact: true })
    const column = send.locator('..')
    // The exchange has answered the preview of exactly this order.
    await expect(column.getByText('Margin').locator('..')).not.toContainText('--')
    const margin = await marginMode().textContent()
    await send.click()
    const { down } = await takePress(page())
    const positionIdx = flow.isHedged ? (side === 'Buy' ? 1 : 2) : 0
    const held = async () => {
      const { list } = await trader.ask('positionList', { symbol })
      return list.find((each) => each.positionIdx === positionIdx)
    }
    await expect.poll(async () => (await held())?.size).toBe('0.020')
    const position = await held()
    expect(position).toMatchObject({ side, leverage, isIsolated: margin === 'Isolated' })
    expect(position?.isIsolated).toBe(flow.isIsolated)
    // Shown before it was sent: its liquidation price, and what it costs at its own leverage.
    const liquidation = figure(down, 'Liq. price')
    expect(liquidation).toBe(position?.liqPrice === '' ? '--' : grouped(position?.liqPrice ?? ''))
    const row = await trader.row('Positions', side === 'Buy' ? 'Long' : 'Short')
    await expect(row).toContainText(`${flow.isIsolated ? 'Isolated' : 'Cross'} ${leverage}x`)
    // The position's push has arrived, and the ticket still shows the contract's margin mode.
    await expect(marginMode()).toHaveText(flow.isIsolated ? 'Isolated' : 'Cross')
    const back = { symbol, orderType: 'Market', qty: '0.02', positionIdx } as const
    const opposite = side === 'Buy' ? 'Sell' : 'Buy'
    await callApi(page(), 'createOrder', { ...back, side: opposite, reduceOnly: true })
    await expect(row).toHaveCount(0)
    await expect(marginMode()).toHaveText(flow.isIsolated ? 'Isolated' : 'Cross')
  }

  async function tryCell(cell: Cell, ticket: Ticket): Promise<void> {
    const { market, side, type } = cell
    const { page } = trader
    const book = await stillBook(market)
    const prices = pricesOf(cell, book)
    await ticket.chooseType(type)
    await ticket.chooseUnit(cell.unit)
    await ticket.bringTpsl(cell.bringsTpsl)
    const written = (price: bigint) => text(price, market.decimals.price)
    const textOf = (price: bigint | undefined) => (price === undefined ? undefined : written(price))
    if (prices.takeProfit !== undefined) await ticket.field('TP').fill(written(prices.takeProfit))
    if (prices.stopLoss !== undefined) await ticket.field('SL').fill(written(prices.stopLoss))
    if (prices.trigger !== undefined)
      await ticket.field('Trigger price').fill(written(prices.trigger))
    if (prices.limit !== undefined) await ticket.field('Price').fill(written(prices.limit))
    const size = await ticket.enter(cell)
    await expect(ticket.button(cell)).toBeEnabled()
    const isSpot = market.terms.kind === 'spot'
    const isFilled = isSpot && type === 'Market'
    const assumed = assumedPrice(market.terms, { ...cell, ...prices, size: '0' }, book)
    // A market order of a pair is shown at the price at which the book fills it, once the exchange
    // has answered its preview, and no longer at the price assumed before.
    const price = isFilled ? (side === 'Buy' ? book.ask : book.bid) : assumed
    const sizeAt = (lines: Lines | undefined): bigint =>
      typeof size === 'string'
        ? quantity(market.terms, { ...cell, ...prices, size }, price)
        : partOf(lines, size.percent, market.terms.lot)
    if (isFilled) {
      await expect(async () => {
        const lines = await ticket.lines(cell)
        expectCost(lines, cell, { qty: sizeAt(lines), price })
      }).toPass()
    }
    const [request] = await Promise.all([
      page.waitForRequest(isCreation),
      ticket.button(cell).click(),
    ])
    const { down, click } = await takePress(page)

    // The page: what it showed as the button went down, and still at the click.
    const qty = sizeAt(down)
    const name = `${market.symbol} ${side} ${type}`
    expect(ownOf(click), `${name}: leaving the field changes nothing`).toEqual(ownOf(down))
    expect(shownQty(down, market), `${name}: the quantity that is shown`).toBe(qty)
    expectCost(down, cell, { qty, price })

    // The request: what was shown and nothing else; a spot market order is sent as its total.
    const total = isFilled && cell.unit !== 'Qty' && typeof size === 'string'
    expect(orderIn(request), `${name}: the request`).toEqual({
      side,
      orderType: type.endsWith('arket') ? 'Market' : 'Limit',
      qty: total ? undefined : text(qty, market.decimals.qty),
      total: total ? e8(size) : undefined,
      price: textOf(prices.limit),
      triggerPrice: textOf(prices.trigger),
      takeProfit: textOf(prices.takeProfit),
      stopLoss: textOf(prices.stopLoss),
    })

    // The exchange: the same order, resting, untriggered or filled.
    const answer = await (await request.response())?.json()
    const { orderId } = answer.result as { orderId: string }
    if (total) await expectSpent(market, orderId, e8(size))
    else await expectStanding(cell, { orderId, qty, ...prices })

    // And the ticket is unchanged except for the quantity.
    await expect(ticket.field(isSpot && cell.unit !== 'Qty' ? 'Total' : 'Quantity')).toHaveValue('')
    await ticket.expectType(type)
    for (const [name, price] of [
      ['Trigger price', prices.trigger],
      ['TP', prices.takeProfit],
      ['SL', prices.stopLoss],
    ] as const) {
      if (price !== undefined) await expect(ticket.field(name)).toHaveValue(grouped(written(price)))
    }
    await tidyUp(cell, orderId, qty)
  }

  /**
   * Returns the book once the mark price is not above its bid: a market sell is then shown at the
   * bid.
   */
  async function stillBook(market: Market): Promise<Book> {
    let book = await exchange.book(market.symbol)
    await expect
      .poll(async () => {
        book = await exchange.book(market.symbol)
        return market.terms.kind === 'spot' || book.mark <= book.bid
      })
      .toBe(true)
    return book
  }

  /** Expects that a total was filled up to its last whole lot, at the prices of the book. */
  async function expectSpent({ symbol, terms }: Market, orderId: string, total: bigint) {
    const done = async () => (await trader.ask('orderHistory', { symbol, orderId })).list[0]
    await expect.poll(async () => (await done())?.orderStatus).toBe('Filled')
    const filled = await done()
    const [value, qty] = [e8(filled?.cumExecValue ?? ''), e8(filled?.cumExecQty ?? '')]
    expect(value <= total, `${value} of ${total}`).toBe(true)
    // One lot more would have exceeded it.
    expect(value + (value * terms.lot) / qty > total, `${value} of ${total}`).toBe(true)
  }

  async function expectStanding(
    { market, side, type }: Cell,
    sent: {
      readonly orderId: string
      readonly qty: bigint
    } & Prices,
  ): Promise<void> {
    const { symbol, decimals } = market
    const { orderId, qty, limit, trigger } = sent
    const tpsl = [sent.takeProfit, sent.stopLoss].map((price) =>
      price === undefined ? undefined : text(price, decimals.price),
    )
    if (type === 'Market') {
      // The order history lags behind the engine.
      const done = async () => {
        const { list } = await trader.ask('orderHistory', { symbol, orderId })
        return list.map(({ orderStatus, cumExecQty }) => [orderStatus, e8(cumExecQty)])
      }
      await expect.poll(done).toEqual([['Filled', qty]])
      if (market.terms.kind === 'spot') return
      const { list } = await trader.ask('positionList', { symbol })
      expect(list.map((held) => [held.side, e8(held.size)])).toEqual([[side, qty]])
      expect([list[0]?.takeProfit, list[0]?.stopLoss]).toEqual(tpsl)
      return
    }
    const { list } = await trader.ask('openOrders', { symbol, orderId })
    const [order] = list
    expect({ ...order, price: undefined }).toMatchObject({
      side,
      orderType: limit === undefined ? 'Market' : 'Limit',
      orderStatus: trigger === undefined ? 'New' : 'Untriggered',
    })
    expect([order?.takeProfit, order?.stopLoss]).toEqual(tpsl)
    expect(e8(order?.qty ?? '')).toBe(qty)
    if (limit !== undefined) expect(e8(order?.price ?? '')).toBe(limit)
    if (trigger !== undefined) expect(e8(order?.triggerPrice ?? '')).toBe(trigger)
  }

  /**
   * Cancels the order or closes what it opened; the last trade is a sale, so that the bid is the
   * last price.
   */
  async function tidyUp({ market, side, type }: Cell, orderId: string, qty: bigint): Promise<void> {
    const { page } = trader
    const { symbol, decimals } = market
    const isSpot = market.terms.kind === 'spot'
    if (type !== 'Market') {
      return isSpot
        ? callApi(page, 'cancelSpotOrder', { symbolId: symbol.replace('/', ''), orderId })
        : callApi(page, 'cancelOrder', { symbol, orderId })
    }
    const opposite = side === 'Buy' ? 'Sell' : 'Buy'
    const orderType = 'Market'
    if (isSpot) return
    const back = { symbol, orderType, qty: text(qty, decimals.qty) } as const
    await callApi(page, 'createOrder', { ...back, side: opposite, reduceOnly: true })
    if (opposite === 'Sell') return
    // The last trade was a purchase: buying and selling one lot makes the bid the last price again.
    const lot = { symbol, orderType, qty: text(market.terms.lot, decimals.qty) } as const
    await callApi(page, 'createOrder', { ...lot, side: 'Buy' })
    await callApi(page, 'createOrder', { ...lot, side: 'Sell', reduceOnly: true })
  }
})

const isCreation = (request: Request): boolean =>
  request.method() === 'POST' &&
  [calls.createOrder.path, calls.createSpotOrder.path].some((path) => request.url().includes(path))

/** The order in a request, in one form for contracts and spot. */
function orderIn(request: Request) {
  const body = request.postDataJSON() as Record<string, string | undefined>
  const sided = body['side']?.toLowerCase() === 'buy' ? 'Buy' : 'Sell'
  const typed = (body['orderType'] ?? body['type'])?.toLowerCase() === 'limit' ? 'Limit' : 'Market'
  return {
    side: sided,
    orderType: typed,
    qty: body['qty'] ?? body['origQty'],
    total: body['marketUnit'] === 'quoteCoin' ? e8(body['amount'] ?? '') : undefined,
    price: body['price'],
    triggerPrice: body['triggerPrice'],
    takeProfit: body['takeProfit'],
    stopLoss: body['stopLoss'],
  }
}

const figure = (lines: Lines | undefined, label: string): string => lines?.[label] ?? ''

/** The lines that the ticket computes itself; the figures of the exchange arrive later. */
const ownOf = (lines: Lines | undefined) =>
  ['Qty', 'Cost', 'You pay', 'You receive'].map((label) => lines?.[label])

/** The quantity that a column shows, 1e-8. */
function shownQty(lines: Lines | undefined, { coins }: Market): bigint {
  const [number = '', coin] = figure(lines, 'Qty').split(' ')
  expect(coin).toBe(coins.qty)
  return e8(number)
}

/** The percentage of the shown maximum, rounded down to the lot (rules 7). */
function partOf(lines: Lines | undefined, percent: number, lot: bigint): bigint {
  const [most = ''] = figure(lines, 'Max').split(' ')
  return ((e8(most) * BigInt(percent)) / (100n * lot)) * lot
}

/**
 * Amounts to pay are shown rounded up, amounts to receive rounded down; amounts in coins show five
 * to eight decimals.
 */
function expectCost(
  lines: Lines | undefined,
  { market, side }: Cell,
  order: { readonly qty: bigint; readonly price: bigint },
): void {
  const { kind } = market.terms
  const label = kind !== 'spot' ? 'Cost' : side === 'Buy' ? 'You pay' : 'You receive'
  const [number = '', coin] = figure(lines, label).split(' ')
  expect(coin).toBe(market.coins.cost)
  const isDown = label === 'You receive'
  const whole = cost(market.terms, side, order.qty, order.price)
  // What a sale brings is net of its fee, which is truncated to 8 decimals (rules 3.1).
  const exact = isDown ? whole - (whole * market.terms.takerFee) / e8('1') : whole
  const cent = kind === 'inverse' ? 1n : 1_000_000n
  const shown = ((exact + (isDown ? 0n : cent - 1n)) / cent) * cent
  expect(e8(number), `${market.symbol} ${side}: ${label}`).toBe(shown)
}
