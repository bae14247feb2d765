// The ticket sized by its stop: the typed risk, the request and the order at the exchange agree,
// and no more than the risk is lost at the stop (rules 3.5). The books do not move, so that a
// market order is filled at the price that was shown.

import type { Page, Request } from '@playwright/test'
import { calls } from '@basis/protocol/calls'
import { e8, text } from './order-entry/rule.ts'
import { QuietExchange } from './order-entry/quiet-exchange.ts'
import { expect, expectAccessible, takePicture, test } from './journey.ts'
import { Trader } from './trader.ts'

type Market = {
  readonly symbol: string
  readonly path: string
  readonly isInverse: boolean
  readonly lot: bigint
  readonly quoted: string
}

const linear = { isInverse: false, lot: e8('0.001'), quoted: '0.8' } as const
const btcUsdt: Market = { ...linear, symbol: 'BTCUSDT', path: '/trade/usdt/BTCUSDT' }
const btcPerp: Market = { ...linear, symbol: 'BTCPERP', path: '/trade/futures/usdc/BTCPERP' }
const btcUsd: Market = {
  symbol: 'BTCUSD',
  path: '/trade/inverse/BTCUSD',
  isInverse: true,
  lot: e8('1'),
  quoted: '50000',
}
const markets = [btcUsdt, btcPerp, btcUsd]
const tick = e8('0.1')
const fee = e8('0.00055')
const unit = e8('1')

type Cell = {
  readonly market: Market
  readonly type: 'Limit' | 'Market' | 'Conditional'
  readonly side: 'Buy' | 'Sell'
  /** The unit of the quantity field, and what is typed in it. */
  readonly risk: readonly [unit: RegExp, typed: string]
  readonly isHedged?: true
}

