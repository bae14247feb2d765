// Setup of the terminal's tests: the texts that the page loads late, and animation frames.

import { expect } from 'vitest'

if (expect.getState().testPath?.includes('/packages/web/') ?? true) {
  const { loadLateTexts } = await import('../src/i18n/i18n.ts')
  await loadLateTexts()
}

// Node has no animation frames: work that waits for one is done by its timer instead.
globalThis.requestAnimationFrame ??= () => 0
globalThis.cancelAnimationFrame ??= () => undefined
