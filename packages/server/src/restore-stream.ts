// Rebuilds a cluster's stream from one engine's folder, if the stream has lost commands: `npm run
// restore-stream` (the folder is that of BASIS_DATA), while all processes are stopped.

import { messageOf } from './failures/thrown.ts'
import { natsSettingsOf } from './roles/cluster-settings.ts'
import { positionFact, positionOf, sharedFactsOf } from './cluster/followed-journal.ts'
import { connectCluster, type ClusterLink } from './cluster/nats-link.ts'
import { ConfigError, processEnvironment, readConfig, type Config } from './config/config.ts'
import { chainIn } from './exchange/disk/journal-reading.ts'
import { journalFile, openStorage } from './exchange/disk/storage.ts'
import { engines } from './exchange/engines.ts'
import { recover } from './exchange/recovery.ts'

type Restored = { readonly seq: number; readonly hash: string }

/**
 * Empties the stream and shares the folder's state, from which every process then starts. Throws if
 * the stream is ahead of the folder.
 */
export async function restoreStream(
  config: Config,
  onNotice: (message: string) => void,
): Promise<Restored> {
  const build = 'restored'
  const folder = config.dataFolder
  const storage = await openStorage({ folder, build, onNotice })
  const { journal, snapshots } = storage
  try {
    if (journal.lastSeq === 0) throw new Error(`${folder} holds no commands`)
    const link = await connectCluster(natsSettingsOf(config, onNotice))
    try {
      const { lastSeq: seq } = journal
      await assertLongest(link, seq, folder)
      const { engine, snapshotSeq } = await recover({ ...storage, engines, onNotice })
      const timeMs = engine.lastTimeMs()
      const hash = engines.stateHash(engine)
      if (snapshotSeq !== seq) {
        await snapshots.write({ seq, timeMs, build }, engines.takeSnapshot(engine))
      }
      const chain = chainIn(journalFile(folder))
      const streamSeq = await link.purgeAll()
      const position = { ...positionOf(journal, chain), streamSeq, seq, chain }
      await journal.setFact(positionFact, JSON.stringify(position))
      await link.snapshots.clear()
      const facts = sharedFactsOf(journal)
      const note = { seq, timeMs, hash, position, facts, by: config.id }
      await link.snapshots.share(note, snapshots.fileOf(seq))
      return { seq, hash }
    } finally {
      await link.close()
    }
  } finally {
    await journal.close()
    storage.release()
  }
}

async function assertLongest(link: ClusterLink, seq: number, folder: string): Promise<void> {
  const last = await link.lastMessage()
  const streamSeq = last?.kind === 'batch' ? last.firstSeq + last.count - 1 : (last?.afterSeq ?? 0)
  if (streamSeq <= seq) return
  throw new Error(`the stream has command ${streamSeq}, and ${folder} ends with ${seq}`)
}

async function main(): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  try {
    const { seq, hash } = await restoreStream(readConfig(processEnvironment()), say)
    say(`The stream now begins after command ${seq}, state ${hash}.`)
    say('Remove journal.db* and snapshots from every other folder, then start the engines.')
  } catch (error) {
    const reason = messageOf(error)
    process.stderr.write(`The stream is unchanged: ${reason}\n`)
    process.exitCode = error instanceof ConfigError ? 78 : 1
  }
}

if (import.meta.main) await main()
