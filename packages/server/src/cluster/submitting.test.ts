// When a gateway answers its traders, and with what (decisions, journal stream: submitting).

import { describe, expect, test } from 'vitest'
import { Intake } from './intake.ts'
import type { Packet } from './packet.ts'
import { Submitting } from './submitting.ts'

function gateway() {
  const sent: Packet[] = []
  const refused: string[] = []
  const submitting = new Submitting<string>('g', {
    send: (packet) => sent.push(packet),
    refuse: (who, { problem }) => refused.push(`${who} ${problem}`),
  })
  const heard = (term: number, got: number | undefined, nowMs = 0): void => {
    const numbers: Record<string, number> = got === undefined ? {} : { g: got }
    submitting.heard({ term, leader: 'e', streamSeq: 1, seq: 0, got: numbers }, nowMs)
  }
  return { submitting, sent, refused, heard }
}

describe('a gateway keeps submitted commands until their outcome is certain', () => {
  test('commands are sent only once a leader is known, then all of them', () => {
    const { submitting, sent, heard } = gateway()
    submitting.submit({ line: 'a', latestMs: 100 }, 'anna')
    submitting.submit({ line: 'b', latestMs: 100 }, 'ben')
    expect(sent).toEqual([])
    heard(1, undefined)
    expect(sent).toEqual([
      { gateway: 'g', term: 1, first: 1, lines: ['a', 'b'], latestMs: [100, 100] },
    ])
  })

  test('a batch decides its numbers, and refuses earlier numbers that it does not contain', () => {
    const { submitting, refused, heard } = gateway()
    heard(1, 0)
    for (const who of ['anna', 'ben', 'cora']) submitting.submit({ line: who, latestMs: 100 }, who)
    expect(submitting.applied(['g', 2, 2])).toEqual(['ben', 'cora'])
    expect(refused).toEqual(['anna commandTooLate'])
    expect(submitting.undecided).toBe(0)
  })

  test('a number that the leader does not acknowledge is sent again after 150 ms, not before', () => {
    const { submitting, sent, heard } = gateway()
    heard(1, 0, 0)
    submitting.submit({ line: 'a', latestMs: 100 }, 'anna')
    heard(1, 0, 1_000)
    heard(1, 0, 1_149)
    expect(sent).toHaveLength(1)
    heard(1, 0, 1_150)
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    heard(1, 1, 1_400)
    heard(1, 1, 2_000)
    expect(sent).toHaveLength(2)
  })

  test('a number acknowledged but undecided for a second is sent again, and its refusal is repeated', () => {
    const { submitting, sent, refused, heard } = gateway()
    heard(1, 0, 0)
    submitting.submit({ line: 'a', latestMs: 100 }, 'anna')
    const intake = new Intake(() => 0)
    const refusal = { gateway: 'g', n: 1, term: 1, problem: 'commandTooLate' } as const
    if (sent[0] !== undefined) intake.take(sent[0])
    intake.refuse(refusal)
    heard(1, 1, 2_000)
    heard(1, 1, 2_999)
    expect(sent).toHaveLength(1)
    heard(1, 1, 3_000)
    for (const { again } of sent.slice(1).map((packet) => intake.take(packet))) {
      expect(again).toEqual([refusal])
      again.forEach((one) => submitting.refused(one))
    }
    expect(refused).toEqual(['anna commandTooLate'])
    heard(1, 1, 9_000)
    expect(sent).toHaveLength(2)
  })

  test('the leader of a new term is sent the commands it lacks at once, with the same numbers', () => {
    const { submitting, sent, heard } = gateway()
    heard(1, 0)
    submitting.submit({ line: 'a', latestMs: 100 }, 'anna')
    submitting.submit({ line: 'b', latestMs: 100 }, 'ben')
    heard(2, 1)
    expect(sent.at(-1)).toEqual({ gateway: 'g', term: 2, first: 2, lines: ['b'], latestMs: [100] })
  })

  test('a refusal by a former leader is ignored, because the next leader may have the command', () => {
    const { submitting, refused, heard } = gateway()
    heard(1, 0)
    submitting.submit({ line: 'a', latestMs: 100 }, 'anna')
    heard(2, 0)
    submitting.refused({ gateway: 'g', n: 1, term: 1, problem: 'commandTooLate' })
    expect(refused).toEqual([])
    expect(submitting.applied(['g', 1, 1])).toEqual(['anna'])
  })

  test('a refused number is sent to the next leader as an empty line, so that no gap is left', () => {
    const { submitting, sent, refused, heard } = gateway()
    heard(1, 0)
    submitting.submit({ line: 'a', latestMs: 100 }, 'anna')
    submitting.submit({ line: 'b', latestMs: 100 }, 'ben')
    submitting.refused({ gateway: 'g', n: 1, term: 1, problem: 'serverBusy' })
    expect(refused).toEqual(['anna serverBusy'])
    heard(2, undefined)
    const packet = sent.at(-1)
    expect(packet?.lines).toEqual(['', 'b'])
    const intake = new Intake(() => 0)
    expect(packet === undefined ? [] : intake.take(packet).commands.map(({ n }) => n)).toEqual([2])
  })
})

describe('a leader takes each number once and in order', () => {
  const packet = (first: number, lines: readonly string[]): Packet => ({
    gateway: 'g',
    term: 1,
    first,
    lines,
    latestMs: lines.map(() => 9),
  })

  test('repeated numbers and numbers after a gap are not taken', () => {
    const intake = new Intake(() => 4)
    const taken = (one: Packet) => intake.take(one).commands.map(({ n }) => n)
    expect(taken(packet(6, ['x']))).toEqual([])
    expect(taken(packet(4, ['x', 'y', 'z']))).toEqual([5, 6])
    expect(taken(packet(5, ['y', 'z', 'w']))).toEqual([7])
    expect(intake.taken()).toEqual({ g: 7 })
  })

  test('a refusal is repeated when the refused number is sent again', () => {
    const intake = new Intake(() => 0)
    intake.take(packet(1, ['x']))
    const refusal = { gateway: 'g', n: 1, term: 1, problem: 'commandTooLate' } as const
    intake.refuse(refusal)
    expect(intake.take(packet(1, ['x'])).again).toEqual([refusal])
  })
})
