// The state of a process's own journal, replayed from its first command; also a program, run with
// the build it belongs to: `npx node checks/cluster/replayed.ts FOLDER SEQ`.

import type { Engine } from '@basis/engine/engine'
import { brokenInvariants } from '@basis/engine/invariants'
import { openStorage } from '@basis/server/exchange/disk/storage'
import { engines } from '@basis/server/exchange/engines'
import { recover } from '@basis/server/exchange/recovery'

/** The state at a command by this build; no process may use the folder meanwhile. */
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

/** The program's output. */
export type ReplayedWord = { readonly hash: string; readonly broken: readonly string[] }

if (import.meta.main) {
  const [, , folder = '', seq = ''] = process.argv
  const engine = await replayed(folder, Number(seq))
  const word: ReplayedWord = { hash: engines.stateHash(engine), broken: brokenInvariants(engine) }
  process.stdout.write(JSON.stringify(word))
}
