// The ticket's fields and the exchange agree on random drafts: orders that the page allows are
// placed, and orders that it refuses would have been refused. Where one rule is broken, both name
// it.

import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import { priceTicks, qtyLots, zero } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  parsePrice,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { sides, timesInForce, triggerBases, type Side } from '@basis/domain/orders/order'
import { slippageUnits } from '@basis/domain/orders/slippage'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxQtyRequest } from '../../packages/web/src/features/order-ticket/max-order-qty.ts'
import { previewRequest } from '../../packages/web/src/features/outcome/question/order-preview.ts'
import { ticketFigures } from '../../packages/web/src/features/order-ticket/ticket-figures.ts'
import {
  emptyDraft,
  orderOf,
  type TicketContext,
  type TicketDraft,
  type TicketOrder,
} from '../../packages/web/src/features/order-ticket/ticket.ts'
import { emptyForm } from '../../packages/web/src/features/tpsl/form-fields.ts'
import { sizeUnits } from '../../packages/web/src/stores/settings.ts'
import {
  startTestServer,
  TestClient,
  type TestServer,
} from '../../packages/server/testing/test-server.ts'
import { proofLength } from '../proof-length.ts'

const drafts = proofLength(100_000, 1_500)
const symbol = symbolId('BTCUSDT')
/** Problems of missing or unreadable inputs, which only the field checks: they are never sent. */
const unsendable: ReadonlySet<string> = new Set([
  'priceRequired',
  'qtyRequired',
  'tickSizeFixNumTips',
  'lotSizeFixNumTips',
  'priceErrorTickTip',
  // A leg of "0" (spec 5); in a request it removes a leg.
  'takeProfitOver',
])

let venue: TestServer
let client: TestClient
let account = accountId(0)
beforeAll(async () => {
  venue = await startTestServer()
  client = new TestClient(venue.app)
  await client.becomeTrader()
  account = accountId(venue.parts.exchange.views.highestAccount())
  await post('order/create', { symbol, side: 'Buy', orderType: 'Market', qty: '0.5' })
})
afterAll(() => venue.stop())

const post = async (path: string, payload: object): Promise<Record<string, unknown>> =>
  (await client.ask('POST', `/contract/v5/${path}`, payload)).body

function marketNow() {
  const market = venue.parts.exchange.views.symbol(symbol)
  if (market === undefined) throw new Error('nothing is traded here')
  return market
}

/** The market and the account as the page knows them from the exchange. */
function contextNow(draft: TicketDraft): TicketContext {
  const { views } = venue.parts.exchange
  const { instrument, lastTicks, bestBidTicks, bestAskTicks, markE8, ...market } = marketNow()
  const { maxBuyTicks, minSellTicks } = market
  const view = views.account(account)
  const leverage = views.leverage(account, symbol, 0)
  if (view === undefined || leverage === undefined) throw new Error('nobody trades here')
  const [held] = views.positions(account)
  const { side = 'None', sizeLots = qtyLots(0), entryValue = zero } = held?.position ?? {}
  return {
    instrument,
    leverage,
    last: lastTicks,
    bid: bestBidTicks,
    ask: bestAskTicks,
    markE8,
    band:
      maxBuyTicks === undefined || minSellTicks === undefined
        ? undefined
        : { maxBuyTicks, minSellTicks },
    isIsolated: false,
    funds: {
      available: view.available,
      base: zero,
      equity: view.equity,
      maintenance: view.maintenanceMargin,
    },
    position: side === 'None' ? undefined : { side, sizeLots, entryValue },
    most: mostNow(draft, instrument),
  }
}

/** The answer to the page's request of the maximum quantity for the draft. */
function mostNow(draft: TicketDraft, instrument: Instrument): TicketContext['most'] {
  const asked = maxQtyRequest(draft, instrument)
  if (asked === undefined) return undefined
  const price = asked.price === undefined ? undefined : parsePrice(instrument, asked.price)
  const entering = { timeInForce: asked.timeInForce, selfTrade: 'CancelTaker' } as const
  const ticks = typeof price === 'number' ? price : undefined
  const most = venue.parts.exchange.views.maxQty(account, symbol, ticks, entering)
  return most === undefined ? undefined : { Buy: most.buyLots, Sell: most.sellLots }
}

