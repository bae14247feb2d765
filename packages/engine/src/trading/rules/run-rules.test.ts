// Rule orders: single scenarios, and a comparison with a slow model that evaluates a rule over the
// whole price history (rules 8.10).

import type { RuleCondition, RuleSeries, RuleTerms } from '@basis/domain/algo/rule'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { createPrng } from '@basis/domain/numbers/prng'
import { describe, expect, test } from 'vitest'
import type { Command } from '../../api/commands.ts'
import type { Event } from '../../api/events.ts'
import { createEngine, type Engine } from '../../engine/engine.ts'
import { formatCommand, parseCommand } from '../../replay/text/format.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../../replay/snapshot/snapshot.ts'
import { runScenario } from '../../../testing/scenario.ts'

const minute = 60_000
const listing = parseCommand('list BTCUSDT LinearPerpetual', { instruments: new Map() })
const symbol = symbolId('BTCUSDT')
const alice = accountId(1)
const instruments =
  listing.kind === 'ListInstrument' ? new Map([['BTCUSDT', listing.instrument]]) : new Map()
const line = (text: string): Command => parseCommand(text, { instruments })

/** An engine with a clock; index and mark are equal until the first trade. */
class Venue {
  readonly engine: Engine = createEngine()
  readonly journal: { seq: number; timeMs: number; command: Command }[] = []
  nowMs = 1_000_000_020_000

  constructor() {
    for (const text of ['open #1 trader', 'deposit #1 100000 USDT']) this.do(line(text))
    this.do(listing)
    this.price(60_000)
  }

  do(command: Command): readonly Event[] {
    const numbered = { seq: this.journal.length + 1, timeMs: this.nowMs, command }
    this.journal.push(numbered)
    const { events, problem } = this.engine.apply(numbered)
    expect(problem).toBeUndefined()
    return events
  }

  price(dollars: number, afterMs = 0): readonly Event[] {
    this.nowMs += afterMs
    return this.do(line(`index BTCUSDT ${dollars}`))
  }

  markE8 = (): number => this.engine.views.symbol(symbol)?.markE8 ?? 0

  rule(terms: Partial<RuleTerms>, seeds?: readonly (readonly number[])[]): number {
    const command: Command = {
      kind: 'PlaceRule',
      account: alice,
      symbol,
      positionIdx: 0,
      linkId: '',
      terms: {
        join: 'And',
        conditions: [],
        action: { do: 'CancelOrders' },
        most: 100,
        coolDownSec: 0,
        expiresMs: this.nowMs + 86_400_000,
        ...terms,
      },
      ...(seeds === undefined ? {} : { seeds }),
    }
    // The command survives formatting and parsing.
    expect(line(formatCommand(command, instruments))).toEqual(command)
    this.do(command)
    return this.engine.views.rules(alice).at(-1)?.id ?? 0
  }

  fired = (id: number): number =>
    this.engine.views.rules(alice).find((rule) => rule.id === id)?.fired ?? -1
}

const number = (dollars: number) => ({ of: 'Number', valueE8: dollars * 100_000_000 }) as const
const mark = { of: 'Mark' } as const
const when = (is: RuleCondition['is'], right: RuleCondition['right']): Partial<RuleTerms> => ({
  conditions: [{ left: mark, is, right }],
})

describe('a condition', () => {
  const firings = (is: RuleCondition['is'], prices: readonly number[]): number => {
    const venue = new Venue()
    const id = venue.rule(when(is, number(60_000)))
    for (const price of prices) venue.price(price, 1000)
    return venue.fired(id)
  }

  test('above and below do not hold at an equal price; the rule fires each time it becomes true', () => {
    expect(firings('Above', [60_000, 60_000])).toBe(0)
    expect(firings('Above', [60_001, 60_002, 60_000, 60_001])).toBe(2)
    expect(firings('Below', [59_999])).toBe(1)
  })

  test('a crossing needs an earlier evaluation, on the other side or equal', () => {
    expect(firings('CrossesAbove', [60_001, 60_002])).toBe(0)
    expect(firings('CrossesAbove', [60_000, 60_001])).toBe(1)
    expect(firings('CrossesAbove', [59_999, 60_001, 60_000, 60_001])).toBe(2)
    expect(firings('CrossesBelow', [60_001, 59_999])).toBe(1)
  })
})

