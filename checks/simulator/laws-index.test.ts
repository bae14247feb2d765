// Every law has a test or an assertion that names it; `npm run laws` prints which.

import { expect, test } from 'vitest'
import { lawIds, lawProofs, notYet } from './laws-index.ts'

const proofs = lawProofs()

test.each(lawIds)(
  '%s has a test or an assertion, unless it is listed as not applicable yet',
  (id) => {
    const found = proofs.get(id)?.length ?? 0
    if (notYet.has(id)) expect([id, found]).toEqual([id, 0])
    else expect([id, found > 0]).toEqual([id, true])
  },
)
