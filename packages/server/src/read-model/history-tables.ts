// The tables of the history: their columns for the compiler and for the database, in SQL that
// PostgreSQL also understands.

// Amounts are decimal strings, prices and quantities integers. `seq` is the command's number and
// `place` the event's index within its command: together unique, and in order. They are never
// combined into one number, which could leave the safe integers.

import type { Kysely } from 'kysely'

/**
 * Raised when a column changes: tables of another version are dropped and rebuilt from the journal.
 */
export const tablesVersion = 21

type Entry = { seq: number; place: number; timeMs: number }
type OfAccount = Entry & { account: number }

export type OrderRow = OfAccount & {
  orderId: number
  linkId: string
  symbol: string
  side: string
  orderType: string
  timeInForce: string
  priceTicks: number
  qtyLots: number
  leavesLots: number
  filledLots: number
  filledValue: string
  fee: string
  reduceOnly: number
  closeOnTrigger: number
  positionIdx: number
  status: string
  cancelType: string | null
  closedPnl: string
  createdMs: number
  updatedMs: number
  updateNo: number
  /** The problem of a rejected order as JSON. */
  problem: string | null
  /** JSON of the trigger and TP/SL, for orders that have them. */
  stop: string | null
  /** The parent order that sent it. */
  algoId: number | null
  /** JSON of the original terms if changed since, the slippage limit and the amount. */
  terms: string | null
  /** The last price when it was placed. */
  lastTicks: number | null
  /** The owner's other order that self-match prevention met. */
  metId: number | null
}

/** The last price when an order was placed; the order is open, or ended and to be removed. */
export type CreatedPriceRow = { orderId: number; lastTicks: number; hasEnded: number }

/** A parent order as it ended. */
export type AlgoRow = OfAccount & {
  algoId: number
  symbol: string
  /** The whole record as JSON, its amounts as strings. */
  record: string
}

export type ExecutionRow = OfAccount & {
  /** `Trade`, or what closed a position without an order. */
  kind: string
  orderId: number
  linkId: string
  symbol: string
  side: string
  orderType: string
  /** Price and quantity of the order at this fill; 0 if no order was involved. */
  orderPriceTicks: number
  orderLots: number
  leavesLots: number
  tradeId: number
  priceTicks: number
  qtyLots: number
  value: string
  fee: string
  feeCoin: string
  feeRateE8: number
  isMaker: number
  closedLots: number
}

/**
 * What one closing order closed of a position, over all its fills: number, place and time are the
 * first fill's. Closes without an order of the trader's have one row each.
 */
export type ClosedPnlRow = OfAccount & {
  updatedMs: number
  symbol: string
  positionIdx: number
  side: string
  orderId: number
  closedLots: number
  /** Empty if its fills closed at different entry prices. */
  entryPriceE8: number | null
  entryValue: string
  exitValue: string
  tradePnl: string
  openFee: string
  closeFee: string
  funding: string
  closedPnl: string
  openedMs: number
  cause: string
}

export type WalletRow = OfAccount & {
  coin: string
  cause: string
  symbol: string | null
  orderId: number | null
  tradeId: number | null
  cashFlow: string
  funding: string
  fee: string
  change: string
  balance: string
}

/** Why a stop triggered or an order was refused. */
export type DecisionRow = OfAccount & {
  symbol: string
  orderId: number
  /** The kind of the event that is explained. */
  event: string
  rule: string
  /** The comparison by the names of its numbers, such as `markPrice <= triggerPrice`. */
  compared: string
  /** JSON of the numbers by name, as decimal strings with units. */
  numbers: string
}

/** A step of a liquidation. */
export type LiquidationRow = OfAccount & {
  symbol: string
  /** The whole event as JSON, its amounts as strings after a tilde. */
  record: string
}

/** A session or a delivery; account 0 if it concerns the market. */
export type SettlementRow = OfAccount & {
  kind: string
  symbol: string
  /** The whole event as JSON, its amounts as strings after a tilde. */
  record: string
}

export type FundingRow = OfAccount & {
  symbol: string
  positionIdx: number
  side: string
  sizeLots: number
  markE8: number
  rateE8: number
  payment: string
  atMs: number
}

export type FundingRateRow = Entry & {
  symbol: string
  rateE8: number
  markE8: number
  atMs: number
}

export type TradeRow = Entry & {
  tradeId: number
  symbol: string
  priceTicks: number
  qtyLots: number
  takerSide: string
}

