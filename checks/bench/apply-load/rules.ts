// The bench `rules`: the cost of a price update that fires none of twenty thousand rules, against
// as many rules that must be evaluated at every price. The figures for fewer rules go to stderr.

import type { RuleCondition } from '@basis/domain/algo/rule'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { priceE8 } from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import { createEngine, type Engine } from '@basis/engine/engine'
import { parseCommand } from '@basis/engine/text'
import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'

const sizes = [100, 2000, 20_000] as const
const rulesOfOne = 10
const ticks = 400
const rounds = 3
const middle = 60_000
const symbol = symbolId('BTCUSDT')

/** Mark against a number, a different one per rule, none within 0.1 % of the price. */
const waiting = (k: number): RuleCondition => ({
  left: { of: 'Mark' },
  is: k % 2 === 0 ? 'Above' : 'Below',
  right: { of: 'Number', valueE8: (middle + (k % 2 === 0 ? 1 : -1) * (100 + k)) * 100_000_000 },
})
/** Mark against index, which are equal while nobody trades. */
const looking = (): RuleCondition => ({
  left: { of: 'Mark' },
  is: 'Above',
  right: { of: 'Index' },
})

class World {
  readonly #engine: Engine = createEngine()
  #seq = 0
  #timeMs = 1_790_035_200_000

  constructor(rules: number, conditionOf: (k: number) => RuleCondition) {
    this.#perform(parseCommand('list BTCUSDT LinearPerpetual', { instruments: new Map() }))
    this.price(middle)
    for (let k = 0; k < rules; k += 1) {
      const account = accountId(1 + Math.floor(k / rulesOfOne))
      if (k % rulesOfOne === 0) this.#perform({ kind: 'OpenAccount', account, role: 'trader' })
      this.#perform({
        kind: 'PlaceRule',
        account,
        symbol,
        positionIdx: 0,
        linkId: '',
        terms: {
          join: 'And',
          conditions: [conditionOf(k)],
          action: { do: 'CancelOrders' },
          most: 1,
          coolDownSec: 0,
          expiresMs: this.#timeMs + 86_400_000,
        },
      })
    }
  }

  #perform(command: Command): void {
    this.#seq += 1
    const numbered = { seq: this.#seq, timeMs: this.#timeMs, command }
    const { problem } = this.#engine.apply(numbered)
    if (problem !== undefined) throw new Error(`${command.kind} is refused: ${problem.name}`)
  }

  price(dollars: number): void {
    this.#timeMs += 100
    const indexE8 = priceE8(dollars * 100_000_000)
    this.#perform({ kind: 'UpdatePrices', prices: [{ symbol, indexE8 }] })
  }

  /** Returns the mean microseconds of a price update that moves within 0.1 %. */
  quietMicros(): number {
    for (let k = 0; k < 40; k += 1) this.price(middle + k - 20)
    const startMs = performance.now()
    for (let k = 0; k < ticks; k += 1) this.price(middle + (k % 40) - 20)
    return ((performance.now() - startMs) * 1000) / ticks
  }
}

const measured = (world: World): number =>
  median(Array.from({ length: rounds }, () => world.quietMicros()))

/** Measures price updates with rules indexed by price, and with rules that are not. */
export async function bench(): Promise<BenchLine> {
  let ours = 0
  for (const size of sizes) {
    ours = measured(new World(size, waiting))
    console.error(`rules: ${ours.toFixed(1)} µs a price with ${size} rules that wait`)
  }
  const peer = measured(new World(sizes.at(-1) ?? 0, looking))
  return {
    name: 'rules',
    ratio: peer / ours,
    ours,
    peer,
    peerName: 'a look at every rule',
    unit: 'µs',
  }
}
