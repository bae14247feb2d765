// Sums over all accounts, and the causes of liquidations, in the random whole world (rules 14.2.6,
// 14.2.28, 14.2.29; reliability M9, L4).

import { amount, qtyLots } from '@basis/domain/numbers/fixed'
import { pnlOverEntry } from '@basis/domain/instrument/contract'
import { qtyAmount, type Instrument } from '@basis/domain/instrument/instrument'
import type { NumberedCommand } from '@basis/engine/commands'
import { createEngine, stateOf, type ApplyResult, type Engine } from '@basis/engine/engine'
import { parseCommand } from '@basis/engine/text'
import { describe, expect, test } from 'vitest'
import { proofLength, proofSeeds } from '../proof-length.ts'
import { runSeed } from './simulation.ts'

const seeds = proofSeeds([8101, 8102, 8103, 8104], 1)

const settleCoinOf = (symbol: string): string => {
  if (/^BTCUSD(-|$)/.test(symbol)) return 'BTC'
  return /^BTC(PERP|-)/.test(symbol) ? 'USDC' : 'USDT'
}

type Open = { unrealised: bigint; positions: number }

/** The unrealised P&L of all accounts and the fund together, by symbol. */
function openBySymbol(engine: Engine): ReadonlyMap<string, Open> {
  const { views } = engine
  const open = new Map<string, Open>()
  const add = (symbol: string, unrealised: bigint): void => {
    const sum = open.get(symbol) ?? { unrealised: 0n, positions: 0 }
    open.set(symbol, { unrealised: sum.unrealised + unrealised, positions: sum.positions + 1 })
  }
  for (const account of views.accounts()) {
    for (const { position, unrealisedPnl } of views.positions(account)) {
      add(position.symbol, unrealisedPnl)
    }
  }
  for (const held of stateOf(engine).fund.positions.all()) {
    if (held === undefined || held.sign === 0) continue
    const { instrument, markE8 } = held.market
    const kind = instrument.kind === 'Inverse' ? 'Inverse' : 'Linear'
    const qty = qtyAmount(instrument, qtyLots(held.sizeLots))
    const sign = held.sign === 1 ? 1 : -1
    add(instrument.symbol, pnlOverEntry({ kind, sign, qty }, amount(held.entryValue), markE8))
  }
  return open
}

/** What is seen in the run of one seed; `wrong` names each sum that is not as it must be. */
type Seen = {
  readonly wrong: { readonly zero: string[]; readonly moved: string[] }
  looked: number
  moves: number
  trades: number
  readonly begun: Set<NumberedCommand['command']['kind']>
}

/** Over this many commands everything is summed; liquidations are counted over all. */
const summed = 1000

/** Realised amounts are in wallets and at the exchange (no drift), open ones at entry value. */
function sumToZero({ views }: Engine, open: ReadonlyMap<string, Open>, seen: Seen): void {
  for (const { coin, openPositions, drift } of views.ledger()) {
    let sum: bigint = openPositions
    let units = 0n
    for (const [symbol, { unrealised, positions }] of open) {
      if (settleCoinOf(symbol) !== coin) continue
      sum -= unrealised
      units += BigInt(positions)
    }
    // Marks are between ticks: each position's P&L is rounded by less than a unit.
    if (drift !== 0n || sum > units || sum < -units)
      seen.wrong.zero.push(`${coin}: ${sum} ${drift}`)
    seen.looked += 1
  }
}

function compareMoved(
  before: ReadonlyMap<string, Open>,
  after: ReadonlyMap<string, Open>,
  { wrong }: Seen,
): void {
  for (const [symbol, { unrealised, positions }] of after) {
    const change = unrealised - (before.get(symbol)?.unrealised ?? 0n)
    const units = BigInt(positions)
    if (change > units || change < -units) wrong.moved.push(`${symbol} ${change}`)
  }
}