/**
 * A live-traded candle of `stepMin` minutes; candles longer than a minute are stored only once
 * ended. The seed's minutes from before the start are never stored.
 */
export type CandleRow = {
  symbol: string
  source: string
  stepMin: number
  startMs: number
  open: number
  high: number
  low: number
  close: number
  volumeLots: number
  turnover: string
}

/** A sample of open interest, taken at the end of its five minutes. */
export type OpenInterestRow = {
  symbol: string
  startMs: number
  lots: number
  /** Whether it is the last sample of its hour, which is kept longer. */
  endsHour: number
  /** The share of its holders that were long, ×1e6; empty if there were none. */
  longE6: number | null
}

/** A liquidation as published to the whole market. */
export type PublicLiquidationRow = Entry & {
  symbol: string
  /** Of the liquidated position. */
  side: string
  qtyLots: number
  priceE8: number
  /** In 1e-4 of the quote coin. */
  valueE4: number
}

/** A trader's volume of one day, UTC; decimals of USD. */
export type TradedVolumeRow = {
  account: number
  startMs: number
  spot: string
  derivatives: string
}

/** Cost and gain of a trader's coin (rules 18); decimals of the coin and of USD. */
export type CoinCostRow = {
  account: number
  coin: string
  qty: string
  cost: string
  realised: string
}

/** An account's equity at a time, a decimal of USD, valid until its next sample. */
export type EquityRow = {
  account: number
  timeMs: number
  /** The longest interval that it is a sample of, minutes; longer ones are kept longer. */
  stepMin: number
  equity: string
  /** Deposits less withdrawals until then, a decimal of USD. */
  putIn: string
  /** The value of one dollar since the first sample, independent of deposits and withdrawals. */
  growth: string
}

export type HistoryTables = {
  orderRecord: OrderRow
  algoRecord: AlgoRow
  liquidation: LiquidationRow
  settlement: SettlementRow
  execution: ExecutionRow
  closedPnl: ClosedPnlRow
  walletLog: WalletRow
  fundingPayment: FundingRow
  decision: DecisionRow
  fundingRate: FundingRateRow
  publicTrade: TradeRow
  candle: CandleRow
  openInterest: OpenInterestRow
  publicLiquidation: PublicLiquidationRow
  tradedVolume: TradedVolumeRow
  coinCost: CoinCostRow
  createdPrice: CreatedPriceRow
  equity: EquityRow
  trader: { account: number }
  /** One row: the journal that these tables were made from, and the last recorded number. */
  progress: { id: number; version: number; journalId: string; seq: number; timeMs: number }
}

/** Tables that belong to accounts and are paged by `seq` and `place`. */
export const accountTables = [
  'orderRecord',
  'execution',
  'closedPnl',
  'walletLog',
  'fundingPayment',
  'algoRecord',
  'decision',
  'liquidation',
  'settlement',
] as const
export type AccountTable = (typeof accountTables)[number]

type Column = 'text' | 'bigint'
type Shape<Table> = { readonly [Name in keyof Table]-?: Column }

const entry = { seq: 'bigint', place: 'bigint', timeMs: 'bigint' } as const
const ofAccount = { ...entry, account: 'bigint' } as const

