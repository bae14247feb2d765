// The error manual and the catalogue say the same, in both directions.

import { expect, test } from 'vitest'
import { englishMessages, errorManual, manualPath } from './error-manual.ts'
import { readText } from './sources.ts'

test('docs/errors.md is what the catalogue says (npm run manual makes it)', async () => {
  expect(readText(manualPath)).toBe(errorManual(await englishMessages()))
})
