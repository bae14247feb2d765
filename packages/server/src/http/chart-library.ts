// A licensed chart library in a folder of the operator's, at the path the specification gives it
// (spec 9); without one our own chart draws.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const libraryPath = '/tradingview/'
/** The library as an ES module, as its makers name it. */
export const moduleName = 'charting_library.esm.js'

/**
 * The library's own page has scripts and styles in it, and works in a frame of ours; the policy of
 * every other page stays as strict as it is.
 */
const framePolicy = [
  "default-src 'self' data: blob:",
  "script-src 'self' 'unsafe-inline' blob:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "frame-ancestors 'self'",
].join(';')

export const holdsLibrary = (folder: string): boolean => existsSync(join(folder, moduleName))

/** Serves the folder, and says at `library.json` whether there is a library in it. */
export async function serveChartLibrary(app: FastifyInstance, folder: string): Promise<void> {
  const isThere = folder !== '' && holdsLibrary(folder)
  app.get(`${libraryPath}library.json`, (_, reply) =>
    reply.header('cache-control', 'no-cache').send({ module: isThere ? moduleName : null }),
  )
  if (!isThere) return
  await app.register(fastifyStatic, {
    root: folder,
    prefix: libraryPath,
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', 'no-cache')
      if (!path.endsWith('.html')) return
      reply.header('content-security-policy', framePolicy)
      reply.header('x-frame-options', 'SAMEORIGIN')
    },
  })
}
