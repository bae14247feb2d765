// `npm run proofs`: the long form of every test that has a short one in `npm test`; those of a
// cluster are `npm run cluster`. Arguments are parts of the paths to run.

import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'

const places = ['packages/*/{src,testing}/**/*.test.ts', 'checks/**/*.test.ts']
const hasTwoLengths = (path: string): boolean =>
  readFileSync(path, 'utf8').includes("/proof-length.ts'")

const proofs = globSync(places)
  .filter((path) => !path.startsWith('checks/cluster/') && hasTwoLengths(path))
  .toSorted()

const only = process.argv.slice(2)
const chosen = proofs.filter((path) => only.every((part) => path.includes(part)))
if (chosen.length === 0) throw new Error(`no proof has ${only.join(' ')} in its path`)
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', ...chosen],
  { stdio: 'inherit', env: { ...process.env, PROOFS: 'long' } },
)
process.exitCode = status ?? 1
