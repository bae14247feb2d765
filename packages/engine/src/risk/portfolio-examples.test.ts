// Published examples of portfolio margin in the engine (rules 9.2, 10), and wallet coins as a
// hedge.

import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { impliedVolatility, optionGreeks, optionPrice } from '@basis/domain/options/black76'
import { describe, expect, test } from 'vitest'
import { createEngine, type Engine } from '../engine/engine.ts'
import { parseCommand } from '../replay/text/format.ts'

const startMs = Date.UTC(2026, 8, 22, 8)
const deliveryMs = Date.UTC(2026, 9, 22, 8)
const alice = accountId(1)

/** Plays lines, none of which may be refused. */
function played(lines: readonly string[]): Engine {
  const engine = createEngine()
  const accounts = new Map<string, AccountId>([
    ['alice', alice],
    ['bob', accountId(2)],
  ])
  const instruments = new Map<string, Instrument>()
  const opening = ['open alice trader', 'open bob trader', 'coin BTC 9500']
  for (const [place, line] of [...opening, ...lines].entries()) {
    const command = parseCommand(line, { instruments, accounts })
    if (command.kind === 'ListInstrument') {
      instruments.set(command.instrument.symbol, command.instrument)
    }
    const { problem } = engine.apply({ seq: place + 1, timeMs: startMs + place, command })
    expect([line, problem]).toEqual([line, undefined])
  }
  return engine
}

const unitOf = (engine: Engine) => {
  const unit = engine.views.account(alice)?.portfolio?.units[0]
  if (unit === undefined) throw new Error('alice has no unit')
  return unit.held
}
const usd = (value: bigint): number => Number(value) / 1e8

const [dear, cheap] = ['BTC-22OCT26-20000-P', 'BTC-22OCT26-18500-P']
const put = (strike: number): string =>
  `list BTC-22OCT26-${strike}-P Option BTC/USDC/USDC tick=1 lot=0.01 least=0 fees=0:0 market=500 ` +
  `tiers=50000000:100:3:1 right=Put strike=${strike} delivery=${deliveryMs}`
const priced = (strike: number, mark: number): string => {
  const inputs = { right: 'Put', forward: 20_250, strike, years: 30 / 365 } as const
  const volatility = impliedVolatility(mark, inputs) ?? 0
  return `BTC-22OCT26-${strike}-P 20250 mark ${mark} forward 20250 iv ${volatility.toFixed(8)}`
}

test('EX-10.2: a bear put spread loses at most its value; cross margin needs 938 and 2,315', () => {
  const engine = played([
    put(20_000),
    put(18_500),
    `index ${priced(20_000, 750)} ${priced(18_500, 290)}`,
    'deposit alice 20000 USDC',
    'deposit bob 100000 USDC',
    `place bob Sell ${dear} 1 @ 760`,
    `place alice Buy ${dear} 1 @ 760`,
    `place bob Buy ${cheap} 1 @ 280`,
    `place alice Sell ${cheap} 1 @ 280`,
  ])
  const cross = engine.views.account(alice)
  expect(usd(cross?.maintenanceMargin ?? 0n)).toBe(938)
  expect(usd(cross?.initialMargin ?? 0n)).toBe(2315)
  const command = { kind: 'SetAccountMode', account: alice, mode: 'Portfolio' } as const
  const seq = engine.lastSeq() + 1
  expect(engine.apply({ seq, timeMs: startMs + 60, command }).problem).toBeUndefined()
  const unit = unitOf(engine)
  // The loss is bounded by the spread's value; the long put covers the short one.
  expect(usd(unit.maxLoss)).toBeLessThanOrEqual(460)
  expect(usd(unit.maxLoss)).toBeGreaterThan(350)
  expect(unit.contingency.shortOption).toBe(0n)
  expect(usd(engine.views.account(alice)?.maintenanceMargin ?? 0n)).toBeLessThan(938)
})

