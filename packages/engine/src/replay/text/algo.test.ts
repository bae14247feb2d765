// Commands for every kind of parent order survive formatting and parsing.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import type { AlgoTerms } from '@basis/domain/algo/order'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import type { Command } from '../../api/commands.ts'
import { formatCommand, parseCommand } from './format.ts'

const terms: readonly AlgoTerms[] = [
  { kind: 'Twap', durationSec: 600, intervalSec: 30 },
  { kind: 'Twap', durationSec: 600, intervalSec: 5, seed: 0, maxChaseTicks: priceTicks(7) },
  { kind: 'Iceberg', slice: { orderCount: 4 }, pricing: { at: 'Own' } },
  { kind: 'Iceberg', slice: { subLots: qtyLots(4) }, pricing: { at: 'Taker' } },
  {
    kind: 'Iceberg',
    slice: { orderCount: 4 },
    pricing: { at: 'Fixed', priceTicks: priceTicks(600_000) },
  },
  { kind: 'Iceberg', slice: { orderCount: 4 }, pricing: { at: 'Offset', offsetTicks: -3 } },
  {
    kind: 'Scaled',
    fromTicks: priceTicks(1),
    toTicks: priceTicks(9),
    children: 2,
    shape: 'Custom',
    sharesE2: [4000, 6000],
  },
  { kind: 'Chase' },
  { kind: 'Chase', maxDistanceTicks: 50 },
]
const commands: readonly Command[] = [
  ...terms.map((each, k): Command => ({
    kind: 'PlaceAlgo',
    account: accountId(3),
    symbol: symbolId('BTCUSDT'),
    side: k % 2 === 0 ? 'Buy' : 'Sell',
    qtyLots: qtyLots(100 + k),
    reduceOnly: k % 3 === 0,
    positionIdx: k === 4 ? 1 : 0,
    linkId: k === 5 ? 'mine' : '',
    selfTrade: k === 6 ? 'CancelTaker' : 'None',
    terms: each,
  })),
  { kind: 'CancelAlgo', account: accountId(3), algoId: 12 },
  { kind: 'PauseAlgo', account: accountId(3), algoId: 12, isPaused: true },
  { kind: 'PauseAlgo', account: accountId(3), algoId: 12, isPaused: false },
]

test.each(commands)('the line of $kind $terms.kind is parsed to the same command', (command) => {
  const instruments = new Map<string, never>()
  const line = formatCommand(command, instruments)
  expect(parseCommand(line, { instruments })).toStrictEqual(command)
})
