// Words that no exported name, no field of an exported type and no file name may use, and some that
// no comment may either, each with the field's own.

import { isTest, packageOf, type Finding, type SourceFile } from './sources.ts'

const checked: readonly string[] = [
  'domain',
  'engine',
  'protocol',
  'server',
  'chart',
  'web',
  'checks',
]

/** Fields by file that keep such a word: snapshots, or the hashes of events, contain it. */
const writtenFields: Readonly<Record<string, readonly string[]>> = {
  'packages/domain/src/copy/record.ts': ['act', 'askedLots'],
  'packages/engine/src/state/bots/grid.ts': ['nextLookMs'],
  'packages/engine/src/state/bots/spot-bot.ts': ['nextLookMs'],
  'packages/engine/src/state/conditional-terms.ts': ['brought'],
  'packages/engine/src/state/copy.ts': ['nextLookMs'],
}

type Words = Readonly<Record<string, string>>

/** Words of no package, in any form of theirs that is listed. */
const everywhere: Words = {
  desk: 'controller',
  room: 'space, module',
  hand: 'dragging, handler',
  hands: 'handlers',
  shelf: 'store, host buttons',
  sieve: 'validation',
  pace: 'scheduler',
  furniture: 'toolbars, UI components',
  trouble: 'error, warning',
  look: 'appearance, preview',
  looks: 'appearance',
  told: 'emitted, deduplicated',
  tell: 'emit',
  telling: 'rejections, emitting',
  wake: 'reconnect',
  hear: 'onEvent',
  heard: 'subscribed',
  hearing: 'connectionState',
  feel: 'onFill',
  calculate: 'compute',
  wish: 'request, option',
  house: 'project',
  door: 'public module',
  doors: 'endpoints',
  roof: 'top layer',
  deed: 'operation',
  seam: 'port, clock',
  seams: 'clock',
  habits: 'options, behaviour',
  dressing: 'queryOptions',
  clerk: 'orderSubmitter',
  genesis: 'simulationStart',
  endowment: 'initialFunding',
  crowd: 'traders',
  temper: 'riskProfile',
  folly: 'errorRate',
  fools: 'invalidOrders',
  calm: 'wellMargined',
  brought: 'attachedTpsl',
  asked: 'request, requested',
  meant: 'intended',
  act: 'operation, action',
  acts: 'operations, actions',
  hurt: 'faulty',
}

/** Metaphors, and words that leave open who or what is meant. */
const inComments: Words = {
  whoever: 'the account, process or caller that is meant',
  whomever: 'the account, process or caller that is meant',
  somebody: 'a trader, a client',
  everybody: 'all traders, all clients',
  anew: 'again',
  told: 'sent, shown, reported',
  heart: 'core',
  door: 'call, endpoint, path',
  doors: 'calls, endpoints, paths',
  house: 'exchange',
  furniture: 'UI components',
  seam: 'port',
  clerk: 'orderSubmitter',
  deed: 'operation',
  deeds: 'operations',
}

/** Words that no name may have, exported or not, in tests neither. */
const inCode: readonly string[] = [
  'told',
  'tell',
  'telling',
  'hurt',
  'deed',
  'seam',
  'seams',
  'hands',
  'sieve',
  'shelf',
  'furniture',
  'clerk',
  'habits',
  'dressing',
  'genesis',
  'endowment',
  'temper',
  'folly',
  'fools',
]

const byPackage: Readonly<Record<string, Words>> = {
  chart: {
    book: 'store',
    sheet: 'columns',
    surface: 'chartView',
    picture: 'screenshot',
    followers: 'trailingLines',
    keeper: 'provider',
    usual: 'default',
    settled: 'resolved',
    spot: 'pixel',
    held: 'gesture',
    plan: 'options, definition',
  },
  engine: {
    holding: 'PositionState',
    pot: 'balance',
    flip: 'isInverse',
    watch: 'TriggerIndex',
    alarms: 'LiquidationIndex',
    noted: 'toCheck',
    endangered: 'accountsAtRisk',
    broke: 'negativeBalances',
    lights: 'adlIndicator',
    forced: 'isLiquidation',
    forget: 'releaseOrder',
    void: 'invalidate',
    overlay: 'forked…',
    row: 'sparseArray',
    finals: 'recentFinalOrders',
    tape: 'commandText',
    story: 'scenario',
    saving: 'snapshot',
    faults: 'invariants',
    family: 'children',
    compound: 'multiOrder',
    refusals: 'rejections',
  },
  server: {
    agreement: 'symbolConsistency',
    peer: 'clientConnection',
    stall: 'symbolAgents',
    liking: 'targetInventory',
    rehearsal: 'inMemoryExchange',
  },
  web: { standing: 'tradingMode', shot: 'BookSnapshot', take: 'apply' },
  checks: { whole: 'fullAuditor', disaster: 'stressScenarios', marathon: 'soak' },
}

