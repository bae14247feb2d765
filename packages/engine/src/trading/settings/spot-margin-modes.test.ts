// Spot margin is switched on only if no position is on isolated margin (rules 12.1): since the
// third rules the idle side of a former mode does not count.

import { expect, test } from 'vitest'
import { linear, venue, type Venue } from '../../../testing/example-venue.ts'

/** Alice was in hedge mode with isolated margin; now she is one-way, with cross margin. */
function formerHedge(rules: number): Venue {
  const made = venue(linear, { rules })
  for (const line of ['hedge alice BTCUSDT on', 'mode alice BTCUSDT Isolated']) made.say(line)
  for (const line of ['hedge alice BTCUSDT off', 'mode alice BTCUSDT Cross']) made.say(line)
  return made
}

test('the idle sides of a former hedge do not prevent it, nor are they isolated again', () => {
  const made = formerHedge(3)
  made.say('spot-margin alice on')
  made.say('hedge alice BTCUSDT on')
  expect(made.refused('mode alice BTCUSDT Isolated').name).toBe('spotMarginIsolated')
  made.say('spot-margin alice off')
  made.say('mode alice BTCUSDT Isolated')
})

test('nor does the idle one-way position of a hedge', () => {
  const made = venue(linear)
  made.say('mode alice BTCUSDT Isolated')
  for (const line of ['hedge alice BTCUSDT on', 'mode alice BTCUSDT Cross']) made.say(line)
  made.say('spot-margin alice on')
})

test('the sides of a hedge in force do', () => {
  const made = venue(linear)
  made.say('hedge alice BTCUSDT on')
  made.say('mode alice BTCUSDT Isolated')
  expect(made.refused('spot-margin alice on').name).toBe('spotMarginIsolated')
})

test('so does a one-way position whose margin mode the sides of a hedge will have', () => {
  const made = venue(linear)
  made.say('mode alice BTCUSDT Isolated')
  made.say('hedge alice BTCUSDT on')
  expect(made.refused('spot-margin alice on').name).toBe('spotMarginIsolated')
})

test('so does the one-way position', () => {
  const made = formerHedge(3)
  made.say('mode alice BTCUSDT Isolated')
  expect(made.refused('spot-margin alice on').name).toBe('spotMarginIsolated')
})

test('under the second rules idle sides prevented it', () => {
  expect(formerHedge(2).refused('spot-margin alice on').name).toBe('spotMarginIsolated')
})
