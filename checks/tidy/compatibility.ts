// The compatibility matrices of the open API, written from its table and from that of ccxt's
// methods: `npm run compatibility`.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { V5Call } from '@basis/protocol/v5/call'
import { v5CallNames, v5Calls } from '@basis/protocol/v5/calls'
import { v5Topics, v5TradeOperations, type V5Topic } from '@basis/protocol/v5/topics'
import { v5SocketCategories } from '@basis/protocol/v5/vocabulary'
import { ccxtMethods, ccxtWatches, type CcxtMethod } from '../clients/ccxt-methods.ts'
import { rootFolder } from './sources.ts'

export const matrixPath = 'docs/api/compatibility.md'
export const ccxtPath = 'docs/api/ccxt.md'

const standing = { empty: 'answers an empty list', refused: 'refused with a code' } as const

/** Returns the page as it should be. */
export function compatibilityMatrix(): string {
  const rows = v5CallNames.map((name) => {
    const call: V5Call = v5Calls[name]
    const { perSecond, byCategory = {} } = call.limit ?? { perSecond: 0 }
    const others = Object.entries(byCategory).map(([category, many]) => `${category} ${many}`)
    const often = perSecond === 0 ? '' : [String(perSecond), ...others].join(', ')
    const stands = call.stands === undefined ? 'works' : standing[call.stands]
    const needs = call.access === 'public' ? '' : (call.permission ?? 'any key')
    return `| \`${call.method} ${call.path}\` | ${stands} | ${needs} | ${often} |`
  })
  return [
    '# Compatibility, call by call',
    '',
    'Written by `npm run compatibility` from the table of the calls (`packages/protocol/src/v5/calls.ts`); a test compares.',
    'Whatever is not in it is refused with HTTP 404 and `10017 Route not found.`',
    '',
    '| Call | Here | Permission of the key | Requests a second |',
    '|---|---|---|---|',
    ...rows,
    '',
    '## Public topics',
    '',
    `| Topic | ${v5SocketCategories.join(' | ')} |`,
    `|---${'|---'.repeat(v5SocketCategories.length)}|`,
    ...v5Topics.flatMap(publicRow),
    `| whatever else${' | refused'.repeat(v5SocketCategories.length)} |`,
    '',
    '## Private topics',
    '',
    '| Topic | Values |',
    '|---|---|',
    ...v5Topics.flatMap(privateRow),
    '',
    '## Order entry by socket',
    '',
    '| Operation | Body of |',
    '|---|---|',
    ...Object.entries(v5TradeOperations).map(
      ([op, call]) => `| \`${op}\` | \`${v5Calls[call].path}\` |`,
    ),
    '',
  ].join('\n')
}

function publicRow({ name, categories, values }: V5Topic): string[] {
  if (categories === undefined) return []
  const few = Object.values(values ?? {}).flat()
  const works = few.length === 0 ? 'works' : few.join(', ')
  const cells = v5SocketCategories.map((each) => (categories.includes(each) ? works : 'refused'))
  return [`| \`${name}\` | ${cells.join(' | ')} |`]
}

function privateRow({ name, categories, values }: V5Topic): string[] {
  if (categories !== undefined) return []
  return [
    `| \`${name}\` | ${Object.values(values ?? {})
      .flat()
      .join(', ')} |`,
  ]
}

/** Returns the page of ccxt's methods as it should be. */
export function ccxtMatrix(): string {
  const rowsOf = (methods: Readonly<Record<string, CcxtMethod>>): string[] =>
    Object.entries(methods).map(([name, { markets, refusal }]) => {
      const here = refusal === undefined ? 'works' : `refused: ${refusal}`
      return `| \`${name}\` | ${markets.join(', ')} | ${here} |`
    })
  return [
    '# Every method of ccxt',
    '',
    'Written by `npm run compatibility` from the table that `checks/clients/ccxt-methods.test.ts` calls: all methods that ccxt 4.5.84',
    'says its `bybit` has, REST and sockets, each in the markets named. A number is the code of the refusal; ccxt raises it as an error of its own.',
    '',
    '| Method | Tried in | Here |',
    '|---|---|---|',
    ...rowsOf(ccxtMethods),
    ...rowsOf(ccxtWatches),
    '',
  ].join('\n')
}

if (import.meta.main) {
  writeFileSync(join(rootFolder, matrixPath), compatibilityMatrix())
  writeFileSync(join(rootFolder, ccxtPath), ccxtMatrix())
}
