// Sessions of USDC contracts (rules 1.8): each pays open profit into the wallet, none changes the
// total profit (14.2.8, 14.2.12; reliability L13, M1).

import { symbolId } from '@basis/domain/numbers/brand'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEngine, type Engine } from '../engine/engine.ts'
import type { Event } from '../api/events.ts'
import { brokenInvariants } from '../replay/invariants.ts'
import { runScenario } from '../../testing/scenario.ts'
import { parseCommand } from '../replay/text/format.ts'

/** A scenario begins at 00:00 UTC. */
const midnight = 1_790_035_200_000
const hourMs = 3_600_000
const future = `list BTC-30OCT26 UsdcFutures BTC/USDC tick=1 band=50:60 delivery=${
  midnight + 38 * 24 * hourMs
}`

test('EX-1.11: S is the average entry, sales close against S, a session sets S to the mark', () => {
  const story = `
  ${future} fees=0:0
  index BTC-30OCT26 50000
  deposit alice 100000 USDC
  deposit bob 100000 USDC
  place alice Buy BTC-30OCT26 0.1 @ 50000
    → placed 1
  place bob Sell BTC-30OCT26 0.1 @ 50000
    → alice filled 1: 0.1 @ 50000 fee 0 USDC
    → filled 2: 0.1 @ 50000 fee 0 USDC
  place alice Buy BTC-30OCT26 0.1 @ 50500
    → placed 3
  place bob Sell BTC-30OCT26 0.1 @ 50500
    → alice filled 3: 0.1 @ 50500 fee 0 USDC
    → filled 4: 0.1 @ 50500 fee 0 USDC
  place alice Sell BTC-30OCT26 0.1 @ 50700
    → placed 5
  place bob Buy BTC-30OCT26 0.1 @ 50700
    → alice closed 0.1 BTC-30OCT26: 45 = 45 + 0 + 0 + 0
    → alice filled 5: 0.1 @ 50700 fee 0 USDC
    → closed 0.1 BTC-30OCT26: -45 = - 45 + 0 + 0 + 0
    → filled 6: 0.1 @ 50700 fee 0 USDC
  index BTC-30OCT26 51000
  show alice
    → 100045 USDC; available 99610
    → long 0.1 BTC-30OCT26 @ 50250 upl 75
  index BTC-30OCT26 52000
  +8h
  time
    → BTC-30OCT26 session at 52000
    → alice session 175 on BTC-30OCT26
    → bob session -175 on BTC-30OCT26
  show alice
    → 100220 USDC; available 99700
    → long 0.1 BTC-30OCT26 @ 52000 upl 0
  // What sessions paid is part of the closed PnL, which counts from the average entry price.
  place alice Sell BTC-30OCT26 0.1 @ 52500
    → placed 7
  place bob Buy BTC-30OCT26 0.1 @ 52500
    → alice closed 0.1 BTC-30OCT26: 225 = 225 + 0 + 0 + 0
    → alice filled 7: 0.1 @ 52500 fee 0 USDC
    → closed 0.1 BTC-30OCT26: -225 = - 225 + 0 + 0 + 0
    → filled 8: 0.1 @ 52500 fee 0 USDC
  show alice
    → 100270 USDC; available 100270`
  expect(runScenario(story)).toBe(story)
})

test('L13: a perpetual settles with its funding in one record; missed sessions are settled once', () => {
  const story = `
  list BTCPERP UsdcPerpetual BTC/USDC tick=1 fees=0:0
  index BTCPERP 50000
  deposit alice 100000 USDC
  deposit bob 100000 USDC
  place alice Buy BTCPERP 1 @ 50000
    → placed 1
  place bob Sell BTCPERP 1 @ 50000
    → alice filled 1: 1 @ 50000 fee 0 USDC
    → filled 2: 1 @ 50000 fee 0 USDC
  place bob Sell BTCPERP 0.001 @ 50400
    → placed 3
  place alice Buy BTCPERP 0.001 @ 50400
    → bob filled 3: 0.001 @ 50400 fee 0 USDC
    → filled 4: 0.001 @ 50400 fee 0 USDC
  +1m
  index BTCPERP 50000
  +50h
  time
    → BTCPERP funding 0.01% at 50400
    → BTCPERP session at 50400
    → alice session 400, funding -5.04504 on BTCPERP
    → alice funding -5.04504 on BTCPERP
    → bob session -400, funding 5.04504 on BTCPERP
    → bob funding 5.04504 on BTCPERP
  time
  show alice
    → 100394.95496 USDC; available 95349.91496
    → long 1.001 BTCPERP @ 50400 upl 0`
  expect(runScenario(story)).toBe(story)
})