test('EX-10.4: a USDT perpetual against an inverse one: no loss in any scenario, 300 of spread', () => {
  const wide = 'band=90:90 fees=0:0 qty=1l..100000000l'
  const engine = played([
    `list BTCUSDT LinearPerpetual BTC/USDT tick=0.1 lot=0.001 least=0 ${wide}`,
    `list BTCUSD InversePerpetual BTC/USD/BTC tick=0.5 lot=1 least=0 ${wide}`,
    'index BTCUSDT 60000 BTCUSD 60000 coins BTC 60000 USDT 1',
    'deposit alice 50000 USDT',
    'deposit bob 500000 USDT',
    'deposit alice 1 BTC',
    'deposit bob 20 BTC',
    'account-mode alice Portfolio',
    'place bob Sell BTCUSDT 1 @ 60000',
    'place alice Buy BTCUSDT 1 @ 60000',
    'place bob Buy BTCUSD 60000 @ 60000',
    'place alice Sell BTCUSD 60000 @ 60000',
  ])
  const unit = unitOf(engine)
  expect(usd(unit.maxLoss)).toBe(0)
  expect(usd(unit.contingency.stablecoinSpread)).toBe(300)
  expect(usd(unit.contingency.linear)).toBe(36)
  expect(usd(unit.delta)).toBe(0)
})

const dayMs = 86_400_000
const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')

/** An option with its days to expiry, at a forward and an index of 60,000. */
function option(given: { right: 'Call' | 'Put'; strike: number; days: number; sigma: number }) {
  const { right, strike, days, sigma } = given
  const endMs = startMs + days * dayMs
  const end = new Date(endMs)
  const day = `${end.getUTCDate()}${months[end.getUTCMonth()]}${end.getUTCFullYear() - 2000}`
  const symbol = `BTC-${day}-${strike}-${right[0]}`
  const inputs = { right, forward: 60_000, strike, years: days / 365, volatility: sigma }
  const mark = optionPrice(inputs)
  const listed =
    `list ${symbol} Option BTC/USDC/USDC tick=1 lot=0.01 least=0 fees=0:0 market=500 ` +
    `tiers=50000000:100:3:1 right=${right} strike=${strike} delivery=${endMs}`
  const price = `${symbol} 60000 mark ${mark.toFixed(8)} forward 60000 iv ${sigma}`
  return { symbol, listed, price, mark, inputs }
}

/** Alice, in portfolio margin, trades options with bob at the whole price nearest to the mark. */
function holding(
  held: readonly { readonly of: ReturnType<typeof option>; readonly coins: number }[],
): Engine {
  return played([
    ...held.map(({ of }) => of.listed),
    `index ${held.map(({ of }) => of.price).join(' ')}`,
    'deposit alice 1000000 USDC',
    'deposit bob 1000000 USDC',
    'account-mode alice Portfolio',
    ...held.flatMap(({ of, coins }) => {
      const [own, other] = coins > 0 ? ['Buy', 'Sell'] : ['Sell', 'Buy']
      const terms = `${of.symbol} ${Math.abs(coins)} @ ${Math.round(of.mark)}`
      return [`place bob ${other} ${terms}`, `place alice ${own} ${terms}`]
    }),
  ])
}

test('EX-9.1: delta and vega of the call and the put are those of the risk unit', () => {
  const terms = { strike: 65_000, days: 45, sigma: 0.55 }
  const call = option({ right: 'Call', ...terms })
  expect(call.mark.toFixed(8)).toBe('2713.32162607')
  const ofCall = unitOf(holding([{ of: call, coins: 1 }]))
  expect(usd(ofCall.delta)).toBeCloseTo(0.3752739755, 7)
  // Per 1.00 of volatility, while a greek is per point.
  expect(usd(ofCall.vega)).toBeCloseTo(7990.497397, 5)
  const put = option({ right: 'Put', ...terms })
  expect(put.mark.toFixed(8)).toBe('7713.32162607')
  const ofPut = unitOf(holding([{ of: put, coins: 1 }]))
  expect(usd(ofPut.delta)).toBeCloseTo(-0.6247260245, 7)
  expect(usd(ofPut.vega)).toBeCloseTo(7990.497397, 5)
})

test('EX-10.3: opposite vegas of 30 and 90 days are charged for the sixty days between them', () => {
  const near = option({ right: 'Call', strike: 60_000, days: 30, sigma: 0.6 })
  const far = option({ right: 'Call', strike: 60_000, days: 90, sigma: 0.6 })
  const [nearCoins, farCoins] = [0.73, -0.26]
  const vegaOf = ({ inputs }: typeof near, coins: number): number =>
    optionGreeks(inputs).vega * 100 * coins
  // As near to the example's + 5,000 and − 3,000 as whole lots allow.
  expect(vegaOf(near, nearCoins) / 5_000).toBeCloseTo(1, 1)
  expect(vegaOf(far, farCoins) / -3_000).toBeCloseTo(1, 1)
  const { contingency, vega } = unitOf(
    holding([
      { of: near, coins: nearCoins },
      { of: far, coins: farCoins },
    ]),
  )
  expect(usd(vega)).toBeCloseTo(vegaOf(near, nearCoins) + vegaOf(far, farCoins), 3)
  expect(usd(contingency.vegaSpread)).toBeCloseTo(-vegaOf(far, farCoins) * 0.0003 * 60, 5)
  expect(usd(contingency.vegaSpread) / 54).toBeCloseTo(1, 1)
})

