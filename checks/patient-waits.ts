// Lets `vi.waitFor` wait as long as `expect.poll` does: its own limit is one second, in which a
// busy machine may not even render.

import { vi } from 'vitest'

/** A limit against hanging only. */
const patienceMs = 180_000

// Files that share a process share `vi` too.
if (vi.waitFor.name !== 'waitPatiently') {
  const { waitFor } = vi
  vi.waitFor = function waitPatiently(check, options = {}) {
    const given = typeof options === 'number' ? { timeout: options } : options
    return waitFor(check, { timeout: patienceMs, ...given })
  }
}
