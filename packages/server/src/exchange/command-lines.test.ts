// The lines of the journal: every kind of command is parsed to what was formatted.

import { accountId, orderId, symbolId } from '@basis/domain/numbers/brand'
import {
  amount,
  leverageE2,
  priceE8,
  priceTicks,
  qtyLots,
  rateE8,
} from '@basis/domain/numbers/fixed'
import type { Command, OrderBatch, PlaceOrder } from '@basis/engine/commands'
import { expect, test } from 'vitest'
import { collateralCoins } from '../instruments/collateral.ts'
import { listings } from '../instruments/listings.ts'
import { formatCommandLine, parseCommandLine } from './command-lines.ts'

const account = accountId(7)
const symbol = symbolId('BTCUSDT')
const place: Command = {
  kind: 'PlaceOrder',
  account,
  symbol,
  side: 'Buy',
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  priceTicks: priceTicks(650_000),
  qtyLots: qtyLots(10),
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  linkId: '~["$n"]\u2028\n"\\',
  selfTrade: 'None',
}
const { priceTicks: _limit, ...market } = place
const bid: PlaceOrder = {
  ...place,
  timeInForce: 'PostOnly',
  linkId: '',
  selfTrade: 'CancelTaker',
}
const order = { orderId: orderId(5) }
/** The most common commands of robots, which are written as one flat list. */
const quotes: OrderBatch = {
  kind: 'OrderBatch',
  account,
  operations: [
    bid,
    { ...bid, side: 'Sell', priceTicks: priceTicks(650_001) },
    { ...bid, side: 'Sell', timeInForce: 'ImmediateOrCancel' },
    { ...bid, symbol: symbolId('ETHUSDT') },
    { kind: 'ReplaceOrder', account, order, qtyLots: qtyLots(3), priceTicks: priceTicks(7) },
    { kind: 'ReplaceOrder', account, order, qtyLots: qtyLots(3) },
    { kind: 'CancelOrder', account, order },
  ],
}
const commands: readonly Command[] = [
  ...collateralCoins.map((coin): Command => ({ kind: 'ListCoin', ...coin })),
  ...listings.map(({ instrument }): Command => ({ kind: 'ListInstrument', instrument })),
  { kind: 'SetInstrumentStatus', symbol, status: 'CancelOnly' },
  { kind: 'OpenAccount', account, role: 'trader' },
  { kind: 'Deposit', account, coin: 'USDT', amount: amount(10_000_000_000_000n) },
  place,
  { ...market, orderType: 'Market', qtyLots: qtyLots(0), quoteAmount: amount(5n) },
  { kind: 'ReplaceOrder', account, order: { orderId: orderId(5) }, qtyLots: qtyLots(3) },
  { kind: 'ReplaceOrder', account, order: { linkId: 'a' }, priceTicks: priceTicks(3) },
  { kind: 'CancelOrder', account, order: { linkId: '{"$n":"5"}' } },
  {
    ...place,
    trigger: { priceTicks: priceTicks(660_000), basis: 'MarkPrice', direction: 1 },
    tpsl: {
      mode: 'Full',
      stopLoss: { triggerTicks: priceTicks(640_000), triggerBy: 'LastPrice', orderType: 'Market' },
    },
  },
  { kind: 'ReplaceOrder', account, order: { linkId: 'a' }, triggerTicks: priceTicks(3) },
  { kind: 'CancelOrder', account, order: { linkId: 'a' }, entry: true },
  {
    kind: 'SetTpSl',
    account,
    symbol,
    positionIdx: 0,
    mode: 'Partial',
    qtyLots: qtyLots(3),
    tpOrderId: orderId(4),
    trailing: { rateE4: 100, activationTicks: priceTicks(650_000) },
  },
  { kind: 'CancelPartialTpSl', account, symbol, positionIdx: 0 },
  { kind: 'CancelAllOrders', account },
  { kind: 'CancelAllOrders', account, symbol },
  { kind: 'CancelAllOrders', account, of: 'Spot' },
  { ...market, orderType: 'Market', slippage: { unit: 'Percent', most: 50 } },
  {
    kind: 'OrderBatch',
    account,
    operations: [
      { ...market, orderType: 'Market', qtyLots: qtyLots(0), quoteAmount: amount(5n) },
      { kind: 'CancelOrder', account, order: { linkId: 'b' } },
    ],
  },
  quotes,
  {
    kind: 'OrderBatch',
    account,
    operations: [...quotes.operations, { kind: 'CancelOrder', account, order: { linkId: 'b' } }],
  },
  { kind: 'ReversePosition', account, symbol, positionIdx: 0, linkId: '' },
  { kind: 'ClosePositions', account },
  { kind: 'SetLeverage', account, symbol, leverageE2: leverageE2(2_500) },
  { kind: 'UpdatePrices', prices: [{ symbol, indexE8: priceE8(6_500_000_000_000) }] },
  {
    kind: 'UpdatePrices',
    prices: [
      {
        symbol,
        indexE8: priceE8(5),
        markE8: priceE8(6),
        forwardE8: priceE8(4),
        volatilityE8: rateE8(7),
      },
      { symbol: symbolId('ETHUSDT'), indexE8: priceE8(6) },
      { symbol, indexE8: priceE8(5), volatilityE8: rateE8(8) },
    ],
    coins: [{ coin: 'BTC', usdE8: priceE8(9) }],
  },
  {
    kind: 'UpdatePrices',
    prices: [
      { symbol, indexE8: priceE8(5), markE8: priceE8(6), forwardE8: priceE8(5) },
      { symbol, indexE8: priceE8(5), markE8: priceE8(7), forwardE8: priceE8(5) },
      { symbol, indexE8: priceE8(5), markE8: priceE8(7) },
      { symbol, indexE8: priceE8(5), markE8: priceE8(7), forwardE8: priceE8(5) },
    ],
  },
  { kind: 'UpdatePrices', prices: [{ symbol, indexE8: priceE8(0) }] },
  { kind: 'UpdatePrices', prices: [] },
  { kind: 'AdvanceTime' },
  {
    kind: 'PlaceAlgo',
    account,
    symbol,
    side: 'Buy',
    qtyLots: qtyLots(50),
    reduceOnly: false,
    positionIdx: 0,
    linkId: 'a',
    selfTrade: 'CancelTaker',
    terms: { kind: 'Iceberg', slice: { orderCount: 5 }, pricing: { at: 'Own' } },
  },
  { kind: 'CancelAlgo', account, algoId: 7 },
  { kind: 'SetRuleState', account, ruleId: 7, state: 'Paused' },
  {
    kind: 'AmendRule',
    account,
    ruleId: 7,
    positionIdx: 2,
    terms: {
      join: 'Or',
      conditions: [
        { left: { of: 'Last' }, is: 'Above', right: { of: 'Number', valueE8: 6_000_000_000_000 } },
      ],
      action: { do: 'CancelOrders' },
      most: 2,
      coolDownSec: 60,
      expiresMs: 9_000_000,
    },
  },
  {
    kind: 'PlaceRule',
    account,
    symbol,
    positionIdx: 0,
    linkId: 'r',
    terms: {
      join: 'And',
      conditions: [
        {
          left: { of: 'Mark' },
          is: 'Below',
          right: { of: 'Ema', price: 'Mark', bars: 20, minutes: 5 },
        },
      ],
      action: { do: 'Close', percentE2: 5000 },
      most: 1,
      coolDownSec: 0,
      expiresMs: 9_000_000,
    },
    seeds: [[6_000_000_000_000]],
  },
  { kind: 'PauseAlgo', account, algoId: 7, isPaused: true },
]

test.each(commands)('a formatted line is parsed to the same command: $kind', (command) => {
  const line = formatCommandLine(1_790_000_000_123, command)
  expect(line).not.toContain('\n')
  expect(parseCommandLine(line, 9)).toStrictEqual({
    seq: 9,
    timeMs: 1_790_000_000_123,
    command,
  })
})

test('a batch of quotes is one flat list of a few bytes for each order', () => {
  const line = formatCommandLine(1, quotes)
  expect(line).toBe(
    '[1,"OrderBatch",7,["q","BTCUSDT","b",650000,10,"s",650001,10,"S",650000,10,"q","ETHUSDT","b",650000,10,"r",5,7,3,"z",5,3,"c",5]]',
  )
})

test('an unknown kind, a longer line and a line without time are refused', () => {
  expect(() => parseCommandLine('[1,"Teleport",3]', 4)).toThrow('Command 4')
  expect(() => parseCommandLine('[1,"AdvanceTime",3]', 4)).toThrow('version')
  expect(() => parseCommandLine('["x","AdvanceTime"]', 4)).toThrow('time')
  expect(() => parseCommandLine('{"kind":"AdvanceTime"}', 4)).toThrow('list')
})
