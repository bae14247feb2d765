// The locations of unit tests, by how they run: those without retry, those that wait for sockets
// and processes, and those that need fresh modules.

import { readdirSync } from 'node:fs'

/** Tests of the files directly in `checks`. */
const own = readdirSync(import.meta.dirname).flatMap((name) =>
  name.endsWith('.test.ts') ? [`checks/${name}`] : [],
)

const checks = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `checks/${name}/`)
const packages = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `packages/${name}/`)

export const testPlaces = {
  /**
   * Their modules keep no state between two tests, so their files share a process and the engine is
   * loaded and compiled only once. These tests have no second attempt.
   */
  pure: [
    ...packages('chart', 'domain', 'engine', 'protocol'),
    ...checks('bench', 'simulator', 'tidy'),
    ...own,
  ],
  /** Tests of the server, and tests that start processes and browsers; they share a process too. */
  waiting: [
    ...packages('server'),
    ...checks('clients', 'cluster', 'goldens', 'restarts', 'stories'),
  ],
  /** Their stores keep state, so each file gets fresh modules (fresh-modules.ts). */
  renewed: packages('web'),
} as const
