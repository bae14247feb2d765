// Every law has a proof that names it; `node
// checks/simulator/laws-index.ts` prints which.

import { expect, test } from 'vitest'
import { lawIds, lawProofs, notYet } from './laws-index.ts'

const proofs = lawProofs()

test.each(lawIds)('%s is proved, or belongs to what there is not yet', (id) => {
  const found = proofs.get(id)?.length ?? 0
  if (notYet.has(id)) expect([id, found]).toEqual([id, 0])
  else expect([id, found > 0]).toEqual([id, true])
})