test('a rule keeps to its maximum number of firings, its cool-down and its expiry', () => {
  const venue = new Venue()
  const above = when('Above', number(60_000))
  const twice = venue.rule({ ...above, most: 2, coolDownSec: 10, expiresMs: venue.nowMs + minute })
  const swing = (afterMs: number): void => {
    venue.price(60_001, afterMs)
    venue.price(60_000, 100)
  }
  swing(1000)
  swing(5000)
  expect(venue.fired(twice)).toBe(1)
  swing(5000)
  expect(venue.engine.views.rules(alice)).toMatchObject([{ state: 'Completed', fired: 2 }])
  venue.rule({ ...above, expiresMs: venue.nowMs + minute })
  venue.price(60_001, minute)
  expect(venue.engine.views.rules(alice)).toMatchObject([
    { state: 'Completed' },
    { state: 'Expired', fired: 0 },
  ])
})

describe('a paused rule', () => {
  const setter = (venue: Venue, ruleId: number) => (state: 'Running' | 'Paused' | 'Cancelled') =>
    venue.do({ kind: 'SetRuleState', account: alice, ruleId, state })

  test('does not fire; once resumed it fires at the next price if it holds; it can be cancelled', () => {
    const venue = new Venue()
    const ruleId = venue.rule(when('Above', number(60_000)))
    const set = setter(venue, ruleId)
    expect(set('Paused')).toMatchObject([{ kind: 'RuleChanged', rule: { state: 'Paused' } }])
    expect(set('Paused')).toEqual([])
    venue.price(60_001, 1000)
    expect(venue.fired(ruleId)).toBe(0)
    set('Running')
    venue.price(60_001, 1000)
    expect(venue.fired(ruleId)).toBe(1)
    set('Paused')
    set('Cancelled')
    venue.price(60_000, 1000)
    venue.price(60_001, 1000)
    expect(venue.engine.views.rules(alice)).toMatchObject([{ state: 'Cancelled', fired: 1 }])
  })

  test('fires again on resuming if it holds still, as a new one would', () => {
    const venue = new Venue()
    const ruleId = venue.rule(when('Above', number(60_000)))
    const set = setter(venue, ruleId)
    venue.price(60_001, 1000)
    set('Paused')
    set('Running')
    venue.price(60_002, 1000)
    venue.price(60_003, 1000)
    expect(venue.fired(ruleId)).toBe(2)
  })

  test('does not see a crossing during the pause; its first check only records the side', () => {
    const venue = new Venue()
    const ruleId = venue.rule(when('CrossesAbove', number(60_000)))
    const set = setter(venue, ruleId)
    venue.price(59_999, 1000)
    set('Paused')
    venue.price(60_001, 1000)
    set('Running')
    // The last check was below, but before the pause.
    venue.price(60_002, 1000)
    expect(venue.fired(ruleId)).toBe(0)
    venue.price(59_999, 1000)
    venue.price(60_001, 1000)
    expect(venue.fired(ruleId)).toBe(1)
  })
})

