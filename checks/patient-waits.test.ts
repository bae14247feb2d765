// Waiting for a state goes on until it has come: on a busy machine that may take seconds.

import { expect, test, vi } from 'vitest'

test('waitFor waits longer than its own limit of a second', async () => {
  let hasCome = false
  setTimeout(() => {
    hasCome = true
  }, 1_300)
  await vi.waitFor(() => expect(hasCome).toBe(true))
})
