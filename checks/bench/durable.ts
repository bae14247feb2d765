// Durable order round trips against a bare SQLite group commit of records of the same size.

// Sixty-four clients in one process, one command in flight each: an order is placed, then
// cancelled. Ours numbers them, writes them to the journal in its thread, applies them and answers
// (with HTTP it is the bench `orders`). The peer is the limit set by the disk: one thread writes
// the records that could wait together, 64 rows per synced transaction, with the journal's own
// settings, without any checks, hash chain or answers.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, qtyLots, type PriceE8, type PriceTicks } from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import { formatCommandLine } from '@basis/server/exchange/command-lines'
import { createExchange, type Exchange } from '@basis/server/exchange/exchange'
import { engines } from '@basis/server/exchange/engines'
import { openStorage, type Storage } from '@basis/server/exchange/disk/storage'
import { recover } from '@basis/server/exchange/recovery'
import { systemClock } from '@basis/server/exchange/ports'
import { listingOf, type Listing } from '@basis/server/instruments/listings'
import type { BenchLine } from './line.ts'
import { median } from './median.ts'

const clients = 64
const runs = 5
const seconds = 2
export const firstAccount = 1_000_001
const indexE8 = 6_500_000_000_000 as PriceE8

export async function bench(): Promise<BenchLine> {
  const folder = mkdtempSync(join(tmpdir(), 'basis-durable-'))
  const listing = listingOf('BTCUSDT')
  if (listing === undefined) throw new Error('BTCUSDT is not listed')
  const { exchange, storage } = await openVenue(join(folder, 'data'), listing)
  try {
    const ours: number[] = []
    const peer: number[] = []
    for (let run = 0; run < runs; run += 1) {
      peer.push(bareCommits(join(folder, `bare-${run}.db`), lineOf(listing)))
      ours.push(await roundTrips(exchange, listing, `${run}`))
    }
    const [oursPerSecond, peerPerSecond] = [median(ours), median(peer)]
    return {
      name: 'durable',
      ratio: oursPerSecond / peerPerSecond,
      ours: oursPerSecond,
      peer: peerPerSecond,
      peerName: 'bare sqlite group commit',
      unit: 'acknowledged/s',
    }
  } finally {
    await exchange.stop()
    storage.release()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Opens an embedded exchange on a folder, with a market and an account for each client. */
export async function openVenue(
  folder: string,
  listing: Listing,
): Promise<{ readonly exchange: Exchange; readonly storage: Storage }> {
  const onNotice = (message: string): void => console.error(message)
  const storage = await openStorage({ folder, build: 'bench', onNotice })
  const exchange = createExchange({
    ...storage,
    engines,
    recovered: await recover({ ...storage, engines, onNotice }),
    clock: systemClock,
    build: 'bench',
    snapshotEvery: Number.MAX_SAFE_INTEGER,
    onNotice,
    onFailure: (error) => {
      throw error
    },
  })
  await fillVenue(exchange, listing)
  return { exchange, storage }
}

/** Lists the market and funds the clients. */
export async function fillVenue(exchange: Exchange, { instrument }: Listing): Promise<void> {
  await exchange.submit({ kind: 'ListInstrument', instrument })
  await exchange.submit({ kind: 'UpdatePrices', prices: [{ symbol: instrument.symbol, indexE8 }] })
  for (let client = 0; client < clients; client += 1) {
    const account = accountId(firstAccount + client)
    await exchange.submit({ kind: 'OpenAccount', account, role: 'trader' })
    const deposit = { kind: 'Deposit', account, coin: 'USDT' } as const
    await exchange.submit({ ...deposit, amount: amount(10n ** 13n) })
  }
}

/** Returns the acknowledged commands per second of clients that send one after another. */
export async function roundTrips(
  exchange: Exchange,
  listing: Listing,
  run: string,
): Promise<number> {
  const startedMs = performance.now()
  const endMs = startedMs + seconds * 1000
  let acknowledged = 0
  const client = async (account: AccountId): Promise<void> => {
    for (let n = 0; performance.now() < endMs; n += 1) {
      const linkId = `bench-${run}-${n}`
      const { problem } = await exchange.submit(orderOf(listing, account, linkId))
      if (problem !== undefined) throw new Error(`An order was refused: ${problem.name}`)
      await exchange.submit({ kind: 'CancelOrder', account, order: { linkId } })
      acknowledged += 2
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, i) => client(accountId(firstAccount + i))))
  return (acknowledged / (performance.now() - startedMs)) * 1000
}

/** A buy that rests 1 % below the index. */
export function orderOf({ instrument }: Listing, account: AccountId, linkId: string): Command {
  return {
    kind: 'PlaceOrder',
    account,
    symbol: instrument.symbol,
    side: 'Buy',
    orderType: 'Limit',
    timeInForce: 'GoodTillCancel',
    priceTicks: Math.floor((indexE8 / instrument.tickSizeE8) * 0.99) as PriceTicks,
    qtyLots: qtyLots(instrument.minQtyLots),
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
    linkId,
    selfTrade: 'None',
  }
}

/** The journal line of such an order. */
const lineOf = (listing: Listing): string =>
  formatCommandLine(Date.now(), orderOf(listing, accountId(firstAccount), 'bench-1-10000'))

/** Returns the records per second that a bare database makes durable, 64 per commit. */
function bareCommits(file: string, line: string): number {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    database.exec('CREATE TABLE record (id INTEGER PRIMARY KEY, line TEXT NOT NULL) STRICT')
    const insert = database.prepare('INSERT INTO record VALUES (?, ?)')
    const startedMs = performance.now()
    let records = 0
    while (performance.now() - startedMs < seconds * 1000) {
      database.exec('BEGIN IMMEDIATE')
      for (let client = 0; client < clients; client += 1) {
        records += 1
        insert.run(records, line)
      }
      database.exec('COMMIT')
    }
    return (records / (performance.now() - startedMs)) * 1000
  } finally {
    database.close()
  }
}
