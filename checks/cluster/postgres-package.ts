// Installs Debian's package of PostgreSQL on CI machines that run all tests and lack it.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { postgresInstall, postgresPrograms } from '@basis/server/testing/postgres-server'
import { isCi } from '../chromium.ts'

const installWithinMs = 180_000

/** Installs it in CI, as root, when it is missing; otherwise the tests report it. */
export function requirePostgres(): void {
  if (!isCi() || !('missing' in postgresPrograms())) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing PostgreSQL: ${postgresInstall}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { stdio: 'inherit', env, timeout: installWithinMs } as const
  spawnSync('sh', ['-c', `apt-get update && ${postgresInstall}`], options)
}
