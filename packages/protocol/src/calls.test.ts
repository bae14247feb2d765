// The tables of calls, codes and topics: paths, flags and codes are consistent; topic names are
// formatted and parsed.

import { problemNames } from '@basis/domain/instrument/problems'
import { expect, test } from 'vitest'
import { callNames, calls, pathsOf } from './calls.ts'
import { catalogue, catalogueEntry, failureTable, families } from './errors.ts'
import { problemTable } from './errors/problems.ts'
import { topicMessages } from './topics/messages.ts'
import {
  formatTopic,
  parseTopic,
  topicNames,
  topicValues,
  type Topic,
  type TopicKind,
} from './topics/topic.ts'

test('each method and path occurs once in the table of calls', () => {
  const paths = callNames.flatMap((name) =>
    pathsOf(name).map((path) => `${calls[name].method} ${path}`),
  )
  expect(new Set(paths).size).toBe(paths.length)
})

test('a call that changes something is a POST, and every POST changes something', () => {
  for (const name of callNames) expect(calls[name].changes).toBe(calls[name].method === 'POST')
})

test('a code occurs once in the catalogue and belongs to one problem, except the code of the price band', () => {
  const codes = catalogue.map((entry) => entry.code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.every((code) => code !== 0)).toBe(true)
  const ofProblems = problemNames.map((name) => problemTable[name].code)
  const twice = ofProblems.filter((code, at) => ofProblems.indexOf(code) !== at)
  expect(twice).toEqual([problemTable.priceAboveBand.code])
  expect(ofProblems.filter((code) => codes.includes(code))).toEqual([...twice, ...twice])
})

test('each failure has a valid HTTP status; too many requests are 429 with 10006', () => {
  expect(Object.values(failureTable).every(({ status }) => status >= 200 && status < 600)).toBe(
    true,
  )
  expect(failureTable.rateLimited).toMatchObject({ code: 10006, status: 429 })
  expect(catalogueEntry(failureTable.notSignedIn.code).reaction).toBe('signOut')
})

test('a code without an entry of its own has the reaction of its family', () => {
  expect(families.length).toBe(5)
  expect(catalogueEntry(39440).reaction).toBe('codeAndMessage')
  expect(catalogueEntry(39441).reaction).toBe('toast')
  expect(catalogueEntry(90015).reaction).toBe('codeAndMessage')
  expect(catalogueEntry(420).name).toBe('gridBot420')
})

// Spec 8, code by code.
test.each([
  [10007, 'signOut'],
  [10009, 'signOut'],
  [33003, 'signOut'],
  [10024, 'complianceWall'],
  [10006, 'throttledToast'],
  [30099, 'silent'],
  [30177, 'silent'],
  [30162, 'maxLeverage'],
  [30031, 'insufficientBalance'],
  [30027, 'triggerBasis'],
  [30075, 'triggerBasis'],
  [12107, 'plainText'],
  [12054, 'codeAndMessage'],
  [10047, 'custom'],
  [39303, 'custom'],
  [11511501, 'logOnly'],
  [424242, 'toast'],
] as const)('code %i leads to %s', (code, reaction) => {
  expect(catalogueEntry(code).reaction).toBe(reaction)
})

// Sections 4.5 and 8.3.
test.each([
  ['leverageUnchanged', 110043],
  ['leverageInsufficientBalance', 110044],
  ['qtyNotAboveFilled', 110064],
  ['slippageTooLow', 110108],
  ['slippageTooHigh', 110109],
] as const)('the problem %s has the code %i of the rules', (name, code) => {
  expect(problemTable[name].code).toBe(code)
})

const names: readonly [string, Topic][] = [
  ['user.order', { kind: 'userOrder' }],
  ['user.unify.liquidation', { kind: 'userLiquidation' }],
  ['user.unify.option.trade.notify', { kind: 'userOptionTrade' }],
  ['user.option.liquidation', { kind: 'userOptionLiquidation' }],
  ['user.unify.option.orderHistory', { kind: 'userOptionOrderHistory' }],
  ['tickers', { kind: 'tickers' }],
  ['instrument_info.BTCUSDT', { kind: 'instrumentInfo', symbol: 'BTCUSDT' }],
  ['trade.BTC/USDT', { kind: 'trade', symbol: 'BTC/USDT' }],
  ['liquidation.BTCUSD', { kind: 'liquidation', symbol: 'BTCUSD' }],
  ['option_quotes.BTC.USDC', { kind: 'optionQuotes', baseCoin: 'BTC', settleCoin: 'USDC' }],
  ['orderbook.50.BTCUSDT', { kind: 'orderBook', depth: 50, symbol: 'BTCUSDT' }],
  [
    'mark_candle.1D.BTCUSDT',
    { kind: 'candle', source: 'mark', resolution: '1D', symbol: 'BTCUSDT' },
  ],
]

test.each(names)('topic %s is parsed and formatted', (name, topic) => {
  expect(parseTopic(name)).toEqual(topic)
  expect(formatTopic(topic)).toBe(name)
})

test.each(Object.keys(topicMessages) as TopicKind[])(
  'names of %s are parsed with all of their values',
  (kind) => {
    const values: Record<string, readonly string[]> = {
      ...topicValues,
      symbol: ['BTCUSDT', 'BTC/USDT'],
      baseCoin: ['BTC'],
    }
    const filled = topicNames(kind).flatMap((name) =>
      [...name.matchAll(/\{(\w+)\}/g)].reduce<readonly string[]>(
        (made, [part, of = '']) =>
          made.flatMap((text) => (values[of] ?? []).map((value) => text.replace(part, value))),
        [name],
      ),
    )
    expect(filled).not.toEqual([])
    expect(filled.map((name) => parseTopic(name)?.kind)).toEqual(filled.map(() => kind))
  },
)

test.each(['', 'user', 'orderbook.7.BTCUSDT', 'candle.2.BTCUSDT', 'trade.', 'trade.a b', 'x.y.z'])(
  '%j is not a topic',
  (name) => {
    expect(parseTopic(name)).toBeUndefined()
  },
)
