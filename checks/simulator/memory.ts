// Memory under load: `npm run memory -- --rounds 6 --seconds 20` shows whether it stops growing.

// It sends orders and cancels to the real server from 64 connections, round after round, and prints
// the server's memory after each. The expected growth is 56 bytes for each id of the last day, in
// buffers.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { httpLoad } from '../bench/load/http-load.ts'
import { openSession, requestsOf } from '../bench/orders.ts'
import { startExchange } from '../exchange-process.ts'

const connections = 64
/** The pause between two rounds, so that garbage can be collected. */
const restMs = 5000

type Plan = { readonly rounds: number; readonly seconds: number }
/** All values in MB. */
export type Held = {
  readonly answers: number
  readonly resident: number
  readonly heap: number
  readonly buffers: number
}

/** Runs the rounds against a server of its own and returns its memory after each. */
export async function memoryRounds(
  { rounds, seconds }: Plan,
  onRound: (held: Held) => void = () => undefined,
): Promise<readonly Held[]> {
  const folder = mkdtempSync(join(tmpdir(), 'basis-memory-'))
  const venue = await startExchange({ dataFolder: folder, settings: { BASIS_RATE_LIMIT: '0' } })
  try {
    const sessions = await Promise.all(
      Array.from({ length: connections }, () => openSession(venue.origin)),
    )
    const port = Number(new URL(venue.origin).port)
    const requests = sessions.map(requestsOf)
    const all: Held[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const firstNumber = (1 + (round % 8)) * 10_000_000
      const load = { port, seconds, requests, firstNumber, expected: '"ret_code":0,' }
      const { answers } = await httpLoad(load)
      await delay(restMs)
      const held = { answers, ...(await heldBy(venue.origin)) }
      all.push(held)
      onRound(held)
    }
    return all
  } finally {
    await venue.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function heldBy(origin: string): Promise<Omit<Held, 'answers'>> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const mb = (name: string): number =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN) / 1e6
  return {
    resident: mb('basis_memory_bytes'),
    heap: mb('basis_heap_bytes'),
    buffers: mb('basis_buffer_bytes'),
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '6' },
      seconds: { type: 'string', default: '20' },
    },
  })
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
  let total = 0
  await memoryRounds({ rounds, seconds }, ({ answers, resident, heap, buffers }) => {
    total += answers
    const figures = [resident, heap, buffers].map((mb) => mb.toFixed(0).padStart(5))
    const [all = '', own = '', outside = ''] = figures
    console.log(`${total} answers: ${all} MB resident, ${own} heap, ${outside} buffers`)
  })
}

if (import.meta.main) await main()
