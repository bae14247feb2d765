// Views of an engine that may be replaced answer as the engine's own views do.

import type { Command } from '@basis/engine/commands'
import { createEngine } from '@basis/engine/engine'
import { expect, test } from 'vitest'
import { collateralCoins } from '../instruments/collateral.ts'
import { loanCommands } from '../instruments/loans.ts'
import { viewsOf } from './live-views.ts'

// EX-12.6: the limit and the rate of a loan are those of the fee level.
test('the view of a loan has the limit of the given fee level', () => {
  const engine = createEngine()
  const submit = (command: Command): void => {
    expect(engine.apply({ seq: engine.lastSeq() + 1, timeMs: 1, command }).problem).toBeUndefined()
  }
  for (const { coin, ...counts } of collateralCoins) submit({ kind: 'ListCoin', coin, ...counts })
  for (const command of loanCommands(engine.views)) submit(command)
  const { loan } = viewsOf(() => engine)
  expect(loan('USDT', 'VIP 5')).toEqual(engine.views.loan('USDT', 'VIP 5'))
  expect(loan('USDT', 'VIP 5')?.limit).toBe(2n * (loan('USDT')?.limit ?? 0n))
})
