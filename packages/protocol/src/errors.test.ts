// The catalogue in words, docs/errors.md, and the catalogue in code are equal in both directions.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue, families, reactions } from './errors.ts'

const manual = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
const rows = manual
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('the manual lists the codes of the catalogue and no others', () => {
  const told = rows.filter((cells) => /^\d+$/.test(cells[1] ?? '') && /^[a-z]/.test(cells[2] ?? ''))
  expect(told.map((cells) => [Number(cells[1]), cells[2], cells[3]])).toEqual(
    catalogue.map((entry) => [entry.code, entry.name, entry.reaction]),
  )
  expect(told.every((cells) => (cells[4] ?? '').length > 0)).toBe(true)
})

test('the manual lists the families', () => {
  const told = rows.filter((cells) => /^\d+$/.test(cells[1] ?? '') && /^\d+$/.test(cells[2] ?? ''))
  expect(told.map((cells) => [Number(cells[1]), Number(cells[2]), cells[3], cells[4]])).toEqual(
    families.map((family) => [family.from, family.to, family.name, family.reaction]),
  )
})

test('the manual explains every reaction', () => {
  const told = rows.filter((cells) => reactions.some((reaction) => reaction === cells[1]))
  expect(told.map((cells) => cells[1])).toEqual([...reactions])
})
