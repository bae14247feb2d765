// Portfolio margin in the engine: change of mode, margin of a unit, orders, hedging coins,
// liquidation, previews and replay (rules 10; EX-10.1).

import { explainedE8, isTrue } from '@basis/domain/margin/explanation'
import { accountId } from '@basis/domain/numbers/brand'
import { describe, expect, test } from 'vitest'
import { runScenario } from '../../testing/scenario.ts'
import { createEngine, type Engine } from '../engine/engine.ts'
import { brokenInvariants } from '../replay/invariants.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../replay/snapshot/snapshot.ts'
import { formatCommand, parseCommand } from '../replay/text/format.ts'
import type { NumberedCommand } from '../api/commands.ts'

const midnight = 1_790_035_200_000
const october = midnight + (30 * 24 + 8) * 3_600_000
const grid = 'tick=1 lot=0.01 least=0 fees=0.03:0.02 market=500'
const list = (name: string, terms: string): string =>
  `list ${name} Option BTC/USDT/USDT ${grid} tiers=50000000:100:3:1 ${terms} delivery=${october}`
const near = 'BTC-22OCT26-65000-C-USDT'
const far = 'BTC-22OCT26-70000-C-USDT'
const markets = `list BTCUSDT LinearPerpetual BTC/USDT
    ${list(near, 'right=Call strike=65000')}`
const marked = `index BTCUSDT 60000 ${near} 60000 mark 2237.8681554 forward 60000 iv 0.6`
const at = (given: { index: number; near: number; far: number }): string => {
  const rest = `forward ${given.index} iv 0.6`
  const prices = [`${near} ${given.index} mark ${given.near} ${rest}`]
  prices.push(`${far} ${given.index} mark ${given.far} ${rest}`)
  return `+1s\n    index ${prices.join(' ')}`
}

const play = (story: string): void => expect(runScenario(story)).toBe(story)

describe('10.1: the change of mode', () => {
  test('has its conditions, refused by name, and excludes leverage, margin mode and hedge mode', () => {
    play(`
    ${markets}
    +8h
    ${marked}
    deposit alice 999.99999999 USDT
    account-mode alice Portfolio
      → rejected portfolioNeedsEquity
    deposit alice 0.00000001 USDT
    spot-hedging alice on
      → rejected spotHedgingNeedsPortfolio
    account-mode alice Portfolio
      → account mode Portfolio
    account-mode alice Portfolio
      → rejected accountModeUnchanged
    leverage alice BTCUSDT 5
      → rejected portfolioHasNoLeverage
    mode alice BTCUSDT Isolated
      → rejected portfolioHasNoMarginMode
    hedge alice BTCUSDT on
      → rejected portfolioHasNoHedge
    spot-hedging alice on
      → account mode Portfolio hedges spot
    account-mode alice Regular
      → account mode Regular
    mode alice BTCUSDT Isolated
    account-mode alice Portfolio
      → rejected portfolioNeedsCross
    mode alice BTCUSDT Cross
    hedge alice BTCUSDT on
      → BTCUSDT hedged
    account-mode alice Portfolio
      → rejected portfolioNeedsOneWay`)
  })

  test('an order in an option without a volatility prevents the change, and is refused after it', () => {
    play(`
    ${markets}
    index BTCUSDT 60000 ${near} 60000 mark 2237.8681554
    deposit alice 20000 USDT
    place alice Buy ${near} 1 @ 2000
      → placed 1
    account-mode alice Portfolio
      → rejected portfolioUnpriced
    cancel alice 1
      → cancelled 1 CancelByUser
    account-mode alice Portfolio
      → account mode Portfolio
    place alice Buy ${near} 1 @ 2000
      → rejected portfolioUnpriced
    index ${near} 60000 mark 2237.8681554 forward 60000
      → rejected priceInvalid
    index BTCUSDT 60000 forward 60000 iv 0.6
      → rejected priceInvalid`)
  })
})

test('EX-10.1, 10.4: IM 7,543.44 of a perpetual and two short calls, with orders, and the way back', () => {
  play(`
    ${markets}
    +8h
    ${marked}
    deposit alice 20000 USDT
    deposit bob 1000000 USDT
    account-mode alice Portfolio
      → account mode Portfolio
    place bob Sell BTCUSDT 1 @ 60000
      → placed 1
    place alice Buy BTCUSDT 1 @ 60000
      → bob filled 1: 1 @ 60000 fee 12 USDT
      → filled 2: 1 @ 60000 fee 33 USDT
    place bob Buy ${near} 2 @ 2237
      → placed 3
    place alice Sell ${near} 2 @ 2237
      → bob filled 3: 2 @ 2237 fee 24 USDT
      → filled 4: 2 @ 2237 fee 36 USDT
    show alice
      → 24405 USDT; available 12385.8201137
      → long 1 BTCUSDT @ 60000 upl 0
      → short 2 ${near} @ 2237 upl -1.7363108
    place alice Sell ${near} 3 @ 2500
      → rejected insufficientBalance
    place alice Buy ${near} 1 @ 2500
      → placed 5
    show alice
      → 24405 USDT; available 12123.6882691
      → long 1 BTCUSDT @ 60000 upl 0
      → short 2 ${near} @ 2237 upl -1.7363108
    cancel alice 5
      → cancelled 5 CancelByUser
    place alice Sell ${near} 1 @ 2500
      → placed 6
    show alice
      → 24405 USDT; available 9562.48547128
      → long 1 BTCUSDT @ 60000 upl 0
      → short 2 ${near} @ 2237 upl -1.7363108
    account-mode alice Regular
      → rejected accountModeMargin
    cancel alice 6
      → cancelled 6 CancelByUser
    account-mode alice Regular
      → account mode Regular
    show alice
      → 24405 USDT; available 1899.5636892
      → long 1 BTCUSDT @ 60000 upl 0 liq 44161.3
      → short 2 ${near} @ 2237 upl -1.7363108`)
})

