// The bench `private-push`: commands with ten thousand signed-in accounts that read all their
// private topics, against the same commands with ten of them.

// Engine and publisher are the real ones, without disk and sockets, whose cost is the same for
// both: the comparison shows the work for accounts that a command does not concern. Ten accounts
// place and cancel, and are among the readers both times. One reader in ten holds a position, and
// the mark moves eight times a second, so that a thousand positions and wallets have to be sent
// every second.

import { setImmediate as turn } from 'node:timers/promises'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, priceE8, qtyLots, type PriceTicks } from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import { createEngine, type Engine } from '@basis/engine/engine'
import type { ExchangeListener } from '@basis/server/exchange/replica'
import { listingOf } from '@basis/server/instruments/listings'
import { accountKinds } from '@basis/server/push/account-feeds'
import type { PushSources, Reader } from '@basis/server/push/channel'
import { Publisher } from '@basis/server/push/publisher'
import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'

const sizes = { ours: 10_000, peer: 10 } as const
const traders = 10
const runs = 3
const measureMs = 4000
const perTurn = 64
const priceEveryMs = 125
const btc = listingOf('BTCUSDT')
if (btc === undefined) throw new Error('BTCUSDT is not listed')
const { instrument } = btc
const { symbol } = instrument

export async function bench(): Promise<BenchLine> {
  const ours: number[] = []
  const peer: number[] = []
  for (let run = 0; run < runs; run += 1) {
    peer.push(await commandsPerSecond(sizes.peer))
    ours.push(await commandsPerSecond(sizes.ours))
  }
  const [oursFigure, peerFigure] = [median(ours), median(peer)]
  return {
    name: 'private-push',
    ratio: oursFigure / peerFigure,
    ours: oursFigure,
    peer: peerFigure,
    peerName: `past ${sizes.peer} readers`,
    unit: 'commands/s',
  }
}

/** An engine with its listeners, in the form of an exchange for the publisher. */
class Venue {
  readonly #engine: Engine = createEngine()
  readonly #listeners = new Set<ExchangeListener>()
  #timeMs = 1_790_035_200_000

  get sources(): PushSources {
    const exchange = {
      views: this.#engine.views,
      lastSeq: () => this.#engine.lastSeq(),
      lastTimeMs: () => this.#engine.lastTimeMs(),
      subscribe: (listener: ExchangeListener) => {
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
    }
    // Private feeds need nothing else of the exchange, and nothing of the read model.
    const alerts = { of: () => [], subscribe: () => () => undefined }
    const clock = { nowMs: Date.now }
    return { exchange, readModel: {}, alerts, clock } as unknown as PushSources
  }

  do(command: Command, afterMs = 0): void {
    this.#timeMs += afterMs
    const seq = this.#engine.lastSeq() + 1
    const applied = this.#engine.apply({ seq, timeMs: this.#timeMs, command })
    if (applied.problem !== undefined) throw new Error(`${command.kind}: ${applied.problem.name}`)
    for (const listener of this.#listeners) listener(applied)
  }

  price(dollars: number, afterMs: number): void {
    const indexE8 = priceE8(Math.round(dollars * 10) * 10_000_000)
    this.do({ kind: 'UpdatePrices', prices: [{ symbol, indexE8 }] }, afterMs)
  }
}

async function commandsPerSecond(readers: number): Promise<number> {
  const venue = openVenue()
  const publisher = new Publisher(venue.sources)
  let messages = 0
  const reader: Reader = { take: () => void (messages += 1), fail: () => undefined }
  for (let k = 1; k <= readers; k += 1) {
    for (const kind of accountKinds) publisher.add({ kind }, reader, accountId(k))
  }
  // In the first second all readers get snapshots; that is not the steady state.
  await run(venue, 1500)
  messages = 0
  const { commands, seconds } = await run(venue, measureMs)
  publisher.stop()
  console.error(
    `${readers} readers: ${Math.round(commands / seconds)} commands/s, ` +
      `${Math.round(messages / seconds)} messages/s`,
  )
  return commands / seconds
}

/** As many accounts as the maximum of readers; one in ten holds a position. */
function openVenue(): Venue {
  const venue = new Venue()
  venue.do({ kind: 'ListInstrument', instrument })
  for (let k = 0; k < 10; k += 1) venue.price(65_000, 1000)
  for (let k = 1; k <= sizes.ours; k += 1) {
    const account = accountId(k)
    venue.do({ kind: 'OpenAccount', account, role: 'trader' })
    venue.do({ kind: 'Deposit', account, coin: 'USDT', amount: amount(10n ** 13n) })
  }
  for (let k = 10; k < sizes.ours; k += 20) {
    venue.do(order(accountId(k), { side: 'Sell', dollars: 65_000, linkId: '' }))
    venue.do(order(accountId(k + 10), { side: 'Buy', dollars: 65_000, linkId: '' }))
  }
  return venue
}

async function run(venue: Venue, ms: number): Promise<{ commands: number; seconds: number }> {
  const startedMs = performance.now()
  let commands = 0
  let pricedMs = 0
  for (let nowMs = startedMs; nowMs < startedMs + ms; nowMs = performance.now()) {
    if (nowMs - pricedMs >= priceEveryMs) {
      pricedMs = nowMs
      const dollars = 65_000 + (Math.round(nowMs) % 100)
      venue.price(dollars, priceEveryMs)
      // The mark follows index and last price, so both move together.
      venue.do(order(accountId(1), { side: 'Sell', dollars, linkId: '' }))
      venue.do(order(accountId(2), { side: 'Buy', dollars, linkId: '' }))
    }
    for (let k = 0; k < perTurn; k += 2) {
      const account = accountId(1 + ((commands / 2) % traders))
      const linkId = `${Math.round(startedMs)}-${commands}`
      venue.do(order(account, { side: 'Buy', dollars: 64_000, linkId }))
      venue.do({ kind: 'CancelOrder', account, order: { linkId } })
      commands += 2
    }
    await turn()
  }
  return { commands, seconds: (performance.now() - startedMs) / 1000 }
}

type Wanted = { readonly side: 'Buy' | 'Sell'; readonly dollars: number; readonly linkId: string }

const order = (account: AccountId, { side, dollars, linkId }: Wanted): Command => ({
  kind: 'PlaceOrder',
  account,
  symbol,
  side,
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  priceTicks: (dollars * 10) as PriceTicks,
  qtyLots: qtyLots(10),
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  linkId,
  selfTrade: 'None',
})
