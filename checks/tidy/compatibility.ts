// The compatibility matrices of the open API, written from its table and from that of ccxt's
// methods: `npm run compatibility`.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { V5Call } from '@basis/protocol/v5/call'
import { v5CallNames, v5Calls } from '@basis/protocol/v5/calls'
import { v5Topics, v5TradeOperations, type V5Topic } from '@basis/protocol/v5/topics'
import { permissionWords, v5SocketCategories } from '@basis/protocol/v5/vocabulary'
import { orderForms } from '../clients/order-forms.ts'
import { queryForms } from '../clients/query-forms.ts'
import { ccxtMethods, ccxtWatches, type CcxtMethod } from '../clients/ccxt-methods.ts'
import { rootFolder } from './sources.ts'

export const matrixPath = 'docs/api/compatibility.md'
export const ccxtPath = 'docs/api/ccxt.md'
export const formsPath = 'docs/api/ccxt-requests.md'

const standing = { empty: 'answers an empty list', refused: 'refused with a code' } as const

/** Returns the page as it should be. */
export function compatibilityMatrix(): string {
  const rows = v5CallNames.map((name) => {
    const call: V5Call = v5Calls[name]
    const { perSecond, byCategory = {} } = call.limit ?? { perSecond: 0 }
    const others = Object.entries(byCategory).map(([category, many]) => `${category} ${many}`)
    const often = perSecond === 0 ? '' : [String(perSecond), ...others].join(', ')
    const stands = call.stands === undefined ? 'works' : standing[call.stands]
    const { permission } = call
    const allowing = permission === undefined ? 'any key' : permissionWords(permission)
    const needs = call.access === 'public' ? '' : allowing
    return `| \`${call.method} ${call.path}\` | ${stands} | ${needs} | ${often} |`
  })
  return [
    '# Compatibility, call by call',
    '',
    'Written by `npm run compatibility` from the table of the calls (`packages/protocol/src/v5/calls.ts`); a test checks it.',
    'Any other call is rejected with HTTP 404 and `10017 Route not found.`',
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
    `| any other topic${' | refused'.repeat(v5SocketCategories.length)} |`,
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
    'lists for its `bybit`, REST and sockets, each in the markets named. A refusal is given by our code, which ccxt raises as its own error, or in ccxt’s words.',
    '',
    '| Method | Tried in | Here |',
    '|---|---|---|',
    ...rowsOf(ccxtMethods),
    ...rowsOf(ccxtWatches),
    '',
  ].join('\n')
}

/** Returns the page of the forms of ccxt's static request tests as it should be. */
export function formsMatrix(): string {
  const forms = [...orderForms, ...queryForms]
  const refused = forms.filter(({ refusal }) => refusal !== undefined).length
  const rows = forms.map(({ method, says, path, refusal }) => {
    const here = refusal === undefined ? 'accepted' : `refused: ${refusal}`
    return `| \`${method}\` | ${says} | \`${path}\` | ${here} |`
  })
  return [
    '# The forms of ccxt’s static request tests',
    '',
    'Written by `npm run compatibility` from the tables that `checks/clients/request-forms.test.ts` sends. ccxt tests itself with a file of',
    'requests (`ts/src/test/static/request/bybit.json`, read as of commit e40e830f): each call must send exactly that request. The forms about an account were rewritten with',
    'prices of this venue; ccxt 4.5.84, unmodified, sends each with exactly the intended fields, and the venue accepts it or refuses it with the code named.',
    '',
    `${forms.length} forms: ${forms.length - refused} are accepted, ${refused} are refused.`,
    '',
    '| Method | Form | Call | Here |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Left out: five forms that the file itself disables (`disabled`: four of `trading-stop`, the leverage tiers); the public ones',
    '(tickers, candles, open interest, …), whose methods [are all called](ccxt.md); coin conversion and borrow rate history,',
    'whose routes do not exist here (10017, in the same table); two further withdrawals, which are refused in the same way.',
    '',
  ].join('\n')
}

if (import.meta.main) {
  writeFileSync(join(rootFolder, matrixPath), compatibilityMatrix())
  writeFileSync(join(rootFolder, ccxtPath), ccxtMatrix())
  writeFileSync(join(rootFolder, formsPath), formsMatrix())
}
