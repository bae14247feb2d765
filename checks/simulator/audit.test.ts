// The engine and the auditor agree after every command, and the auditor would notice if not.

import type { NumberedCommand } from '@basis/engine/commands'
import { createEngine, type Applied } from '@basis/engine/engine'
import { describe, expect, test } from 'vitest'
import { auditSeed } from './audit.ts'
import { Auditor } from './auditor.ts'
import { createWorkload } from './workload.ts'

describe('R5: the engine is a second exchange’s equal', () => {
  const seeds = Array.from({ length: 40 }, (_, k) => 1001 + k)

  test.each(seeds)('seed %i', (seed) => {
    expect(auditSeed(seed, 1000).commands.length).toBeGreaterThan(1000)
  })
})

test('the auditor follows commands, not answers: with one left out it differs', () => {
  const workload = createWorkload(1)
  const engine = createEngine()
  const auditor = new Auditor()
  const answers: [NumberedCommand, Applied][] = []
  workload.opening.forEach((command, k) => {
    const numbered = { seq: k + 1, timeMs: workload.startMs, command }
    answers.push([numbered, engine.apply(numbered)])
  })
  const deposits = answers.filter(([{ command }]) => command.kind === 'Deposit')
  const [left] = deposits
  for (const answer of answers) if (answer !== left) auditor.step(...answer)
  const fund = engine.views.ledger().find(({ coin }) => coin === 'USDT')?.insurance
  expect(fund).toBeGreaterThan(0n)
  expect(auditor.state.wallet(0, 'USDT')).toBe(0n)
})
