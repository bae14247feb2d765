// The spot lists of the exchange: their groups, the fields of pairs, and that a forbidden side is
// refused to traders (spec 3).

import {
  expandSpotSymbol,
  type QuoteTokenGroup,
  type SpotSymbol,
} from '@basis/protocol/spot/symbol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'
import { collateralCoins } from '../instruments/collateral.ts'
import { loanCommands } from '../instruments/loans.ts'

const symbols = ['BTC/USDT', 'BTC3L/USDT', 'SUI/USDT', 'XEM/USDT', 'EOS/USDT', 'OP/USDT']
const others = ['USDC/USDT', 'BTC/BRL', 'ETH/BTC', 'BTC/EUR', 'USDC/EUR', 'ADA/EUR']

let venue: TestServer
let browser: TestClient
beforeAll(async () => {
  venue = await startTestServer({}, { symbols: [...symbols, ...others] })
  browser = new TestClient(venue.app)
})
afterAll(() => venue.stop())

async function groups(): Promise<QuoteTokenGroup[]> {
  const { body } = await browser.ask('GET', '/spot/api/basic/symbol_list_v3')
  return (body['result'] as { quoteTokenResult: QuoteTokenGroup[] }).quoteTokenResult
}

async function listed(): Promise<Map<string, SpotSymbol>> {
  const { body } = await browser.ask('GET', '/spot/api/basic/symbol_list_all')
  const { quoteTokenSymbols } = body['result'] as { quoteTokenSymbols: unknown[] }
  const all = quoteTokenSymbols.flatMap((short) => expandSpotSymbol(short) ?? [])
  return new Map(all.map((symbol) => [symbol.symbolName, symbol]))
}

test('pairs are grouped by quote coin, and euro and real are marked as fiat', async () => {
  const found = (await groups()).map(({ tokenId, tokenFullName, tokenType, quoteTags }) => {
    return [tokenId, tokenFullName, tokenType, quoteTags.join()]
  })
  expect(found).toEqual([
    ['USDT', 'Tether USD', 'CHAIN_TOKEN', ''],
    ['BRL', 'Brazilian real', 'REAL_MONEY', 'fiat'],
    ['BTC', 'Bitcoin', 'CHAIN_TOKEN', ''],
    ['EUR', 'Euro', 'REAL_MONEY', 'fiat'],
  ])
})

test('a pair has its full name, labels, tags, token, fees and forbidden sides', async () => {
  const pairs = await listed()
  const of = (symbol: string, ...names: (keyof SpotSymbol)[]) =>
    names.map((name) => pairs.get(symbol)?.[name])
  expect(of('BTC/USDT', 'tokenFullName', 'label', 'noticeVisible')).toEqual(['Bitcoin', '', false])
  expect(of('BTC3L/USDT', 'ltUnderlying', 'ltDirection', 'label')).toEqual(['BTC', 'Long', 'risk'])
  expect(of('BTC3L/USDT', 'tags', 'noticeVisible')).toEqual([
    ['layer1', 'proof-of-work', 'leveraged'],
    true,
  ])
  expect(of('SUI/USDT', 'label')).toEqual(['innovation'])
  expect(of('XEM/USDT', 'isBanBuy', 'isBanSell')).toEqual([true, false])
  expect(of('EOS/USDT', 'isBanBuy', 'isBanSell')).toEqual([false, true])
  expect(of('USDC/USDT', 'zeroFeeType', 'takerFeeRateE8', 'tags')).toEqual([
    1,
    0,
    ['payments', 'zeroFee'],
  ])
  expect(of('BTC/BRL', 'zeroFeeType', 'makerFeeRateE8', 'quotePrecision')).toEqual([2, 0, '0.01'])
  expect(of('OP/USDT', 'mark', 'tradeStatus', 'onlineTime')).toEqual([
    'coming',
    'PreLaunch',
    Date.UTC(2027, 2, 1, 8),
  ])
  for (const pair of pairs.values()) {
    for (const path of [pair.iconUrl, pair.iconDayUrl]) {
      expect((await venue.app.inject(path)).statusCode).toBe(200)
    }
  }
})

// Rules 12.2: no more leverage than the first tier of the coin that is borrowed allows, and 10.
test('a pair has whether its coins can be borrowed, and the leverage of each', async () => {
  const terms = ['BTC/USDT', 'SUI/USDT', 'ETH/BTC', 'ADA/EUR'] as const
  const of = async () => {
    const pairs = await listed()
    return terms.map((symbol) => {
      const pair = pairs.get(symbol)
      return [pair?.loanEnabled, pair?.baseTokenLeverageRatio, pair?.quoteTokenLeverageRatio]
    })
  }
  const { exchange } = venue.parts
  expect(await of()).toEqual(terms.map(() => [false, '0', '0']))
  for (const { coin, ...counts } of collateralCoins) {
    await exchange.submit({ kind: 'ListCoin', coin, ...counts })
  }
  for (const command of loanCommands(exchange.views)) {
    expect((await exchange.submit(command)).problem).toBeUndefined()
  }
  expect(await of()).toEqual([
    [true, '10', '10'],
    [true, '0', '10'],
    [true, '10', '10'],
    [false, '0', '0'],
  ])
})

test('an order of a forbidden side is refused with the pair’s name, one of the other side is not', async () => {
  await browser.becomeTrader()
  const place = async (symbolId: string, side: string, size: object) => {
    const order = { symbolId, side, type: 'MARKET', ...size }
    const { body } = await browser.ask('POST', '/spot/api/v1/order/create', order)
    return [body['ret_code'], body['ret_msg']]
  }
  expect(await place('XEMUSDT', 'BUY', { amount: '100' })).toEqual([
    110309,
    expect.stringContaining('XEM/USDT%20cannot%20be%20bought'),
  ])
  expect((await place('XEMUSDT', 'SELL', { origQty: '1' }))[0]).toBe(170131)
  expect((await place('EOSUSDT', 'SELL', { origQty: '1' }))[0]).toBe(110310)
})
