// Fresh modules for each test file of the terminal, whose files share a process: what one leaves in
// a store, in the chosen language or in a global, the next does not find.

import { afterAll, expect, vi } from 'vitest'

if (/\/packages\/web\//.test(expect.getState().testPath ?? '')) {
  vi.resetModules()
  afterAll(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}
