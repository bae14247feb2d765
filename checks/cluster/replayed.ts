// The state that a process's own journal comes to, replayed from its first command; as a program,
// by the build that it belongs to: `node checks/cluster/replayed.ts FOLDER SEQ`.

import type { Engine } from '@basis/engine/engine'
import { brokenInvariants } from '@basis/engine/invariants'
import { openStorage } from '@basis/server/exchange/disk/storage'
import { engines } from '@basis/server/exchange/engines'
import { recover } from '@basis/server/exchange/recovery'

/** The state at a number, by this build; the folder is nobody's meanwhile. */
export async function replayed(folder: string, throughSeq: number): Promise<Engine> {
  const onNotice = (): void => undefined
  const storage = await openStorage({ folder, build: 'test', onNotice })
  try {
    const { engine } = await recover({ ...storage, engines, throughSeq, replayAfter: 0, onNotice })
    return engine
  } finally {
    await storage.journal.close()
    storage.release()
  }
}

/** What the program says. */
export type ReplayedWord = { readonly hash: string; readonly broken: readonly string[] }

if (import.meta.main) {
  const [, , folder = '', seq = ''] = process.argv
  const engine = await replayed(folder, Number(seq))
  const word: ReplayedWord = { hash: engines.stateHash(engine), broken: brokenInvariants(engine) }
  process.stdout.write(JSON.stringify(word))
}
