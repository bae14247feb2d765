// Every worked example is a test by its number, on its formula or more, and through the engine's
// commands besides; `node checks/simulator/examples-index.ts` prints where.

import { expect, test } from 'vitest'
import { exampleIds, examplesPlayed, isOfEngine } from './examples-index.ts'

const played = examplesPlayed()

test.each(exampleIds)('%s is played through the engine', (id) => {
  const places = played.get(id) ?? []
  expect([id, places.some(isOfEngine)]).toEqual([id, true])
})
