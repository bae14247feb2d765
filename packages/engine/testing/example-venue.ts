// The engine on which tests replay the worked examples of docs/rules: one contract and four
// well-funded traders, driven by lines of command text.

import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, parseDecimal, type Amount } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import type { Command } from '../src/api/commands.ts'
import { firstRules, laterRules } from '../src/api/rules-version.ts'
import { createEngine, type ApplyResult, type Engine } from '../src/engine/engine.ts'
import type { Event } from '../src/api/events.ts'
import { brokenInvariants } from '../src/replay/invariants.ts'
import { parseCommand } from '../src/replay/text/format.ts'
import type { AccountView, PositionView } from '../src/api/views.ts'

/** Parses a decimal into units of 1e-8. */
export const coins = (text: string): Amount => amount(parseDecimal(text, 8) ?? -1n)
export const e8 = (text: string): number => Number(coins(text))

const people = ['alice', 'bob', 'carol', 'dave'] as const
export type Person = (typeof people)[number]

export const linear = 'BTCUSDT LinearPerpetual BTC/USDT band=90:90 qty=1l..100000000l'
export const inverse =
  'BTCUSD InversePerpetual BTC/USD/BTC tick=0.5 lot=1 band=90:90 qty=1l..100000000l ' +
  'market=100000000l impact=10 least=0 tiers=150:1:0.5:100'

/** When a scenario begins: 00:00 UTC, 8 hours before the first funding. */
export const startMs = 1_790_035_200_000

export type Venue = {
  readonly engine: Engine
  /** All events emitted so far. */
  readonly emitted: readonly Event[]
  readonly say: (line: string) => ApplyResult
  readonly give: (command: Command) => ApplyResult
  /** As `say`, for a line that must be refused; returns its problem. */
  readonly refused: (line: string) => Problem
  readonly trade: (buyer: Person, seller: Person, terms: [qty: string, price: string]) => void
  /** Moves the last price and the index, and so the mark, to a price. */
  readonly mark: (price: string) => void
  readonly setLeverage: (times: number, person?: Person) => void
  readonly isolate: (person?: Person) => void
  readonly addMargin: (value: string) => void
  readonly wait: (ms: number) => void
  readonly nowMs: () => number
  readonly id: (person: Person) => AccountId
  readonly account: () => AccountView | undefined
  readonly position: (person?: Person) => PositionView | undefined
}

/** A new engine with its own clock; applies commands and keeps all emitted events. */
function newRig(atMs: number) {
  const engine = createEngine()
  const instruments = new Map<string, Instrument>()
  const accounts = new Map<string, AccountId>()
  let [seq, timeMs] = [0, atMs]
  const emitted: Event[] = []
  const perform = (command: Command): ApplyResult => {
    seq += 1
    const applied = engine.apply({ seq, timeMs, command })
    const [broken] = brokenInvariants(engine)
    if (broken !== undefined) throw new Error(broken)
    emitted.push(...applied.events)
    if (command.kind === 'ListInstrument') {
      instruments.set(command.instrument.symbol, command.instrument)
    }
    return applied
  }
  const give = (command: Command): ApplyResult => {
    const applied = perform(command)
    const { problem } = applied
    if (problem !== undefined) throw new Error(`${command.kind}: ${problem.name} ${problem.field}`)
    return applied
  }
  const read = (line: string): Command => parseCommand(line, { instruments, accounts })
  const refused = (line: string): Problem => {
    const { problem } = perform(read(line))
    if (problem === undefined) throw new Error(`not refused: ${line}`)
    return problem
  }
  const say = (line: string): ApplyResult => give(read(line))
  const wait = (ms: number): void => void (timeMs += ms)
  return { engine, accounts, emitted, give, say, refused, wait, nowMs: () => timeMs }
}

type VenueOptions = {
  readonly coin?: string
  readonly alice?: string
  readonly atMs?: number
  readonly rules?: number
}

/**
 * Creates an engine with one contract, by the newest rules if no version is named; `alice` is the
 * account of an example. Throws when a command is refused or an invariant is broken.
 */
export function venue(
  listing: string,
  { coin = 'USDT', alice = '1000000', atMs = startMs, rules }: VenueOptions = {},
): Venue {
  const { accounts, ...its } = newRig(atMs)
  const { engine, give, say } = its
  for (const version of laterRules(firstRules, rules)) give({ kind: 'SetRules', version })
  say(`list ${listing}`)
  const name = listing.split(' ')[0] ?? ''
  const symbol = symbolId(name)
  people.forEach((person, at) => {
    const account = accountId(at + 1)
    accounts.set(person, account)
    give({ kind: 'OpenAccount', account, role: 'trader' })
    say(`deposit ${person} ${person === 'alice' ? alice : '100000000'} ${coin}`)
  })
  const id = (person: Person): AccountId => accounts.get(person) ?? accountId(0)
  const trade = (buyer: Person, seller: Person, [qty, price]: [string, string]): void => {
    say(`place ${seller} Sell ${name} ${qty} @ ${price}`)
    say(`place ${buyer} Buy ${name} ${qty} @ ${price}`)
  }
  return {
    ...its,
    trade,
    // The mark follows the last trade while the window of its average is not full (2.2).
    mark: (price) => {
      trade('carol', 'dave', ['1', price])
      say(`index ${name} ${price}`)
    },
    setLeverage: (times, person = 'alice') => {
      const leverage = leverageE2(times * 100)
      give({ kind: 'SetLeverage', account: id(person), symbol, leverageE2: leverage })
    },
    isolate: (person = 'alice') => {
      give({ kind: 'SetMarginMode', account: id(person), symbol, mode: 'Isolated' })
    },
    addMargin: (value) => {
      const change = { positionIdx: 0, amount: coins(value) } as const
      give({ kind: 'ChangeMargin', account: id('alice'), symbol, ...change })
    },
    id,
    account: () => engine.views.account(id('alice')),
    position: (person = 'alice') => engine.views.positions(id(person))[0],
  }
}
