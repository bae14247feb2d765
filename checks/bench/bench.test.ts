// The entry of `npm run bench`, as it is started from a shell.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('an unknown name is refused with the list of all benches', () => {
  const entry = fileURLToPath(new URL('./bench.ts', import.meta.url))
  const run = spawnSync(process.execPath, [entry, 'speed'], { encoding: 'utf8' })
  expect(run.status).toBe(2)
  expect(run.stderr).toBe(
    'No bench is called speed; there are core, apply, latency, copy, grids, preview, tick, rules, pm, surface, orders, durable, v5-rest, v5-socket, v5-book, push, ' +
      'private-push, snapshot-pause, ingest, replicated, append, takeover, follow, lag, first-load, page, idle, growth, ladder, tables, chain, chart-paint, chart-pan, chart-tick, chart-lines\n',
  )
})
