// Reversals: both legs or none (rules 6.4, D-35; reliability O8).

import { accountId } from '@basis/domain/numbers/brand'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proofLength } from '../../../../../checks/proof-length.ts'
import { createEngine, type ApplyResult, type Engine } from '../../engine/engine.ts'
import { engineFromSnapshot, takeSnapshot } from '../../replay/snapshot/snapshot.ts'
import { runScenario } from '../../../testing/scenario.ts'
import { parseCommand } from '../../replay/text/format.ts'

test('6.4: both legs in one command; own orders in the way are cancelled, a repeat gets the first answer', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit maker 1000000 USDT
  deposit alice 1000 USDT
  place maker Sell BTCUSDT 1 @ 65010
    → placed 1
  place alice Buy BTCUSDT 0.1 market
    → maker filled 1: 0.1 @ 65010 fee 1.3002 USDT left 0.9
    → filled 2: 0.1 @ 65010 fee 3.57555 USDT
  place maker Buy BTCUSDT 0.15 @ 65000
    → placed 3
  place maker Buy BTCUSDT 0.15 @ 64990
    → placed 4
  place alice Sell BTCUSDT 0.05 @ 65300 reduce
    → placed 5
  place alice Buy BTCUSDT 0.01 @ 64995
    → placed 6
  reverse alice BTCUSDT link=r1
    → maker closed 0.1 BTCUSDT: -1.6002 = 1 - 1.3002 - 1.3 + 0
    → maker filled 3: 0.1 @ 65000 fee 1.3 USDT left 0.05
    → closed 0.1 BTCUSDT: -8.15055 = - 1 - 3.57555 - 3.575 + 0
    → filled 7: 0.1 @ 65000 fee 3.575 USDT
    → cancelled 5 CancelByReduceOnly
    → maker filled 3: 0.05 @ 65000 fee 0.65 USDT
    → filled 8: 0.05 @ 65000 fee 1.7875 USDT left 0.05
    → cancelled 6 CancelBySmp
    → maker filled 4: 0.05 @ 64990 fee 0.6499 USDT left 0.1
    → filled 8: 0.05 @ 64990 fee 1.787225 USDT
  show alice
    → 988.274725 USDT; available 333.8425275
    → short 0.1 BTCUSDT @ 64995 upl -0.5 liq 74466
  orders alice
  reverse alice BTCUSDT link=r1
  place alice Buy BTCUSDT 0.01 @ 65000 link=r1
    → rejected orderLinkIdDuplicate`
  expect(runScenario(story)).toBe(story)
})

test('O8: a reversal with a leg that would not be filled in full is refused and changes nothing', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit maker 1000000 USDT
  deposit alice 1000 USDT
  reverse alice BTCUSDT
    → rejected reduceOnlyWithoutPosition
  place maker Sell BTCUSDT 1 @ 65010
    → placed 1
  place alice Buy BTCUSDT 0.1 market
    → maker filled 1: 0.1 @ 65010 fee 1.3002 USDT left 0.9
    → filled 2: 0.1 @ 65010 fee 3.57555 USDT
  place maker Buy BTCUSDT 0.09 @ 65000
    → placed 3
  place maker Buy BTCUSDT 1 @ 64000
    → placed 4
  reverse alice BTCUSDT
    → rejected reverseNotFillable
  place maker Buy BTCUSDT 0.1 @ 64990
    → placed 5
  reverse alice BTCUSDT
    → rejected reverseNotFillable
  place maker Buy BTCUSDT 0.1 @ 64400
    → placed 6
  reverse alice BTCUSDT slip=100
    → rejected reverseNotFillable
  show alice
    → 996.42445 USDT; available 342.206455
    → long 0.1 BTCUSDT @ 65010 upl -1 liq 55354.8
  book BTCUSDT
    → bids 0.09 @ 65000, 0.1 @ 64990, 0.1 @ 64400, 1 @ 64000 | asks 0.9 @ 65010`
  expect(runScenario(story)).toBe(story)
})

