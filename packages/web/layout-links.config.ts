// Preload links for the files of a trade page's layout; and the name of the feed's script, a second
// entry of the build that shares one file with the page.

import type { Plugin, Rolldown } from 'vite'

/** Which windows load which layout (src/platform/viewport.ts). */
const layouts = [
  { module: '/src/app/desktop/DesktopLayout.tsx', media: '(min-width: 768px)' },
  { module: '/src/app/PhoneLayout.tsx', media: '(max-width: 767.98px)' },
] as const

/** The first script of the document; the template must precede it, since boot.js reads it. */
const bootScript = '<script src='

/** The script of the feed's worker (src/feed/push.ts). */
export const feedScript = '/src/feed/feed-worker.ts'

/**
 * Adds the links to the built document, in a template from which public/boot.js takes those for the
 * window; in development, only the script of the feed.
 * @throws Error when the build has no file for a layout, or no separate one for the feed's worker
 */
export function layoutLinks(): Plugin {
  let base = '/'
  return {
    name: 'basis:layout-links',
    configResolved: (config) => {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        if (bundle === undefined) {
          const script = `${base}${feedScript.slice(1)}?worker_file&type=module`
          return html.replace(bootScript, templateOf(script, []))
        }
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const links = layouts.flatMap(({ module, media }) => {
          const layout = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
          if (layout === undefined) throw new Error(`The build has no file for ${module}`)
          return filesOf(layout, chunks).map((name) => {
            const rel = name.endsWith('.css') ? 'stylesheet' : 'modulepreload'
            return `<link rel="${rel}" crossorigin media="${media}" href="${base}${name}">`
          })
        })
        const worker = chunks.find(isFeed)
        if (worker === undefined) throw new Error('The build has no script of the feed')
        assertApart(worker, chunks)
        return html.replace(bootScript, templateOf(`${base}${worker.fileName}`, links))
      },
    },
  }
}

const isFeed = ({ facadeModuleId }: Rolldown.OutputChunk): boolean =>
  facadeModuleId?.endsWith(feedScript) === true

/** A worker has no document, so it must not load the page's own script. */
function assertApart(worker: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): void {
  const loaded = closure(worker, new Map(chunks.map((chunk) => [chunk.fileName, chunk])))
  const page = loaded.find((chunk) => chunk !== worker && chunk.isEntry)
  if (page !== undefined) throw new Error(`The feed would load ${page.fileName}, the page's own`)
}

const templateOf = (worker: string, links: readonly string[]): string => {
  const template = `<template id="layout-links" data-worker="${worker}">`
  return [template, ...links, '</template>', bootScript].join('\n    ')
}

/** The scripts and styles of a layout that the page's first script does not load. */
function filesOf(layout: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): string[] {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const first = new Set(
    chunks.filter((one) => one.isEntry && !isFeed(one)).flatMap((one) => closure(one, named)),
  )
  const own = closure(layout, named).filter((chunk) => !first.has(chunk))
  const styles = own.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...own.map(({ fileName }) => fileName), ...styles]
}

/** A file and all its imports, each once. */
function closure(
  chunk: Rolldown.OutputChunk,
  named: ReadonlyMap<string, Rolldown.OutputChunk>,
): Rolldown.OutputChunk[] {
  const found = new Set([chunk])
  for (const each of found) {
    for (const name of each.imports) {
      const imported = named.get(name)
      if (imported !== undefined) found.add(imported)
    }
  }
  return [...found]
}
