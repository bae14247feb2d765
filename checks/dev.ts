// The workshop: the server, restarted on every change, beside the terminal with hot reload.

import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const rootFolder = resolve(dirname(fileURLToPath(import.meta.url)), '..')

const crew: readonly (readonly string[])[] = [
  ['--watch', '--watch-preserve-output', 'packages/server/src/main.ts'],
  ['node_modules/vite/bin/vite.js', 'packages/web'],
]

function startCrew(): void {
  const running = crew.map((args) =>
    spawn(process.execPath, args, { cwd: rootFolder, stdio: 'inherit' }),
  )
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    for (const child of running) endGently(child)
  }
  // One without the other is of no use: when one ends, both do.
  for (const child of running) child.on('exit', stop)
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function endGently(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
}

if (import.meta.main) startCrew()
