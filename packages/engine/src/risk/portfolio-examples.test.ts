// Published examples of portfolio margin through the engine (rules 10): a bear put spread, and a
// perpetual against an inverse one.

import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { impliedVolatility } from '@basis/domain/options/black76'
import { expect, test } from 'vitest'
import { createEngine, type Engine } from '../engine/engine.ts'
import { parseCommand } from '../replay/text/format.ts'

const startMs = Date.UTC(2026, 8, 22, 8)
const deliveryMs = Date.UTC(2026, 9, 22, 8)
const alice = accountId(1)

/** Plays lines that nothing may refuse. */
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

test('EX-10.2: a bear put spread loses at most its value, where cross margin asks 938 and 2,315', () => {
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
  // What it is worth bounds what it loses; the short put is covered by the long one.
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
