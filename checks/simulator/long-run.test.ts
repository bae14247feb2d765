// A week of trading has the same state and the same events at ×1, at ×1,000 and from its text
// (reliability R1, D5, L13).

import { beforeAll, describe, expect, test } from 'vitest'
import { proofLength } from '../proof-length.ts'
import {
  atTimesOne,
  atTimesThousand,
  fromTape,
  liveWeek,
  type Hashes,
  type Week,
} from './long-run.ts'

/** With twice the long pauses there are half as many commands in a week, and settlements. */
const longRestMin = proofLength(110, 230)

describe('a week in all families of contracts', () => {
  let week: Week
  let same: Hashes
  beforeAll(() => {
    week = liveWeek({ seed: 6, restsMin: [5, 5, longRestMin], commandsAfter: 20 })
    same = { stateHash: week.stateHash, eventHash: week.eventHash }
  })

  test('has all events that the passing of time causes', () => {
    const least: readonly (readonly [string, number])[] = [
      ['FundingSettled', proofLength(1000, 500)],
      ['SessionSettled', proofLength(250, 125)],
      ['Delivered', proofLength(200, 100)],
      ['PositionDelivered', 10],
      ['OrderTriggered', 40],
      ['MarginReplenished', 5],
      ['LiquidationStarted', 10],
      ['PositionDeleveraged', 5],
      ['Traded', proofLength(500, 250)],
    ]
    expect(least.filter(([kind, count]) => (week.counts.get(kind) ?? 0) < count)).toEqual([])
    const trailed = week.commands.filter(
      ({ command }) => command.kind === 'SetTpSl' && command.trailing !== undefined,
    )
    expect(trailed.length).toBeGreaterThan(5)
    const [first, last] = [week.commands[0], week.commands.at(-1)]
    expect((last?.timeMs ?? 0) - (first?.timeMs ?? 0)).toBeGreaterThan(7 * 24 * 3_600_000)
  })

  test('L13: has the same result at ×1,000, from its journal in batches of thousands', async () => {
    expect(await atTimesThousand(week.commands)).toEqual(same)
  })

  test('L13: has the same result at ×1, each command durable before the next one, with snapshots', async () => {
    expect(await atTimesOne(week.commands)).toEqual(same)
  })

  test('has the same result when its commands are written as text and read again', () => {
    expect(fromTape(week.commands)).toEqual(same)
  })
})
