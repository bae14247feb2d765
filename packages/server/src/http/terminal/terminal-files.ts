// The built terminal: its files under its public path, and its page for every route of the terminal
// (spec 2).

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { snapshotHostMeta, spotHostMeta } from '@basis/protocol/calls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The public path (spec 2). */
const publicPath = '/trade/usdt/'
const firstPage = '/trade/usdt/BTCUSDT'

/** Paths of the terminal that are pages. */
const pagePaths = [
  '/trade',
  '/trade/*',
  '/markets',
  '/markets/*',
  '/:language/markets',
  '/:language/markets/*',
  '/portfolio',
  '/:language/portfolio',
  '/fees',
  '/:language/fees',
  '/wallets',
  '/:language/wallets',
  '/docs/api',
  '/:language/docs/api',
  '/copy-trading',
  '/:language/copy-trading',
  '/bots',
  '/:language/bots',
  '/help',
  '/help/*',
  '/:language/help',
  '/:language/help/*',
  '/user/assets/order/derivatives/*',
  '/:language/trade',
  '/:language/trade/*',
  '/invite',
  '/:language/invite',
  '/left',
] as const

/** Hosts besides this server that the page uses; empty for none (spec 7, 9). */
export type PageHosts = {
  /** The origin that it sends its spot calls to. */
  readonly spotHost?: string
  /** The address that charts send their pictures to. */
  readonly snapshotHost?: string
}

/** Serves the folder that holds the built terminal; without one the routes are not there. */
export async function serveTerminal(
  app: FastifyInstance,
  folder: string,
  { spotHost = '', snapshotHost = '' }: PageHosts,
): Promise<void> {
  const metas = [
    [spotHostMeta, spotHost],
    [snapshotHostMeta, snapshotHost],
  ] as const
  const named = metas.filter(([, host]) => host !== '')
  if (!existsSync(join(folder, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: folder,
    prefix: publicPath,
    // Each file is a route of its own, so that what is no file can be a page of the terminal.
    wildcard: false,
    index: false,
    // The build leaves .br and .gz beside the files.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cachingOf(path))
    },
  })
  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // A file that is not there is not a page: a script that gets HTML fails in odd ways.
    if (/\.\w{2,5}(?:\?|$)/.test(request.url)) {
      reply.callNotFound()
      return reply
    }
    if (named.length === 0) return reply.sendFile('index.html')
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8')
    return reply.send(withMetas(folder, named))
  }
  for (const path of pagePaths) app.get(path, sendPage)
  app.get('/', (_, reply) => reply.redirect(firstPage, 302))
}

/** The page with the hosts that it is to use. */
function withMetas(folder: string, metas: readonly (readonly [string, string])[]): string {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const lines = metas.map(([name, host]) => `<meta name="${name}" content="${host}" />`)
  return page.replace('<title>', `${lines.join('')}<title>`)
}

// Names of built assets carry the hash of their content; everything else is asked for again.
const cachingOf = (path: string): string =>
  /[\\/]assets[\\/][^\\/]+-[\w-]{8}\.\w+(?:\.(?:br|gz))?$/.test(path)
    ? 'public, max-age=31536000, immutable'
    : 'no-cache'