const shapes: { readonly [Name in keyof HistoryTables]: Shape<HistoryTables[Name]> } = {
  orderRecord: {
    ...ofAccount,
    orderId: 'bigint',
    linkId: 'text',
    symbol: 'text',
    side: 'text',
    orderType: 'text',
    timeInForce: 'text',
    priceTicks: 'bigint',
    qtyLots: 'bigint',
    leavesLots: 'bigint',
    filledLots: 'bigint',
    filledValue: 'text',
    fee: 'text',
    reduceOnly: 'bigint',
    closeOnTrigger: 'bigint',
    positionIdx: 'bigint',
    status: 'text',
    cancelType: 'text',
    closedPnl: 'text',
    createdMs: 'bigint',
    updatedMs: 'bigint',
    updateNo: 'bigint',
    stop: 'text',
    problem: 'text',
    algoId: 'bigint',
    terms: 'text',
    lastTicks: 'bigint',
    metId: 'bigint',
  },
  liquidation: { ...ofAccount, symbol: 'text', record: 'text' },
  settlement: { ...ofAccount, kind: 'text', symbol: 'text', record: 'text' },
  algoRecord: { ...ofAccount, algoId: 'bigint', symbol: 'text', record: 'text' },
  execution: {
    ...ofAccount,
    kind: 'text',
    orderId: 'bigint',
    linkId: 'text',
    symbol: 'text',
    side: 'text',
    orderType: 'text',
    orderPriceTicks: 'bigint',
    orderLots: 'bigint',
    leavesLots: 'bigint',
    tradeId: 'bigint',
    priceTicks: 'bigint',
    qtyLots: 'bigint',
    value: 'text',
    fee: 'text',
    feeCoin: 'text',
    feeRateE8: 'bigint',
    isMaker: 'bigint',
    closedLots: 'bigint',
  },
  closedPnl: {
    ...ofAccount,
    updatedMs: 'bigint',
    symbol: 'text',
    positionIdx: 'bigint',
    side: 'text',
    orderId: 'bigint',
    closedLots: 'bigint',
    entryPriceE8: 'bigint',
    entryValue: 'text',
    exitValue: 'text',
    tradePnl: 'text',
    openFee: 'text',
    closeFee: 'text',
    funding: 'text',
    closedPnl: 'text',
    openedMs: 'bigint',
    cause: 'text',
  },
  walletLog: {
    ...ofAccount,
    coin: 'text',
    cause: 'text',
    symbol: 'text',
    orderId: 'bigint',
    tradeId: 'bigint',
    cashFlow: 'text',
    funding: 'text',
    fee: 'text',
    change: 'text',
    balance: 'text',
  },
  fundingPayment: {
    ...ofAccount,
    symbol: 'text',
    positionIdx: 'bigint',
    side: 'text',
    sizeLots: 'bigint',
    markE8: 'bigint',
    rateE8: 'bigint',
    payment: 'text',
    atMs: 'bigint',
  },
  decision: {
    ...ofAccount,
    symbol: 'text',
    orderId: 'bigint',
    event: 'text',
    rule: 'text',
    compared: 'text',
    numbers: 'text',
  },
  fundingRate: { ...entry, symbol: 'text', rateE8: 'bigint', markE8: 'bigint', atMs: 'bigint' },
  publicTrade: {
    ...entry,
    tradeId: 'bigint',
    symbol: 'text',
    priceTicks: 'bigint',
    qtyLots: 'bigint',
    takerSide: 'text',
  },
  candle: {
    symbol: 'text',
    source: 'text',
    stepMin: 'bigint',
    startMs: 'bigint',
    open: 'bigint',
    high: 'bigint',
    low: 'bigint',
    close: 'bigint',
    volumeLots: 'bigint',
    turnover: 'text',
  },
  openInterest: {
    symbol: 'text',
    startMs: 'bigint',
    lots: 'bigint',
    endsHour: 'bigint',
    longE6: 'bigint',
  },
  publicLiquidation: {
    ...entry,
    symbol: 'text',
    side: 'text',
    qtyLots: 'bigint',
    priceE8: 'bigint',
    valueE4: 'bigint',
  },
  tradedVolume: { account: 'bigint', startMs: 'bigint', spot: 'text', derivatives: 'text' },
  coinCost: { account: 'bigint', coin: 'text', qty: 'text', cost: 'text', realised: 'text' },
  createdPrice: { orderId: 'bigint', lastTicks: 'bigint', hasEnded: 'bigint' },
  equity: {
    account: 'bigint',
    timeMs: 'bigint',
    stepMin: 'bigint',
    equity: 'text',
    putIn: 'text',
    growth: 'text',
  },
  trader: { account: 'bigint' },
  progress: {
    id: 'bigint',
    version: 'bigint',
    journalId: 'text',
    seq: 'bigint',
    timeMs: 'bigint',
  },
}

const primaryKeys: Partial<Record<keyof HistoryTables, readonly string[]>> = {
  candle: ['symbol', 'source', 'stepMin', 'startMs'],
  openInterest: ['symbol', 'startMs'],
  tradedVolume: ['account', 'startMs'],
  coinCost: ['account', 'coin'],
  createdPrice: ['orderId'],
  equity: ['account', 'timeMs'],
  trader: ['account'],
  progress: ['id'],
}

/** Tables that hold current states: a row replaces the one of the same key. */
const stateTables: ReadonlySet<keyof HistoryTables> = new Set([
  'candle',
  'openInterest',
  'tradedVolume',
  'coinCost',
  'createdPrice',
  'equity',
])