describe('a rule that is changed', () => {
  const above = (dollars: number, part: Partial<RuleTerms> = {}): RuleTerms => ({
    join: 'And',
    conditions: [{ left: mark, is: 'Above', right: number(dollars) }],
    action: { do: 'CancelOrders' },
    most: 100,
    coolDownSec: 0,
    expiresMs: 1_000_000_020_000 + 86_400_000,
    ...part,
  })
  const amend = (venue: Venue, ruleId: number, terms: RuleTerms) => {
    const command = { kind: 'AmendRule', account: alice, ruleId, positionIdx: 0, terms } as const
    expect(line(formatCommand(command, instruments))).toEqual(command)
    return venue.do(command)
  }

  test('keeps its id and its firings, and is evaluated as if it were new', () => {
    const venue = new Venue()
    const id = venue.rule(above(60_000))
    venue.price(60_001, 1000)
    // It holds and has fired; with other terms that also hold it fires again.
    expect(amend(venue, id, above(59_000))).toMatchObject([{ kind: 'RuleChanged' }])
    venue.price(60_001, 1000)
    expect(venue.engine.views.rules(alice)).toMatchObject([{ id, fired: 2, state: 'Running' }])
    // The same terms once more change nothing.
    expect(amend(venue, id, above(59_000))).toEqual([])
    venue.price(60_002, 1000)
    expect(venue.fired(id)).toBe(2)
  })

  test('must have a firing left, stays paused, and takes its new cool-down', () => {
    const venue = new Venue()
    const id = venue.rule(above(60_000, { coolDownSec: 3600 }))
    venue.price(60_001, 1000)
    const terms = above(60_000, { most: 1 })
    const refused = {
      kind: 'AmendRule',
      account: alice,
      ruleId: id,
      positionIdx: 0,
      terms,
    } as const
    const numbered = { seq: venue.journal.length + 1, timeMs: venue.nowMs, command: refused }
    venue.journal.push(numbered)
    expect(venue.engine.apply(numbered).problem).toMatchObject({
      name: 'ruleOutOfRange',
      field: 'maxTimes',
      params: { min: '2', max: '100' },
    })
    amend(venue, id, above(60_000, { most: 2, coolDownSec: 10 }))
    venue.price(60_001, 9000)
    expect(venue.fired(id)).toBe(1)
    venue.price(60_000, 500)
    venue.price(60_001, 500)
    expect(venue.engine.views.rules(alice)).toMatchObject([{ fired: 2, state: 'Completed' }])
    const paused = venue.rule(above(70_000))
    venue.do({ kind: 'SetRuleState', account: alice, ruleId: paused, state: 'Paused' })
    amend(venue, paused, above(60_000))
    venue.price(60_001, 1000)
    expect(venue.engine.views.rules(alice).at(-1)).toMatchObject({ state: 'Paused', fired: 0 })
  })

  test('an unchanged average keeps its bars, a new one starts with the closes sent with it', () => {
    const venue = new Venue()
    const sma = { of: 'Sma', price: 'Mark', bars: 3, minutes: 5 } as const
    const ema = { of: 'Ema', price: 'Mark', bars: 2, minutes: 5 } as const
    const closes = [59_000, 59_100].map((dollars) => dollars * 100_000_000)
    const condition = (right: RuleSeries) => ({ left: mark, is: 'Above', right }) as const
    const id = venue.rule({ conditions: [condition(sma)] }, [closes])
    const terms = { ...above(1), conditions: [condition(ema), condition(sma)] }
    const change = { kind: 'AmendRule', account: alice, ruleId: id, positionIdx: 0, terms } as const
    venue.do({ ...change, seeds: [closes, []] })
    venue.price(60_000, 1000)
    const values = venue.engine.views.rules(alice)[0]?.values
    expect((values?.[0]?.rightE8 ?? 0) / 100_000_000).toBeCloseTo(59_050 + (950 * 2) / 3, 5)
    expect((values?.[1]?.rightE8 ?? 0) / 100_000_000).toBeCloseTo((59_000 + 59_100 + 60_000) / 3, 5)
  })
})

test('a rule closes a share of the position; without a position its log has the reason', () => {
  const terms = JSON.stringify({
    join: 'And',
    conditions: [{ left: mark, is: 'Above', right: number(60_100) }],
    action: { do: 'Close', percentE2: 5_000 },
    most: 2,
    coolDownSec: 0,
    expiresMs: 1_790_035_200_000 + 86_400_000,
  })
  const printed = runScenario(`
list BTCUSDT LinearPerpetual
index BTCUSDT 60000
deposit maker 1000000 USDT
deposit alice 100000 USDT
deposit bob 100000 USDT
place maker Sell BTCUSDT 10 @ 60200
place maker Buy BTCUSDT 10 @ 60150
place alice Buy BTCUSDT 1 market
rule alice BTCUSDT ${terms}
rule bob BTCUSDT ${terms}
+1s
index BTCUSDT 60180
+1s
time
`)
  expect(printed).toMatch(/alice filled \d+: 0.5 @ 60150/)
  expect(printed).toContain('alice rule 1 BTCUSDT Close Running fired 1 of 2')
  expect(printed).toContain('fired 1 of 2 (reduceOnlyWithoutPosition)')
})

