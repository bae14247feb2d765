// Scenarios: commands as text, played on an engine of their own and printed with what happened; a
// test compares the print with its text.

import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import { parseDecimal, priceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Command, NumberedCommand } from '../src/api/commands.ts'
import { createEngine, type ApplyResult, type Engine } from '../src/engine/engine.ts'
import type { Event } from '../src/api/events.ts'
import { brokenInvariants } from '../src/replay/invariants.ts'
import { formatEvent, parseCommand, sideWord } from '../src/replay/text/format.ts'
import { money, priceText, qtyText, words } from '../src/replay/text/line.ts'
import type { PositionView } from '../src/api/views.ts'

/**
 * Events that a scenario leaves out: they follow from the others, or `show` describes them better.
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
 * Runs a story and returns it with what happened: after each command come its events, each behind
 * an arrow, so that a story that came true is equal to its text. What the text has behind arrows
 * is thrown away first. Beside commands a story knows `+3s` (time passes), `show NAME`,
 * `orders NAME`, `book SYMBOL` and `most NAME SYMBOL [PRICE]`; blank lines and lines after `//` are
 * kept. Names are opened as accounts by their first deposit. A witness is shown each command with
 * its result. Throws when an invariant is broken after a line.
 */
export function runScenario(text: string, witness?: Witness): string {
  const story = newStory(witness)
  const output: string[] = []
  for (const written of text.split('\n')) {
    if (/^\s*→/.test(written)) continue
    const line = written.replace(/\s*→.*$/, '')
    const answers = playLine(story, line)
    if (answers.length === 1 && written.includes('→')) {
      output.push(`${written.slice(0, written.indexOf('→'))}→ ${answers[0]}`)
    } else output.push(line, ...answers.map((answer) => `${/^\s*/.exec(line)?.[0]}  → ${answer}`))
    const [broken] = brokenInvariants(story.engine)
    if (broken !== undefined) throw new Error(`${broken}, after: ${line}`)
  }
  return output.join('\n')
}

type Witness = (numbered: NumberedCommand, applied: ApplyResult) => void

type Story = {
  readonly witness: Witness | undefined
  readonly engine: Engine
  readonly instruments: Map<string, Instrument>
  readonly accounts: Map<string, AccountId>
  seq: number
  timeMs: number
}

function newStory(witness: Witness | undefined): Story {
  // A story begins at 00:00 UTC, 8 hours before the first funding.
  const timeMs = 1_790_035_200_000
  const [instruments, accounts] = [new Map(), new Map()]
  return { witness, engine: createEngine(), instruments, accounts, seq: 0, timeMs }
}

const msOf: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

function playLine(story: Story, text: string): readonly string[] {
  const line = text.trim()
  if (line === '' || line.startsWith('//')) return []
  const [verb = '', name = ''] = line.split(/\s+/)
  const wait = /^\+(\d+)(ms|s|m|h)$/.exec(verb)
  if (wait !== null) {
    story.timeMs += Number(wait[1]) * (msOf[wait[2] ?? ''] ?? 0)
    return []
  }
  if (verb === 'show' || verb === 'orders') return showAccount(story, verb, name)
  if (verb === 'book') return [bookText(story, name)]
  if (verb === 'most') return [mostText(story, line.split(/\s+/))]
  if (verb === 'deposit' && !name.startsWith('#') && !story.accounts.has(name)) {
    const account = accountId(story.accounts.size + 1)
    story.accounts.set(name, account)
    perform(story, { kind: 'OpenAccount', account, role: 'trader' })
  }
  const command = parseCommand(line, story)
  if (command.kind === 'ListInstrument') {
    story.instruments.set(command.instrument.symbol, command.instrument)
  }
  return perform(story, command)
}

function perform(story: Story, command: Command): readonly string[] {
  story.seq += 1
  const numbered = { seq: story.seq, timeMs: story.timeMs, command }
  const applied = story.engine.apply(numbered)
  story.witness?.(numbered, applied)
  const { events } = applied
  const self = 'account' in command ? `#${command.account} ` : undefined
  return events
    .filter((event, k) => !quiet.has(event.kind) && !isPassing(event, events.slice(k + 1)))
    .map((event) => named(story, formatEvent(event, story.instruments), self))
}

/** A placed order that does more in the same command is described by what it does. */
const isPassing = (event: Event, later: readonly Event[]): boolean =>
  (event.kind === 'OrderPlaced' || isEntry(event)) &&
  'order' in event &&
  later.some((next) => 'order' in next && next.order.id === event.order.id)

const isEntry = (event: Event): boolean =>
  event.kind === 'OrderTriggered' && event.order.status === 'New'

/** Writes an account's name for its number; who acts needs none. */
function named(story: Story, text: string, self?: string): string {
  if (self !== undefined && text.startsWith(self)) return text.slice(self.length)
  return text.replace(/^#(\d+)/, (whole, id: string) => {
    const name = [...story.accounts].find(([, account]) => account === Number(id))?.[0]
    return name ?? (id === '0' ? 'fund' : whole)
  })
}

function showAccount(story: Story, verb: string, name: string): readonly string[] {
  const account = story.accounts.get(name) ?? accountId(Number(name.replace('#', '')))
  const { views } = story.engine
  if (verb === 'orders') {
    return views.openOrders(account).map((order) => {
      const instrument = story.instruments.get(order.symbol)
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
  return [words(`${coins.join(', ')};`, free), ...views.positions(account).map(heldText(story))]
}

const heldText =
  (story: Story) =>
  (view: PositionView): string => {
    const { symbol, side, sizeLots } = view.position
    const instrument = story.instruments.get(symbol)
    const entry = money(BigInt(view.entryPriceE8))
    return words(
      `${sideWord(side)} ${qtyText(instrument, sizeLots)} ${symbol} @ ${entry}`,
      `upl ${money(view.unrealisedPnl)}`,
      view.liquidationPriceTicks !== undefined &&
        `liq ${priceText(instrument, view.liquidationPriceTicks)}`,
    )
  }

function mostText(story: Story, [, name = '', symbol = '', price]: readonly string[]): string {
  const instrument = story.instruments.get(symbol)
  const account = story.accounts.get(name) ?? accountId(0)
  const value = price === undefined ? undefined : parseDecimal(price, 8)
  const ticks = value === undefined ? undefined : value / BigInt(instrument?.tickSizeE8 ?? 1)
  const limit = ticks === undefined ? undefined : priceTicks(Number(ticks))
  const most = story.engine.views.maxQty(account, symbolId(symbol), limit)
  const [buy, sell] = [most?.buyLots ?? 0, most?.sellLots ?? 0]
  return `buy ${qtyText(instrument, buy)}, sell ${qtyText(instrument, sell)}`
}

function bookText(story: Story, symbol: string): string {
  const instrument = story.instruments.get(symbol)
  const depth = story.engine.views.depth(symbolId(symbol), 50)
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