/** A draft as a person might type it: mostly sensible, often just beyond a limit. */
function randomDraft(prng: Prng, instrument: Instrument, last: number): TicketDraft {
  const below = (bound: number): number => prng.nextBelow(bound)
  const one = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value
  const near = (): string => {
    const ticks = Math.max(
      1,
      Math.round(last * (1 + (below(2_001) - 1_000) / one([10_000, 100_000]))),
    )
    const text = formatPrice(instrument, priceTicks(ticks))
    return one([
      text,
      text,
      text,
      text,
      text,
      `${text}5`,
      '',
      '0',
      '99999999',
      formatPrice(instrument, priceTicks(last)),
    ])
  }
  const size = (): string =>
    one([
      formatQty(instrument, qtyLots(1 + below(3_000))),
      formatQty(instrument, qtyLots(1 + below(20_000))),
      formatQty(instrument, qtyLots(1 + below(600_000))),
      String(below(5_000)),
      '0.0005',
      '',
      '0',
    ])
  const form = emptyForm(one(['Full', 'Partial'] as const), {
    takeProfit: one(triggerBases),
    stopLoss: one(triggerBases),
  })
  const leg = () => one(['', near()])
  const terms = {
    ...(below(4) === 0 ? { trigger: near() } : {}),
    ...(below(4) === 0 ? { tpsl: { ...form, takeProfit: leg(), stopLoss: leg() } } : {}),
  }
  return {
    ...emptyDraft,
    orderType: one(['Limit', 'Limit', 'Market'] as const),
    price: near(),
    size: size(),
    unit: one(sizeUnits),
    percent: below(6) === 0 ? 1 + below(100) : undefined,
    timeInForce: one(timesInForce),
    reduceOnly: below(5) === 0,
    slippage: {
      text: one(['', '', '0', '0.01', '0.5', '10', '10.01', '200', '10001']),
      unit: one(slippageUnits),
    },
    terms,
    triggerBy: one(triggerBases),
  }
}

/** Why the exchange would refuse the order; undefined if it would place it. */
async function verdictOf(order: TicketOrder, instrument: Instrument): Promise<string | undefined> {
  const body = await post('order/preview', previewRequest(order, instrument) ?? {})
  const result = body['result'] as { code?: number; problem?: string } | undefined
  if (body['ret_code'] !== 0) return String(body['ret_msg'])
  return result?.code === 0 ? undefined : (result?.problem ?? String(result?.code))
}

const legs = (prices: { takeProfit?: string; stopLoss?: string }) => ({
  tpsl: { ...emptyForm('Full', { takeProfit: 'LastPrice', stopLoss: 'LastPrice' }), ...prices },
})
test.each<[string, Side, Partial<TicketDraft>]>([
  ['priceAboveBand', 'Buy', { price: '70000' }],
  ['priceBelowBand', 'Sell', { price: '60000' }],
  ['priceTooHigh', 'Buy', { price: '99999999' }],
  ['priceTooLow', 'Buy', { price: '0' }],
  ['priceTooLow', 'Buy', { price: '0', unit: 'cost', size: '500' }],
  ['priceTooLow', 'Sell', { price: '0', unit: 'value', size: '500' }],
  ['orderMaxQtyReplace', 'Buy', { size: '50000' }],
  ['insufficientBalance', 'Buy', { size: '90' }],
  ['reduceOnlyWithoutPosition', 'Buy', { reduceOnly: true }],
  ['tpslOnReduceOnly', 'Sell', { reduceOnly: true, terms: legs({ takeProfit: '60000' }) }],
  ['slippageTooLow', 'Buy', { orderType: 'Market', slippage: { text: '0', unit: 'Percent' } }],
  ['slippageTooHigh', 'Buy', { orderType: 'Market', slippage: { text: '11', unit: 'Percent' } }],
  ['tpPriceTooLow', 'Buy', { terms: legs({ takeProfit: '60000' }) }],
  ['slPriceTooHigh', 'Buy', { terms: legs({ stopLoss: '70000' }) }],
  ['tpPriceTooHigh', 'Sell', { terms: legs({ takeProfit: '70000' }) }],
  ['slPriceTooLow', 'Sell', { terms: legs({ stopLoss: '60000' }) }],
])('%s is the reason of the field and of the exchange: %s %j', async (name, side, broken) => {
  const { instrument, lastTicks } = marketNow()
  const sound = { price: formatPrice(instrument, priceTicks(lastTicks)), size: '0.01' } as const
  const draft: TicketDraft = { ...emptyDraft, orderType: 'Limit', unit: 'qty', ...sound, ...broken }
  const context = contextNow(draft)
  const { problem, lots } = ticketFigures(draft, context)[side]
  const exchange = await verdictOf(orderOf(draft, context, side, lots), instrument)
  expect({ field: problem?.name, exchange }).toEqual({ field: name, exchange: name })
})

test(
  `field and exchange agree on ${drafts} random drafts`,
  async () => {
    const prng = createPrng(7)
    const { instrument, lastTicks } = marketNow()
    const differing = new Map<string, { draft: TicketDraft; side: Side }>()
    const agreed = { placed: 0, refused: 0 }
    for (let no = 0; no < drafts; no += 1) {
      const draft = randomDraft(prng, instrument, lastTicks)
      const side = sides[no % 2] ?? 'Buy'
      const context = contextNow(draft)
      const { problem, lots } = ticketFigures(draft, context)[side]
      if (unsendable.has(problem?.name ?? '')) continue
      const exchange = await verdictOf(orderOf(draft, context, side, lots), instrument)
      if ((problem === undefined) !== (exchange === undefined)) {
        differing.set(`${problem?.name} / ${exchange}`, { draft, side })
      } else if (problem === undefined) agreed.placed += 1
      else agreed.refused += 1
    }
    expect([...differing]).toEqual([])
    expect(agreed.placed).toBeGreaterThan(drafts / 10)
    expect(agreed.refused).toBeGreaterThan(drafts / 10)
  },
  proofLength(1_200_000, 240_000),
)
