// The bench `push`: order books sent to a thousand sockets by the real server, against a bare `ws`
// server that sends the same bytes at the same times to as many.

// The figure is delivered messages per second of processor time, because wall-clock time on a
// shared machine depends on other processes. Ours includes the engine, the robots, the journal, and
// reading, comparing and serialising the books; the peer only sends. The readers are a separate
// process and count the messages that arrived.

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { calls } from '@basis/protocol/calls'
import { formatTopic, maxTopicsPerMessage, publicSocketPath } from '@basis/protocol/topics/topic'
import { startExchange } from '../exchange-process.ts'
import type { BenchLine } from './line.ts'
import { median } from './median.ts'
import { cpuSeconds } from './process-time.ts'
import type { Recording } from './push-load/push-peer.ts'
import type { ReaderAnswer, ReaderPlan, ReaderQuestion } from './push-load/push-readers.ts'

const sockets = 1000
const socketsPerAddress = 50
const rounds = 3
const measureMs = 8_000
/** After opening, snapshots are sent and code is compiled; that is not the steady state. */
const warmUpMs = 3_000
/** A first start generates years of history; that is not fan-out. */
const settlingMs = 20_000

type Measured = { readonly perCpuSecond: number; readonly recording: Recording }

/** The socket and the subscribed topics of a fan-out bench. */
type FanOut = {
  readonly name: string
  readonly path: string
  readonly topics: (origin: string) => Promise<readonly string[]>
}

export const bench = (): Promise<BenchLine> =>
  fanOutBench({ name: 'push', path: publicSocketPath, topics: bookTopics })

/** Runs the comparison; its details go to the error output. */
export async function fanOutBench({ name, path, topics }: FanOut): Promise<BenchLine> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'basis-push-'))
  const venue = await startExchange({
    dataFolder,
    settings: {
      BASIS_TRUSTED_PROXIES: '127.0.0.1',
      BASIS_RATE_LIMIT: '0',
      BASIS_OPEN_LIMIT_FACTOR: '0',
    },
  })
  try {
    await delay(settlingMs)
    const port = Number(new URL(venue.origin).port)
    const greeting = JSON.stringify({ op: 'subscribe', args: await topics(venue.origin) })
    const plan = { port, path, sockets, socketsPerAddress, greeting }
    const ours: number[] = []
    const peer: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const measured = await measure('ours', venue.pid, plan)
      ours.push(measured.perCpuSecond)
      peer.push(await measurePeer(measured.recording))
    }
    const [oursFigure, peerFigure] = [median(ours), median(peer)]
    return {
      name,
      ratio: oursFigure / peerFigure,
      ours: oursFigure,
      peer: peerFigure,
      peerName: 'bare ws',
      unit: 'msg/CPU-s',
    }
  } finally {
    await venue.end('SIGKILL')
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

/** As many books as one subscription may contain. */
async function bookTopics(origin: string): Promise<string[]> {
  const answer = await fetch(`${origin}${calls.tickers.path}`)
  const { result } = (await answer.json()) as { result: { list: { symbol: string }[] } }
  return result.list
    .slice(0, maxTopicsPerMessage)
    .map(({ symbol }) => formatTopic({ kind: 'orderBook', depth: 50, symbol }))
}

async function measurePeer(recording: Recording): Promise<number> {
  const child = startChild('./push-load/push-peer.ts')
  try {
    const [{ port }] = (await once(child, 'message')) as [{ port: number }]
    child.send(recording)
    const plan = { port, path: '/', sockets, socketsPerAddress }
    return (await measure('bare ws', child.pid ?? 0, plan)).perCpuSecond
  } finally {
    child.kill('SIGKILL')
  }
}

/** Opens the readers, waits for the steady state, and compares messages with processor time. */
async function measure(name: string, pid: number, plan: ReaderPlan): Promise<Measured> {
  const readers = startChild('./push-load/push-readers.ts')
  try {
    const opened = hear(readers, 'open')
    readers.send(plan)
    await opened
    await delay(warmUpMs)
    const [before, cpuBefore, startMs] = [
      await ask(readers, 'count'),
      cpuSeconds(pid),
      performance.now(),
    ]
    await delay(measureMs)
    const recorded = await ask(readers, 'record')
    const [after, cpuAfter] = [await ask(readers, 'count'), cpuSeconds(pid)]
    const seconds = (performance.now() - startMs) / 1000
    const [messages, cpu] = [after.messages - before.messages, cpuAfter - cpuBefore]
    const bytes = Math.round((after.bytes - before.bytes) / messages)
    console.error(
      `${name}: ${Math.round(messages / seconds)} msg/s of ${bytes} bytes, ` +
        `${Math.round((100 * cpu) / seconds)} % of a core, ${Math.round(messages / cpu)} msg/CPU-s`,
    )
    return { perCpuSecond: messages / cpu, recording: recorded.recording }
  } finally {
    readers.kill('SIGKILL')
  }
}

const startChild = (module: string): ChildProcess =>
  fork(fileURLToPath(new URL(module, import.meta.url)), { serialization: 'advanced' })

type AnswerOf<Kind extends ReaderAnswer['kind']> = Extract<ReaderAnswer, { readonly kind: Kind }>

async function hear<Kind extends ReaderAnswer['kind']>(
  readers: ChildProcess,
  kind: Kind,
): Promise<AnswerOf<Kind>> {
  const [said] = (await Promise.race([
    once(readers, 'message'),
    once(readers, 'exit').then(() => Promise.reject(new Error('The readers have ended'))),
  ])) as [ReaderAnswer]
  if (said.kind !== kind) throw new Error(`The readers answered ${said.kind} instead of ${kind}`)
  return said as AnswerOf<Kind>
}

function ask<Kind extends ReaderQuestion>(
  readers: ChildProcess,
  kind: Kind,
): Promise<AnswerOf<Kind>> {
  const heard = hear(readers, kind)
  readers.send(kind)
  return heard
}
