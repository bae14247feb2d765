// Frames by the letter of the standard; that ws reads them is proved with every gateway test.

import { expect, test } from 'vitest'
import { textFrame } from './text-frame.ts'

test.each([
  [0, [0x81, 0]],
  [125, [0x81, 125]],
  [126, [0x81, 126, 0, 126]],
  [65_535, [0x81, 126, 0xff, 0xff]],
  [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
])('a text of %i bytes has the shortest head', (length, head) => {
  const text = 'x'.repeat(length)
  const frame = textFrame(text)
  expect([...frame.subarray(0, head.length)]).toEqual(head)
  expect(frame.toString('utf8', head.length)).toBe(text)
})

test('letters of several bytes count by their bytes', () => {
  expect([...textFrame('é€')]).toEqual([0x81, 5, ...Buffer.from('é€')])
})
