// The list of core journeys compared with the journeys themselves.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { coreJourneys } from './core-journeys.ts'
import { testTitles } from './tidy/spec-coverage.ts'

const titlesOf = (file: string): readonly string[] =>
  testTitles(readFileSync(join(import.meta.dirname, 'e2e', file), 'utf8'))

const rows = Object.entries(coreJourneys).flatMap(([file, beginnings]) =>
  beginnings.map((beginning) => [file, beginning] as const),
)

test.each(rows)('%s has one journey that begins: %s', (file, beginning) => {
  expect(titlesOf(file).filter((title) => title.startsWith(beginning))).toHaveLength(1)
})
