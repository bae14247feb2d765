// Build of the terminal beside a server that is open already, so that programs need not wait for
// what they never ask for.

import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Whether its files can be served: not yet, from now on, or never. */
export type TerminalStage = 'building' | 'ready' | 'failed'

const rootFolder = fileURLToPath(new URL('../../../../../', import.meta.url))
const buildCommand = [
  'node_modules/vite/bin/vite.js',
  'build',
  'packages/web',
  '--logLevel',
  'warn',
]
/** Behind whoever trades meanwhile. */
const niceness = 10

/**
 * Starts the build, which ends with this process; what it has to say goes to this one's output.
 * @returns how far it is
 */
export function buildTerminal(
  onNotice: (message: string) => void,
  command: readonly string[] = buildCommand,
): () => TerminalStage {
  let stage: TerminalStage = 'building'
  const end = (reached: TerminalStage, message: string): void => {
    if (stage !== 'building') return
    stage = reached
    onNotice(message)
  }
  const child = spawn(process.execPath, command, { cwd: rootFolder, stdio: 'inherit' })
  if (child.pid !== undefined) setPriority(child.pid, niceness)
  child.on('error', (error) => end('failed', `the terminal is not built: ${error.message}`))
  child.on('exit', (code) => {
    if (code === 0) end('ready', 'the terminal is built')
    else end('failed', `the terminal is not built: its build ended with ${code}`)
  })
  process.on('exit', () => child.kill())
  return () => stage
}