test('margin, risk limit and symbol state of the second leg are checked before the first is executed', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit maker 1000000 USDT
  deposit alice 1000 USDT
  place maker Sell BTCUSDT 1 @ 65010
    → placed 1
  deposit bob 700 USDT
  place bob Buy BTCUSDT 0.1 market
    → maker filled 1: 0.1 @ 65010 fee 1.3002 USDT left 0.9
    → filled 2: 0.1 @ 65010 fee 3.57555 USDT
  place maker Buy BTCUSDT 1 @ 64400
    → placed 3
  reverse bob BTCUSDT
    → rejected insufficientBalance
  show bob
    → 696.42445 USDT; available 42.206455
    → long 0.1 BTCUSDT @ 65010 upl -1 liq 58369.8
  place alice Sell BTCUSDT 0.1 market
    → maker closed 0.1 BTCUSDT: 58.4118 = 61 - 1.3002 - 1.288 + 0
    → maker filled 3: 0.1 @ 64400 fee 1.288 USDT left 0.9
    → filled 4: 0.1 @ 64400 fee 3.542 USDT
  list BTCUSDT LinearPerpetual tiers=6470:1:0.5:100
  reverse alice BTCUSDT
    → rejected riskLimitExceeded
  list BTCUSDT LinearPerpetual status=ReduceOnly
  reverse alice BTCUSDT
    → rejected symbolReduceOnly
  list BTCUSDT LinearPerpetual market=0.05
  reverse alice BTCUSDT
    → rejected orderMaxQtyReplace
  list BTCUSDT LinearPerpetual
  reverse alice BTCUSDT idx=1
    → rejected positionIdxMismatch
  reverse alice BTCUSDT
    → maker filled 1: 0.1 @ 65010 fee 1.3002 USDT left 0.8
    → closed 0.1 BTCUSDT: -68.11755 = - 61 - 3.542 - 3.57555 + 0
    → filled 5: 0.1 @ 65010 fee 3.57555 USDT
    → maker filled 1: 0.1 @ 65010 fee 1.3002 USDT left 0.7
    → filled 6: 0.1 @ 65010 fee 3.57555 USDT
  show alice
    → 928.3069 USDT; available 274.088905
    → long 0.1 BTCUSDT @ 65010 upl -1 liq 56039.4`
  expect(runScenario(story)).toBe(story)
})

test('an isolated position keeps its mode and leverage; its added margin is returned first', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit maker 1000000 USDT
  deposit alice 1000 USDT
  leverage alice BTCUSDT 20
    → BTCUSDT at 20x
  mode alice BTCUSDT Isolated
  place maker Sell BTCUSDT 1 @ 65010
    → placed 1
  place alice Buy BTCUSDT 0.1 market
    → maker filled 1: 0.1 @ 65010 fee 1.3002 USDT left 0.9
    → filled 2: 0.1 @ 65010 fee 3.57555 USDT
  margin alice BTCUSDT 0 600
  place maker Buy BTCUSDT 1 @ 65000
    → placed 3
  reverse alice BTCUSDT
    → maker closed 0.1 BTCUSDT: -1.6002 = 1 - 1.3002 - 1.3 + 0
    → maker filled 3: 0.1 @ 65000 fee 1.3 USDT left 0.9
    → closed 0.1 BTCUSDT: -8.15055 = - 1 - 3.57555 - 3.575 + 0
    → filled 4: 0.1 @ 65000 fee 3.575 USDT
    → maker filled 3: 0.1 @ 65000 fee 1.3 USDT left 0.8
    → filled 5: 0.1 @ 65000 fee 3.575 USDT
  show alice
    → 988.27445 USDT; available 659.5207
    → short 0.1 BTCUSDT @ 65000 upl 0 liq 67910.4`
  expect(runScenario(story)).toBe(story)
})

/** A resting order: its account, level, quantity, and whether it is reduce-only. */
const resting = fc.record({
  /** 3 is the reversing account. */
  maker: fc.integer({ min: 0, max: 3 }),
  level: fc.integer({ min: 0, max: 4 }),
  lots: fc.integer({ min: 1, max: 60 }),
  reduces: fc.boolean(),
})

