// Exported names, file names, comments and openings use the field's words, and some are in no code.

import { expect, test } from 'vitest'
import { allSources, sourceFrom } from './sources.ts'
import { vocabularyFindings } from './vocabulary.ts'

const opening = '// The price scale.\n\n'

const findings = (path: string, code: string) => vocabularyFindings(sourceFrom(path, code))

test('all checked packages use the words of the field', () => {
  expect(allSources().flatMap(vocabularyFindings)).toEqual([])
})

test.each([
  ['packages/chart/src/ui/a.ts', 'export class LineDesk {}'],
  ['packages/chart/src/ui/a.ts', 'export const tellAll = 1'],
  ['packages/chart/src/ui/a.ts', 'export type PanePlan = string'],
  ['packages/chart/src/ui/a.ts', 'export async function roomOf(): Promise<void> {}'],
  ['packages/chart/src/ui/draw-desk.ts', ''],
  ['packages/engine/src/a.ts', 'export type Cell = { readonly room: number }'],
  ['packages/engine/src/a.ts', 'export interface Cell {\n  size: { deskPx?: number }\n}'],
  ['packages/chart/src/ui/a.ts', 'const told = 1'],
  ['packages/chart/src/ui/a.test.ts', 'const news = { isTold: true }'],
  ['packages/chart/src/ui/a.ts', '/** At the door. */\nexport const a = 1'],
  ['packages/chart/src/ui/a.ts', '/** Emitted anew. */\nexport const a = 1'],
])('%s: %s is refused', (path, code) => {
  expect(findings(path, opening + code)).toHaveLength(1)
})

test.each([
  ['packages/chart/src/ui/a.ts', 'export const planned = handleOf'],
  ['packages/chart/src/ui/a.ts', 'const desk = 1\nexport const handle = "a room"'],
  ['packages/chart/src/ui/a.test.ts', 'export const desk = 1'],
  ['packages/engine/src/a.ts', 'type Cell = { readonly room: number }'],
  ['packages/engine/src/a.ts', 'export type Cell = (\n  room: number,\n) => { px: number }'],
  ['packages/engine/src/state/copy.ts', 'export type CopyWork = { nextLookMs: number }'],
])('%s: %s is accepted', (path, code) => {
  expect(findings(path, opening + code)).toEqual([])
})

test.each(['', '// What is drawn.\n', '// One.\n// Two.\n// Three.\n'])(
  'an opening of %j is refused',
  (text) => {
    expect(findings('packages/chart/src/a.ts', `${text}\nexport const a = 1`)).toHaveLength(1)
  },
)