/** Nullable columns. */
const emptyable = new Set([
  'longE6',
  'orderRecord.algoId',
  'orderRecord.lastTicks',
  'metId',
  'terms',
  'closedPnl.entryPriceE8',
  'stop',
  'cancelType',
  'problem',
  'walletLog.symbol',
  'orderId',
  'tradeId',
])

const tableNames = Object.keys(shapes) as (keyof HistoryTables)[]

const columns = new Map(tableNames.map((table) => [table, Object.keys(shapes[table])]))

/** Returns the types of a table's columns, in order. */
export const columnTypesOf = (table: keyof HistoryTables): Readonly<Record<string, Column>> =>
  shapes[table]

/** Returns the primary key's columns. */
export const primaryKeyOf = (table: keyof HistoryTables): readonly string[] =>
  primaryKeys[table] ?? ['seq', 'place']

/** Whether a row of this table replaces the one of the same key. */
export const isStateTable = (table: keyof HistoryTables): boolean => stateTables.has(table)

/** Returns the columns of a table, in order. */
export const columnsOf = (table: keyof HistoryTables): readonly string[] => columns.get(table) ?? []

/** Returns a row's values in the order of its table's columns. */
export function valuesOf(table: keyof HistoryTables, row: object): readonly unknown[] {
  const fields = row as Readonly<Record<string, unknown>>
  return columnsOf(table).map((column) => fields[column] ?? null)
}

/** Drops existing tables and creates empty ones. */
export async function makeTables(db: Kysely<HistoryTables>): Promise<void> {
  for (const table of tableNames) {
    await db.schema.dropTable(table).ifExists().execute()
    const keys = primaryKeyOf(table)
    let making = db.schema.createTable(table)
    for (const [column, type] of Object.entries(shapes[table])) {
      making = making.addColumn(column, type, (made) =>
        emptyable.has(column) || emptyable.has(`${table}.${column}`) ? made : made.notNull(),
      )
    }
    await making.addPrimaryKeyConstraint(`${table}Key`, [...keys] as never).execute()
  }
  for (const table of accountTables) {
    await db.schema
      .createIndex(`${table}OfAccount`)
      .on(table)
      .columns(['account', 'seq', 'place'])
      .execute()
  }
  for (const table of ['fundingRate', 'publicTrade'] as const) {
    await db.schema
      .createIndex(`${table}OfSymbol`)
      .on(table)
      .columns(['symbol', 'seq', 'place'])
      .execute()
  }
  await db.schema
    .createIndex('publicLiquidationOfSymbol')
    .on('publicLiquidation')
    .columns(['symbol', 'timeMs'])
    .execute()
  await db.schema.createIndex('equityOfStep').on('equity').columns(['stepMin', 'timeMs']).execute()
  for (const table of ['orderRecord', 'closedPnl'] as const) {
    await db.schema
      .createIndex(`${table}OfOrder`)
      .on(table)
      .columns(['account', 'orderId'])
      .execute()
  }
  await addIndexes(db)
}

/** Indexes that tables of this version may lack: they came later, and change no column. */
const laterIndexes = [
  // Public events have account 0.
  { name: 'settlementOfKind', table: 'settlement', columns: ['account', 'kind', 'seq', 'place'] },
  {
    name: 'settlementOfMarket',
    table: 'settlement',
    columns: ['account', 'kind', 'symbol', 'seq', 'place'],
  },
  { name: 'publicLiquidationOfTime', table: 'publicLiquidation', columns: ['timeMs'] },
  { name: 'executionOfOrder', table: 'execution', columns: ['account', 'orderId'] },
  {
    name: 'orderRecordOfLink',
    table: 'orderRecord',
    columns: ['account', 'linkId', 'seq', 'place'],
  },
  { name: 'executionOfLink', table: 'execution', columns: ['account', 'linkId', 'seq', 'place'] },
] as const

/**
 * Creates the indexes that older tables lack. A new version would rebuild the tables instead, and
 * lose what the journal no longer has.
 */
export async function addIndexes(db: Kysely<HistoryTables>): Promise<void> {
  for (const { name, table, columns: indexed } of laterIndexes) {
    await db.schema
      .createIndex(name)
      .ifNotExists()
      .on(table)
      .columns([...indexed])
      .execute()
  }
}