test.each([
  [7, 1.54741558],
  [30, 1],
  [186, 0.5784722],
])('EX-10.5: at %i days to expiry volatility moves are multiplied by %d', (days, scale) => {
  const call = option({ right: 'Call', strike: 60_000, days, sigma: 0.6 })
  const { profits } = unitOf(holding([{ of: call, coins: 1 }]))
  const moved = (by: number): number =>
    optionPrice({ ...call.inputs, volatility: 0.6 * (1 + by * scale) }) - call.mark
  // The sixth of the eleven prices is the current one.
  const [up = 0n, same = 0n, down = 0n] = profits.slice(15, 18)
  expect(usd(up)).toBeCloseTo(moved(0.24), 3)
  expect(usd(same)).toBeCloseTo(0, 3)
  expect(usd(down)).toBeCloseTo(moved(-0.2), 3)
})

describe('10.2: wallet coins as a hedge', () => {
  const call = option({ right: 'Call', strike: 65_000, days: 30, sigma: 0.6 })
  const pair = 'BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 band=90:90 fees=0:0'
  /** Alice is short a call with a delta of 0.3522 and has one coin that can hedge it. */
  const opened = (...lines: readonly string[]): Engine =>
    played([
      call.listed,
      `list ${pair}`,
      `index ${call.price} BTC/USDT 60000 coins BTC 60000`,
      'deposit alice 200000 USDC',
      'deposit alice 1 BTC',
      'deposit bob 1000000 USDC',
      'account-mode alice Portfolio',
      'spot-hedging alice on',
      `place bob Buy ${call.symbol} 1 @ 2237`,
      `place alice Sell ${call.symbol} 1 @ 2237`,
      ...lines,
    ])
  const hedged = (engine: Engine): number => usd(unitOf(engine).hedged)

  test('are used up to the delta of the unit', () => {
    expect(hedged(opened())).toBeCloseTo(0.35222601, 7)
  })

  test('are not used while the coin is switched off as collateral', () => {
    const engine = opened('collateral alice BTC off')
    expect(hedged(engine)).toBe(0)
    const bare = opened('collateral alice BTC off', 'spot-hedging alice off')
    expect(unitOf(engine)).toEqual(unitOf(bare))
    expect(hedged(opened('collateral alice BTC off', 'collateral alice BTC on'))).toBeGreaterThan(0)
  })

  test('are not used while a spot order has locked them', () => {
    expect(hedged(opened('place alice Sell BTC/USDT 0.9 @ 60000'))).toBeCloseTo(0.1, 8)
  })

  test('can be withdrawn as far as the account covers its margin without them', () => {
    const all = 'transfer alice #1:Unified #1:Funding 1 BTC'
    expect(hedged(opened(all))).toBe(0)
    // Beside its coin the account has 4,499: more than 3,312, which it needs with the hedge, and
    // less than 5,848 without.
    const engine = opened('transfer alice #1:Unified #1:Funding 195500 USDC')
    const free =
      engine.views.account(alice)?.coins.find(({ coin }) => coin === 'BTC')?.available ?? 0n
    // The rest covers the difference: 1,349 of the 57,000 that the coin counts for.
    expect(usd(free)).toBeCloseTo(0.9763, 4)
    const left = { account: alice, purse: 'Unified' } as const
    const command = {
      kind: 'TransferFunds',
      account: alice,
      from: left,
      to: { account: alice, purse: 'Funding' },
      coin: 'BTC',
      amount: amount(free),
    } as const
    const next = { seq: engine.lastSeq() + 1, timeMs: startMs + 100 }
    expect(engine.apply({ ...next, command }).problem).toBeUndefined()
    expect(engine.views.account(alice)?.available ?? -1n).toBeGreaterThanOrEqual(0n)
  })
})
