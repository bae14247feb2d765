// A process that follows the stream along with the history, on a stand-in for the stream.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import { firstRules } from '@basis/engine/rules-version'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StreamMessage, TermMessage } from '../cluster/envelope.ts'
import type { ClusterLink } from '../cluster/nats-link.ts'
import type { StreamListener } from '../cluster/stream-follower.ts'
import { streamStart } from '../cluster/stream-reader.ts'
import { readConfig } from '../config/config.ts'
import { chainOf, packLines } from '../exchange/batch-bytes.ts'
import { formatCommandLine } from '../exchange/command-lines.ts'
import type { Storage } from '../exchange/disk/storage.ts'
import type { ReadModel } from '../read-model/read-model.ts'
import type { Surroundings } from './all.ts'
import { storageFor } from './storage-for.ts'
import { followWithHistory } from './following.ts'

const account = accountId(70)
const startMs = Date.UTC(2026, 10, 23, 12)
const usd = (whole: number) => amount(BigInt(whole) * 10n ** 8n)
const deposit = (whole: number): Command => ({
  kind: 'Deposit',
  account,
  coin: 'USDT',
  amount: usd(whole),
})

const term: TermMessage = {
  kind: 'term',
  term: 1,
  leader: 'e1',
  afterSeq: 0,
  chain: streamStart.chain,
  timeMs: startMs,
  build: 'test',
  rules: firstRules,
  facts: { id: 'x' },
}

/** A stream of one leader; `say` appends a batch of one command. */
class Stream {
  readonly #messages: StreamMessage[] = [term]
  #chain = streamStart.chain
  #listener: StreamListener | undefined

  say(command: Command): void {
    const firstSeq = this.#messages.length
    const timeMs = startMs + firstSeq
    const packed = packLines(formatCommandLine(timeMs, command))
    const numbers = { firstSeq, count: 1 }
    this.#chain = chainOf(Buffer.from(this.#chain, 'hex'), numbers, packed).toString('hex')
    const from = [['-', 0, 1]] as const
    const batch = { ...packed, ...numbers, timeMs, from, chain: this.#chain }
    this.#messages.push({ kind: 'batch', term: 1, ...batch })
    this.#listener?.onMessage(this.#messages.length, { kind: 'batch', term: 1, ...batch })
  }

  get hasReader(): boolean {
    return this.#listener !== undefined
  }

  /** Other calls are not made by a process that only follows. */
  link(): ClusterLink {
    const nothing = (): void => undefined
    const link: Partial<ClusterLink> = {
      firstTerm: async () => term,
      firstStreamSeq: async () => 1,
      snapshots: { list: async () => [], recorded: async () => undefined } as never,
      onRefusal: nothing,
      onBeat: nothing,
      sendRole: nothing,
      follow: async (listener) => {
        this.#listener = listener
        this.#messages.forEach((message, k) => listener.onMessage(k + 1, message))
      },
      close: async () => undefined,
    }
    return link as ClusterLink
  }
}

let around: Surroundings
let storage: Storage
let folder = ''
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'basis-following-'))
  around = {
    config: readConfig({ BASIS_ROLE: 'gateway', BASIS_DATA: folder }),
    build: 'test',
    log: pino({ level: 'silent' }),
    onNotice: () => undefined,
    onFailure: (error) => {
      throw error
    },
  }
  storage = await storageFor(around)
})
afterEach(() => {
  storage.release()
  rmSync(folder, { recursive: true, force: true })
})

test('the history holds what the stream had at the start and what came later', async () => {
  const stream = new Stream()
  stream.say({ kind: 'OpenAccount', account, role: 'trader' })
  stream.say({ kind: 'ListCoin', coin: 'USDT', ratioE4: 10_000 })
  stream.say(deposit(300))
  const following = await followWithHistory(around, { storage, link: stream.link() })
  const { exchange, readModel } = following
  expect(exchange.lastSeq()).toBe(3)
  stream.say(deposit(40))
  const log = await readModel.transactionLog({ account })
  expect(log.rows.map(({ balance }) => balance)).toEqual([usd(340), usd(300)])
  const points = await readModel.equity({ account })
  expect(points.map(({ equity }) => equity)).toEqual(['300', '340'])
  await exchange.stop()
  await readModel.stop()
})

test('a process that cannot use its history does not follow', async () => {
  const stream = new Stream()
  stream.say(deposit(300))
  let opened: ReadModel | undefined
  const starting = followWithHistory(around, {
    storage,
    link: stream.link(),
    assertUsable: (readModel) => {
      opened = readModel
      throw new Error(`the history is ${readModel.status().mode}`)
    },
  })
  await expect(starting).rejects.toThrow('the history is ready')
  expect(stream.hasReader).toBe(false)
  await opened?.stop()
  await storage.journal.close()
})
