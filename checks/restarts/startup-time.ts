// The time until the exchange is ready with many commands after the last snapshot (reliability D6).

// `npm run startup -- --commands 1000000` generates a day of the simulated market, then starts the
// real server with it.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { accountId } from '@basis/domain/numbers/brand'
import { amount, qtyLots, type PriceTicks } from '@basis/domain/numbers/fixed'
import { createPrng } from '@basis/domain/numbers/prng'
import type { Command } from '@basis/engine/commands'
import { readConfig } from '@basis/server/config'
import { createExchange, type Exchange } from '@basis/server/exchange/exchange'
import { engines } from '@basis/server/exchange/engines'
import { listings } from '@basis/server/instruments/listings'
import { openHistory } from '@basis/server/roles/history'
import { listChanged } from '@basis/server/roles/listing'
import { createSimulatedMarket } from '@basis/server/simulator/robots'
import { recover } from '@basis/server/exchange/recovery'
import { openStorage } from '@basis/server/exchange/disk/storage'
import { startExchange } from '../exchange-process.ts'

const seed = 42
const beatMs = 125
const trader = accountId(5_000)
/** The people's commands in each beat; robots send the others. */
const peoplePerBeat = 12

/** Generates the commands and returns their number; no snapshot is written. */
export async function makeTail(folder: string, commands: number): Promise<number> {
  const onNotice = (message: string): void => console.error(message)
  const storage = await openStorage({ folder, build: 'ready', onNotice })
  const config = readConfig({ BASIS_DATA: folder, BASIS_SEED: String(seed) })
  const history = await openHistory(config, storage, onNotice)
  const time = { nowMs: Date.now() }
  const recovered = await recover({ ...storage, engines, onNotice })
  const exchange = createExchange({
    ...storage,
    engines,
    recovered,
    clock: { nowMs: () => time.nowMs },
    build: 'ready',
    snapshotEvery: Number.MAX_SAFE_INTEGER,
    onNotice,
    onFailure: (error) => {
      throw error
    },
  })
  exchange.subscribe(history.readModel.apply)
  await listChanged(exchange, listings)
  await exchange.submit({ kind: 'OpenAccount', account: trader, role: 'trader' })
  const deposit = { kind: 'Deposit', account: trader, coin: 'USDT' } as const
  await exchange.submit({ ...deposit, amount: amount(10n ** 16n) })
  const market = createSimulatedMarket({ exchange, seed, listings })
  const people = ordersOf(exchange)
  while (exchange.lastSeq() < commands) {
    time.nowMs += beatMs
    await market.quote(time.nowMs)
    time.nowMs += beatMs
    await Promise.all([market.take(time.nowMs), ...people().map((each) => exchange.submit(each))])
    await history.waitForWrites()
  }
  market.stop()
  await history.readModel.stop()
  await storage.journal.close()
  storage.release()
  return exchange.lastSeq()
}

/** Orders that rest near the market and are cancelled later, a few at each beat. */
function ordersOf(exchange: Exchange): () => readonly Command[] {
  const prng = createPrng(seed)
  let n = 0
  return () => {
    const orders = Array.from({ length: peoplePerBeat / 2 }, (): Command[] => {
      const listing = listings[prng.nextBelow(10)] ?? listings[0]
      if (listing === undefined) return []
      const { symbol } = listing.instrument
      const mark = exchange.views.symbol(symbol)?.bestBidTicks ?? 0
      n += 1
      const linkId = `person-${n}`
      const order = n > 40 ? `person-${n - 40}` : linkId
      return [
        {
          kind: 'PlaceOrder',
          account: trader,
          symbol,
          side: 'Buy',
          orderType: 'Limit',
          timeInForce: 'GoodTillCancel',
          priceTicks: (mark - 1 - prng.nextBelow(20)) as PriceTicks,
          qtyLots: qtyLots(listing.instrument.minQtyLots * 100),
          reduceOnly: false,
          closeOnTrigger: false,
          positionIdx: 0,
          linkId,
          selfTrade: 'None',
        },
        { kind: 'CancelOrder', account: trader, order: { linkId: order } },
      ]
    })
    return orders.flat()
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { commands: { type: 'string', default: '1000000' } } })
  const root = mkdtempSync(join(tmpdir(), 'basis-ready-'))
  const folder = join(root, 'data')
  try {
    const startedMs = performance.now()
    const made = await makeTail(folder, Number(values.commands))
    const tookS = ((performance.now() - startedMs) / 1000).toFixed(1)
    console.log(`${made} commands made in ${tookS} s`)
    const beganMs = performance.now()
    const venue = await startExchange({ dataFolder: folder, readyWithinMs: 120_000 })
    const readyMs = performance.now() - beganMs
    await venue.end('SIGTERM')
    console.log(`ready: ${(readyMs / 1000).toFixed(2)} s with ${made} commands to replay`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

if (import.meta.main) await main()
