// The position in the stream that a folder keeps: read back as written, a damaged one is reported.

import { expect, test } from 'vitest'
import { positionFact, positionOf } from './followed-journal.ts'
import { streamStart, type StreamPosition } from './stream-reader.ts'

const read = (value: string | undefined): StreamPosition =>
  positionOf({ fact: (name) => (name === positionFact ? value : undefined), lastSeq: 12 }, 'ab')

test('a folder continues where its position says, or after its last command', () => {
  const position = { streamSeq: 9, term: 2, seq: 12, chain: 'cd', got: [['g1', 4] as const] }
  expect(read(JSON.stringify(position))).toEqual(position)
  expect(read(undefined)).toEqual({ ...streamStart, seq: 12, chain: 'ab' })
})

test('a damaged position is reported by its field', () => {
  const whole = { streamSeq: 9, term: 2, seq: 12, chain: 'cd', got: [] }
  const damaged = JSON.stringify({ ...whole, seq: '12' })
  expect(() => read(damaged)).toThrow(
    'The row facts stream position is damaged: value.seq is not a number',
  )
  expect(() => read('{"streamSeq":')).toThrow('value is not JSON')
})