test.each([
  ['of less than a lot closes a lot', 'rules 2', '0.001'],
  ['under the first rules closed the whole position', 'rules 1', '0.005'],
])('a share of a position %s', (_what, rules, closed) => {
  const terms = JSON.stringify({
    join: 'And',
    conditions: [{ left: mark, is: 'Above', right: number(60_100) }],
    action: { do: 'Close', percentE2: 1_000 },
    most: 1,
    coolDownSec: 0,
    expiresMs: 1_790_035_200_000 + 86_400_000,
  })
  const printed = runScenario(`
${rules}
list BTCUSDT LinearPerpetual
index BTCUSDT 60000
deposit maker 1000000 USDT
deposit alice 100000 USDT
place maker Sell BTCUSDT 10 @ 60200
place maker Buy BTCUSDT 10 @ 60150
place alice Buy BTCUSDT 0.005 market
rule alice BTCUSDT ${terms}
+1s
index BTCUSDT 60180
+1s
time
`)
  expect(printed).toMatch(new RegExp(`alice filled \\d+: ${closed} @ 60150`))
})

/** A series computed from its definition, over all evaluations so far: [time, mark]. */
function slow(
  series: RuleSeries,
  observed: readonly (readonly [number, number])[],
): number | undefined {
  const [nowMs, now] = observed.at(-1) ?? [0, 0]
  if (series.of === 'Mark') return now
  if (series.of !== 'Change' && series.of !== 'Sma' && series.of !== 'Ema') return undefined
  const long = (series.of === 'Change' ? 1 : series.minutes) * minute
  const first = Math.floor((observed[0]?.[0] ?? 0) / long)
  const last = Math.floor(nowMs / long)
  const closes: number[] = []
  for (let bar = first; bar < last; bar += 1) {
    closes.push(observed.findLast(([ms]) => Math.floor(ms / long) <= bar)?.[1] ?? 0)
  }
  const round = (top: bigint, bottom: bigint): number =>
    Number(
      (2n * top + bottom) / (2n * bottom) - ((2n * top + bottom) % (2n * bottom) < 0n ? 1n : 0n),
    )
  const sum = (values: readonly number[]): bigint => values.reduce((all, v) => all + BigInt(v), 0n)
  if (series.of === 'Change') {
    const before = closes.at(-series.minutes)
    if (closes.length < series.minutes || before === undefined) return undefined
    return round(BigInt(now - before) * 100_000_000n, BigInt(before))
  }
  const { bars } = series
  if (series.of === 'Sma') {
    if (closes.length < bars - 1) return undefined
    return round(sum([...closes.slice(1 - bars), now]), BigInt(bars))
  }
  if (closes.length < bars) return undefined
  let average = round(sum(closes.slice(0, bars)), BigInt(bars))
  for (const price of [...closes.slice(bars), now]) {
    average += round(BigInt(price - average) * 2n, BigInt(bars + 1))
  }
  return average
}

