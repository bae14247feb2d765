// The development environment: the server, restarted on changes, and the terminal with hot reload.

import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const rootFolder = resolve(dirname(fileURLToPath(import.meta.url)), '..')

type Environment = Readonly<Record<string, string | undefined>>
type Worker = { readonly words: readonly string[]; readonly env: Environment }

/** The terminal calls this server, at its configured address, or another exchange if given. */
export function crewOf(environment: Environment): readonly [server: Worker, terminal: Worker] {
  const { BASIS_EXCHANGE: given, ...env } = environment
  const { BASIS_HOST: host = '127.0.0.1', BASIS_PORT: port = '8700' } = env
  const exchange = given ?? `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
  return [
    { words: ['--watch', '--watch-preserve-output', 'packages/server/src/main.ts'], env },
    {
      words: ['node_modules/vite/bin/vite.js', 'packages/web'],
      env: { ...env, BASIS_EXCHANGE: exchange },
    },
  ]
}

function startCrew(): void {
  const running = crewOf(process.env).map(({ words, env }) =>
    spawn(process.execPath, words, { cwd: rootFolder, stdio: 'inherit', env }),
  )
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    for (const child of running) endGently(child)
  }
  // One is useless without the other: when one ends, both are stopped.
  for (const child of running) child.on('exit', stop)
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function endGently(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
}

if (import.meta.main) startCrew()
