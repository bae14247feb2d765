// Rules that can be checked in one file: sizes, names, words and banned code.

import { isTest, packageOf, placesOf, type Finding, type SourceFile } from './sources.ts'
import { type Views, widthsOf } from './scanner.ts'

const maxLines = 600
const maxTestLines = 1000
const maxColumns = 100

/** Lists of words and of built-in listings may be long: they are read by key, not in order. */
const longLists = [/\/i18n\/messages\/.+\.ts$/, /\/fallback-catalogue\.ts$/]

const isLongList = (path: string) => longLists.some((pattern) => pattern.test(path))

/**
 * Returns files above their wall and lines above 100 columns. The inside of a string does not
 * count: a test's name, a row of class names or a piece of CSS is not better for being broken.
 */
export function sizeFindings({ path, text }: SourceFile): Finding[] {
  if (isLongList(path)) return []
  const lines = text.split('\n')
  const wall = isTest(path) ? maxTestLines : maxLines
  const wide = widthsOf(text).flatMap((width, index) => (width > maxColumns ? [index + 1] : []))
  const long = lines.length - 1 > wall ? [`${path} has ${lines.length - 1} lines of ${wall}`] : []
  return [...long, ...wide.map((line) => `${path}:${line} is wider than ${maxColumns} columns`)]
}

const notNames = new Set(
  'utils util helpers helper common misc shared lib types constants index data manager'.split(' '),
)

/** Files that a tool insists on by name. */
const namedByTools = new Set(['packages/web/index.html'])

const kebabFile = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.ts$/

/** Returns words in a path that name nothing, and files not named in our form. */
export function nameFindings(path: string): Finding[] {
  if (namedByTools.has(path)) return []
  const parts = path.split('/').map((part) => part.replace(/\..*$/, ''))
  const empty = parts.find((part) => notNames.has(part.toLowerCase()))
  if (empty !== undefined) return [`${path}: "${empty}" says nothing; name it after what it holds`]
  const file = path.split('/').at(-1) ?? ''
  if (file.endsWith('.tsx') && !/^([A-Z][A-Za-z0-9]*|main)\.(test\.)?tsx$/.test(file)) {
    return [`${path}: a component's file is named as its component`]
  }
  if (file.endsWith('.ts') && !kebabFile.test(file) && !isLongList(path)) {
    return [`${path}: a file's name is kebab-case`]
  }
  return []
}

type Ban = {
  pattern: RegExp
  view: keyof Views | 'whole'
  instead: string
  holds: (path: string) => boolean
}

const isPure = (path: string) =>
  ['domain', 'engine'].includes(packageOf(path) ?? '') && !isTest(path)
const isProduct = (path: string) => /^packages\/[^/]+\/src\//.test(path) && !isTest(path)
/** Rooms that hold components or hooks, as their names tell. */
const isCompiledByReact = (path: string) => /\.tsx$|\/use-[^/]+\.ts$/.test(path)
const isOurTest = (path: string) => isTest(path)

/** Where decimal text becomes a number and back, and where floating point is at home. */
const numberModules = [
  'packages/domain/src/numbers/fixed.ts',
  'packages/web/src/i18n/format.ts',
  'packages/chart/',
  'packages/server/src/simulator/',
]

const bans: readonly Ban[] = [
  {
    pattern: /\b(Date|Temporal)\b/,
    view: 'code',
    instead: 'time is command.timeMs',
    holds: isPure,
  },
  {
    pattern: /\bMath\s*\.\s*random\b|\bcrypto\b/,
    view: 'code',
    instead: 'chance is domain/numbers/prng.ts, with a seed',
    holds: isPure,
  },
  {
    pattern: /\b(performance|process|console|setTimeout|setInterval|queueMicrotask)\b/,
    view: 'code',
    instead: 'domain and engine know no process: commands in, events out',
    holds: isPure,
  },
  {
    pattern: /\bIntl\b|\.\s*(toLocale\w*|localeCompare)\b/,
    view: 'code',
    instead: 'text for people is made in web/i18n/format.ts; compare code units',
    holds: isPure,
  },
  {
    pattern: /\b(Promise|async|await)\b/,
    view: 'code',
    instead: 'nothing waits here',
    holds: isPure,
  },
  {
    pattern: /\bparseFloat\b|\.\s*toFixed\b/,
    view: 'code',
    instead: 'use parseDecimal and formatDecimal of domain/numbers/fixed.ts',
    holds: (path) => isProduct(path) && !numberModules.some((allowed) => path.startsWith(allowed)),
  },
  {
    pattern: /\bprocess\s*\.\s*env\b/,
    view: 'code',
    instead: 'only server/config/config.ts reads the environment',
    holds: (path) => isProduct(path) && path !== 'packages/server/src/config/config.ts',
  },
  {
    pattern: /\b(TODO|FIXME|XXX|HACK)\b(?![^\n]*#\d)/,
    view: 'comments',
    instead: 'name the issue (#12) or do it now',
    holds: () => true,
  },
  {
    pattern: /\b(it|test|describe|suite)(\.\w+)*\.(skip|only|todo|fails|fixme|skipIf|runIf)\b/,
    view: 'code',
    instead: 'a test runs, or it is deleted',
    holds: isOurTest,
  },
  {
    pattern: /@ts-(ignore|expect-error|nocheck)|eslint-disable/,
    view: 'comments',
    instead: 'say it in types; a lint rule is silenced by oxlint-disable with its reason',
    holds: () => true,
  },
  {
    pattern: /\.\s*(innerHTML|outerHTML|insertAdjacentHTML)\b|\bdangerouslySetInnerHTML\b/,
    view: 'code',
    instead: 'no raw HTML: React and textContent escape',
    holds: isProduct,
  },
  {
    pattern: /\b\d[\d_]*n\b/,
    view: 'code',
    instead:
      'the React compiler makes it undefined inside a component; say zero of domain/numbers/fixed.ts',
    holds: (path) => isProduct(path) && isCompiledByReact(path),
  },
  {
    pattern: /\bas\s+unknown\s+as\b|\bas\s+any\b/,
    view: 'code',
    instead: 'decode where it enters, or give the type a guard',
    holds: isProduct,
  },
  {
    pattern: /\bcatch\s*(\(\s*\w+\s*\))?\s*\{\s*\}/,
    view: 'whole',
    instead: 'say in a comment why nothing is done, or do something',
    holds: (path) => isProduct(path),
  },
]

/** Returns every forbidden means a file uses, with what to use instead. */
export function banFindings(source: SourceFile): Finding[] {
  return bans
    .filter((ban) => ban.holds(source.path))
    .flatMap((ban) =>
      placesOf(source, ban.view, ban.pattern).map((place) => `${place}: ${ban.instead}`),
    )
}

/** Returns a module without an opening sentence; a test is named after its module. */
export function openingFindings({ path, text }: SourceFile): Finding[] {
  if (isTest(path)) return []
  const opens = /^(#!.*\n)?(\/\/ |\/\*\*? ?)[\s\S]/.test(text)
  return opens ? [] : [`${path} does not begin with one sentence that says what it is for`]
}

/** Returns folders with more than twenty modules; a test stands beside its module. */
export function folderFindings(paths: readonly string[]): Finding[] {
  const counts = new Map<string, number>()
  for (const path of paths.filter((candidate) => !isTest(candidate))) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([folder, count]) => count > 20 && !folder.startsWith('docs/'))
    .map(([folder, count]) => `${folder} has ${count} files of 20`)
}
