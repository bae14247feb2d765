// Gives the tests of the terminal what its page has: the texts that come late, and frames.

import { expect } from 'vitest'

if (expect.getState().testPath?.includes('/packages/web/') ?? true) {
  const { loadLateTexts } = await import('../src/i18n/i18n.ts')
  await loadLateTexts()
}

// Node has no frames: what waits for one waits for its timer, and both can be called off.
globalThis.requestAnimationFrame ??= () => 0
globalThis.cancelAnimationFrame ??= () => undefined
