// Routes of the built terminal: its files under the public path, and its page for every route of it
// (spec 2).

import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { snapshotHostMeta, spotHostMeta } from '@basis/protocol/call'
import { pagePatterns, publicPath } from '@basis/protocol/pages/page-paths'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TerminalStage } from './terminal-build.ts'
import { askAgainSeconds, waitingPage } from './waiting-page.ts'

const firstPage = `${publicPath}BTCUSDT`

/** Hosts besides this server that the page uses, empty for none (spec 7, 9), and the build. */
export type TerminalOptions = {
  /** The origin for spot calls. */
  readonly spotHost?: string
  /** The address to which charts send screenshots. */
  readonly snapshotHost?: string
  /** State of the build, if the server started before its end. */
  readonly terminalStage?: (() => TerminalStage) | undefined
}

/** Answers an unknown path with a page; undefined if the client does not ask for a page. */
export type SendUnknownPage = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | undefined

/**
 * Serves the folder of the built terminal; without a build no routes are added. Returns the handler
 * of unknown paths for browsers.
 */
export async function serveTerminal(
  app: FastifyInstance,
  folder: string,
  { spotHost = '', snapshotHost = '', terminalStage }: TerminalOptions,
): Promise<SendUnknownPage> {
  const metas = [
    [spotHostMeta, spotHost],
    [snapshotHostMeta, snapshotHost],
  ] as const
  const named = metas.filter(([, host]) => host !== '')
  const noPage = (): undefined => undefined
  if (terminalStage === undefined && !existsSync(join(folder, 'index.html'))) return noPage
  // The first build creates the folder; the plugin warns if it is missing.
  mkdirSync(folder, { recursive: true })
  await app.register(fastifyStatic, {
    root: folder,
    // The folder may still be empty; a path that is not a file can be a page of the terminal.
    serve: false,
    index: false,
    // The build writes .br and .gz files beside the originals.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cachingOf(path))
    },
  })
  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const stage = terminalStage?.() ?? 'ready'
    // A missing file is not answered with the page: a script that gets HTML fails in odd ways.
    if (/\.\w{2,5}(?:\?|$)/.test(request.url)) {
      const [path = ''] = request.url.split('?')
      const isOwn = stage === 'ready' && path.startsWith(publicPath) && !path.includes('..')
      if (isOwn && !path.includes('%')) return reply.sendFile(path.slice(publicPath.length))
      reply.callNotFound()
      return reply
    }
    if (stage !== 'ready') {
      reply.header('retry-after', String(askAgainSeconds)).header('cache-control', 'no-store')
      const page = waitingPage(stage, request.headers['accept-language'] ?? '')
      return reply.code(503).type('text/html; charset=utf-8').send(page)
    }
    if (named.length === 0) return reply.sendFile('index.html')
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8')
    return reply.send(withMetas(folder, named))
  }
  for (const path of pagePatterns) app.get(path, sendPage)
  app.get('/', (_, reply) => reply.redirect(firstPage, 302))
  return (request, reply) => {
    if (!isPageAsked(request) || (terminalStage?.() ?? 'ready') !== 'ready') return undefined
    reply.code(404).header('cache-control', 'no-cache').type('text/html; charset=utf-8')
    return reply.send(withMetas(folder, named))
  }
}

/** Whether an address is that of a script, a style or a font of the terminal. */
export const isAsset = (url: string): boolean => url.startsWith(`${publicPath}assets/`)

/** Returns whether a browser asks for a page, not a program for a call or a file. */
function isPageAsked({ method, url, headers }: FastifyRequest): boolean {
  const [path = ''] = url.split('?')
  const isOfCalls = /^\/(?:v5|contract|spot|private|api)\//.test(path)
  const isFile = /\.\w{2,5}$/.test(path)
  return method === 'GET' && !isOfCalls && !isFile && /\btext\/html\b/.test(headers.accept ?? '')
}

/** Returns the page with meta tags for the hosts. */
function withMetas(folder: string, metas: readonly (readonly [string, string])[]): string {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const lines = metas.map(([name, host]) => `<meta name="${name}" content="${host}" />`)
  return page.replace('<title>', `${lines.join('')}<title>`)
}

// Names of built assets include the hash of their content; everything else is revalidated.
const cachingOf = (path: string): string =>
  /[\\/]assets[\\/][^\\/]+-[\w-]{8}\.\w+(?:\.(?:br|gz))?$/.test(path)
    ? 'public, max-age=31536000, immutable'
    : 'no-cache'