/** Returns the names in a source and its path that use a word of the tables. */
export function vocabularyFindings(source: SourceFile): Finding[] {
  const name = packageOf(source.path)
  if (name === undefined || !checked.includes(name)) return []
  if (isTest(source.path)) return codeFindings(source)
  const words: Words = { ...everywhere, ...byPackage[name] }
  const file = source.path.replace(/^.*\/(?:src|testing)\//, '').replace(/\.\w+$/, '')
  const names = [...file.split('/'), ...exportedNames(source)]
  return [
    ...nameFindings(source, names, words),
    ...nameFindings(source, exportedFields(source), everywhere),
    ...codeFindings(source),
    ...commentFindings(source),
    ...openingFinding(source),
  ]
}

function nameFindings({ path }: SourceFile, names: readonly string[], words: Words): Finding[] {
  return names.flatMap((each) =>
    wordsOf(each).flatMap((word) => {
      const standard = Object.hasOwn(words, word) ? words[word] : undefined
      return standard === undefined ? [] : [`${path}: ${each}: not ${word}, but ${standard}`]
    }),
  )
}

/** The names of a source that are not exported; this table has the words as its keys. */
function codeFindings(source: SourceFile): Finding[] {
  const { path, views } = source
  if (path === 'checks/tidy/vocabulary.ts') return []
  const names = new Set(views.code.match(/[A-Za-z]\w*/g) ?? [])
  if (!isTest(path)) for (const name of exportedNames(source)) names.delete(name)
  return [...names].flatMap((name) =>
    wordsOf(name).flatMap((word) =>
      inCode.includes(word) ? [`${path}: ${name}: not ${word}, but ${everywhere[word]}`] : [],
    ),
  )
}

function commentFindings({ path, views }: SourceFile): Finding[] {
  const said = views.comments.toLowerCase().match(/[a-z]+/g) ?? []
  return [...new Set(said)].flatMap((word) =>
    Object.hasOwn(inComments, word) ? [`${path}: not ${word}, but ${inComments[word]}`] : [],
  )
}

/** A file opens with a noun, in at most two lines. */
function openingFinding({ path, text }: SourceFile): Finding[] {
  const lines = text.split('\n')
  const opening = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('//')),
  )
  const isNoun = /^\/\/ (?!What |Who |Which |How |Where |When )\S/.test(opening[0] ?? '')
  if (isNoun && opening.length <= 2) return []
  return [`${path} needs an opening of one or two lines that begins with what the file holds`]
}

function exportedNames({ views }: SourceFile): string[] {
  const declared =
    /\bexport (?:declare |abstract |async )*(?:const|let|function|class|type|interface|enum) (\w+)/g
  return [...views.code.matchAll(declared)].flatMap(([, name]) => name ?? [])
}

/** The fields of exported types and interfaces, of nested objects too; no parameters, no labels. */
function exportedFields({ path, views }: SourceFile): string[] {
  const written = writtenFields[path] ?? []
  // A declaration ends before the next line that begins with a letter or a decorator.
  const declared = /^export (?:type|interface) \w.*(?:\n(?![A-Za-z@]).*)*/gm
  const fields = [...views.code.matchAll(declared)].flatMap(([text]) => [
    ...outsideBrackets(text).matchAll(/(?:^|[{;\n])\s*(?:readonly )?(\w+)\??:/g),
  ])
  return [...new Set(fields.flatMap(([, name]) => name ?? []))].filter(
    (name) => !written.includes(name),
  )
}

/** The text without what is in round or square brackets. */
function outsideBrackets(text: string): string {
  let depth = 0
  let outside = ''
  for (const char of text) {
    if (char === '(' || char === '[') depth += 1
    else if (char === ')' || char === ']') depth -= 1
    else if (depth === 0) outside += char
  }
  return outside
}

/** Returns the words of a name: `PriceLine_v2` has `price`, `line` and `v2`. */
function wordsOf(name: string): string[] {
  return name
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '')
}