test('10.4, 10.6: option orders are cancelled first, then the slice that releases the most is closed', () => {
  // By the first rules, which accept what the newest refuse at this margin.
  play(`
    rules 1
    ${markets}
    ${list(far, 'right=Call strike=70000')}
    +8h
    ${at({ index: 60000, near: 2237.87, far: 1000 })}
    deposit alice 2500 USDT
    deposit bob 1000000 USDT
    account-mode alice Portfolio
      → account mode Portfolio
    place bob Buy ${near} 1 @ 2238
      → placed 1
    place alice Sell ${near} 0.4 @ 2238
      → bob filled 1: 0.4 @ 2238 fee 4.8 USDT left 0.6
      → filled 2: 0.4 @ 2238 fee 7.2 USDT
    place bob Sell ${far} 1 @ 1000
      → placed 3
    place alice Buy ${far} 0.2 @ 1000
      → bob filled 3: 0.2 @ 1000 fee 2.4 USDT left 0.8
      → filled 4: 0.2 @ 1000 fee 3.6 USDT
    place alice Sell ${near} 0.05 @ 2700
      → placed 5
    place alice Sell ${near} 0.05 @ 2800
      → placed 6
    place bob Sell ${near} 5 @ 6900
      → placed 7
    ${at({ index: 60000, near: 2300, far: 1000 })}
    ${at({ index: 60000, near: 2300, far: 1000 })}
    ${at({ index: 60000, near: 2300, far: 1000 })}
    ${at({ index: 60000, near: 2300, far: 1000 })}
    ${at({ index: 64000, near: 4000, far: 2000 })}
      → alice cancelled 6 CancelByPmTrialMmOverEquity
    show alice
      → 3184.4 USDT; available 0
      → short 0.4 ${near} @ 2238 upl -704.8
      → long 0.2 ${far} @ 1000 upl 200
    ${at({ index: 69000, near: 7000, far: 4000 })}
      → alice cancelled 5 CancelByPmTrialMmOverEquity
      → alice liquidated: 1184.4 of 1633.00417378
      → bob closed 0.08 ${near}: 370.896 = 372.96 - 0.96 - 1.104 + 0
      → bob filled 7: 0.08 @ 6900 fee 1.104 USDT left 4.92
      → alice closed 0.08 ${near}: -376.056 = - 372.96 - 1.44 - 1.656 + 0
      → alice filled 8: 0.08 @ 6900 fee 1.656 USDT
    show alice
      → 2619.704 USDT; available 0
      → short 0.32 ${near} @ 2238 upl -1523.84
      → long 0.2 ${far} @ 1000 upl 600`)
})

test('10.6: the first closed slice is explained with released margin, cost and number of candidates', () => {
  const commands: Played[] = []
  runScenario(
    `rules 1
    ${markets}
    ${list(far, 'right=Call strike=70000')}
    +8h
    ${at({ index: 60000, near: 2237.87, far: 1000 })}
    deposit alice 2500 USDT
    deposit bob 1000000 USDT
    account-mode alice Portfolio
    place bob Buy ${near} 1 @ 2238
    place alice Sell ${near} 0.4 @ 2238
    place bob Sell ${far} 1 @ 1000
    place alice Buy ${far} 0.2 @ 1000
    place bob Sell ${near} 5 @ 6900
    ${at({ index: 60000, near: 2300, far: 1000 })}
    ${at({ index: 60000, near: 2300, far: 1000 })}
    ${at({ index: 60000, near: 2300, far: 1000 })}
    ${at({ index: 60000, near: 2300, far: 1000 })}
    ${at({ index: 64000, near: 4000, far: 2000 })}
    ${at({ index: 69000, near: 7000, far: 4000 })}`,
    (numbered) => commands.push(numbered),
  )
  const engine = createEngine()
  const events = commands.flatMap((numbered) => engine.apply(numbered).events)
  const closed = events.filter((event) => event.kind === 'PnlClosed')
  const [forced] = closed.filter(({ cause }) => cause === 'Liquidation')
  const { explanation } = forced ?? {}
  if (explanation === undefined) throw new Error('nothing is explained')
  expect(explanation.rule).toBe('portfolioReduction')
  expect(isTrue(explanation)).toBe(true)
  // The candidates: a fifth of the short 0.4 bought back, or of the long 0.2 sold.
  expect(explanation.numbers['candidates']?.value).toBeLessThanOrEqual(2n)
  const { freedMargin, tradeCost } = explanation.numbers
  expect(freedMargin?.value ?? 0n).toBeGreaterThan(tradeCost?.value ?? 0n)
  // For 0.08: the fee, 1.656, and the fund's share, 11.04, less 8, as 6,900 is below the mark.
  expect(tradeCost).toEqual(explainedE8(469_600_000n, 'USD'))
  expect(
    closed.filter(({ cause }) => cause === 'Trade').every((each) => each.explanation === undefined),
  ).toBe(true)
})

