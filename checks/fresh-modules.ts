// Fresh modules for each test file of terminal and server, whose files share a process: what one
// leaves in a store, in the chosen language or in a global, the next does not find.

import { afterAll, expect, vi } from 'vitest'

if (/\/packages\/(?:web|server)\//.test(expect.getState().testPath ?? '')) {
  vi.resetModules()
  afterAll(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}
