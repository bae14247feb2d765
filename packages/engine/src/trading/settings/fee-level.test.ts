// An account's fee level: the rates of its fills, what it does not change, snapshot and replay
// (rules 3.6).

import { feeOf } from '@basis/domain/instrument/fees'
import { symbolId } from '@basis/domain/numbers/brand'
import { rateE8 } from '@basis/domain/numbers/fixed'
import { describe, expect, test } from 'vitest'
import { coins, linear, venue, type Venue } from '../../../testing/example-venue.ts'
import { brokenInvariants } from '../../replay/invariants.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../../replay/snapshot/snapshot.ts'
import { formatCommand, parseCommand } from '../../replay/text/format.ts'

const vip2 = 'fees alice VIP-2 0.0775:0.065 0.0375:0.016'

/** The fees of alice's fills so far. */
const feesOf = ({ emitted, id }: Venue): readonly (readonly [rate: number, fee: bigint])[] =>
  emitted.flatMap((event) =>
    event.kind === 'OrderFilled' && event.order.account === id('alice')
      ? [[event.fill.feeRateE8, event.fill.fee] as const]
      : [],
  )

describe('the fee of a fill', () => {
  test('EX-3.12: has the rate of the level from the next fill on, as taker and as maker', () => {
    const it = venue(linear)
    it.say('index BTCUSDT 50000')
    it.trade('alice', 'bob', ['1', '50000'])
    it.say(vip2)
    it.trade('alice', 'bob', ['1', '50000'])
    it.say('place alice Sell BTCUSDT 1 @ 50000')
    it.say('place bob Buy BTCUSDT 1 @ 50000')
    expect(feesOf(it)).toEqual([
      [55_000, coins('27.5')],
      [37_500, coins('18.75')],
      [16_000, coins('8')],
    ])
  })

  test('has the spot rate of the level in a pair, in the coin that is received', () => {
    const it = venue('BTCUSDT Spot BTC/USDT fees=0.1:0.1 band=90:90 qty=1l..100000000l')
    it.say('deposit bob 10 BTC')
    it.say('index BTCUSDT 50000')
    it.say(vip2)
    it.say('place bob Sell BTCUSDT 1 @ 50000')
    it.say('place alice Buy BTCUSDT 1 @ 50000')
    expect(feesOf(it)).toEqual([[77_500, coins('0.000775')]])
  })

  test('has the listed rate if that is lower', () => {
    const it = venue(`${linear} fees=0.03:0`)
    it.say('index BTCUSDT 50000')
    it.say(vip2)
    it.trade('alice', 'bob', ['1', '50000'])
    expect(feesOf(it)).toEqual([[30_000, coins('15')]])
  })

  test('has the listed rate again after a return to the first level', () => {
    const it = venue(linear)
    it.say('index BTCUSDT 50000')
    it.say(vip2)
    it.say('fees alice VIP-0')
    it.trade('alice', 'bob', ['1', '50000'])
    expect(feesOf(it)).toEqual([[55_000, coins('27.5')]])
    expect(it.account()?.fees).toEqual({ level: 'VIP 0' })
  })
})

