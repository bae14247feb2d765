// Gives the tests of the terminal the texts that its page loads late.

import { expect } from 'vitest'

if (expect.getState().testPath?.includes('/packages/web/') ?? true) {
  const { loadLateTexts } = await import('../src/i18n/i18n.ts')
  await loadLateTexts()
}
