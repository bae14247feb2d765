// The order in which test files run: the slowest first, so that at the end no worker is still busy
// with a slow one while the others are idle.

import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take ten seconds or more on two busy processors; `run-tests.ts` prints them. */
export const slowFiles: readonly string[] = [
  'checks/restarts/process.test.ts',
  'checks/simulator/full-auditor/audit.test.ts',
  'checks/clients/public-market.test.ts',
  'checks/simulator/simulation.test.ts',
  'checks/goldens/chart-goldens.test.ts',
  'checks/restarts/start-trouble.test.ts',
  'checks/restarts/crash-wallets.test.ts',
  'checks/stories/endings.test.ts',
  'checks/cluster/planted-faults.test.ts',
  'checks/restarts/crash.test.ts',
  'checks/cluster/kill-engine.test.ts',
  'checks/simulator/long-run.test.ts',
  'checks/clients/examples.test.ts',
  'checks/clients/ccxt-methods.test.ts',
  'checks/clients/malformed.test.ts',
  'checks/simulator/margin-laws.test.ts',
  'packages/server/src/read-model/read-model.test.ts',
  'packages/server/src/read-model/postgres/postgres-history.test.ts',
]

const root = join(import.meta.dirname, '..')

/** Without a cache, as on a new machine, vitest sorts by the size of a file. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ moduleId }: TestSpecification): number => {
      const at = slowFiles.indexOf(relative(root, moduleId))
      return at < 0 ? slowFiles.length : at
    }
    return sorted.toSorted((a, b) => place(a) - place(b))
  }
}