test('law: a rule fires exactly when a slow model of the whole history says, and a replay agrees', () => {
  for (let seed = 1; seed <= 25; seed += 1) {
    const prng = createPrng(seed)
    const below = (bound: number): number => prng.nextBelow(bound)
    const venue = new Venue()
    const series = (): RuleSeries => {
      const kind = below(4)
      if (kind === 0) return { of: 'Sma', price: 'Mark', bars: 2 + below(4), minutes: 1 }
      if (kind === 1) return { of: 'Ema', price: 'Mark', bars: 2 + below(4), minutes: 1 }
      return mark
    }
    const conditions = Array.from({ length: 1 + below(3) }, (): RuleCondition => {
      const is = (['Above', 'Below', 'CrossesAbove', 'CrossesBelow'] as const)[below(4)] ?? 'Above'
      if (below(3) > 0) {
        return { left: series(), is, right: below(2) === 0 ? series() : number(59_990 + below(20)) }
      }
      const right = { of: 'Number', valueE8: (below(20) - 10) * 1000 } as const
      return { left: { of: 'Change', price: 'Mark', minutes: 1 + below(3) }, is, right }
    })
    const join = below(2) === 0 ? 'And' : 'Or'
    const coolDownSec = below(2) * below(90)
    const id = venue.rule({ conditions, join, coolDownSec })
    const observed: (readonly [number, number])[] = []
    let [expected, held, restsUntil] = [0, false, 0]
    let before: (number | undefined)[] = []
    let price = 60_000
    for (let k = 0; k < 300; k += 1) {
      price += below(7) - 3
      venue.price(price, 1000 * (1 + below(below(20) === 0 ? 200 : 25)))
      observed.push([venue.nowMs, venue.markE8()])
      const sides = conditions.map(({ left, right }) => {
        const a = slow(left, observed)
        const b = right.of === 'Number' ? right.valueE8 : slow(right, observed)
        return a === undefined || b === undefined ? undefined : Math.sign(a - b)
      })
      const holds = conditions.map(({ is }, c) => {
        const [was, side] = [before[c], sides[c]]
        if (is === 'Above') return side === 1
        if (is === 'Below') return side === -1
        const to = is === 'CrossesAbove' ? 1 : -1
        return side === to && was !== undefined && was !== to
      })
      before = sides
      const all = join === 'And' ? holds.every(Boolean) : holds.some(Boolean)
      if (all && !held && venue.nowMs >= restsUntil && expected < 100) {
        expected += 1
        restsUntil = venue.nowMs + coolDownSec * 1000
      }
      held = all
      expect([seed, k, venue.fired(id)]).toEqual([seed, k, expected])
      if (expected === 100) break
    }
    const again = createEngine()
    for (const numbered of venue.journal) again.apply(numbered)
    expect(stateHash(again)).toBe(stateHash(venue.engine))
    const restored = engineFromSnapshot(takeSnapshot(venue.engine))
    expect(stateHash(restored)).toBe(stateHash(venue.engine))
    expect(restored.views.rules(alice)).toEqual(venue.engine.views.rules(alice))
  }
})

test('closes that are sent with the command complete an average at once', () => {
  const venue = new Venue()
  const sma = { of: 'Sma', price: 'Mark', bars: 3, minutes: 5 } as const
  const seeds = [[59_000, 59_100].map((dollars) => dollars * 100_000_000)]
  const id = venue.rule(when('Above', sma), seeds)
  venue.price(60_000, 1000)
  const values = venue.engine.views.rules(alice)[0]?.values[0]
  const average = (59_000 + 59_100 + (values?.leftE8 ?? 0) / 100_000_000) / 3
  expect((values?.rightE8 ?? 0) / 100_000_000).toBeCloseTo(average, 6)
  expect(venue.fired(id)).toBe(1)
})

test('an account has at most ten rules; a repeated link id returns the same rule (O1)', () => {
  const venue = new Venue()
  const linked = (most: number) => {
    const seq = venue.journal.length + 1
    const terms = { ...limits, most, conditions: [{ left: mark, is: 'Above', right: number(1) }] }
    const command = {
      kind: 'PlaceRule',
      account: alice,
      symbol,
      positionIdx: 0,
      linkId: 'a',
      terms,
    }
    const numbered = { seq, timeMs: venue.nowMs, command: command as Command }
    venue.journal.push(numbered)
    return venue.engine.apply(numbered)
  }
  const limits = {
    join: 'And',
    action: { do: 'CancelOrders' },
    coolDownSec: 0,
    expiresMs: venue.nowMs + minute,
  }
  expect([linked(1).ruleId, linked(1).ruleId]).toEqual([1, 1])
  expect(linked(2).problem?.name).toBe('orderLinkIdDuplicate')
  venue.do({ kind: 'SetRuleState', account: alice, ruleId: 1, state: 'Cancelled' })
  for (let k = 0; k < 10; k += 1) venue.rule(when('Above', number(70_000)))
  const asked = venue.journal.at(-1)?.command
  if (asked?.kind !== 'PlaceRule') throw new Error('no rule')
  const seq = venue.journal.length + 1
  const refused = venue.engine.apply({ seq, timeMs: venue.nowMs, command: asked })
  expect(refused.problem).toMatchObject({ name: 'tooManyRules', params: { max: '10' } })
})
