// The layers of each package as data, and the lint rules made of them: an import points downwards,
// and another package is reached by its public modules.

import { existsSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Names on layers, highest first: a name imports from the layers below its own. */
type Layers = readonly (readonly string[])[]

type PackageRules = {
  /** The packages of ours that it imports. */
  readonly imports: readonly string[]
  /** It runs in a process of Node; every other package knows none. */
  readonly isProcess?: true
  /** The folders of `src/`. Without it any folder imports any other. */
  readonly layers?: Layers
  /** The same inside one of these folders; '.' are the files that lie directly in it. */
  readonly within?: Readonly<Record<string, Layers>>
  /** A folder that these folders alone import, whatever stands above it. */
  readonly importers?: Readonly<Record<string, readonly string[]>>
  /** A folder that knows of another package these modules alone. */
  readonly sees?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

const packages: Readonly<Record<string, PackageRules>> = {
  domain: {
    imports: [],
    layers: [
      ['grid', 'spot-bots'],
      ['margin', 'settlement', 'algo', 'alerts', 'copy', 'spread', 'portfolio-margin'],
      ['orders', 'pricing', 'options'],
      ['instrument'],
      ['numbers'],
    ],
  },
  engine: {
    imports: ['domain'],
    layers: [
      ['replay'],
      ['engine'],
      ['liquidation', 'settlement'],
      ['trading'],
      ['risk'],
      ['state'],
      ['order-book', 'api'],
    ],
    within: {
      trading: [
        ['spot-bots'],
        ['rules', 'copy', 'grid'],
        ['algo', 'multi-order', 'spread'],
        ['conditional', 'settings'],
        ['core'],
      ],
      state: [['.'], ['spreads', 'rules'], ['bots', 'collections', 'margin']],
      replay: [['.'], ['snapshot', 'examples'], ['text']],
    },
  },
  protocol: { imports: ['domain'] },
  server: {
    imports: ['domain', 'engine', 'protocol'],
    isProcess: true,
    layers: [
      ['.'],
      ['roles'],
      ['http', 'push', 'v5'],
      ['users', 'simulator', 'alerts', 'cluster', 'quotes'],
      ['read-model', 'exchange'],
      ['instruments', 'options', 'config', 'frames', 'postgres', 'stored'],
      ['failures', 'threads'],
    ],
  },
  chart: {
    imports: [],
    layers: [
      ['api'],
      ['controller'],
      ['ui'],
      ['canvas'],
      ['model', 'bars'],
      ['options'],
      ['primitives'],
    ],
    within: {
      ui: [['.'], ['dialogs', 'drawing', 'header', 'lines', 'panes'], ['toolkit']],
      model: [['.'], ['drawings', 'lines', 'studies'], ['layout']],
    },
  },
  web: {
    imports: ['domain', 'protocol', 'chart'],
    layers: [
      ['app'],
      ['features'],
      ['actions'],
      ['stores'],
      ['client'],
      ['feed'],
      ['shell'],
      ['i18n'],
      ['ui', 'platform'],
    ],
    within: {
      features: [
        // A leader trades by the ticket's own fields and rules.
        ['copy-trading'],
        [
          'account',
          'alerts',
          'api-docs',
          'api-keys',
          'bots',
          'chart',
          'convert',
          'fees',
          'help',
          'history',
          'instrument',
          'margin',
          'market-depth',
          'markets',
          'notifications',
          'order-ticket',
          'orders',
          'hotkeys',
          'palette',
          'panic',
          'portfolio',
          'positions',
          'poster',
          'sounds',
          'options',
          'spread',
          'spot-margin',
          'status',
          'strategies',
          'tables',
          'visitor',
          'wallets',
        ],
        // The ticket and the positions both ask for TP/SL by its form and show an act's outcome,
        // the markets page has the picker's tabs and stars, and many say that nobody is signed in.
        ['catalogue', 'tpsl', 'outcome', 'explain', 'screens', 'page-states'],
      ],
    },
    importers: { ui: ['app', 'features'] },
    sees: {
      ui: {
        domain: ['numbers/fixed', 'numbers/number-marks'],
        protocol: ['icons/coin-appearance'],
      },
    },
  },
}

/**
 * Returns layers as ARCHITECTURE.md writes them, of a package or inside one of its folders; an
 * arrow points to the imported layer.
 * @throws Error for a package or folder without layers
 */
export function layerChain(name: string, folder?: string): string {
  const rules = packages[name]
  const layers = folder === undefined ? rules?.layers : rules?.within?.[folder]
  if (layers === undefined) throw new Error(`${name} ${folder ?? ''} has no layers`)
  return layers
    .map((names) => (names.length === 1 ? names.join() : `(${names.join(', ')})`))
    .join(' → ')
    .replace(/^\./, 'main')
}

/** Libraries that one folder alone imports, from its package's `src/`. */
const confinedLibraries: Readonly<Record<string, readonly string[]>> = {
  klinecharts: ['chart/canvas'],
  'pdf-lib': ['web/features/wallets'],
  // Of protocol its makers alone, so that no schema is made before its use.
  zod: ['protocol/schema', 'server', 'web'],
  '@base-ui/react': ['web/ui'],
  'flexlayout-react': ['web/app'],
  '@nats-io/jetstream': ['server/cluster'],
  '@nats-io/transport-node': ['server/cluster'],
  fastify: ['server/http'],
  '@fastify': ['server/http'],
  ws: ['server/push', 'server/v5'],
  kysely: ['server/read-model'],
  pg: ['server/postgres', 'server/users/postgres', 'server/read-model/postgres'],
  'node:sqlite': ['server/read-model', 'server/exchange', 'server/users', 'server/alerts'],
}

/** Texts of imports that are refused: by a pattern, or by globs where some are let through. */
type Restriction = ({ readonly regex: string } | { readonly group: string[] }) & {
  readonly message: string
}

type Override = {
  files: string[]
  excludeFiles?: string[]
  rules: { 'no-restricted-imports': ['error', { patterns: Restriction[] }] }
}

const testFiles = ['**/*.test.ts', '**/*.test.tsx']

/**
 * Returns oxlint's overrides for every folder of the packages below a root. The rule compares the
 * text of an import, so each folder gets the texts that would lead out of its layers.
 * @throws Error for a folder or file that stands on no layer
 */
export function layerOverrides(root: string): Override[] {
  return Object.keys(packages).flatMap((name) => {
    const folders = foldersBelow(join(root, 'packages', name, 'src'), '')
    return folders.flatMap((folder) => overridesOf(name, folder))
  })
}

type Folder = { readonly path: string; readonly hasFiles: boolean }

function foldersBelow(source: string, path: string): Folder[] {
  if (!existsSync(join(source, path))) return []
  const entries = readdirSync(join(source, path), { withFileTypes: true })
  const below = entries.filter((entry) => entry.isDirectory())
  const hasFiles = entries.some(({ name }) => /\.tsx?$/.test(name))
  return [
    { path, hasFiles },
    ...below.flatMap(({ name }) => foldersBelow(source, posix.join(path, name))),
  ]
}

function overridesOf(name: string, { path, hasFiles }: Folder): Override[] {
  if (!hasFiles) return []
  const inLayers = layerRestrictions(name, path)
  const files = [`packages/${posix.join(name, 'src', path)}/*.{ts,tsx}`]
  const forTests = packageRestrictions(name)
  const forProduct = [
    ...forTests,
    ...inLayers,
    ...importerRestrictions(name, path),
    ...seenRestrictions(name, path),
    ...productRestrictions(name, path),
  ]
  const rules = (patterns: Restriction[]): Override['rules'] => ({
    'no-restricted-imports': ['error', { patterns }],
  })
  return [
    { files, rules: rules(forTests) },
    { files, excludeFiles: testFiles, rules: rules(forProduct) },
  ]
}

/** What holds for tests too: the packages that may be imported, each by its public modules. */
function packageRestrictions(name: string): Restriction[] {
  const { imports = [] } = packages[name] ?? {}
  const others = Object.keys(packages).filter((other) => !imports.includes(other))
  return [
    {
      regex: `^@basis/(${others.join('|')})(/|$)`,
      message: `${name} imports ${imports.join(', ') || 'no package of ours'}.`,
    },
    {
      regex: '^(\\.\\./)+([^./][^/]*/)*[^/]+/src/',
      message: 'Another package is imported by its public modules, not by a path.',
    },
    { regex: '^\\.{1,2}/(.*/)?[^./]+$', message: 'A relative import ends in its file type.' },
  ]
}

function productRestrictions(name: string, path: string): Restriction[] {
  const here = posix.join(name, path)
  const confined = Object.entries(confinedLibraries).flatMap(([library, owners]) =>
    owners.some((owner) => here === owner || here.startsWith(`${owner}/`))
      ? []
      : [{ regex: `^${library}(/|$)`, message: `${owners.join(' and ')} alone imports it.` }],
  )
  const tests = {
    regex: '^((\\.\\./)+|@basis/[^/]+/)(testing|checks)/',
    message: 'Test code serves tests alone.',
  }
  const node = { regex: '^node:', message: `${name} knows no process.` }
  return [...confined, tests, ...(packages[name]?.isProcess === true ? [] : [node])]
}

/** Everything on the same and on higher layers, written as a file of the folder would import it. */
function layerRestrictions(name: string, path: string): Restriction[] {
  const parts = path === '' ? [] : path.split('/')
  return [...parts, '.'].flatMap((own, depth) => {
    const base = parts.slice(0, depth).join('/')
    const layers = depth === 0 ? packages[name]?.layers : packages[name]?.within?.[base]
    if (layers === undefined) return []
    const layer = layers.findIndex((names) => names.includes(own))
    if (layer < 0) throw new Error(`${posix.join(name, base, own)} stands on no layer of layers.ts`)
    const unseen = layers.slice(0, layer + 1).flat()
    return unseen
      .filter((other) => other !== own)
      .map((other) => ({
        regex: importPattern(path, base, other),
        message: `${posix.join(name, base, own)} stands below or beside ${posix.join(base, other)}; imports point downwards.`,
      }))
  })
}

function importerRestrictions(name: string, path: string): Restriction[] {
  const [own = ''] = path.split('/')
  return Object.entries(packages[name]?.importers ?? {})
    .filter(([folder, importers]) => folder !== own && !importers.includes(own))
    .map(([folder, importers]) => ({
      regex: importPattern(path, '', folder),
      message: `${importers.join(' and ')} alone import ${folder}.`,
    }))
}

function seenRestrictions(name: string, path: string): Restriction[] {
  const seen = packages[name]?.sees?.[path.split('/')[0] ?? ''] ?? {}
  return Object.entries(seen).map(([other, modules]) => ({
    group: [`@basis/${other}/**`, ...modules.map((module) => `!@basis/${other}/${module}`)],
    message: `Of ${other} it imports ${modules.join(', ')} alone.`,
  }))
}

function importPattern(from: string, base: string, name: string): string {
  const way = posix.relative(from, base) || '.'
  const start = RegExp.escape(name === '.' ? way : way === '.' ? `./${name}` : `${way}/${name}`)
  return name === '.' ? `^${start}/[^/]+$` : `^${start}/`
}
