// A start that is expected to be refused: the server as a process that ends by itself.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export type Refused = { readonly code: number | null; readonly words: string }

/** Starts a server with these settings, optionally through a shell that prepares a fault. */
export async function refusedStart(
  settings: Readonly<Record<string, string>>,
  stage: readonly string[] = [],
): Promise<Refused> {
  const command = [...stage, process.execPath, 'packages/server/src/main.ts']
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: root,
    env: { ...process.env, BASIS_PORT: '0', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let words = ''
  child.stderr.on('data', (chunk: Buffer) => {
    words += chunk.toString()
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, words: words.trim() }
}
