// The operator's command over accounts, beside the server or the cluster of this run.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs it on the people of the data folder, or on those of a cluster, which that folder names. */
export function operate(...words: string[]): string {
  const folder = process.env['E2E_DATA'] ?? ''
  const named = join(folder, 'postgres-url')
  const isCluster = existsSync(named)
  const where = isCluster ? [] : ['--data', folder]
  const env = isCluster
    ? { ...process.env, BASIS_POSTGRES: readFileSync(named, 'utf8'), BASIS_DATA: folder }
    : process.env
  const command = ['packages/server/src/accounts.ts', ...words, ...where]
  return execFileSync(process.execPath, command, { encoding: 'utf8', env })
}
