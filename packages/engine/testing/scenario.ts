// Scenarios: commands as text, played on a new engine and printed with their events; a test
// compares the output with the text.

import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import { parseDecimal, priceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Command, NumberedCommand } from '../src/api/commands.ts'
import { firstRules, laterRules } from '../src/api/rules-version.ts'
import { createEngine, type ApplyResult, type Engine } from '../src/engine/engine.ts'
import type { Event } from '../src/api/events.ts'
import { brokenInvariants } from '../src/replay/invariants.ts'
import { formatEvent, parseCommand, sideWord } from '../src/replay/text/format.ts'
import { money, priceText, qtyText, words } from '../src/replay/text/line.ts'
import type { PositionView } from '../src/api/views.ts'

/**
 * Events that a scenario does not print: they follow from others, or `show` describes them
 * better.
 */
const quiet = new Set<Event['kind']>([
  'AccountOpened',
  'InstrumentListed',
  'PositionChanged',
  'PricesChanged',
  'Traded',
  'WalletChanged',
])

/**
 * Runs a scenario and returns its text with the events: each command is followed by its events,
 * each after an arrow, so that a scenario whose expectations hold equals its text. Text after
 * arrows in the input is ignored. Besides commands a scenario has `+3s` (time passes), `show NAME`,
 * `orders NAME`, `book SYMBOL` and `most NAME SYMBOL [PRICE]`; blank lines and lines that begin
 * with `//` are kept. The first deposit to a name opens its account. A scenario with a line
 * `rules N` begins with the first version of the rules, any other goes by the newest. A witness
 * gets each command with its result. Throws when an invariant is broken after a line.
 */
export function runScenario(text: string, witness?: Witness): string {
  const scenario = newScenario(witness)
  const versions = /^\s*rules \d/m.test(text) ? [] : laterRules(firstRules)
  for (const version of versions) perform(scenario, { kind: 'SetRules', version })
  const output: string[] = []
  for (const written of text.split('\n')) {
    if (/^\s*→/.test(written)) continue
    const line = written.replace(/\s*→.*$/, '')
    const answers = playLine(scenario, line)
    if (answers.length === 1 && written.includes('→')) {
      output.push(`${written.slice(0, written.indexOf('→'))}→ ${answers[0]}`)
    } else output.push(line, ...answers.map((answer) => `${/^\s*/.exec(line)?.[0]}  → ${answer}`))
    const [broken] = brokenInvariants(scenario.engine)
    if (broken !== undefined) throw new Error(`${broken}, after: ${line}`)
  }
  return output.join('\n')
}

type Witness = (numbered: NumberedCommand, applied: ApplyResult) => void

type Scenario = {
  readonly witness: Witness | undefined
  readonly engine: Engine
  readonly instruments: Map<string, Instrument>
  readonly accounts: Map<string, AccountId>
  seq: number
  timeMs: number
}

function newScenario(witness: Witness | undefined): Scenario {
  // A scenario begins at 00:00 UTC, 8 hours before the first funding.
  const timeMs = 1_790_035_200_000
  const [instruments, accounts] = [new Map(), new Map()]
  return { witness, engine: createEngine(), instruments, accounts, seq: 0, timeMs }
}

const msOf: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

function playLine(scenario: Scenario, text: string): readonly string[] {
  const line = text.trim()
  if (line === '' || line.startsWith('//')) return []
  const [verb = '', name = ''] = line.split(/\s+/)
  const wait = /^\+(\d+)(ms|s|m|h)$/.exec(verb)
  if (wait !== null) {
    scenario.timeMs += Number(wait[1]) * (msOf[wait[2] ?? ''] ?? 0)
    return []
  }
  if (verb === 'show' || verb === 'orders') return showAccount(scenario, verb, name)
  if (verb === 'book') return [bookText(scenario, name)]
  if (verb === 'most') return [mostText(scenario, line.split(/\s+/))]
  if (verb === 'deposit' && !name.startsWith('#') && !scenario.accounts.has(name)) {
    const account = accountId(scenario.accounts.size + 1)
    scenario.accounts.set(name, account)
    perform(scenario, { kind: 'OpenAccount', account, role: 'trader' })
  }
  const command = parseCommand(line, scenario)
  if (command.kind === 'ListInstrument') {
    scenario.instruments.set(command.instrument.symbol, command.instrument)
  }
  return perform(scenario, command)
}

