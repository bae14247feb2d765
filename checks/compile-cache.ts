// Filling of Node's compile cache (run-tests.ts) with the modules of the exchange.

// A killed process writes nothing into the cache, and most exchanges in tests are killed.

/** The exchange and its threads. */
const entries = [
  'main',
  'roles/possible-settings',
  'roles/storage-for',
  'roles/all',
  'exchange/disk/journal-worker',
  'exchange/disk/follower-worker',
  'read-model/history-worker',
]
const sources = new URL('../packages/server/src/', import.meta.url)
await Promise.all(entries.map((entry) => import(new URL(`${entry}.ts`, sources).href)))
// Nothing that the modules began is waited for.
process.exit(0)
