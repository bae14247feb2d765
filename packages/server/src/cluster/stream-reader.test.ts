// The reader's rule (decisions, journal stream): the leader, and which messages are valid, void or
// damage.

import { describe, expect, test } from 'vitest'
import { chainOf, packLines } from '../exchange/batch-bytes.ts'
import {
  decodeMessage,
  encodeMessage,
  StreamDamaged,
  type BatchMessage,
  type GatewayRun,
  type TermMessage,
} from './envelope.ts'
import { StreamReader, streamStart } from './stream-reader.ts'

const claim = (reader: StreamReader, term: number, leader = 'e1'): TermMessage => ({
  kind: 'term',
  term,
  leader,
  afterSeq: reader.seq,
  chain: reader.chain,
  timeMs: 5,
  build: 'test',
  rules: 1,
  facts: { seed: '42' },
})

type Made = { term: number; lines: string; from?: readonly GatewayRun[]; timeMs?: number }

function batchAfter(reader: StreamReader, { term, lines, from, timeMs = 10 }: Made): BatchMessage {
  const packed = packLines(lines)
  const part = { firstSeq: reader.seq + 1, count: lines.split('\n').length }
  const chain = chainOf(Buffer.from(reader.chain, 'hex'), part, packed).toString('hex')
  return {
    kind: 'batch',
    term,
    timeMs,
    from: from ?? [['-', 0, part.count]],
    chain,
    ...part,
    ...packed,
  }
}

function started(): StreamReader {
  const reader = new StreamReader(streamStart)
  reader.read(1, claim(reader, 1))
  return reader
}

describe('the reading rule of the stream', () => {
  test('after the marker of a term its batches are valid and consecutive', () => {
    const reader = started()
    const first = batchAfter(reader, { term: 1, lines: '[1,"AdvanceTime"]\n[1,"AdvanceTime"]' })
    expect(reader.read(2, first).kind).toBe('batch')
    expect(reader.seq).toBe(2)
    expect(reader.chain).toBe(first.chain)
  })

  test('a batch of an older term is void, and so is one that leaves a gap', () => {
    const reader = started()
    const late = batchAfter(reader, { term: 1, lines: '[1,"AdvanceTime"]' })
    reader.read(2, claim(reader, 2, 'e2'))
    expect(reader.read(3, late).kind).toBe('void')
    const ahead = { ...batchAfter(reader, { term: 2, lines: '[1,"AdvanceTime"]' }), firstSeq: 2 }
    expect(reader.read(4, ahead).kind).toBe('void')
    expect([reader.seq, reader.voids]).toEqual([0, 2])
  })

  test('a second claim of a term is void', () => {
    const reader = started()
    expect(reader.read(2, claim(reader, 1, 'e2')).kind).toBe('void')
    expect(reader.read(3, claim(reader, 2, 'e2'))).toEqual({ kind: 'term', leader: 'e2' })
  })

  test('a marker after another command than the last, or a broken chain, is damage', () => {
    const reader = started()
    expect(() => reader.read(2, { ...claim(reader, 2), afterSeq: 7 })).toThrow(StreamDamaged)
    const next = started()
    const batch = batchAfter(next, { term: 1, lines: '[1,"AdvanceTime"]' })
    expect(() => next.read(2, { ...batch, chain: 'ff'.repeat(32) })).toThrow(StreamDamaged)
  })

  test('a marker without a rules version has version 1', () => {
    const { rules: _rules, ...bare } = claim(started(), 2)
    const bytes = Buffer.from(JSON.stringify({ v: 1, ...bare }))
    expect(decodeMessage(2, bytes)).toMatchObject({ term: 2, rules: 1 })
  })

  test('the last number of a gateway is kept for years, until a thousand other gateways came', () => {
    const reader = started()
    const lines = '[1,"AdvanceTime"]\n[1,"AdvanceTime"]\n[1,"AdvanceTime"]'
    const from: readonly GatewayRun[] = [
      ['g1', 4, 2],
      ['g2', 9, 1],
    ]
    reader.read(2, batchAfter(reader, { term: 1, lines, from }))
    expect([reader.got('g1'), reader.got('g2'), reader.got('g3')]).toEqual([5, 9, 0])
    const again = new StreamReader(reader.position())
    const yearLater = { term: 1, lines: '[1,"AdvanceTime"]', timeMs: 31_536_000_000 }
    again.read(3, batchAfter(again, yearLater))
    expect([again.got('g1'), again.got('g2')]).toEqual([5, 9])
    const others = Array.from({ length: 999 }, (_, k) => [`h${k}`, 1, 1] as const)
    const many = { lines: others.map(() => '[1,"AdvanceTime"]').join('\n'), from: others }
    again.read(4, batchAfter(again, { term: 1, ...many }))
    expect([again.got('g1'), again.got('g2'), again.got('h998')]).toEqual([0, 9, 1])
  })
})

describe('encoded stream messages', () => {
  test('decode to the same messages, long ones deflated', () => {
    const reader = started()
    const short = batchAfter(reader, { term: 1, lines: '[1,"AdvanceTime"]' })
    const long = batchAfter(reader, { term: 1, lines: '[1,"AdvanceTime"]\n'.repeat(200).trimEnd() })
    expect(long.encoding).toBe(1)
    for (const message of [claim(reader, 2), short, long]) {
      expect(decodeMessage(2, encodeMessage(message))).toEqual(
        'payload' in message ? { ...message, payload: Buffer.from(message.payload) } : message,
      )
    }
  })

  test('a changed byte, an unknown version and an empty message are damage', () => {
    const bytes = encodeMessage(batchAfter(started(), { term: 1, lines: '[1,"AdvanceTime"]' }))
    const flipped = Uint8Array.from(bytes)
    flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1
    const foreign = Buffer.from('{"v":2,"kind":"term"}')
    for (const wrong of [flipped, foreign, Buffer.from('x'), Buffer.alloc(0)]) {
      expect(() => decodeMessage(7, wrong)).toThrow(StreamDamaged)
    }
  })
})
