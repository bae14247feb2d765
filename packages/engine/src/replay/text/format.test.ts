// Commands as lines of text: formatting, parsing, refused lines, and a printed scenario.

import { accountId, orderId, symbolId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { sides, selfTradeModes, timesInForce } from '@basis/domain/orders/order'
import { slippageUnits } from '@basis/domain/orders/slippage'
import { instrumentKinds, instrumentStatuses } from '@basis/domain/instrument/instrument'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type {
  BatchOperation,
  Command,
  ListInstrument,
  OrderName,
  PlaceOrder,
} from '../../api/commands.ts'
import { runScenario } from '../../../testing/scenario.ts'
import { formatCommand, parseCommand } from './format.ts'
import type { Instruments } from './line.ts'

const listed = (line: string): ListInstrument['instrument'] => {
  const command = parseCommand(line, { instruments: new Map() })
  if (command.kind !== 'ListInstrument') throw new Error(line)
  return command.instrument
}
const perpetual = listed('list BTCUSDT LinearPerpetual')
const spot = listed('list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 fees=0.1:0.1')
const instruments: Instruments = new Map([
  ['BTCUSDT', perpetual],
  ['BTC/USDT', spot],
])
const back = (command: Command): Command =>
  parseCommand(formatCommand(command, instruments), { instruments })

const account = fc.integer({ min: 1, max: 9999 }).map(accountId)
const symbol = fc.constantFrom('BTCUSDT', 'BTC/USDT', 'NOBODY').map(symbolId)
const lots = fc.integer({ min: 0, max: 2 ** 40 }).map(qtyLots)
const ticks = fc.integer({ min: 0, max: 2 ** 30 }).map(priceTicks)
const name: fc.Arbitrary<OrderName> = fc.oneof(
  fc.integer({ min: 1, max: 2 ** 40 }).map((id) => ({ orderId: orderId(id) })),
  fc.stringMatching(/^[A-Za-z0-9_-]{1,45}$/).map((linkId) => ({ linkId })),
)
const money = fc.bigInt({ min: 0n, max: 10n ** 20n }).map(amount)
const maybe = <T>(key: string, value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc.option(value, { nil: undefined }).map((v) => (v === undefined ? {} : { [key]: v }))

const slippage = fc.record({
  unit: fc.constantFrom(...slippageUnits),
  most: fc.integer({ min: 0, max: 20_000 }),
})

const order: fc.Arbitrary<Command> = fc
  .record({
    account,
    symbol,
    side: fc.constantFrom(...sides),
    timeInForce: fc.constantFrom(...timesInForce),
    price: fc.oneof(
      maybe('priceTicks', ticks).map((price) => ({ orderType: 'Limit' as const, ...price })),
      maybe('priceTicks', ticks).map((price) => ({ orderType: 'Market' as const, ...price })),
    ),
    paid: maybe('quoteAmount', money),
    within: maybe('slippage', slippage),
    qtyLots: lots,
    reduceOnly: fc.boolean(),
    closeOnTrigger: fc.boolean(),
    positionIdx: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
    linkId: fc.constantFrom('', 'x-1', '5', 'market', 'IOC'),
    selfTrade: fc.constantFrom(...selfTradeModes),
  })
  .map(({ price, paid, within, ...rest }): PlaceOrder => ({
    kind: 'PlaceOrder',
    ...rest,
    ...price,
    ...paid,
    ...within,
  }))

const single: fc.Arbitrary<Command> = fc.oneof(
  order,
  fc
    .record({
      account,
      order: name,
      qty: maybe('qtyLots', lots),
      price: maybe('priceTicks', ticks),
    })
    .map(({ qty, price, ...rest }): Command => ({
      kind: 'ReplaceOrder',
      ...rest,
      ...qty,
      ...price,
    })),
  fc.record({ account, order: name }).map((rest): Command => ({ kind: 'CancelOrder', ...rest })),
  fc
    .record({
      account,
      where: maybe('symbol', symbol),
      what: maybe('of', fc.constantFrom(...instrumentKinds)),
    })
    .map(({ account: id, where, what }): Command => ({
      kind: 'CancelAllOrders',
      account: id,
      ...where,
      ...what,
    })),
  fc
    .record({ account, where: maybe('symbol', symbol) })
    .map(({ account: id, where }): Command => ({ kind: 'ClosePositions', account: id, ...where })),
  fc
    .record({
      account,
      symbol,
      positionIdx: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
      linkId: fc.constantFrom('', 'r-1'),
      within: maybe('slippage', slippage),
    })
    .map(({ within, ...rest }): Command => ({ kind: 'ReversePosition', ...rest, ...within })),
  fc
    .record({ account, symbol, leverageE2: fc.integer({ min: 1, max: 20_000 }).map(leverageE2) })
    .map((rest): Command => ({ kind: 'SetLeverage', ...rest })),
  fc
    .record({ account, coin: fc.constantFrom('USDT', 'BTC'), amount: money })
    .map((rest): Command => ({ kind: 'Deposit', ...rest })),
  fc
    .record({ account, role: fc.constantFrom<'trader' | 'robot'>('trader', 'robot') })
    .map((rest): Command => ({ kind: 'OpenAccount', ...rest })),
  fc
    .array(fc.record({ symbol, indexE8: fc.integer({ min: 1, max: 2 ** 50 }).map(priceE8) }))
    .map((prices): Command => ({ kind: 'UpdatePrices', prices })),
  fc
    .array(fc.record({ symbol, indexE8: fc.integer({ min: 1, max: 2 ** 50 }).map(priceE8) }))
    .map((prices): Command => {
      const coins = [{ coin: 'BTC', usdE8: priceE8(6_500_000_000_000) }]
      return { kind: 'UpdatePrices', prices, coins }
    }),
  fc
    .integer({ min: 0, max: 10_000 })
    .map((ratioE4): Command => ({ kind: 'ListCoin', coin: 'BTC', ratioE4 })),
  fc.constant<Command>({ kind: 'AdvanceTime' }),
  fc
    .constantFrom(...instrumentStatuses)
    .map((status): Command => ({ kind: 'SetInstrumentStatus', symbol: perpetual.symbol, status })),
  fc
    .constantFrom(perpetual, spot)
    .map((instrument): Command => ({ kind: 'ListInstrument', instrument })),
)

const batch: fc.Arbitrary<Command> = fc
  .array(
    single.filter(
      (made): made is BatchOperation =>
        made.kind === 'PlaceOrder' || made.kind === 'ReplaceOrder' || made.kind === 'CancelOrder',
    ),
    { maxLength: 3 },
  )
  .map((operations): Command => ({
    kind: 'OrderBatch',
    account: accountId(7),
    operations,
    ...(operations.length === 2 ? { isWhole: true } : {}),
  }))

const command: fc.Arbitrary<Command> = fc.oneof({ arbitrary: single, weight: 9 }, batch)

describe('a command as a line', () => {
  test('law: parse(format(command)) is the command', () => {
    fc.assert(
      fc.property(command, (asked) => {
        expect(back(asked)).toEqual(asked)
      }),
      { seed: 1, numRuns: 3000 },
    )
  })

  test('an order with all of its options is written as it was read', () => {
    const accounts = new Map([['alice', accountId(7)]])
    const line = 'place alice Buy BTCUSDT 0.004 @ 65100 IOC reduce link=x1 smp=CancelBoth'
    const read = parseCommand(line, { instruments, accounts })
    expect(formatCommand(read, instruments)).toBe(line.replace('alice', '#7'))
  })

  test('a listing without terms has the terms of BTCUSDT in rules 8.1', () => {
    expect(formatCommand({ kind: 'ListInstrument', instrument: perpetual }, instruments)).toBe(
      [
        'list BTCUSDT LinearPerpetual BTC/USDT/USDT tick=0.1 lot=0.001 price=0.1..1999999.8',
        'qty=0.001..1190 market=500 least=5 fees=0.055%:0.02% band=1%:2% leverage=1 funding=480',
        'impact=50000 depth=1:2:4:10 status=Trading tiers=2000000:1%:0.5%:100',
      ].join(' '),
    )
  })

  test('the kind of an instrument follows from its contract type', () => {
    expect(listed('list BTCUSD InversePerpetual BTC/USD/BTC tick=0.5 lot=1')).toMatchObject({
      kind: 'Inverse',
      contractType: 'InversePerpetual',
      settleCoin: 'BTC',
    })
    expect([perpetual.kind, spot.kind]).toEqual(['Linear', 'Spot'])
  })

  test('the line of a dated contract has its launch and delivery times', () => {
    const times = 'launch=1772784000000 delivery=1774598400000 hidden=yes'
    const dated = listed(`list BTCUSDT-27MAR26 LinearFutures ${times}`)
    expect(dated).toMatchObject({ deliveryMs: Date.UTC(2026, 2, 27, 8), fundingIntervalMin: 0 })
    expect(formatCommand({ kind: 'ListInstrument', instrument: dated }, instruments)).toMatch(times)
  })

  test.each([
    ['', 'No account'],
    ['dance #1', '"dance" is no verb'],
    ['cancel alice 1', '"alice" is nobody'],
    ['place #1 Buy BTCUSDT 0.0005 @ 65000', 'off the grid'],
    ['place #1 Buy BTCUSDT much @ 65000', 'no number'],
    ['place #1 Buy BTCUSDT', 'No quantity'],
    ['place #1 Buy BTCUSDT 1 @', 'No price'],
    ['replace #1 3 0.5', 'has no scale'],
    ['index BTCUSDT', 'No price'],
    ['batch #1 ; time', '"AdvanceTime" in a batch'],
  ])('the line %j is refused: %s', (line, why) => {
    expect(() => parseCommand(line, { instruments })).toThrow(why)
  })
})

describe('a scenario', () => {
  test('is printed with its events; blank lines and comments are kept', () => {
    const story = `
      // The example of ARCHITECTURE.md.
      list BTCUSDT LinearPerpetual
      index BTCUSDT 65000
      deposit alice 10000 USDT
      deposit bob   10000 USDT

      place   alice Sell BTCUSDT 0.010 @ 65000            → placed 1
      place   bob   Buy  BTCUSDT 0.004 @ 65100 IOC
        → alice filled 1: 0.004 @ 65000 fee 0.052 USDT left 0.006
        → filled 2: 0.004 @ 65000 fee 0.143 USDT
      place   bob   Buy  BTCUSDT 9.000 @ 65000            → rejected insufficientBalance`
    expect(runScenario(story)).toBe(story)
    expect(runScenario(story.replaceAll(/→.*$/gm, '→ something else'))).toBe(story)
  })
})
