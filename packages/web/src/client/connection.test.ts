// Liveness of the page's figures by the time of the last message (reliability T1, T2).

import { expect, test } from 'vitest'
import { livenessOf, noteServerTime, refreshConnection, useConnection } from './connection.ts'

test('T1: a socket that is silent for 3 s is stale, one that is lost is offline', () => {
  const at = (receivedMs: number) => ({ receivedMs, nowMs: 10_000, staleMs: 3_000 })
  expect(livenessOf('open', at(7_000))).toBe('live')
  expect(livenessOf('open', at(6_999))).toBe('stale')
  expect(livenessOf('connecting', at(9_999))).toBe('stale')
  expect(livenessOf('connecting', at(0))).toBe('offline')
  expect(livenessOf('waiting', at(9_999))).toBe('offline')
})

test('T2: after a sleep data is stale at first, even if queued messages arrive, and then live', () => {
  const states = (): unknown[] => {
    const { market, account } = useConnection.getState()
    return [market, account]
  }
  const receive = (nowMs: number): void =>
    refreshConnection(
      {
        publicLink: 'open',
        privateLink: 'open',
        publicReceivedMs: nowMs,
        privateReceivedMs: nowMs,
      },
      nowMs,
    )
  receive(1_000_000)
  receive(1_000_500)
  expect(states()).toEqual(['live', 'live'])
  // Ten minutes later the messages of the whole sleep arrive at once.
  receive(1_600_500)
  receive(1_600_900)
  expect(states()).toEqual(['stale', 'stale'])
  receive(1_601_000)
  expect(states()).toEqual(['live', 'live'])
})

test('the round-trip time is that of the fastest call of the last minute', () => {
  const trip = (sentMs: number, tripMs: number): number | undefined => {
    noteServerTime(sentMs, sentMs, sentMs + tripMs)
    return useConnection.getState().tripMs
  }
  expect(trip(2_000_000, 80)).toBe(80)
  expect(trip(2_001_000, 25)).toBe(25)
  expect(trip(2_002_000, 400)).toBe(25)
  expect(trip(2_062_000, 40)).toBe(40)
})

test('a local clock that is set later is noticed by the next answer, however slow it is', () => {
  const serverMs = 5_000_000
  const ahead = (localMs: number, tripMs: number): number => {
    noteServerTime(serverMs + tripMs / 2, localMs, localMs + tripMs)
    return useConnection.getState().clockOffsetMs
  }
  expect(ahead(serverMs, 20)).toBe(0)
  // A slow answer that agrees within its own imprecision changes nothing.
  expect(ahead(serverMs + 150, 400)).toBe(0)
  const hourMs = 3_600_000
  expect(ahead(serverMs - hourMs, 80)).toBe(hourMs)
  expect(ahead(serverMs + hourMs, 400)).toBe(-hourMs)
})