const cells: readonly Cell[] = [
  { market: btcUsdt, type: 'Market', side: 'Buy', risk: [/^Risk \(USDT\)/, '20'] },
  { market: btcUsdt, type: 'Limit', side: 'Sell', risk: [/^Risk \(%/, '0.05'] },
  { market: btcUsdt, type: 'Market', side: 'Sell', risk: [/^Risk \(%/, '0.02'], isHedged: true },
  { market: btcPerp, type: 'Conditional', side: 'Buy', risk: [/^Risk \(USDC\)/, '12.5'] },
  { market: btcUsd, type: 'Market', side: 'Sell', risk: [/^Risk \(BTC\)/, '0.0004'] },
  { market: btcUsd, type: 'Limit', side: 'Buy', risk: [/^Risk \(USD\)/, '25'] },
]

const size = (value: bigint): bigint => (value < 0n ? -value : value)

/** The loss from entry to stop with both fees, in 1e-8 of the settle coin, rounded up. */
function lossOf({ isInverse }: Market, qty: bigint, entry: bigint, stop: bigint): bigint {
  const distance = size(entry - stop)
  const up = (top: bigint, bottom: bigint): bigint => (top + bottom - 1n) / bottom
  return isInverse
    ? up(qty * (distance * unit + fee * (entry + stop)), entry * stop)
    : up(qty * (distance * unit + fee * (entry + stop)), unit * unit)
}

test.describe('an order sized by its stop', () => {
  let exchange: QuietExchange
  let trader: Trader
  const page = (): Page => trader.page

  test.beforeAll(async ({ browser }) => {
    exchange = await QuietExchange.start()
    const context = await browser.newContext({ baseURL: exchange.origin, locale: 'en-US' })
    trader = new Trader(await context.newPage())
    await page().goto('/trade/spot/BTC/USDT')
    await trader.getDemoFunds()
    const coins = { symbolId: 'BTCUSDT', side: 'BUY', type: 'MARKET' } as const
    await trader.arrange('createSpotOrder', { ...coins, origQty: '0.3' })
    await exchange.maker.ask('createSpotOrder', { ...coins, origQty: '0.5' })
    await exchange.standStill(markets.map(({ symbol, quoted }) => ({ symbol, tick, qty: quoted })))
    // Before the first trade there is no last price for a trigger to wait for.
    const { symbol } = btcPerp
    const trade = { symbol, orderType: 'Market', qty: '0.001' } as const
    await trader.arrange('createOrder', { ...trade, side: 'Buy' })
    await trader.arrange('createOrder', { ...trade, side: 'Sell', reduceOnly: true })
  })
  test.afterAll(async () => {
    await page().context().close()
    await exchange.end()
  })

  const field = (name: string) => trader.ticket.getByRole('textbox', { name, exact: true })
  const line = (name: string) =>
    trader.ticket.getByText(name, { exact: true }).locator('xpath=ancestor-or-self::dt/..')

  async function chooseRisk(name: RegExp): Promise<void> {
    await trader.ticket.getByRole('button', { name: /^Order by / }).click()
    await page()
      .getByRole('dialog', { name: 'Quantity type' })
      .getByRole('button', { name })
      .click()
  }

  /** The typed risk, in the settle coin. */
  async function riskOf({ market, risk: [by, typed] }: Cell, stop: bigint): Promise<bigint> {
    const { totalEquity } = await trader.ask('wallet', {})
    if (by.source.includes('%')) return (e8(totalEquity) * e8(typed)) / (100n * unit)
    return by.source.includes('USD\\)') && market.isInverse ? (e8(typed) * unit) / stop : e8(typed)
  }

  for (const cell of cells) {
    const { market, type, side, risk, isHedged } = cell
    const mode = isHedged === true ? ', hedged' : ''
    test(`${market.symbol}: ${side} ${type} with ${risk[1]} at risk${mode}`, async () => {
      const { symbol } = market
      await page().goto(market.path)
      await expect(trader.ticket.getByText('Available')).toBeVisible()
      if (isHedged === true) await trader.arrange('switchMode', { symbol, mode: 3 })
      const { bid, ask } = await exchange.book(symbol)
      const isBuy = side === 'Buy'
      const at = (price: bigint, perMille: bigint) => ((price * perMille) / (1000n * tick)) * tick
      const best = isBuy ? ask : bid
      const known = type === 'Market' ? best : at(best, isBuy === (type === 'Limit') ? 996n : 1004n)
      const stop = at(known, isBuy ? 990n : 1010n)
      await trader.ticket.getByRole('tab', { name: type, exact: true }).click()
      if (type === 'Limit') await field('Price').fill(text(known, 1))
      if (type === 'Conditional') {
        await trader.ticket
          .getByRole('group', { name: 'Order after trigger' })
          .getByRole('button', { name: 'Market' })
          .click()
        await field('Trigger price').fill(text(known, 1))
      }
      await chooseRisk(risk[0])
      await field('Quantity').fill(risk[1])
      await field('SL').fill(text(stop, 1))
      await trader.ticket.getByRole('button', { name: 'Take-profit at 2 times the risk' }).click()
      await expect(line('Gain at TP')).toContainText('2.00R')

      const requests: Request[] = []
      const note = (request: Request): void => {
        if (request.method() === 'POST' && /order\/create|set-tp-sl/.test(request.url())) {
          requests.push(request)
        }
      }
      page().on('request', note)
      const shownLoss = (await line('Loss at SL').textContent()) ?? ''
      const label =
        isHedged === true
          ? { Buy: 'Open long', Sell: 'Open short' }
          : { Buy: 'Buy / Long', Sell: 'Sell / Short' }
      const button = trader.ticket.getByRole('button', { name: label[side], exact: true })
      const shownQty = await button
        .locator('xpath=..')
        .getByText('Qty', { exact: true })
        .locator('..')
        .textContent()
      const target = await field('TP').inputValue()
      await button.click()
      await expect(field('Quantity')).toHaveValue('')
      page().off('request', note)

      expect(requests.map((request) => new URL(request.url()).pathname)).toEqual([
        calls.createOrder.path,
      ])
      const sent = requests[0]?.postDataJSON() as Record<string, string>
      const tpsl = { stopLoss: text(stop, 1), takeProfit: target.replaceAll(',', '') }
      expect(sent).toMatchObject({ symbol, side, ...tpsl })
      expect(shownQty?.replaceAll(',', '')).toContain(` ${sent['qty'] ?? ''} `.trim())

      // The exchange has the entry, the stop and the target.
      const qty = e8(sent['qty'] ?? '')
      if (type === 'Market') {
        const { list } = await trader.ask('positionList', { symbol })
        const held = list.find((each) => each.side === side)
        expect(held).toMatchObject({ size: sent['qty'], ...tpsl })
        // An inverse entry price follows from its value, which is rounded to 1e-8 of a coin.
        expect(size(e8(held?.entryPrice ?? '') - known)).toBeLessThan(market.isInverse ? tick : 1n)
      } else {
        const { list } = await trader.ask('openOrders', { symbol })
        expect(list).toHaveLength(1)
        expect(list[0]).toMatchObject({ qty: sent['qty'], ...tpsl })
      }

      // No more than the typed risk is lost, one lot more would lose more, and the page showed the
      // loss.
      const riskE8 = await riskOf(cell, stop)
      const loss = lossOf(market, qty, known, stop)
      // The equity that a percentage refers to has since paid the fees of a market order.
      const slack = (risk[0].source.includes('%') ? riskE8 / 1_000n : 0n) + 3n
      expect(loss).toBeLessThanOrEqual(riskE8 + slack)
      expect(lossOf(market, qty + market.lot, known, stop)).toBeGreaterThan(riskE8 - slack)
      const said = e8(/-([\d,.]+)/.exec(shownLoss)?.[1]?.replaceAll(',', '') ?? '')
      expect(size(said - loss)).toBeLessThanOrEqual(market.isInverse ? 3n : e8('0.01'))

      for (const { orderId } of (await trader.ask('openOrders', { symbol })).list) {
        await trader.arrange('cancelOrder', { symbol, orderId }).catch(() => undefined)
      }
      await trader.arrange('closeAllPositions', { symbol })
      if (isHedged === true) {
        await trader.arrange('switchMode', { symbol, mode: 0 })
      }
    })
  }

  test('a missing stop is asked for, and a risk too small for one lot is reported', async () => {
    await page().goto(btcUsdt.path)
    await expect(trader.ticket.getByText('Available')).toBeVisible()
    const { bid, ask } = await exchange.book(btcUsdt.symbol)
    // The unit stays as the trader chose it.
    await expect(trader.ticket.getByRole('button', { name: /^Order by Risk/ })).toBeVisible()
    await trader.ticket.getByRole('tab', { name: 'Limit', exact: true }).click()
    await chooseRisk(/^Risk \(USDT\)/)
    await field('Price').fill(text(bid, 1))
    await field('Quantity').fill('0.5')
    await trader.sendTicket('Buy')
    await expect(field('SL')).toBeFocused()
    await expect(trader.ticket.getByText('Enter a price')).toBeVisible()
    await field('SL').fill(text(((bid * 990n) / (1000n * tick)) * tick, 1))
    await expect(
      trader.ticket.getByText(/The smallest order, 0\.001 BTC, already loses/),
    ).toBeVisible()
    await expect(trader.ticket.getByRole('button', { name: /^Buy \/ Long: Min/ })).toBeDisabled()
    await field('Quantity').fill('50000')
    const close = text(bid - 100n * tick, 1)
    await field('SL').fill(close)
    await expect(trader.ticket.getByRole('button', { name: /^Buy \/ Long: / })).toBeDisabled()
    await field('Quantity').fill('50')
    await field('SL').fill(text(((ask * 985n) / (1000n * tick)) * tick, 1))
    await expect(line('Loss at SL')).toBeVisible()
    await expectAccessible(page(), 'section[aria-label="Order"]')
    await takePicture(page(), 'risk-ticket')
  })
})
