// Prints modules with the sentence each begins with: all, those of a package (`npm run modules --
// engine`), or those whose path or sentence has a word (`npm run modules -- hedge`).

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

/** Returns the modules of a package, or else those that a word stands in; all without a word. */
export function modulesOf<Source extends Pick<SourceFile, 'path' | 'text'>>(
  sources: readonly Source[],
  wanted?: string,
): Source[] {
  const modules = sources.filter(({ path }) => !isTest(path) && packageOf(path) !== undefined)
  if (wanted === undefined) return modules
  const inPackage = modules.filter(({ path }) => packageOf(path) === wanted)
  if (inPackage.length > 0) return inPackage
  const word = wanted.toLowerCase()
  return modules.filter(({ path, text }) =>
    `${path} ${openingSentence(text)}`.toLowerCase().includes(word),
  )
}

function printModules(wanted: string | undefined): void {
  const named = modulesOf(allSources(), wanted)
  if (named.length === 0) {
    console.error(`No module has "${wanted}" in its path or first sentence.`)
    process.exitCode = 1
  }
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
