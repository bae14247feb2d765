// The history's database, on its own thread: rows and progress in one transaction, pages by cursor.

import { existsSync, renameSync, rmSync } from 'node:fs'
import type { AlgoKind } from '@basis/domain/algo/order'
import { dayMs } from '@basis/domain/instrument/candle'
import { accountId, type AccountId, type SymbolId } from '@basis/domain/numbers/brand'
import { CamelCasePlugin, Kysely, sql, type Expression, type SqlBool } from 'kysely'
import { messageOf } from '../failures/thrown.ts'
import { decisionRecord } from './decisions.ts'
import type { OpenSeries } from './candles/candle-series.ts'
import { CandleStore } from './candles/candle-store.ts'
import type { CandleColumns } from './ended-minutes.ts'
import {
  algoEndRecord,
  closedPnlRecord,
  executionRecord,
  fundingRateRecord,
  fundingRecord,
  liquidationRecord,
  logRecord,
  orderRecord,
  publicTrade,
  settlementRecord,
} from './history-rows.ts'
import {
  accountTables,
  addIndexes,
  makeTables,
  tablesVersion,
  type AccountTable,
  type HistoryTables,
  type OpenInterestRow,
  type PublicLiquidationRow,
  type CoinCostRow,
  type CreatedPriceRow,
  type EquityRow,
  type TradedVolumeRow,
} from './history-tables.ts'
import {
  cursorOf,
  placeOf,
  tradesKept,
  type DecisionQuestion,
  type EntryPlace,
  type ExecutionQuestion,
  type FillCountQuestion,
  type FundingRateQuestion,
  type FundingRateRecord,
  type HistoryQuestion,
  type LogQuestion,
  type OrderQuestion,
  type OrderRecord,
  type Page,
  type PublicTrade,
  type SettlementQuestion,
} from './read-model.ts'
import { CreatedPriceStore } from './created-prices/created-price-store.ts'
import { EquityStore } from './equity/equity-store.ts'
import { OpenInterestStore } from './open-interest-store.ts'
import { LiquidationStore } from './positioning/liquidation-store.ts'
import {
  RowStatements,
  RowWriter,
  type HistoryPortion,
  type PortionWriter,
} from './portion-writer.ts'
import type { SeedHistory } from './seed/seed-history.ts'
import { withSeedRates } from './seed/seed-rates.ts'
import { inRow } from '../stored/stored-json.ts'
import { SymbolWalk } from './symbol-walk.ts'
import { VolumeStore } from './volume/volume-store.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** The most entries of a table that one pruning removes; pruning runs once a minute. */
const entriesPerPruning = 5_000

export type StoreOptions = {
  readonly file: string
  readonly journalId: string
  /** The journal's last number: a history that is ahead of it belongs to another journal. */
  readonly lastSeq: number
  readonly base: HistoryBase
  readonly simulationStartMs: number
}

/** The command after which the journal holds everything; number 0 if it holds all commands. */
export type HistoryBase = { readonly seq: number; readonly timeMs: number }

/** The start state of the live part: the series at the last recorded number. */
export type HistoryStart = {
  readonly seq: number
  readonly timeMs: number
  readonly traders: readonly number[]
  readonly series: readonly OpenSeries[]
  /** Per symbol, the minutes of the last 24 hours that had a price. */
  readonly minutes: readonly (readonly [string, CandleColumns])[]
  /** Newest first. */
  readonly trades: readonly PublicTrade[]
  /** The samples of the last day, ascending by symbol. */
  readonly openInterest: readonly OpenInterestRow[]
  /** The newest ones, oldest first. */
  readonly liquidations: readonly PublicLiquidationRow[]
  /** The traders' volumes of the last days. */
  readonly volumes: readonly TradedVolumeRow[]
  /** The costs of the traders' coins. */
  readonly costs: readonly CoinCostRow[]
  /** The open orders. */
  readonly createdPrices: readonly CreatedPriceRow[]
  /** Each trader's newest equity sample. */
  readonly equities: readonly EquityRow[]
  /** Set if the tables were rebuilt. */
  readonly rebuiltBecause?: string
}

