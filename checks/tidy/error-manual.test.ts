// The error manual is the one generated from the catalogue of errors.

import { expect, test } from 'vitest'
import { englishMessages, errorManual, manualPath } from './error-manual.ts'
import { readText } from './sources.ts'

test('docs/errors.md is generated from the catalogue (npm run manual writes it)', async () => {
  expect(readText(manualPath)).toBe(errorManual(await englishMessages()))
})
