// Wraps comments at 100 columns; the formatter leaves prose alone, and the wall is a tidy rule.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathsBelow, rootFolder } from './sources.ts'

const maxColumns = 100

/** Returns the text with every too wide comment line, and the rest of its paragraph, wrapped. */
export function wrapComments(text: string): string {
  const lines = text.split('\n')
  const result: string[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line.length <= maxColumns || !isProse(line)) {
      result.push(line)
      continue
    }
    const paragraph = [line]
    while (continues(line, lines[index + 1])) paragraph.push(lines[++index] ?? '')
    result.push(...wrapParagraph(paragraph))
  }
  return result.join('\n')
}

const prose = /^(\s*(?:\/\/|\*|\/\*\*) )(\S.*)$/

function isProse(line: string): boolean {
  return prose.test(line) && !/^\s*\/\*\*.*\*\/$/.test(line)
}

// A paragraph goes on while the marker is the same and the line starts no list, tag or table.
function continues(line: string, next: string | undefined): boolean {
  if (next === undefined) return false
  const marker = markerOf(line).replace('/**', ' *')
  const rest = prose.exec(next)
  return rest?.[1] === marker && !/^(@|[-*|•] |\d+[.)] |tidy-allow|oxlint)/.test(rest[2] ?? '')
}

function markerOf(line: string): string {
  return prose.exec(line)?.[1] ?? ''
}

function wrapParagraph(lines: readonly string[]): string[] {
  const first = markerOf(lines[0] ?? '')
  const following = first.replace('/**', ' *')
  const words = lines.flatMap((line) => (prose.exec(line)?.[2] ?? '').split(/\s+/))
  const result: string[] = []
  let current = first.trimEnd()
  for (const word of words) {
    if (current.length + 1 + word.length > maxColumns) {
      result.push(current)
      current = following.trimEnd()
    }
    current += ` ${word}`
  }
  return [...result, current]
}

// A one-line docstring that is too wide becomes a block first, then a paragraph like any other.
export function openDocstrings(text: string): string {
  return text.replaceAll(
    /^([ \t]*)\/\*\* (.*?) ?\*\/$/gm,
    (line: string, indent: string, words: string) =>
      line.length <= maxColumns ? line : `${indent}/**\n${indent} * ${words}\n${indent} */`,
  )
}

function wrapFile(path: string): void {
  const full = join(rootFolder, path)
  const before = readFileSync(full, 'utf8')
  const after = wrapComments(openDocstrings(before))
  if (after === before) return
  writeFileSync(full, after)
  console.log(`wrapped ${path}`)
}

if (import.meta.main) {
  const asked = process.argv.slice(2)
  const folders = asked.length > 0 ? asked : ['packages', 'checks']
  const paths = folders.flatMap((path) => (/\.tsx?$/.test(path) ? [path] : pathsBelow(path)))
  for (const path of paths.filter((candidate) => /\.tsx?$/.test(candidate))) wrapFile(path)
}
