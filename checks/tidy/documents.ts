// Checks that the files, links with their anchors, scripts, settings and metrics named by the
// documents exist in the repository.

import { posix } from 'node:path'
import type { Finding } from './sources.ts'

const packagePaths = /^(domain|engine|protocol|server|chart|web)\/(.+)$/

/** Returns the path that a short name of a document means: `engine/book.ts` lies in a package. */
export function intendedPath(name: string): string {
  const [, owner, rest] = packagePaths.exec(name) ?? []
  return owner === undefined ? name : `packages/${owner}/src/${rest}`
}

/** Returns names of files in back quotes that do not exist. */
export function missingFiles(
  document: string,
  text: string,
  paths: ReadonlySet<string>,
): Finding[] {
  const named = [...text.matchAll(/`([\w@./-]+\/[\w./-]+\.(?:ts|tsx|md|json|css|yaml))`/g)]
  return named
    .map((match) => match[1] ?? '')
    .filter((name) =>
      /^(domain|engine|protocol|server|chart|web|packages|checks|docs)\//.test(name),
    )
    .filter((name) => !paths.has(intendedPath(name)))
    .map((name) => `${document} names ${name}, which does not exist`)
}

/** Returns links to places in the repository that lead nowhere. */
export function brokenLinks(document: string, text: string, paths: ReadonlySet<string>): Finding[] {
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
  return links
    .map((match) => posix.normalize(posix.join(posix.dirname(document), match[1] ?? '')))
    .map((target) => target.replace(/\/$/, ''))
    .filter(
      (target) => !paths.has(target) && ![...paths].some((path) => path.startsWith(`${target}/`)),
    )
    .map((target) => `${document} links to ${target}, which does not exist`)
}

const notInAnchors = /[^\p{L}\p{M}\p{N}\p{Pc} -]/gu

/** Returns the anchors that GitHub gives to a document's headings; a repeated one gets a number. */
export function anchorsIn(text: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  const prose = text.replace(/^ *```[^]*?^ *```$/gm, '')
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} +(.+)$/gm)) {
    const shown = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim()
    const plain = shown.toLowerCase().replace(notInAnchors, '').replaceAll(' ', '-')
    let anchor = plain
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${plain}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

/** Returns links to anchors that no heading of their document has; `anchors` by document. */
export function brokenAnchors(
  document: string,
  text: string,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
): Finding[] {
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)#([^)\s]+)\)/g)]
  return links.flatMap(([, path = '', anchor = '']) => {
    const target = path === '' ? document : posix.join(posix.dirname(document), path)
    // A document that does not exist is a broken link.
    if (anchors.get(target)?.has(anchor) !== false) return []
    return [`${document} links to ${target}#${anchor}, which is no heading`]
  })
}

/** Returns commands that a document promises and package.json does not have. */
export function unknownScripts(
  document: string,
  text: string,
  scripts: ReadonlySet<string>,
): Finding[] {
  const named = [...text.matchAll(/\bnpm (?:run ([a-z][a-z:-]*)|(start|test)\b)/g)]
  return named
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((name) => !scripts.has(name))
    .map((name) => `${document} promises \`npm run ${name}\`, which package.json does not have`)
}

/**
 * Returns sources that a document starts with the machine's own `node`, which may be too old to run
 * them; npm and npx use the locked one.
 */
export function startsWithoutNpx(document: string, text: string): Finding[] {
  const named = text.matchAll(/(?<!npx |--project )\bnode ((?:[\w.-]+\/)+[\w.-]+\.ts)\b/g)
  return [...named].map(([, path]) => `${document} starts ${path} by node, not by npm or npx`)
}

/** Returns names in back quotes, written in camel case, that no source has. */
export function unknownNames(
  document: string,
  text: string,
  words: ReadonlySet<string>,
): Finding[] {
  const named = [...text.matchAll(/`([a-z]+[A-Z]\w*)(?:\([^`]*\))?`/g)].map(
    ([, name]) => name ?? '',
  )
  return named
    .filter((name) => !words.has(name))
    .map((name) => `${document} names ${name}, which no source has`)
}

/** Returns the metrics a text names, in order of their names. */
export function metricsIn(text: string): string[] {
  return [...new Set(text.match(/\bbasis_[a-z_]*[a-z]\b/g) ?? [])].sort()
}

/** Returns the settings a text names, in order of their names. */
export function settingsIn(text: string): string[] {
  return [...new Set(text.match(/\bBASIS_[A-Z_]*[A-Z]\b/g) ?? [])].sort()
}