/** A file of one process, or a server with one writing and several reading processes. */
type StoreKind = {
  readonly kind: 'file' | 'writer' | 'reader'
  readonly writerOf: (statements: RowStatements, db: Kysely<HistoryTables>) => PortionWriter
  /**
   * Whether a row's symbol is one of a list, which is bound as one value: options are listed daily,
   * and a statement takes at most 32,766 values in SQLite, 65,535 in PostgreSQL. Rows are found in
   * their order and not symbol by symbol, as the list may name all that were ever listed.
   */
  readonly isOneOf: (symbols: readonly SymbolId[]) => Expression<SqlBool>
  /** Called after the tables are closed. */
  readonly onClose: () => Promise<void>
  /** Returns PostgresUnavailable if the server cannot be reached. */
  readonly errorOf: (error: unknown) => unknown
}

/** Another process has written to the history. */
class HistoryTaken extends Error {
  override readonly name = 'HistoryTaken'
}

const inFile: StoreKind = {
  kind: 'file',
  writerOf: (statements, db) => new RowWriter(statements, db),
  isOneOf: (symbols) =>
    sql<SqlBool>`+symbol IN (SELECT value FROM json_each(${JSON.stringify(symbols)}))`,
  onClose: async () => undefined,
  errorOf: (error) => error,
}

/** Public events are stored under this account. */
const publicAccount = accountId(0)

/** A value that a column must equal. */
type Wanted = string | number

const defaultLimit = 50
const maxLimit = 200

/** Opens the file, or creates it if it is missing, damaged or of another exchange. */
export async function openHistoryStore(
  options: StoreOptions,
  seeds: ReadonlyMap<string, SeedHistory>,
): Promise<{ readonly store: HistoryStore; readonly start: HistoryStart }> {
  const reason = await whyAnew(options)
  if (reason !== undefined) clearPlace(options)
  const db = openDatabase(options.file)
  if (reason === undefined) {
    await addIndexes(db)
  } else {
    await makeTables(db)
    const { journalId, base } = options
    const row = { id: 1, version: tablesVersion, journalId, seq: base.seq, timeMs: base.timeMs }
    await db.insertInto('progress').values(row).execute()
  }
  const store = new HistoryStore(db, seeds)
  const start = await store.start()
  const isRebuilt = reason !== undefined && options.lastSeq > 0
  return { store, start: isRebuilt ? { ...start, rebuiltBecause: reason } : start }
}

/** Removes the old file. If it holds what the journal no longer has, it is renamed instead. */
function clearPlace({ file, base }: StoreOptions): void {
  for (const suffix of ['', '-wal', '-shm']) {
    const isLast = base.seq > 0 && existsSync(file + suffix)
    if (isLast) renameSync(file + suffix, `${file}.before-${base.seq}${suffix}`)
    else rmSync(file + suffix, { force: true })
  }
}

const openDatabase = (file: string): Kysely<HistoryTables> =>
  new Kysely<HistoryTables>({ dialect: sqliteDialect(file), plugins: [new CamelCasePlugin()] })

