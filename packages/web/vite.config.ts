// Configuration of the terminal's build and of its development server.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { buildRelease } from '@basis/protocol/calls'
import { publicPath } from '@basis/protocol/pages/page-paths'
import { defineConfig } from 'vite'
import type { Plugin, ProxyOptions } from 'vite'
import { feedScript, layoutLinks } from './layout-links.config.ts'
import { isPageOutside } from './page-paths.config.ts'

const exchange = process.env['BASIS_EXCHANGE'] ?? 'http://127.0.0.1:8700'

// The exchange accepts its own origin only; in development the proxy sends that origin.
const calls: ProxyOptions = { target: exchange, changeOrigin: true, headers: { origin: exchange } }
const pushes: ProxyOptions = { ...calls, ws: true }

function pagesOutsideThePublicPath(): Plugin {
  return {
    name: 'basis:pages-outside-the-public-path',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url !== undefined && isPageOutside(request.url)) request.url = publicPath
        next()
      })
    },
  }
}

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)
const worthCompressing = /\.(?:js|css|html|svg|json|map)$/

/**
 * Maps are large and rarely requested (docs/decisions/16): top quality would take a minute each.
 */
const brotliQualityOf = (path: string): number => (path.endsWith('.map') ? 5 : 11)

const repository = `${join(import.meta.dirname, '../..')}/`

/** Source maps must not contain local paths: imports of style sheets have their absolute path. */
function withoutOwnPath(path: string): void {
  const text = readFileSync(path, 'utf8')
  if (text.includes(repository)) writeFileSync(path, text.replaceAll(repository, ''))
}

/** Writes a .br and a .gz beside each text file, so that the server need not compress. */
function compressedBeside(): Plugin {
  return {
    name: 'basis:compressed-beside',
    apply: 'build',
    async writeBundle({ dir = '.' }) {
      const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' })
      // In parallel: compression runs on several threads.
      await Promise.all(
        paths
          .filter((path) => worthCompressing.test(path))
          .map((path) => compressBeside(join(dir, path))),
      )
    },
  }
}

async function compressBeside(path: string): Promise<void> {
  if (path.endsWith('.map')) withoutOwnPath(path)
  const text = readFileSync(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQualityOf(path) }
  writeFileSync(`${path}.br`, await packBrotli(text, { params }))
  writeFileSync(`${path}.gz`, await packGzip(text, { level: 9 }))
}

/**
 * The code by which page and feed read the wire: schemas, their dependencies, and the feed's
 * modules; and Vite's function that loads a late part, which both call.
 */
const isWire = (id: string): boolean =>
  /\0vite\/preload-helper|\/node_modules\/zod\/|\/packages\/(?:protocol|domain)\/src\/|\/src\/feed\/(?!push\.ts|feed-worker\.ts)/.test(
    id,
  )

const feedName = basename(feedScript, '.ts')

/** The worker's own script is not part of the page. */
const isOfPage = (id: string): boolean => !id.endsWith(feedScript)

/** Small parts of every layout, in the page's own chunk: each file costs a round trip. */
const pageParts = [
  /\/src\/(?:stores\/draft|client\/page-calls|shell\/(?:page-requests|toast-place))\.ts$/,
  /\/src\/(?:app\/panels\/OwnTables|ui\/Tabs)\.tsx$/,
  /\/domain\/src\/instrument\/symbol-search\.ts$/,
]

const dialogParts = 'fallback-catalogue|margin-call|add-margin|account-mode|mmr-close|strategies'

/**
 * Small parts shared by chart and panels; parts used by dialogs only are loaded with the dialogs.
 */
const sharedParts = [
  /\/ui\/NumberInput\.tsx$/,
  /\/icons\/(?:x|triangle-exclamation-point|arrow-down|arrow-up|flag)\.mjs$/,
  /\/platform\/use-(?:is-wide|growing)\.ts$/,
  new RegExp(`/src/(?:stores|actions|shell)/(?!(?:${dialogParts})\\.ts)[^/]+\\.ts$`),
  /\/features\/(?:tpsl\/tpsl-form|outcome\/outcome-words)\.ts$/,
  /\/domain\/src\/(?:margin\/hedge|orders\/trigger)\.ts$/,
]

/** The languages with a message file in public/locales; only these are offered in the menu. */
function translatedLanguages(): string[] {
  return readdirSync(new URL('public/locales', import.meta.url))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .toSorted()
}

export default defineConfig({
  root: import.meta.dirname,
  base: publicPath,
  plugins: [
    pagesOutsideThePublicPath(),
    react({ compiler: true }),
    tailwind(),
    layoutLinks(),
    compressedBeside(),
  ],
  define: {
    __BASIS_RELEASE__: JSON.stringify(buildRelease),
    __BASIS_LANGUAGES__: JSON.stringify(translatedLanguages()),
  },
  build: {
    target: 'es2024',
    sourcemap: true,
    license: true,
    chunkSizeWarningLimit: 600,
    // Preloading writes links into the document, which a worker does not have.
    modulePreload: {
      resolveDependencies: (_, files, { hostId }) => (hostId.includes(feedName) ? [] : files),
    },
    rolldownOptions: {
      input: ['index.html', feedScript.slice(1)].map((file) => join(import.meta.dirname, file)),
      output: {
        // A few chunks, each with what the chunks above it lack: the wire's code of page and feed;
        // what every page begins with; what chart and panels share; the ticket, which a phone loads
        // separately; the panels of a large window; the tables of the account; and dialogs.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 4 },
            { name: 'wire', tags: ['$initial'], test: isWire, priority: 5 },
            { name: 'page', tags: ['$initial'], test: isOfPage, priority: 3 },
            { name: 'page', test: (id) => pageParts.some((one) => one.test(id)), priority: 3 },
            { name: 'shared', test: (id) => sharedParts.some((one) => one.test(id)), priority: 2 },
            { name: 'ticket', test: /\/order-ticket\/OrderTicket\.tsx$/, priority: 1 },
            { name: 'panels', test: /\/app\/panels\/desktop-panels\.ts$/, priority: 0 },
            { name: 'tables', test: /\/(?:PositionTable|OrdersPanel)\.tsx$/, priority: 0 },
            { name: 'dialogs', test: /\/ui\/Dialog\.tsx$/, priority: 0 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    port: 5273,
    proxy: {
      '/contract': calls,
      '/spot': calls,
      '/v3': calls,
      '/private': calls,
      '/user/private': calls,
      '/fapi': calls,
      '/health': calls,
      '/ready': calls,
      '/api/': calls,
      '^/v5/': pushes,
      '/tradingview': calls,
      '^/realtime': pushes,
    },
  },
})
