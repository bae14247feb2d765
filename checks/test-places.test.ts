// Every test file of Node runs in exactly one step of `npm test`.

import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testPlaces } from './test-places.ts'

test('every test file belongs to exactly one step', () => {
  const places = Object.values(testPlaces).flat()
  const files = globSync('{packages/*/{src,testing},checks}/**/*.test.ts', {
    cwd: join(import.meta.dirname, '..'),
  })
  expect(files.length).toBeGreaterThan(300)
  const placesOf = (file: string) => places.filter((place) => file.startsWith(place))
  expect(files.filter((file) => placesOf(file).length !== 1)).toEqual([])
})
