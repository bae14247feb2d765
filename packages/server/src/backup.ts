// Copies the data of a running exchange: `npm run backup -- FOLDER` (the data are those of
// BASIS_DATA). To restore, replace the lost folder with the copy, or set BASIS_DATA to it.

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { messageOf } from './failures/thrown.ts'
import { processEnvironment, readConfig } from './config/config.ts'
import { backUp } from './exchange/disk/backup.ts'
import { keySecretFile } from './users/key-vault.ts'

async function main(): Promise<void> {
  const [target] = parseArgs({ allowPositionals: true }).positionals
  if (target === undefined) {
    process.stderr.write('Where to? npm run backup -- FOLDER\n')
    process.exitCode = 2
    return
  }
  try {
    const { dataFolder } = readConfig(processEnvironment())
    const { seq, hash, verified: count } = await backUp(dataFolder, resolve(target))
    process.stdout.write(
      `backup: state ${hash} at command ${seq}, ${count} commands verified, in ${resolve(target)}\n`,
    )
    if (existsSync(join(dataFolder, keySecretFile))) {
      process.stdout.write(
        `${keySecretFile} is not in it: keep it apart, without it no API key is of use\n`,
      )
    }
  } catch (error) {
    process.stderr.write(`No backup: ${messageOf(error)}\n`)
    process.exitCode = 1
  }
}

if (import.meta.main) await main()
