// The places of unit tests, by how they run: what shares a process, what needs new modules, and
// what starts processes of its own.

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
  /** Their modules keep much, and each of their files gets new ones (fresh-modules.ts). */
  renewed: packages('web', 'server'),
  /** They start servers and browsers, wait for them, and have a process each. */
  waiting: checks('clients', 'cluster', 'goldens', 'restarts', 'stories'),
} as const
