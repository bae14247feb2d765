// The liquidation of a short option, as it is pushed to its owner: the steps go to the topic
// of options and to that of all liquidations, in both margin modes (spec 7; rules 5.8, 10.6).

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { priceE8, rateE8 } from '@basis/domain/numbers/fixed'
import { calls } from '@basis/protocol/calls'
import type { WireLiquidation } from '@basis/protocol/position'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Publisher } from '../../push/publisher.ts'
import { OptionMarket } from '../../simulator/options/option-market.ts'
import { startTestServer, TestClient, type TestServer } from '../../../testing/test-server.ts'

let venue: TestServer
let market: OptionMarket

beforeAll(async () => {
  venue = await startTestServer()
  market = new OptionMarket(venue.parts.exchange.views, { seed: 1, isManned: true })
  for (let k = 0; k < 40; k += 1) {
    venue.clock.advance(250)
    await sendAll(market.step(venue.clock.nowMs()))
  }
})
afterAll(() => venue.stop())

async function sendAll(commands: ReturnType<OptionMarket['step']>): Promise<void> {
  for (const command of commands) await venue.parts.exchange.submit(command)
}

/** Of the calls with a bid, the one nearest to the money with the latest expiry. */
function bestBid() {
  const { views } = venue.parts.exchange
  const bid = views.symbols().flatMap((symbol) => {
    const view = views.symbol(symbol)
    const option = view?.instrument.option
    const isMeant = option?.right === 'Call' && view?.instrument.baseCoin === 'BTC'
    return view === undefined || !isMeant || view.bestBidTicks === 0 ? [] : [view]
  })
  const away = (view: (typeof bid)[number]): number =>
    Math.abs((view.instrument.option?.strikeE8 ?? 0) - view.indexE8)
  const [found] = bid.toSorted((a, b) => away(a) - away(b))
  if (found === undefined) throw new Error('no call is bid')
  return found
}

/** Marks an option at a price for some seconds, so that a short position in it is liquidated. */
async function markAt(symbol: string, markE8: number, indexE8: number): Promise<void> {
  const { exchange } = venue.parts
  for (let second = 0; second < 12; second += 1) {
    venue.clock.advance(1000)
    const forwardE8 = priceE8(indexE8)
    const dear = { markE8: priceE8(markE8), forwardE8, volatilityE8: rateE8(200_000_000) }
    await exchange.submit({
      kind: 'UpdatePrices',
      prices: [{ symbol: symbolId(symbol), indexE8: priceE8(indexE8), ...dear }],
    })
  }
}

test.each(['REGULAR_MARGIN', 'PORTFOLIO_MARGIN'] as const)(
  'in %s the steps of an option’s liquidation are pushed to both topics of liquidations',
  async (setMarginMode) => {
    const browser = new TestClient(venue.app)
    await browser.becomeTrader()
    const { exchange, readModel, alerts, clock } = venue.parts
    const account = accountId(Math.max(...exchange.views.accounts()))
    const post = async (path: string, payload: unknown) =>
      (await browser.ask('POST', path, payload)).body
    if (setMarginMode === 'PORTFOLIO_MARGIN') {
      const path = calls.setAccountMode.path
      expect(await post(path, { setMarginMode })).toMatchObject({ ret_code: 0 })
    }
    const publisher = new Publisher({ exchange, readModel, alerts, clock })
    const pushed = new Map<string, WireLiquidation[]>()
    for (const kind of ['userOptionLiquidation', 'userLiquidation'] as const) {
      const steps: WireLiquidation[] = []
      pushed.set(kind, steps)
      const take = (_channel: unknown, frame: { readonly toString: () => string }): void => {
        const text = frame.toString()
        const { data } = JSON.parse(text.slice(text.indexOf('{'))) as { data: WireLiquidation[] }
        steps.push(...data)
      }
      publisher.add({ kind }, { take, fail: () => undefined }, account)
    }
    const { instrument, indexE8, markE8 } = bestBid()
    const { symbol } = instrument
    for (let k = 0; k < 4; k += 1) {
      const short = { symbol, side: 'Sell', orderType: 'Market', qty: '1' }
      await post(calls.createOrder.path, short)
      await sendAll(market.step(venue.clock.nowMs()))
    }
    const [held] = exchange.views.positions(account)
    if (held === undefined) throw new Error('nothing was sold')
    // At this mark what was sold costs more than the account has.
    const each = (100_000 * 1e8) / ((held.position.sizeLots * instrument.lotSizeE8) / 1e8)
    await markAt(symbol, Math.round(markE8 + each), indexE8)
    await new Promise((resolve) => setImmediate(resolve))
    publisher.stop()
    const [options, all] = [pushed.get('userOptionLiquidation'), pushed.get('userLiquidation')]
    expect(all?.[0]?.step).toBe('started')
    const isPortfolio = setMarginMode === 'PORTFOLIO_MARGIN'
    expect(all?.[0]?.explanation?.rule).toBe(
      isPortfolio ? 'portfolioMaintenance' : 'crossMaintenance',
    )
    if (isPortfolio) {
      // The collateral is the wallet balance, the PnL and the negative value of the option (10.1).
      const numbers = all?.[0]?.explanation?.numbers ?? {}
      const of = (name: string): number => Number.parseFloat(numbers[name] ?? '')
      expect(of('optionValue')).toBeLessThan(0)
      const summed = of('walletBalance') + of('unrealisedPnl') + of('optionValue')
      expect(summed).toBeCloseTo(of('collateral'), 6)
    }
    const ofOption = all?.filter((step) => step.symbol === symbol)
    expect(ofOption?.length).toBeGreaterThan(0)
    expect(options).toEqual(ofOption)
    expect(exchange.views.positions(account)).toEqual([])
  },
)