test('10.2: wallet coins hedge if spot hedging is on', () => {
  // The hedge reduces the loss of the short by 0.3522 × 6,000: 1.2 × 2,113.36 less margin.
  play(`
    ${markets}
    coin BTC 9500
    +8h
    ${marked} coins BTC 60000
    deposit alice 3000 USDT
    deposit alice 1 BTC
    deposit bob 1000000 USDT
    account-mode alice Portfolio
      → account mode Portfolio
    place bob Buy ${near} 1 @ 2237
      → placed 1
    place alice Sell ${near} 1 @ 2237
      → bob filled 1: 1 @ 2237 fee 12 USDT
      → filled 2: 1 @ 2237 fee 18 USDT
    show alice
      → 1 BTC, 5219 USDT; available 54132.73910529
      → short 1 ${near} @ 2237 upl -0.8681554
    spot-hedging alice on
      → account mode Portfolio hedges spot
    show alice
      → 1 BTC, 5219 USDT; available 56668.76637729
      → short 1 ${near} @ 2237 upl -0.8681554
    spot-hedging alice off
      → account mode Portfolio
    show alice
      → 1 BTC, 5219 USDT; available 54132.73910529
      → short 1 ${near} @ 2237 upl -0.8681554`)
})

/** The commands of the third scenario, with orders left open. */
const played: Played[] = []
runScenario(
  `${markets}
  +8h
  ${marked}
  deposit alice 20000 USDT
  deposit bob 1000000 USDT
  account-mode alice Portfolio
  spot-hedging alice on
  place bob Sell BTCUSDT 1 @ 60000
  place alice Buy BTCUSDT 1 @ 60000
  place bob Buy ${near} 2 @ 2237
  place alice Sell ${near} 2 @ 2237
  place alice Sell ${near} 1 @ 2500`,
  (numbered) => played.push(numbered),
)
type Played = NumberedCommand

function engineAfter(commands: readonly Played[]): Engine {
  const engine = createEngine()
  for (const numbered of commands) engine.apply(numbered)
  return engine
}

describe('replay', () => {
  test('a snapshot keeps the mode and the pricing inputs of options', () => {
    const engine = engineAfter(played)
    const again = engineFromSnapshot(takeSnapshot(engine))
    expect(stateHash(again)).toBe(stateHash(engine))
    expect(again.views.account(accountId(1))).toEqual(engine.views.account(accountId(1)))
    expect(brokenInvariants(again)).toEqual([])
  })

  test('commands of modes and prices survive formatting and parsing', () => {
    const verbs = new Set<string>()
    for (const { command } of played) {
      const text = formatCommand(command, new Map())
      const verb = /^(account-mode|spot-hedging|index)/.exec(text)?.[0]
      if (verb === undefined) continue
      verbs.add(verb)
      expect(parseCommand(text, { instruments: new Map() })).toEqual(command)
    }
    expect([...verbs].sort()).toEqual(['account-mode', 'index', 'spot-hedging'])
  })

  test('the preview of a change of mode equals its result', () => {
    for (const mode of ['Regular', 'Portfolio'] as const) {
      const engine = engineAfter(mode === 'Regular' ? played.slice(0, -1) : played.slice(0, 7))
      const account = accountId(1)
      if (mode === 'Portfolio') {
        engine.apply({
          ...next(engine),
          command: { kind: 'SetAccountMode', account, mode: 'Regular' },
        })
      }
      const command = { kind: 'SetAccountMode', account, mode } as const
      const before = stateHash(engine)
      const preview = engine.preview(command)
      expect(stateHash(engine)).toBe(before)
      const { problem } = engine.apply({ ...next(engine), command })
      expect(problem).toEqual(preview.problem)
      expect(engine.views.account(account)).toEqual(preview.after?.account)
    }
  })
})

const next = (engine: Engine): { seq: number; timeMs: number } => ({
  seq: engine.lastSeq() + 1,
  timeMs: engine.lastTimeMs(),
})
