// The forms of DCA and rebalancing bots: requests, problems and rows of weights.

import { expect, test } from 'vitest'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { symbolId } from '@basis/domain/numbers/brand'
import type { WireDcaBot, WireRebalanceBot } from '@basis/protocol/spot-bots/calls'
import {
  addedToBotProblem,
  dcaRequest,
  dcaPreview,
  firstDca,
  firstRebalance,
  pairsBeside,
  rebalanceRequest,
  rebalancePreview,
  restPercent,
  withCoin,
  withWeight,
} from './spot-bot-form.ts'
import { fundsOf } from './bot-form.ts'

const pair = (baseCoin: string, quoteCoin = 'USDT') =>
  ({
    symbol: symbolId(`${baseCoin}/${quoteCoin}`),
    kind: 'Spot',
    baseCoin,
    quoteCoin,
    tickSizeE8: 1_000_000,
    minPriceTicks: 1,
    maxPriceTicks: 100_000_000,
    minNotional: 500_000_000n,
  }) as unknown as Instrument
const [btc, eth, sol] = [pair('BTC'), pair('ETH'), pair('SOL')]

test('EX-21.1: a DCA bot invests the sum of its purchases, and has the exchange’s problems', () => {
  expect(dcaPreview(firstDca, btc, fundsOf([], { USDT: '1000' }))).toEqual({
    investment: 100_000_000_000n,
    problem: undefined,
  })
  const name = (change: Partial<typeof firstDca>) =>
    dcaPreview({ ...firstDca, ...change }, btc, fundsOf([], { USDT: '1000' })).problem?.name
  expect(name({ amount: '5' })).toBe('gridInvestmentTooSmall')
  expect(name({ purchases: '' })).toBe('gridOutOfRange')
  expect(name({ purchases: '11' })).toBe('gridBalanceInsufficient')
  expect(name({ low: '60000', high: '50000' })).toBe('gridRangeInvalid')
  expect(name({ low: '0.001' })).toBe('gridTermsInvalid')
  expect(dcaRequest({ ...firstDca, high: '70000' })).toEqual({
    symbol: 'BTC/USDT',
    amount: '100',
    purchases: 10,
    intervalMin: 1440,
    minPrice: '0',
    maxPrice: '70000',
    takeProfit: '0',
  })
})

test('21.1: a DCA bot takes whole purchases, a thousand in all; a rebalancing bot any amount', () => {
  const bot = { coin: 'USDT', amount: '100', purchases: 998 } as WireDcaBot
  const added = (money: bigint) => addedToBotProblem(bot, money * 100_000_000n)
  expect([added(100n), added(200n)]).toEqual([undefined, undefined])
  expect(added(99n)).toMatchObject({ name: 'gridInvestmentTooSmall', params: { min: '100' } })
  expect(added(150n)).toMatchObject({ name: 'botInvestmentUneven', params: { step: '100' } })
  expect(added(300n)).toMatchObject({ name: 'gridInvestmentTooLarge', params: { max: '200' } })
  const other = { coin: 'USDT', weights: [] } as Partial<WireRebalanceBot>
  expect(addedToBotProblem(other as WireRebalanceBot, 1n)).toBeUndefined()
})

test('a rebalancing bot keeps the rest in the quote coin, and needs a threshold or an interval', () => {
  expect(restPercent(firstRebalance)).toBe('20')
  expect(
    rebalancePreview(firstRebalance, [btc, eth], fundsOf([], { USDT: '1000' })).problem,
  ).toBeUndefined()
  const name = (change: Partial<typeof firstRebalance>) =>
    rebalancePreview({ ...firstRebalance, ...change }, [btc, eth], fundsOf([], { USDT: '1000' }))
      .problem?.name
  expect(name({ threshold: '' })).toBe('botTriggerMissing')
  expect(name({ threshold: '', interval: '60' })).toBeUndefined()
  expect(name({ investment: '13' })).toBe('gridInvestmentTooSmall')
  expect(name({ investment: '1001' })).toBe('gridBalanceInsufficient')
  expect(rebalanceRequest(firstRebalance)).toMatchObject({ threshold: '5', intervalMin: 0 })
})

test('weights are added, changed and removed; only pairs with the first one’s quote coin are offered', () => {
  const pairs = [btc, eth, pair('BTC', 'EUR'), sol]
  const three = withCoin(firstRebalance, pairs)
  expect(three.weights[2]).toEqual({ symbol: 'SOL/USDT', weight: '' })
  expect(withCoin(three, pairs)).toBe(three)
  const heavier = withWeight(three, 2, { weight: '20' })
  expect(restPercent(heavier)).toBe('0')
  expect(withWeight(heavier, 0, undefined).weights.map(({ symbol }) => symbol)).toEqual([
    'ETH/USDT',
    'SOL/USDT',
  ])
  expect(pairsBeside(three, pairs)).toEqual([btc, eth, sol])
})
