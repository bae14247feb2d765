// The compatibility matrix of the open API, written from its table: `npm run compatibility`.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { V5Call } from '@basis/protocol/v5/call'
import { v5CallNames, v5Calls } from '@basis/protocol/v5/calls'
import { rootFolder } from './sources.ts'

export const matrixPath = 'docs/api/compatibility.md'

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
    '| Topic | spot | linear, inverse | option |',
    '|---|---|---|---|',
    '| `orderbook.{depth}.{symbol}` | 1, 50, 200, 1000 | 1, 50, 200, 1000 | 25, 100 |',
    '| `publicTrade.{symbol}` | works | works | `publicTrade.{baseCoin}` |',
    '| `tickers.{symbol}` | works | works | works |',
    '| `kline.{interval}.{symbol}` | works | works | refused |',
    '| `allLiquidation.{symbol}` | refused | works | refused |',
    '| `priceLimit.{symbol}` | works | works | refused |',
    '| `insurance.{USDT,USDC,inverse}`, `adlAlert.{USDT,USDC,inverse}` | works | works | works |',
    '| `liquidation`, `orderbook.rpi`, leveraged tokens | refused | refused | refused |',
    '',
  ].join('\n')
}

if (import.meta.main) writeFileSync(join(rootFolder, matrixPath), compatibilityMatrix())
