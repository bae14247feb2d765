// Frames byte for byte as in the standard; all gateway tests prove that ws reads them.

import { expect, test } from 'vitest'
import { textFrame } from './text-frame.ts'

test.each([
  [0, [0x81, 0]],
  [125, [0x81, 125]],
  [126, [0x81, 126, 0, 126]],
  [65_535, [0x81, 126, 0xff, 0xff]],
  [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
])('a text of %i bytes has the shortest frame header', (length, head) => {
  const text = 'x'.repeat(length)
  const frame = textFrame(text)
  expect([...frame.subarray(0, head.length)]).toEqual(head)
  expect(frame.toString('utf8', head.length)).toBe(text)
})

test('the length of a text with multi-byte characters is in bytes', () => {
  expect([...textFrame('é€')]).toEqual([0x81, 5, ...Buffer.from('é€')])
})
