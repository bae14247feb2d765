// Fresh modules for each test file of the terminal. The files share a process, so state in stores,
// the language or globals must not leak from one file into the next.

import { afterAll, expect, vi } from 'vitest'

if (/\/packages\/web\//.test(expect.getState().testPath ?? '')) {
  vi.resetModules()
  afterAll(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}
