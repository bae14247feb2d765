// Every worked example has a test with its number, and those of orders, margin and settlement are
// also run with commands to the engine; `npm run examples` prints where.

import { expect, test } from 'vitest'
import { exampleIds, examplesPlayed, isOfEngine, needsEngine } from './examples-index.ts'

const played = examplesPlayed()

test.each(exampleIds)('%s has a test', (id) => {
  expect([id, played.get(id)?.length]).not.toEqual([id, 0])
})

test.each(exampleIds.filter(needsEngine))('%s is run with commands to the engine', (id) => {
  const places = played.get(id) ?? []
  expect([id, places.some(isOfEngine)]).toEqual([id, true])
})
