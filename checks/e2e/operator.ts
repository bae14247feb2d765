// Runs the operator's account commands on the server or the cluster of this run.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs a command on the accounts of the data folder, or of the cluster that the folder names. */
export function operate(...words: string[]): string {
  const folder = process.env['E2E_DATA'] ?? ''
  const cluster = join(folder, 'cluster.json')
  const isCluster = existsSync(cluster)
  const where = isCluster ? [] : ['--data', folder]
  const settings = isCluster
    ? (JSON.parse(readFileSync(cluster, 'utf8')) as Readonly<Record<string, string>>)
    : {}
  const command = ['packages/server/src/accounts.ts', ...words, ...where]
  const env = { ...process.env, ...settings }
  return execFileSync(process.execPath, command, { encoding: 'utf8', env })
}
