// Every worked example is a test by its number, and those of orders, margin and settlement are
// played through the engine's commands besides; `npm run examples` prints where.

import { expect, test } from 'vitest'
import { exampleIds, examplesPlayed, isOfEngine, needsEngine } from './examples-index.ts'

const played = examplesPlayed()

test.each(exampleIds)('%s is a test', (id) => {
  expect([id, played.get(id)?.length]).not.toEqual([id, 0])
})

test.each(exampleIds.filter(needsEngine))('%s is played through the engine', (id) => {
  const places = played.get(id) ?? []
  expect([id, places.some(isOfEngine)]).toEqual([id, true])
})
