// Build of the terminal while the server is already open, so that API clients need not wait for it.

import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Whether the files can be served: not yet, now, or never. */
export type TerminalStage = 'building' | 'ready' | 'failed'

const rootFolder = fileURLToPath(new URL('../../../../../', import.meta.url))
const buildCommand = [
  'node_modules/vite/bin/vite.js',
  'build',
  'packages/web',
  '--logLevel',
  'warn',
]
/** The build has lower priority than trading. */
const niceness = 10

/**
 * Starts the build as a child of this process, with the output of this process.
 * @returns its current stage
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