describe('what a fee level does not change', () => {
  test('margin and the cost of orders are computed with the listed rates', () => {
    const [plain, level] = [venue(linear), venue(linear)]
    level.say(vip2)
    for (const it of [plain, level]) {
      it.say('index BTCUSDT 50000')
      it.trade('alice', 'bob', ['1', '50000'])
      it.say('place alice Buy BTCUSDT 1 @ 49000')
    }
    const figures = (it: Venue) => {
      const { initialMargin, orderMargin, maintenanceMargin } = it.account() ?? {}
      return { initialMargin, orderMargin, maintenanceMargin }
    }
    expect(figures(level)).toEqual(figures(plain))
    // The fee of the fill is all that differs.
    const saved = (level.account()?.available ?? 0n) - (plain.account()?.available ?? 0n)
    expect(saved).toBe(coins('8.75'))
  })

  test.each([
    // 50,000 × (1 − 1/10) ÷ (1 − 0.005), up to the tick (5.1).
    ['isolated', 452_262, 450_000],
    // 50,000 less the wallet of 9,972.5; with the fee of closing, 24.75, ÷ (1 − 0.005) (5.7).
    ['cross', 402_536, 400_275],
  ])(
    'liquidation, bankruptcy and break-even price on %s margin',
    (mode, liquidation, bankruptcy) => {
      const [plain, level] = [venue(linear, { alice: '10000' }), venue(linear, { alice: '10000' })]
      for (const it of [plain, level]) {
        it.say('index BTCUSDT 50000')
        if (mode === 'isolated') it.isolate()
        it.trade('alice', 'bob', ['1', '50000'])
        it.say('place alice Buy BTCUSDT 0.1 @ 49000')
      }
      const [position, account] = [level.position(), level.account()]
      expect(position).toMatchObject({
        liquidationPriceTicks: liquidation,
        bankruptcyPriceTicks: bankruptcy,
        // 50,000 × (1 + 0.00055) ÷ (1 − 0.00055), as 0.055 % was paid and is listed (1.7).
        breakEvenPriceE8: 5_005_503_026_665,
      })
      level.say(vip2)
      expect(level.position()).toEqual(position)
      expect(level.account()).toEqual({ ...account, fees: level.account()?.fees })
      // A fill at the level's rate is worth its lower fee to the account, nothing to these prices.
      for (const it of [plain, level]) it.say('place bob Sell BTCUSDT 0.1 @ 49000')
      expect(feesOf(level).at(-1)).toEqual([16_000, coins('0.784')])
      const prices = (it: Venue) => {
        const { liquidationPriceTicks, bankruptcyPriceTicks } = it.position() ?? {}
        return [liquidationPriceTicks, bankruptcyPriceTicks]
      }
      if (mode === 'isolated') expect(prices(level)).toEqual(prices(plain))
    },
  )
})

describe('the command that sets a fee level', () => {
  test('emits the new level, and no event if nothing changes', () => {
    const it = venue(linear)
    const [changed] = it.say(vip2).events
    expect(changed).toMatchObject({ kind: 'FeeLevelChanged', level: 'VIP 2' })
    expect(it.say(vip2).events).toEqual([])
  })

  test.each([
    ['fees #77 VIP-1', 'accountUnknown', 'account'],
    ['fees alice VIP-1 0.08:0.09 0.04:0.018', 'commandRefused', 'spot'],
    ['fees alice VIP-1 0.08:0.01 100:0.018', 'commandRefused', 'derivatives'],
  ])('%s is refused for its %s', (line, name, field) => {
    expect(venue(linear).refused(line)).toMatchObject({ name, field })
  })

  test('survives formatting and parsing', () => {
    const it = venue(linear)
    const reader = { instruments: new Map(), accounts: new Map([['alice', it.id('alice')]]) }
    for (const line of [vip2, 'fees alice VIP-0']) {
      const command = parseCommand(line, reader)
      const written = formatCommand(command, new Map())
      expect(parseCommand(written, reader)).toEqual(command)
    }
  })

  test('is part of the snapshot', () => {
    const it = venue(linear)
    it.say('index BTCUSDT 50000')
    const before = stateHash(it.engine)
    it.say(vip2)
    const kept = engineFromSnapshot(takeSnapshot(it.engine))
    expect(stateHash(kept)).toBe(stateHash(it.engine))
    expect(stateHash(kept)).not.toBe(before)
    expect(kept.views.account(it.id('alice'))?.fees).toMatchObject({ level: 'VIP 2' })
    expect(brokenInvariants(kept)).toEqual([])
  })
})

test('a preview shows the fee that the order then pays, to the last digit', () => {
  const it = venue(linear)
  it.say('index BTCUSDT 50000')
  it.say(vip2)
  it.say('place bob Sell BTCUSDT 0.333 @ 49999.9')
  const line = 'place alice Buy BTCUSDT 1 @ 50000'
  const instrument = it.engine.views.instrument(symbolId('BTCUSDT'))
  const command = parseCommand(line, {
    instruments: new Map(instrument === undefined ? [] : [['BTCUSDT', instrument]]),
    accounts: new Map([['alice', it.id('alice')]]),
  })
  if (command.kind !== 'PlaceOrder') throw new Error('it is an order')
  const preview = it.engine.preview(command)
  it.give(command)
  expect(preview.fills.map(({ fill }) => [fill.feeRateE8, fill.fee])).toEqual(feesOf(it))
  // The rest of the order would pay the maker's rate of the level once it is filled.
  const walletOf = (view: { readonly walletBalance: bigint } | undefined) => view?.walletBalance
  const rest = feeOf(coins('33350'), rateE8(16_000))
  expect(walletOf(preview.filled?.account)).toBe((walletOf(it.account()) ?? 0n) - rest)
})
