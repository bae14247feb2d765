// The places of unit tests, by how they run: what is tried once, what waits for sockets and
// processes, and what needs new modules.

import { readdirSync } from 'node:fs'

/** Tests of the checks' own files. */
const own = readdirSync(import.meta.dirname).flatMap((name) =>
  name.endsWith('.test.ts') ? [`checks/${name}`] : [],
)

const checks = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `checks/${name}/`)
const packages = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `packages/${name}/`)

export const testPlaces = {
  /**
   * Their modules keep nothing between two tests, so their files share a process: the engine is
   * loaded and compiled once for all of them. Nothing here is tried a second time.
   */
  pure: [
    ...packages('chart', 'domain', 'engine', 'protocol'),
    ...checks('bench', 'simulator', 'tidy'),
    ...own,
  ],
  /** The server's, and those that start processes and browsers and wait for them; as the pure. */
  waiting: [
    ...packages('server'),
    ...checks('clients', 'cluster', 'goldens', 'restarts', 'stories'),
  ],
  /** Their stores keep much, and each of their files gets new modules (fresh-modules.ts). */
  renewed: packages('web'),
} as const
