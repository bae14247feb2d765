// Prints every module with the sentence it begins with: `npm run modules -- engine`.

import { allSources, isTest, packageOf, type SourceFile } from './sources.ts'

/** Returns the first sentence of a module's opening comment. */
export function openingSentence(text: string): string {
  const lines = text.replace(/^#!.*\n/, '').split('\n')
  const comment = lines
    .slice(
      0,
      lines.findIndex((line) => !/^\s*(\/\/|\/?\*)/.test(line)),
    )
    .map((line) => line.replace(/^\s*(\/\/|\/\*\*?|\*\/|\*)\s?/, '').replace(/\s*\*\/$/, ''))
    .join(' ')
    .trim()
  return /^.*?[.!?](?=\s|$)/.exec(comment)?.[0] ?? comment
}

function printModules(wanted: string | undefined): void {
  const modules = allSources().filter(({ path }) => !isTest(path) && packageOf(path) !== undefined)
  const named = modules.filter(({ path }) => wanted === undefined || packageOf(path) === wanted)
  let folder = ''
  for (const { path, text } of named.sort(byFolder)) {
    const at = path.slice(0, path.lastIndexOf('/'))
    if (at !== folder) console.log(`\n${at}`)
    folder = at
    console.log(`  ${path.slice(at.length + 1).padEnd(28)} ${openingSentence(text)}`)
  }
}

function byFolder(a: SourceFile, b: SourceFile): number {
  const folderOf = ({ path }: SourceFile) => path.slice(0, path.lastIndexOf('/'))
  if (folderOf(a) !== folderOf(b)) return folderOf(a) < folderOf(b) ? -1 : 1
  return a.path < b.path ? -1 : 1
}

if (import.meta.main) printModules(process.argv[2])
