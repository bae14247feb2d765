// The insurance pools are filled once, and only those that were never funded.

import { amount, unitE8 } from '@basis/domain/numbers/fixed'
import { fundAccount } from '@basis/engine/commands'
import { expect, test } from 'vitest'
import { listings } from './listings.ts'
import { createInMemoryExchange } from '../../testing/in-memory-exchange.ts'
import { poolCommands } from './insurance.ts'

const contracts = listings.filter(({ instrument }) => instrument.kind !== 'Spot')
const startMs = Date.UTC(2026, 10, 21, 9)

test('a new exchange fills the insurance pool of every settle coin with the configured value', async () => {
  const { exchange, engine } = createInMemoryExchange(listings, startMs)
  const commands = poolCommands(exchange.views, listings)
  const settled = new Set(contracts.map(({ instrument }) => instrument.settleCoin))
  expect(new Set(commands.map(({ coin }) => coin))).toEqual(settled)
  for (const command of commands) {
    expect((await exchange.submit(command)).problem).toBeUndefined()
  }
  const { views } = engine
  expect(views.insurance('USDT')).toBe(10_000_000n * unitE8)
  expect(views.insurance('USDC')).toBe(5_000_000n * unitE8)
  const inverse = contracts.filter(({ instrument }) => instrument.kind === 'Inverse')
  expect(inverse.length).toBeGreaterThan(5)
  for (const { instrument, startPriceTicks } of inverse) {
    const price = (startPriceTicks * instrument.tickSizeE8) / 1e8
    const worth = (Number(views.insurance(instrument.settleCoin)) / 1e8) * price
    expect(worth / 2_000_000).toBeCloseTo(1, 1)
  }
  expect(views.ledger().every(({ drift }) => drift === 0n)).toBe(true)
})

test('a second start deposits nothing, and a pool that was funded before is not filled', async () => {
  const { exchange } = createInMemoryExchange(listings, startMs)
  const least = amount(1n)
  await exchange.submit({ kind: 'Deposit', account: fundAccount, coin: 'USDT', amount: least })
  const first = poolCommands(exchange.views, listings)
  expect(first.map(({ coin }) => coin)).not.toContain('USDT')
  for (const command of first) await exchange.submit(command)
  expect(poolCommands(exchange.views, listings)).toEqual([])
})
