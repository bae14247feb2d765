// Source files as the tidy tests see them: read once, with their views and imports.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Import, importsOf, lineOf, type Views, viewsOf } from './scanner.ts'

export const rootFolder = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

const passedBy = new Set(['node_modules', 'dist', '.tsbuild', '.git', 'test-results', 'data'])

/** A source file; `path` is relative to the root, with slashes. */
export type SourceFile = { path: string; text: string; views: Views; imports: Import[] }

/** What a rule found: where, and what to do instead. */
export type Finding = string

/** Returns all paths below a folder, relative to the root, without what tools have made. */
export function pathsBelow(folder: string): string[] {
  const start = join(rootFolder, folder)
  return readdirSync(start, { withFileTypes: true }).flatMap((entry) => {
    const path = relative(rootFolder, join(start, entry.name)).split(sep).join('/')
    if (passedBy.has(entry.name)) return []
    return entry.isDirectory() ? pathsBelow(path) : [path]
  })
}

/** Returns the text of a file of the repository. */
export function readText(path: string): string {
  return readFileSync(join(rootFolder, path), 'utf8')
}

let sources: SourceFile[] | undefined

/** Returns every TypeScript file of the packages, the checks and the root. */
export function allSources(): SourceFile[] {
  sources ??= [...pathsBelow('packages'), ...pathsBelow('checks'), ...rootConfigs()]
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => sourceFrom(path, readText(path)))
  return sources
}

function rootConfigs(): string[] {
  return readdirSync(rootFolder).filter((name) => name.endsWith('.config.ts'))
}

/** Returns a source made of a path and a text; the rules' own tests make theirs with it. */
export function sourceFrom(path: string, text: string): SourceFile {
  const views = viewsOf(text)
  return { path, text, views, imports: importsOf(views) }
}

export function isTest(path: string): boolean {
  return /\.(test|e2e)\.tsx?$/.test(path)
}

/** Returns the package a path stands in (`domain`, …, or `checks`), undefined for the root. */
export function packageOf(path: string): string | undefined {
  return (
    /^packages\/([^/]+)\//.exec(path)?.[1] ?? (path.startsWith('checks/') ? 'checks' : undefined)
  )
}

/** The target of an import: a file of ours, a public module of a package of ours, or foreign. */
export type Target = { kind: 'file'; path: string } | { kind: 'outside'; name: string }

/** Returns what a specifier means in a file; `@basis/x/module` becomes the module's file. */
export function targetOf(from: string, specifier: string): Target {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) {
    return { kind: 'file', path: posix.normalize(posix.join(posix.dirname(from), bare)) }
  }
  const own = /^@basis\/([^/]+)\/(.+)$/.exec(bare)
  if (own !== null) return { kind: 'file', path: `packages/${own[1]}/src/${own[2]}.ts` }
  const name = bare.startsWith('@') ? bare.split('/').slice(0, 2).join('/') : bare.split('/')[0]
  return { kind: 'outside', name: name ?? bare }
}

/** Returns every place where a pattern stands in a view, as `path:line`, unless it is excused. */
export function placesOf(
  source: SourceFile,
  view: keyof Views | 'whole',
  pattern: RegExp,
): string[] {
  const text = view === 'whole' ? source.text : source.views[view]
  return [...text.matchAll(new RegExp(pattern, 'g'))]
    .map((match) => lineOf(text, match.index))
    .filter((line) => !isExcused(source, line))
    .map((line) => `${source.path}:${line}`)
}

// `// tidy-allow: why` on the line, or alone on the line above, excuses what the rule found there.
function isExcused(source: SourceFile, line: number): boolean {
  const lines = source.views.comments.split('\n')
  const reason = /tidy-allow: \S+.{8,}/
  return reason.test(lines[line - 1] ?? '') || reason.test(lines[line - 2] ?? '')
}