/** Returns a function that applies a line of command text to the engine. */
function player(engine: Engine): (line: string) => ApplyResult {
  return (line) => {
    const seq = engine.lastSeq() + 1
    const command = parseCommand(line, { instruments })
    return engine.apply({ seq, timeMs: 1_790_035_200_000, command })
  }
}
const listing = parseCommand('list BTCUSDT LinearPerpetual', { instruments: new Map() })
const instruments = new Map(
  listing.kind === 'ListInstrument' ? [['BTCUSDT', listing.instrument]] : [],
)

const stateOfAll = (engine: Engine): string =>
  [...takeSnapshot(engine)].join('\n').replace(/"seq":\d+,"timeMs":\d+,/, '')

test('law: a reversal has the effect of its two orders, or none', () => {
  const outcomes = new Map<string, number>()
  fc.assert(
    fc.property(
      fc.array(resting, { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 0, max: 40 }),
      fc.constantFrom('Buy', 'Sell'),
      (orders, lots, spare, side) => {
        const outcome = reverseBothWays(orders, { lots, spare, side })
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      },
    ),
    { seed: 1, numRuns: proofLength(800, 250) },
  )
  expect([...outcomes.keys()].toSorted()).toEqual([
    'done',
    'insufficientBalance open',
    'reverseNotFillable close',
    'reverseNotFillable open',
  ])
})

type Held = { readonly lots: number; readonly spare: number; readonly side: string }

function reverseBothWays(
  orders: readonly { maker: number; level: number; lots: number; reduces: boolean }[],
  { lots, spare, side }: Held,
): string {
  const engine = createEngine()
  const play = player(engine)
  const back = side === 'Buy' ? 'Sell' : 'Buy'
  for (const line of ['list BTCUSDT LinearPerpetual', 'index BTCUSDT 65000']) play(line)
  for (const id of [1, 2, 3, 4]) {
    play(`open #${id} trader`)
    const cents = id === 1 ? 661 * lots + 100 * spare : 100_000_000
    play(`deposit #${id} ${formatTrimmed(BigInt(cents), 2)} USDT`)
  }
  play(`place #2 ${back} BTCUSDT ${lots}l @ 65000`)
  play(`place #1 ${side} BTCUSDT ${lots}l market`)
  // Two makers hold positions that their orders below reduce.
  play(`place #4 ${side} BTCUSDT 40l @ 65000`)
  play(`place #3 ${back} BTCUSDT 40l @ 65000`)
  for (const { maker, level, lots: size, reduces } of orders) {
    const price = side === 'Buy' ? 64_990 - 10 * level : 65_010 + 10 * level
    const who = maker === 3 ? 1 : maker + 2
    play(`place #${who} ${side} BTCUSDT ${size}l @ ${price} ${reduces ? 'reduce' : ''}`)
  }
  expect(engine.views.positions(accountId(1))).toHaveLength(1)
  const before = stateOfAll(engine)
  const twin = engineFromSnapshot(takeSnapshot(engine))
  const answer = play('reverse #1 BTCUSDT')
  if (answer.problem !== undefined) {
    expect(stateOfAll(engine)).toBe(before)
    // The check of a single order counts reduce-only orders that its own fills will shrink; the
    // reversal is exact, so the two may differ at the limit of the margin.
    const isEdge =
      answer.problem.name === 'insufficientBalance' && orders.some(({ reduces }) => reduces)
    if (!isEdge) expect(twoRequests(twin, back, lots)).toBe(false)
    return `${answer.problem.name} ${answer.problem.params?.['leg']}`
  }
  expect(twoRequests(twin, back, lots)).toBe(true)
  expect(stateOfAll(engine)).toBe(stateOfAll(twin))
  return 'done'
}

/** The terminal's two requests; whether both were filled in full. */
function twoRequests(engine: Engine, side: string, lots: number): boolean {
  const play = player(engine)
  const close = `place #1 ${side} BTCUSDT ${lots}l market reduce close smp=CancelMaker`
  if (!isFilled(play(close))) return false
  return isFilled(play(`place #1 ${side} BTCUSDT ${lots}l market smp=CancelMaker`))
}

const isFilled = ({ events, orderId }: ApplyResult): boolean =>
  events.some(
    (event) =>
      event.kind === 'OrderFilled' && event.order.id === orderId && event.order.status === 'Filled',
  )
