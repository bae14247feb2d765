// Rules indexed by their trigger prices give the same events and state hashes as rules that are
// evaluated at every price: the reference is an engine restored before every command, whose index
// is empty.

import type { RuleCondition, RuleTerms } from '@basis/domain/algo/rule'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { createPrng } from '@basis/domain/numbers/prng'
import { describe, expect, test } from 'vitest'
import { proofSeeds } from '../../../../../checks/proof-length.ts'
import type { Command } from '../../api/commands.ts'
import { createEngine, stateOf, type Engine } from '../../engine/engine.ts'
import { parseCommand } from '../../replay/text/format.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../../replay/snapshot/snapshot.ts'

const listing = parseCommand('list BTCUSDT LinearPerpetual', { instruments: new Map() })
const instruments =
  listing.kind === 'ListInstrument' ? new Map([['BTCUSDT', listing.instrument]]) : new Map()
const line = (text: string): Command => parseCommand(text, { instruments })
const symbol = symbolId('BTCUSDT')

const rule = (account: number, terms: Partial<RuleTerms>, nowMs: number): Command => ({
  kind: 'PlaceRule',
  account: accountId(account),
  symbol,
  positionIdx: 0,
  linkId: '',
  terms: {
    join: 'And',
    conditions: [],
    action: { do: 'CancelOrders' },
    most: 100,
    coolDownSec: 0,
    expiresMs: nowMs + 86_400_000,
    ...terms,
  },
})

/** Gives the same commands to a running engine and to one that is restored before each of them. */
class Twins {
  engine: Engine = createEngine()
  measure: Engine = createEngine()
  nowMs = 1_000_000_020_000
  #seq = 0

  constructor() {
    for (const text of ['open #1 trader', 'deposit #1 100000 USDT', 'open #2 trader'])
      this.do(line(text))
    this.do(line('deposit #2 100000 USDT'))
    this.do(listing)
    this.do(line('index BTCUSDT 60000'))
  }

  do(command: Command): void {
    this.#seq += 1
    const numbered = { seq: this.#seq, timeMs: this.nowMs, command }
    this.measure = engineFromSnapshot(takeSnapshot(this.measure))
    const [own, theirs] = [this.engine.apply(numbered), this.measure.apply(numbered)]
    expect(own.problem).toEqual(theirs.problem)
    expect(own.events).toEqual(theirs.events)
    expect(stateHash(this.engine)).toBe(stateHash(this.measure))
  }
}

describe('waiting rules', () => {
  test.each(proofSeeds([1, 2, 3, 4, 5, 6], 2))(
    'fire exactly as if evaluated at every price, seed %i',
    (seed) => {
      const prng = createPrng(seed)
      const below = (end: number): number => prng.nextBelow(end)
      const one = <Value>(of: readonly Value[]): Value => of[below(of.length)] as Value
      const dollars = (): number => 59_990 + below(21)
      const condition = (): RuleCondition => ({
        left: one([
          { of: 'Mark' },
          { of: 'Mark' },
          { of: 'Last' },
          { of: 'Index' },
          { of: 'Funding' },
          { of: 'Equity' },
          { of: 'Sma', price: 'Mark', bars: 2, minutes: 1 },
        ] as const),
        is: one(['Above', 'Below', 'CrossesAbove', 'CrossesBelow'] as const),
        right: { of: 'Number', valueE8: dollars() * 100_000_000 },
      })
      const fits = ({ left }: RuleCondition): boolean =>
        left.of !== 'Funding' && left.of !== 'Equity'
      const action = (): RuleTerms['action'] =>
        one([
          { do: 'CancelOrders' },
          { do: 'Order', side: 'Buy', qtyLots: 10, reduceOnly: false },
          { do: 'Order', side: 'Sell', qtyLots: 10, reduceOnly: false },
        ] as unknown as readonly RuleTerms['action'][])
      const twins = new Twins()
      for (let step = 0; step < 160; step += 1) {
        twins.nowMs += below(4) * 1000
        const who = 1 + below(2)
        const made = [condition(), condition()].filter(fits).slice(0, 1 + below(2))
        switch (below(9)) {
          case 0:
          case 1:
            if (made.length === 0) break
            twins.do(
              rule(
                who,
                {
                  conditions: made,
                  join: one(['And', 'Or'] as const),
                  action: action(),
                  most: 1 + below(3),
                  coolDownSec: below(5),
                  expiresMs: twins.nowMs + 1000 * (1 + below(60)),
                },
                twins.nowMs,
              ),
            )
            break
          case 2: {
            const running = [...stateOf(twins.engine).rules.running.values()]
            if (running.length === 0) break
            const { id, account } = one(running)
            const state = one(['Running', 'Paused', 'Cancelled'] as const)
            twins.do({ kind: 'SetRuleState', account, ruleId: id, state })
            break
          }
          case 3: {
            const running = [...stateOf(twins.engine).rules.running.values()]
            if (running.length === 0 || made.length === 0) break
            const { id: ruleId, account, terms: old, fired } = one(running)
            const terms = {
              ...old,
              conditions: made,
              join: one(['And', 'Or'] as const),
              most: fired + 1 + below(3),
              coolDownSec: below(5),
            }
            twins.do({ kind: 'AmendRule', account, ruleId, positionIdx: 0, terms })
            break
          }
          case 4:
            twins.do(line(`place #${who} ${one(['Buy', 'Sell'])} BTCUSDT 0.01 @ ${dollars()}`))
            break
          case 5:
            twins.do({ kind: 'AdvanceTime' })
            break
          default:
            twins.do(line(`index BTCUSDT ${dollars()}`))
        }
      }
      const { running, ended } = stateOf(twins.engine).rules
      const fired = [...running.values(), ...ended.values()].map((each) => each.fired)
      expect(Math.max(...fired)).toBeGreaterThan(0)
    },
  )

  test('are evaluated only when a price reaches their number', () => {
    const twins = new Twins()
    for (let k = 0; k < 10; k += 1) {
      const right = { of: 'Number', valueE8: (60_100 + k) * 100_000_000 } as const
      const conditions = [{ left: { of: 'Mark' }, is: 'Above', right }] as const
      twins.do(rule(1, { conditions }, twins.nowMs))
    }
    twins.do(line('index BTCUSDT 60001'))
    const { running, index } = stateOf(twins.engine).rules
    const due = (mark: number): number => {
      const figures = { Last: undefined, Mark: mark * 1e8, Index: mark * 1e8, Funding: 0 }
      return index.begin(running, twins.nowMs, () => figures).length
    }
    expect(due(60_050)).toBe(0)
    expect(due(60_103)).toBe(4)
  })
})
