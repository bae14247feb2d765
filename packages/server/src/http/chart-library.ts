// A licensed chart library in a folder of the operator's, served at the path that the specification
// names (spec 9); without one the terminal uses its own chart.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const libraryPath = '/tradingview/'
/** The file name of the library as an ES module, as its vendor ships it. */
export const moduleName = 'charting_library.esm.js'

/**
 * The library's own page has inline scripts and styles and runs in our frame; all other pages keep
 * the strict policy.
 */
const framePolicy = [
  "default-src 'self' data: blob:",
  "script-src 'self' 'unsafe-inline' blob:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "frame-ancestors 'self'",
].join(';')

export const holdsLibrary = (folder: string): boolean => existsSync(join(folder, moduleName))

/** Serves the folder; `library.json` says whether there is a library in it. */
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
