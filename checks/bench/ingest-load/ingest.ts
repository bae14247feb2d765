// The bench `ingest`: rows of history written to PostgreSQL by the writer of a cluster, portion by
// portion, against `psql` that copies the same rows into a table of the same shape and indexes.

// Both commit after each 2,000 events, and the server writes to its disk as in production. As in
// the read model's replay, one portion is passed on while the previous one is written. The median
// portion counts on either side, so that pauses of a busy disk do not matter.

import { execFileSync } from 'node:child_process'
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountId } from '@basis/domain/numbers/brand'
import { amount, formatDecimal } from '@basis/domain/numbers/fixed'
import { HistoryLink } from '@basis/server/read-model/history-link'
import type { HistoryPortion } from '@basis/server/read-model/portion-writer'
import { nothingHappened } from '@basis/server/testing/history-stores'
import { postgresPrograms, startPostgres } from '@basis/server/testing/postgres-server'
import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'

const rounds = 3
const portions = 30
const perPortion = 2_000
const accounts = 2_000

export async function bench(): Promise<BenchLine> {
  const programs = postgresPrograms()
  if ('missing' in programs) throw new Error(programs.missing)
  const server = await startPostgres(programs.folder, { isSynced: true })
  const folder = mkdtempSync(join(tmpdir(), 'basis-ingest-'))
  try {
    const [ours, peer]: [number[], number[]] = [[], []]
    const writer = new HistoryLink({
      keepMs: Infinity,
      file: '',
      journalId: 'j',
      lastSeq: 0,
      base: { seq: 0, timeMs: 0 },
      plans: [],
      simulationStartMs: 0,
      server: { url: server.url, isWriter: true },
      seedModule: new URL('../../../packages/server/src/simulator/price-path.ts', import.meta.url)
        .href,
    })
    const { seq } = await writer.started
    for (let round = 0; round < rounds; round += 1) {
      const first = seq + round * portions * perPortion
      ours.push(...(await writingMs(writer, first)))
      peer.push(...copyingMs(server.url, { folder, first }))
    }
    await writer.ask({ kind: 'close' })
    const [mine, theirs] = [perSecond(median(ours)), perSecond(median(peer))]
    const figures = { ours: mine, peer: theirs, ratio: mine / theirs }
    return { name: 'ingest', peerName: 'psql COPY', unit: 'rows/s', ...figures }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const perSecond = (portionMs: number): number => perPortion / (portionMs / 1000)

/** The duration of each portion, from the end of the previous one. */
async function writingMs(writer: HistoryLink, first: number): Promise<readonly number[]> {
  const made = Array.from({ length: portions }, (_, k) => portionAfter(first + k * perPortion))
  const endsMs = [performance.now()]
  const writes: Promise<unknown>[] = []
  for (const portion of made) {
    const write = writer.ask({ kind: 'write', portion })
    writes.push(write.then(() => endsMs.push(performance.now())))
    await writes.at(-2)
  }
  await writes.at(-1)
  return endsMs.slice(1).map((endMs, k) => endMs - (endsMs[k] ?? 0))
}

const amounts = {
  cashFlow: amount(1_000_000_000n),
  funding: amount(0n),
  fee: amount(5_500_000n),
  change: amount(994_500_000n),
  balance: amount(10n ** 13n),
}
const accountOf = (seq: number) => accountId(1001 + (seq % accounts))

function portionAfter(seq: number): HistoryPortion {
  const events = Array.from({ length: perPortion }, (_, k) => ({
    seq: seq + 1 + k,
    timeMs: seq + k,
    place: 0,
    event: {
      kind: 'WalletChanged' as const,
      account: accountOf(seq + k),
      coin: 'USDT' as const,
      cause: 'Deposit' as const,
      ...amounts,
    },
  }))
  return { ...nothingHappened, seq: seq + perPortion, timeMs: seq + perPortion, events }
}

/** The duration of each copy as reported by `psql`, without its own start. */
function copyingMs(
  url: string,
  { folder, first }: { readonly folder: string; readonly first: number },
): readonly number[] {
  const psql = (script: string): string => {
    const args = [url, '-v', 'ON_ERROR_STOP=1', '-q', '-f', '-']
    return execFileSync('psql', args, { input: script, stdio: 'pipe', encoding: 'utf8' })
  }
  psql(`CREATE SCHEMA IF NOT EXISTS peer;
    SELECT format('SET search_path = %I', nspname) FROM pg_namespace
      WHERE nspname LIKE 'history%' \\gexec
    CREATE TABLE IF NOT EXISTS peer.wallet_log (LIKE wallet_log INCLUDING ALL);`)
  const copies = Array.from({ length: portions }, (_, k) => {
    const file = join(folder, `part-${k}.csv`)
    writeFileSync(file, copyText(first + k * perPortion))
    return `\\copy peer.wallet_log from '${file}'`
  })
  const output = psql(['\\timing on', ...copies].join('\n'))
  return [...output.matchAll(/^Time: (\d+\.\d+) ms/gm)].map(([, ms]) => Number(ms))
}

/** The amounts in the history's text format. */
const amountTexts = Object.values(amounts).map((value) => formatDecimal(value, 8))

function copyText(seq: number): string {
  const rows = Array.from({ length: perPortion }, (_, k) => {
    const entry = [seq + 1 + k, 0, seq + k, accountOf(seq + k)]
    return [...entry, 'USDT', 'Deposit', '\\N', '\\N', '\\N', ...amountTexts].join('\t')
  })
  return `${rows.join('\n')}\n`
}
