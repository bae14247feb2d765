// A statement of a wallet over a period: for each coin the balance before, the sum of each entry
// type and the balance after (rules 23.3).

import { formatTrimmed, parseDecimal } from '@basis/domain/numbers/fixed'
import { feeEffect, type WireLedgerRecord } from '@basis/protocol/account'
import { csvText } from '../../platform/csv-file.ts'

export type StatementCoin = {
  readonly coin: string
  readonly before: string
  readonly after: string
  /** By type, in the order of their first entries. */
  readonly sums: readonly (readonly [type: WireLedgerRecord['type'], sum: string])[]
  /** The effect of fees on the balance: negative if they were paid. */
  readonly fees: string
}

const units = (text: string): bigint => parseDecimal(text, 8) ?? 0n
const text = (value: bigint): string => formatTrimmed(value, 8)

/** Returns the coins of a statement by name; `rows` are newest first, as in the log. */
export function statementOf(rows: readonly WireLedgerRecord[]): readonly StatementCoin[] {
  const coins = [...new Set(rows.map(({ coin }) => coin))].sort()
  return coins.map((coin) => {
    const own = rows.filter((row) => row.coin === coin).toReversed()
    const [first] = own
    const sums = new Map<WireLedgerRecord['type'], bigint>()
    for (const { type, change } of own) sums.set(type, (sums.get(type) ?? 0n) + units(change))
    return {
      coin,
      before: first === undefined ? '0' : text(units(first.cashBalance) - units(first.change)),
      after: own.at(-1)?.cashBalance ?? '0',
      sums: [...sums].map(([type, sum]) => [type, text(sum)] as const),
      fees: text(own.reduce((sum, row) => sum + units(feeEffect(row)), 0n)),
    }
  })
}

/** The columns of the file. */
const columns = [
  'transactionTimeE3',
  'coin',
  'type',
  'symbol',
  'cashFlow',
  'funding',
  'fee',
  'change',
  'cashBalance',
  'orderId',
  'tradeId',
  'id',
] as const satisfies readonly (keyof WireLedgerRecord)[]

/** Returns the entries as a CSV file, oldest first; fees have the sign that the page shows. */
export const statementCsv = (rows: readonly WireLedgerRecord[]): string =>
  csvText(
    columns,
    rows.toReversed().map((row) => ({ ...row, fee: feeEffect(row) })),
  )
