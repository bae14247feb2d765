// The scanner must not mistake a string or a comment for code.

import { expect, test } from 'vitest'
import { importsOf, lineOf, viewsOf, widthsOf } from './scanner.ts'

const code = (text: string) => viewsOf(text).code.replaceAll(/\s+/g, ' ').trim()
const specifiers = (text: string) => importsOf(viewsOf(text)).map((found) => found.specifier)

test('comments and strings are not code', () => {
  expect(code("const a = 'Date' // Date\n/* Date */ b")).toBe('const a = b')
  expect(code('const u = "http://x" + c')).toBe('const u = + c')
})

test('expressions in a template literal are code', () => {
  expect(code('`Date ${now({ a: `x${y}` })} Date` + z')).toBe('` ${now({ a: ` ${y}` })} ` + z')
})

test('regular expressions are not code, divisions are', () => {
  expect(code('const r = /[/"]x/g.test(s)')).toBe('const r = .test(s)')
  expect(code('a = b / c / d')).toBe('a = b / c / d')
  expect(code('if (x) return /"/.test(y)')).toBe('if (x) return .test(y)')
})

test('an apostrophe in JSX text ends with its line', () => {
  expect(code("<p>don't</p>\nDate")).toContain('Date')
})

test('comments can be read without the code, on their own lines', () => {
  const { comments } = viewsOf("a\n// why 'so'\nb")
  expect(comments.trim()).toBe("// why 'so'")
  expect(lineOf(comments, comments.indexOf('why'))).toBe(2)
})

test('every form of import is found', () => {
  const text = [
    "import { a } from './a.ts'",
    "import type { B,\n  C } from './b.ts'",
    "import './c.css'",
    "export type { D } from './d.ts'",
    "const e = await import('./e.tsx')",
    "const f = new Worker(new URL('./f.ts', import.meta.url), { type: 'module' })",
    "// import { no } from './no.ts'",
    "const h = new URL('../dist', import.meta.url)",
    "const g = 'import x from y'",
  ].join('\n')
  expect(specifiers(text).sort()).toEqual(
    ['./a.ts', './b.ts', './c.css', './d.ts', './e.tsx', './f.ts'].sort(),
  )
})

test('the inside of a string does not make a line wide', () => {
  expect(widthsOf("a = 'wide'\n// wide\n`x${y}z`")).toEqual([4, 7, 6])
})