async function whyAnew(options: StoreOptions): Promise<string | undefined> {
  const db = openDatabase(options.file)
  try {
    const row = await db.selectFrom('progress').selectAll().executeTakeFirst()
    if (row === undefined) return 'it is empty'
    if (row.version !== tablesVersion) return `its tables are of version ${row.version}`
    if (row.journalId !== options.journalId) return 'it belongs to another journal'
    if (row.seq < options.base.seq) {
      return `it ends with command ${row.seq}, the journal begins after ${options.base.seq}`
    }
    if (row.seq > options.lastSeq) {
      return `it has seen ${row.seq} commands, the journal has ${options.lastSeq}`
    }
    return undefined
  } catch (error) {
    const message = messageOf(error)
    return /no such table/.test(message) ? 'it is missing' : message
  } finally {
    await db.destroy()
  }
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** Converts rows to records; throws RowDamaged, with the table and the row's place. */
const recordsOf = <Row extends EntryPlace, Record>(
  table: keyof HistoryTables,
  rows: readonly Row[],
  recordOf: (row: Row) => Record,
): Record[] => rows.map((row) => inRow(table, `${row.seq}/${row.place}`, () => recordOf(row)))

export class HistoryStore {
  readonly candles: CandleStore
  readonly openInterest: OpenInterestStore
  readonly publicLiquidations: LiquidationStore
  readonly equity: EquityStore
  readonly errorOf: StoreKind['errorOf']
  readonly #onClose: StoreKind['onClose']
  readonly #volumes: VolumeStore
  readonly #createdPrices: CreatedPriceStore
  readonly #db: Kysely<HistoryTables>
  readonly #seeds: ReadonlyMap<string, SeedHistory>
  readonly #writer: PortionWriter
  readonly #kind: StoreKind['kind']
  readonly #isOneOf: StoreKind['isOneOf']
  readonly #traded: SymbolWalk
  #seq = 0

  constructor(
    db: Kysely<HistoryTables>,
    seeds: ReadonlyMap<string, SeedHistory>,
    { kind, writerOf, isOneOf, onClose, errorOf }: StoreKind = inFile,
  ) {
    this.#kind = kind
    this.#isOneOf = isOneOf
    this.#traded = new SymbolWalk(db, 'publicTrade')
    this.#onClose = onClose
    this.errorOf = errorOf
    this.#db = db
    this.#seeds = seeds
    this.candles = new CandleStore(db, seeds)
    this.openInterest = new OpenInterestStore(db, seeds)
    this.publicLiquidations = new LiquidationStore(db, seeds)
    this.#volumes = new VolumeStore(db)
    this.#createdPrices = new CreatedPriceStore(db)
    this.equity = new EquityStore(db)
    this.#writer = writerOf(new RowStatements(db), db)
  }

  /** Loads the state of every market that has a past, from the seed or recorded. */
  async start(): Promise<HistoryStart> {
    const { seq, timeMs } = await this.#db
      .selectFrom('progress')
      .select(['seq', 'timeMs'])
      .executeTakeFirstOrThrow()
    this.#seq = seq
    const traders = await this.#db.selectFrom('trader').select('account').execute()
    const recorded = await this.candles.symbols(timeMs - dayMs)
    const symbols = new Set([...this.#seeds.keys(), ...recorded])
    const series: OpenSeries[] = []
    const minutes: (readonly [string, CandleColumns])[] = []
    const trades: PublicTrade[] = []
    const now = { nowMs: timeMs, isNew: seq === 0 }
    const openInterest: OpenInterestRow[] = []
    for (const symbol of symbols) {
      openInterest.push(...(await this.openInterest.newest(symbol)))
      const open = await this.candles.open(symbol, now)
      series.push(...open.series)
      minutes.push([symbol, open.minutes])
      if (!now.isNew) trades.push(...(await this.#newestTrades(symbol)))
    }
    const accounts = traders.map(({ account }) => account)
    const volumes = await this.#volumes.all(timeMs)
    const costs = await this.#db.selectFrom('coinCost').selectAll().execute()
    const createdPrices = await this.#createdPrices.open()
    const equities = await this.equity.newest()
    const liquidations = await this.publicLiquidations.newest()
    const live = { series, minutes, trades, openInterest, liquidations }
    const ofTraders = { volumes, costs, createdPrices, equities }
    return { seq, timeMs, traders: accounts, ...live, ...ofTraders }
  }

  /** Sets the recorded number, read along with the start state. */
  startAt(seq: number): void {
    this.#seq = seq
  }

  /** Announces the portion that is recorded after the current one. */
  coming(portion: HistoryPortion): void {
    this.#writer.coming(portion)
  }

  /** Records a portion atomically; throws if it does not follow what is recorded. */
  async write(portion: HistoryPortion): Promise<void> {
    const { seq, timeMs } = portion
    // RangeError, as a plain Error could be the driver's for a lost connection and be retried.
    if (seq < this.#seq) throw new RangeError(`A portion up to ${seq} came after ${this.#seq}`)
    await this.#writer.write(portion, async (transaction) => {
      // Comes first: a process that is no longer the writer must not write a row.
      const { numUpdatedRows } = await transaction
        .updateTable('progress')
        .set({ seq, timeMs })
        .where('seq', '=', this.#seq)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) {
        throw new HistoryTaken(`another process has written after command ${this.#seq}`)
      }
    })
    this.#seq = seq
  }

  /** The last recorded number, whichever process wrote it. */
  async recordedSeq(): Promise<number> {
    const { seq } = await this.#db.selectFrom('progress').select('seq').executeTakeFirstOrThrow()
    if (this.#kind === 'reader') this.#seq = seq
    return seq
  }

  /** Makes everything recorded so far durable against a power failure. */
  async sync(): Promise<void> {
    if (this.#kind !== 'file') return
    await sql`PRAGMA wal_checkpoint(PASSIVE)`.execute(this.#db)
  }

  /**
   * Removes old rows, and all but the newest trades of a symbol; of candles, samples and trades
   * those of the next symbols, so that it takes as long after years.
   */
  async prune(nowMs: number): Promise<void> {
    await this.candles.prune(nowMs)
    await this.openInterest.prune(nowMs)
    await this.publicLiquidations.prune(nowMs)
    await this.#volumes.prune(nowMs)
    await this.equity.prune(nowMs)
    await this.#createdPrices.prune()
    for (const symbol of await this.#traded.next()) {
      const oldest = await this.#db
        .selectFrom('publicTrade')
        .select(['seq', 'place'])
        .where('symbol', '=', symbol)
        .orderBy('seq', 'desc')
        .orderBy('place', 'desc')
        .offset(tradesKept)
        .limit(1)
        .executeTakeFirst()
      if (oldest === undefined) continue
      await this.#db
        .deleteFrom('publicTrade')
        .where('symbol', '=', symbol)
        .where((is) => is(is.refTuple('seq', 'place'), '<=', is.tuple(oldest.seq, oldest.place)))
        .execute()
    }
  }

  /**
   * Removes account history from before a time, at most 5,000 entries per table, so that new writes
   * are not kept waiting; returns whether there is more.
   */
  async pruneEntries(beforeMs: number): Promise<boolean> {
    let isMore = false
    for (const table of accountTables) {
      const removed = await this.#pruneTable(table, beforeMs)
      isMore ||= removed === entriesPerPruning
    }
    return isMore
  }

  /** Returns the number of examined and removed entries. */
  async #pruneTable(table: AccountTable, beforeMs: number): Promise<number> {
    // Times never decrease with the numbers, so the oldest entries come first.
    const rows = await this.#db
      .selectFrom(table)
      .select(['seq', 'timeMs'])
      .orderBy('seq')
      .orderBy('place')
      .limit(entriesPerPruning)
      .execute()
    const place = rows.findLastIndex(({ timeMs }) => timeMs < beforeMs)
    const last = rows[place]
    if (last === undefined) return 0
    await this.#db.deleteFrom(table).where('seq', '<=', last.seq).execute()
    return place + 1
  }

  async orderHistory(question: OrderQuestion): Promise<Page<OrderRecord>> {
    const { orderId, orderIds, linkId, statuses } = question
    const filters = { orderId: orderId ?? orderIds, linkId, status: statuses }
    const page = await this.#page('orderRecord', question, filters, orderRecord)
    const sent = page.rows.flatMap(({ order }) => order.algoId ?? [])
    if (sent.length === 0) return page
    const kinds = await this.#algoKinds(question.account, [...new Set(sent)])
    const rows = page.rows.map((row) => {
      const algoKind = kinds.get(row.order.algoId)
      return algoKind === undefined ? row : { ...row, algoKind }
    })
    return { ...page, rows }
  }

  /** Returns the kinds of ended algorithms by id. */
  async #algoKinds(
    account: AccountId,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number | undefined, AlgoKind>> {
    const rows = await this.#db
      .selectFrom('algoRecord')
      .selectAll()
      .where('account', '=', account)
      .where('algoId', 'in', ids)
      .execute()
    const records = recordsOf('algoRecord', rows, algoEndRecord)
    return new Map(records.map(({ algo }) => [algo.id, algo.terms.kind] as const))
  }

  executions(question: ExecutionQuestion) {
    const { orderId, orderIds, tradeIds: tradeId, linkId, kind, kinds } = question
    const filters = { orderId: orderId ?? orderIds, tradeId, linkId, kind: kind ?? kinds }
    return this.#page('execution', question, filters, executionRecord)
  }

  async fillCounts({ account, orderIds }: FillCountQuestion): Promise<ReadonlyMap<number, number>> {
    // PostgreSQL refuses an empty list as a syntax error.
    if (orderIds.length === 0) return new Map()
    const rows = await this.#db
      .selectFrom('execution')
      .select(['orderId', (of) => of.fn.countAll<number>().as('fills')])
      .where('account', '=', account)
      .where('orderId', 'in', orderIds)
      .groupBy('orderId')
      .execute()
    return new Map(rows.map(({ orderId, fills }) => [orderId, Number(fills)]))
  }

  algoHistory(question: HistoryQuestion) {
    return this.#page('algoRecord', question, {}, algoEndRecord)
  }

  decisions(question: DecisionQuestion) {
    const { orderId } = question
    return this.#page('decision', question, { orderId }, decisionRecord)
  }

  liquidations(question: HistoryQuestion) {
    return this.#page('liquidation', question, {}, liquidationRecord)
  }

  settlements(question: SettlementQuestion) {
    const { kind, account = publicAccount } = question
    return this.#page('settlement', { ...question, account }, { kind }, settlementRecord)
  }

  closedPnl(question: HistoryQuestion) {
    return this.#page('closedPnl', question, {}, closedPnlRecord)
  }

  transactionLog(question: LogQuestion) {
    const { coin, cause, causes } = question
    return this.#page('walletLog', question, { coin, cause: cause ?? causes }, logRecord)
  }

  fundingHistory(question: HistoryQuestion) {
    return this.#page('fundingPayment', question, {}, fundingRecord)
  }

  /** Newest first; rates from before the start come from the seed. */
  async fundingRates(question: FundingRateQuestion): Promise<Page<FundingRateRecord>> {
    const page = await this.#page('fundingRate', question, {}, fundingRateRecord)
    const limit = Math.min(Math.max(question.limit ?? defaultLimit, 1), maxLimit)
    return withSeedRates(page, { ...question, limit }, this.#seeds.get(question.symbol))
  }

  async close(): Promise<void> {
    await this.#db.destroy()
    await this.#onClose()
  }

  async #page<Table extends AccountTable | 'fundingRate', Record>(
    table: Table,
    question: Partial<HistoryQuestion>,
    filters: { readonly [column: string]: Wanted | readonly Wanted[] | undefined },
    recordOf: (row: HistoryTables[Table]) => Record,
  ): Promise<Page<Record>> {
    const limit = Math.min(Math.max(question.limit ?? defaultLimit, 1), maxLimit)
    const { account, symbol, symbols } = question
    // PostgreSQL refuses an empty list as a syntax error.
    const isOfNothing = [symbols, ...Object.values(filters)].some(isEmptyList)
    if (isOfNothing) return { rows: [], seq: this.#seq }
    // All these tables share the columns used here; the query is typed as one of them.
    let query = this.#db
      .selectFrom(table as 'walletLog')
      .selectAll()
      .orderBy('seq', 'desc')
      .orderBy('place', 'desc')
      .limit(limit + 1)
    for (const [column, value] of Object.entries({ account, symbol, ...filters })) {
      if (value === undefined) continue
      query =
        typeof value === 'object'
          ? query.where(column as 'symbol', 'in', value as readonly string[])
          : query.where(column as 'symbol', '=', value as string)
    }
    const [only] = symbols ?? []
    if (symbols?.length === 1 && only !== undefined) query = query.where('symbol', '=', only)
    else if (symbols !== undefined) query = query.where(this.#isOneOf(symbols))
    if (question.fromMs !== undefined) {
      const firstSeq = await this.#firstSeqFrom(table, question.fromMs)
      query = query.where('seq', '>=', firstSeq).where('timeMs', '>=', question.fromMs)
    }
    if (question.toMs !== undefined) {
      query = query.where('timeMs', '<', question.toMs)
      const endSeq = await this.#firstSeqFrom(table, question.toMs)
      // Of a window that is not over, rows may come that were not there when its end was looked up.
      if (endSeq <= this.#seq) query = query.where('seq', '<', endSeq)
    }
    const after = question.cursor === undefined ? undefined : placeOf(question.cursor)
    if (after !== undefined) {
      const { seq, place } = after
      query = query.where((is) => is(is.refTuple('seq', 'place'), '<', is.tuple(seq, place)))
    }
    const found: readonly (object & EntryPlace)[] = await query.execute()
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    const page = {
      rows: recordsOf(table, rows as readonly (HistoryTables[Table] & EntryPlace)[], recordOf),
      seq: this.#seq,
    }
    const hasMore = found.length > limit && last !== undefined
    return hasMore ? { ...page, next: cursorOf(last) } : page
  }

  /**
   * Returns a number before which every row of the table is older than a time. Times never decrease
   * with the numbers, so it is found by halving: no index has times, and a page with few rows in
   * its window, or with a window long ago, would read all that an account ever did.
   */
  async #firstSeqFrom(table: AccountTable | 'fundingRate', fromMs: number): Promise<number> {
    let [low, high] = [0, this.#seq + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const row = await this.#db
        .selectFrom(table as 'walletLog')
        .select(['seq', 'timeMs'])
        .where('seq', '>=', middle)
        .orderBy('seq')
        .orderBy('place')
        .limit(1)
        .executeTakeFirst()
      if (row === undefined || row.timeMs >= fromMs) high = middle
      else low = row.seq + 1
    }
    return low
  }

  async #newestTrades(symbol: string): Promise<PublicTrade[]> {
    const rows = await this.#db
      .selectFrom('publicTrade')
      .selectAll()
      .where('symbol', '=', symbol)
      .orderBy('seq', 'desc')
      .orderBy('place', 'desc')
      .limit(tradesKept)
      .execute()
    return recordsOf('publicTrade', rows, publicTrade)
  }
}