test('the session loss of an isolated position is paid from the free balance, then from its margin (2.7)', () => {
  const story = `
  ${future} fees=0:0
  index BTC-30OCT26 50000
  deposit alice 5100 USDC
  deposit bob 100000 USDC
  mode alice BTC-30OCT26 Isolated
  place alice Buy BTC-30OCT26 1 @ 50000
    → placed 1
  place bob Sell BTC-30OCT26 1 @ 50000
    → alice filled 1: 1 @ 50000 fee 0 USDC
    → filled 2: 1 @ 50000 fee 0 USDC
  index BTC-30OCT26 49000
  +8h
  time
    → BTC-30OCT26 session at 49000
    → alice session -1000 on BTC-30OCT26
    → bob session 1000 on BTC-30OCT26
  show alice
    → 4100 USDC; available 0
    → long 1 BTC-30OCT26 @ 49000 upl 0 liq 45126`
  expect(runScenario(story)).toBe(story)
})

describe('14.2.12', () => {
  const perpetual = 'list BTC-30OCT26 LinearFutures BTC/USDT tick=1 band=50:60'
  const symbol = symbolId('BTC-30OCT26')

  /**
   * Wallets and closed PnL of two accounts that trade with each other, with or without sessions.
   */
  function played(list: string, coin: string, moves: readonly Move[]) {
    const instruments = new Map()
    const engine: Engine = createEngine()
    const emitted: Event[] = []
    let seq = 0
    const give = (timeMs: number, text: string): void => {
      const command = parseCommand(text, { instruments })
      if (command.kind === 'ListInstrument') instruments.set(symbol, command.instrument)
      seq += 1
      emitted.push(...engine.apply({ seq, timeMs, command }).events)
      expect(brokenInvariants(engine)).toEqual([])
    }
    give(midnight, list)
    for (const account of [1, 2]) {
      give(midnight, `open #${account} trader`)
      give(midnight, `deposit #${account} 10000000 ${coin}`)
    }
    let price = 50_000
    moves.forEach(({ lots, change }, k) => {
      const at = midnight + 8 * hourMs * k
      price += change
      give(at, `index ${symbol} ${price}`)
      const [buyer, seller] = lots > 0 ? [1, 2] : [2, 1]
      give(at, `place #${buyer} Buy ${symbol} ${Math.abs(lots)}l @ ${price}`)
      give(at, `place #${seller} Sell ${symbol} ${Math.abs(lots)}l @ ${price}`)
    })
    const rest = moves.reduce((sum, { lots }) => sum + lots, 0)
    const end = midnight + 8 * hourMs * moves.length
    const [buyer, seller] = rest < 0 ? [1, 2] : [2, 1]
    give(end, `index ${symbol} ${price}`)
    if (rest !== 0) {
      give(end, `place #${buyer} Buy ${symbol} ${Math.abs(rest)}l @ ${price}`)
      give(end, `place #${seller} Sell ${symbol} ${Math.abs(rest)}l @ ${price}`)
    }
    const closed = emitted.flatMap((event) => (event.kind === 'PnlClosed' ? [event.closedPnl] : []))
    const wallets = [1, 2].map((id) => engine.views.account(id as never)?.coins[0]?.balance)
    return { closed: closed.reduce((sum, pnl) => sum + pnl, 0n), wallets }
  }

  type Move = { readonly lots: number; readonly change: number }
  const move = fc.record({
    lots: fc.integer({ min: -40, max: 40 }).filter((lots) => lots !== 0),
    change: fc.integer({ min: -300, max: 300 }),
  })

  test('wallets and closed PnL end as they would without any session', () => {
    const dates = `delivery=${midnight + 38 * 24 * hourMs}`
    fc.assert(
      fc.property(fc.array(move, { minLength: 1, maxLength: 12 }), (moves) => {
        const settled = played(`${future} ${dates}`, 'USDC', moves)
        const plain = played(`${perpetual} ${dates}`, 'USDT', moves)
        expect(settled).toEqual(plain)
      }),
      { numRuns: 60 },
    )
  })
})
