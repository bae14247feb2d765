// How true the page's figures are, by what was heard and when (reliability T1, T2).

import { expect, test } from 'vitest'
import { livenessOf, noteServerTime, refreshConnection, useConnection } from './connection.ts'

test('T1: a socket that is silent for 3 s is stale, one that is lost is offline', () => {
  const at = (heardMs: number) => ({ heardMs, nowMs: 10_000, staleMs: 3_000 })
  expect(livenessOf('open', at(7_000))).toBe('live')
  expect(livenessOf('open', at(6_999))).toBe('stale')
  expect(livenessOf('connecting', at(9_999))).toBe('stale')
  expect(livenessOf('connecting', at(0))).toBe('offline')
  expect(livenessOf('waiting', at(9_999))).toBe('offline')
})

test('T2: after a sleep nothing is live at first, whatever had waited; then it is', () => {
  const states = (): unknown[] => {
    const { market, account } = useConnection.getState()
    return [market, account]
  }
  const hear = (nowMs: number): void =>
    refreshConnection(
      {
        publicLink: 'open',
        privateLink: 'open',
        publicHeardMs: nowMs,
        privateHeardMs: nowMs,
      },
      nowMs,
    )
  hear(1_000_000)
  hear(1_000_500)
  expect(states()).toEqual(['live', 'live'])
  // Ten minutes later the messages of the whole sleep come at once.
  hear(1_600_500)
  hear(1_600_900)
  expect(states()).toEqual(['stale', 'stale'])
  hear(1_601_000)
  expect(states()).toEqual(['live', 'live'])
})

test('how far away the exchange is: by the fastest call, until it is a minute old', () => {
  const trip = (sentMs: number, tripMs: number): number | undefined => {
    noteServerTime(sentMs, sentMs, sentMs + tripMs)
    return useConnection.getState().tripMs
  }
  expect(trip(2_000_000, 80)).toBe(80)
  expect(trip(2_001_000, 25)).toBe(25)
  expect(trip(2_002_000, 400)).toBe(25)
  expect(trip(2_062_000, 40)).toBe(40)
})