function watch(seed: number): Seen {
  const wrong = { zero: [], moved: [] }
  const seen: Seen = { wrong, looked: 0, moves: 0, trades: 0, begun: new Set() }
  let before: ReadonlyMap<string, Open> = new Map()
  runSeed({
    seed,
    commands: proofLength(4000, 2000),
    world: 'whole',
    witness: ({ command, seq }, { events }, engine) => {
      if (events.some(({ kind }) => kind === 'Traded')) seen.trades += 1
      if (events.some(({ kind }) => kind === 'LiquidationStarted')) seen.begun.add(command.kind)
      if (seq > summed) return
      const after = openBySymbol(engine)
      sumToZero(engine, after, seen)
      const isMove =
        command.kind === 'UpdatePrices' && events.every(({ kind }) => kind === 'PricesChanged')
      if (isMove) {
        compareMoved(before, after, seen)
        seen.moves += 1
      }
      before = after
    },
  })
  return seen
}

/** The three laws are checked in one run of each seed. */
const runs = new Map<number, Seen>()
function seenIn(seed: number): Seen {
  const seen = runs.get(seed) ?? watch(seed)
  runs.set(seed, seen)
  return seen
}

describe('over all accounts', () => {
  test.each(seeds)(
    'M9, 14.2.6: realised and unrealised P&L of all accounts sum to zero, seed %i',
    (seed) => {
      const { wrong, looked } = seenIn(seed)
      expect(wrong.zero).toEqual([])
      expect(looked).toBeGreaterThan(1000)
    },
  )

  test.each(seeds)(
    '14.2.29: a move of the mark does not change the sum of unrealised P&L, seed %i',
    (seed) => {
      const { wrong, moves } = seenIn(seed)
      expect(wrong.moved).toEqual([])
      expect(moves).toBeGreaterThan(30)
    },
  )
})

describe('a liquidation', () => {
  test.each(seeds)(
    '14.2.28: is started by a mark price or by time, never by a trade, seed %i',
    (seed) => {
      const { begun, trades } = seenIn(seed)
      expect(trades).toBeGreaterThan(50)
      for (const kind of begun) expect(['UpdatePrices', 'AdvanceTime']).toContain(kind)
    },
  )
})

test('L4: eight hundred stops in a thin book do not trade beyond the band', () => {
  const engine = createEngine()
  const instruments = new Map<string, Instrument>()
  const say = (line: string): ApplyResult => {
    const command = parseCommand(line, { instruments })
    if (command.kind === 'ListInstrument') instruments.set('BTCUSDT', command.instrument)
    const timeMs = Math.max(engine.lastTimeMs(), 1_790_035_200_000)
    return engine.apply({ seq: engine.lastSeq() + 1, timeMs, command })
  }
  say('list BTCUSDT LinearPerpetual band=2:4')
  say('index BTCUSDT 60000')
  for (let account = 1; account <= 83; account += 1) {
    say(`open #${account} trader`)
    say(`deposit #${account} 1000000 USDT`)
  }
  say('place #2 Sell BTCUSDT 0.01 @ 60000')
  say('place #1 Buy BTCUSDT 0.01 @ 60000')
  for (let k = 0; k < 400; k += 1) say(`place #1 Buy BTCUSDT 0.02 @ ${59_990 - 10 * k}`)
  // An account may have at most ten conditional orders in a market.
  for (let k = 0; k < 800; k += 1) {
    const account = 4 + Math.floor(k / 10)
    say(`place #${account} Sell BTCUSDT 0.01 market when=fall:${59_980 - k}`)
  }
  const lowest = engine.views.symbol(engine.views.symbols()[0] as never)?.minSellTicks ?? 0
  const applied = [
    say('place #3 Sell BTCUSDT 2 market'),
    ...Array.from({ length: 8 }, () => say('time')),
  ]
  const events = applied.flatMap((result) => result.events)
  const prices = events.flatMap((event) => (event.kind === 'Traded' ? [event.priceTicks] : []))
  const fired = new Set(
    events.flatMap((event) => (event.kind === 'OrderTriggered' ? [event.order.id] : [])),
  )
  expect(lowest).toBeGreaterThan(580_000)
  expect(Math.min(...prices)).toBeGreaterThanOrEqual(lowest)
  expect(fired.size).toBe(800)
})