function perform(scenario: Scenario, command: Command): readonly string[] {
  scenario.seq += 1
  const numbered = { seq: scenario.seq, timeMs: scenario.timeMs, command }
  const applied = scenario.engine.apply(numbered)
  scenario.witness?.(numbered, applied)
  const { events } = applied
  const self = 'account' in command ? `#${command.account} ` : undefined
  return events
    .filter((event, k) => !quiet.has(event.kind) && !isPassing(event, events.slice(k + 1)))
    .map((event) => named(scenario, formatEvent(event, scenario.instruments), self))
}

/**
 * A placed order with later events in the same command is not printed: those events describe it.
 */
const isPassing = (event: Event, later: readonly Event[]): boolean =>
  (event.kind === 'OrderPlaced' || isEntry(event)) &&
  'order' in event &&
  later.some((next) => 'order' in next && next.order.id === event.order.id)

const isEntry = (event: Event): boolean =>
  event.kind === 'OrderTriggered' && event.order.status === 'New'

/**
 * Replaces the account number of an event by its name, and omits it for the command's own account.
 */
function named(scenario: Scenario, text: string, self?: string): string {
  if (self !== undefined && text.startsWith(self)) return text.slice(self.length)
  return text.replace(/^#(\d+)/, (whole, id: string) => {
    const name = [...scenario.accounts].find(([, account]) => account === Number(id))?.[0]
    return name ?? (id === '0' ? 'fund' : whole)
  })
}

function showAccount(scenario: Scenario, verb: string, name: string): readonly string[] {
  const account = scenario.accounts.get(name) ?? accountId(Number(name.replace('#', '')))
  const { views } = scenario.engine
  if (verb === 'orders') {
    return views.openOrders(account).map((order) => {
      const instrument = scenario.instruments.get(order.symbol)
      const size = qtyText(instrument, order.leavesLots)
      const price = priceText(instrument, order.priceTicks)
      const { stop } = order
      const when = stop !== undefined && stop.triggerDirection !== 0
      const trigger = when && `${stop.stopType} ${priceText(instrument, stop.triggerTicks)}`
      return words(
        `${order.id} ${order.side} ${order.symbol} ${size} @ ${price} ${order.status}`,
        trigger,
      )
    })
  }
  const view = views.account(account)
  if (view === undefined) return ['nobody']
  const coins = view.coins.map(
    ({ coin, balance, locked }) =>
      `${money(balance)} ${coin}${locked > 0n ? ` (${money(locked)} locked)` : ''}`,
  )
  const free = `available ${money(view.available)}`
  return [words(`${coins.join(', ')};`, free), ...views.positions(account).map(heldText(scenario))]
}

const heldText =
  (scenario: Scenario) =>
  (view: PositionView): string => {
    const { symbol, side, sizeLots } = view.position
    const instrument = scenario.instruments.get(symbol)
    const entry = money(BigInt(view.entryPriceE8))
    return words(
      `${sideWord(side)} ${qtyText(instrument, sizeLots)} ${symbol} @ ${entry}`,
      `upl ${money(view.unrealisedPnl)}`,
      view.liquidationPriceTicks !== undefined &&
        `liq ${priceText(instrument, view.liquidationPriceTicks)}`,
    )
  }

function mostText(
  scenario: Scenario,
  [, name = '', symbol = '', price]: readonly string[],
): string {
  const instrument = scenario.instruments.get(symbol)
  const account = scenario.accounts.get(name) ?? accountId(0)
  const value = price === undefined ? undefined : parseDecimal(price, 8)
  const ticks = value === undefined ? undefined : value / BigInt(instrument?.tickSizeE8 ?? 1)
  const limit = ticks === undefined ? undefined : priceTicks(Number(ticks))
  const most = scenario.engine.views.maxQty(account, symbolId(symbol), limit)
  const [buy, sell] = [most?.buyLots ?? 0, most?.sellLots ?? 0]
  return `buy ${qtyText(instrument, buy)}, sell ${qtyText(instrument, sell)}`
}

function bookText(scenario: Scenario, symbol: string): string {
  const instrument = scenario.instruments.get(symbol)
  const depth = scenario.engine.views.depth(symbolId(symbol), 50)
  const [bids, asks] = [depth?.bids ?? [], depth?.asks ?? []].map((levels) =>
    levels
      .map(
        ({ qtyLots: lots, priceTicks: ticks }) =>
          `${qtyText(instrument, lots)} @ ${priceText(instrument, ticks)}`,
      )
      .join(', '),
  )
  return `bids ${bids || 'none'} | asks ${asks || 'none'}`
}
