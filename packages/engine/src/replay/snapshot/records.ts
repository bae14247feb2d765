// Records of a snapshot: each one line of JSON in ASCII, `[kind, …]`, small however much the
// exchange has grown, so that a state is written, hashed and read in pieces.

// A fixed order of kinds and of keys makes equal states equal lines; what can be computed again is
// not written.

import type { AccountId, OrderId, SymbolId } from '@basis/domain/numbers/brand'
import type { AccountFees } from '@basis/domain/instrument/fee-levels'
import type { Order, OrderStatus, SelfTradeMode } from '@basis/domain/orders/order'
import type { LoanTerms, SpotMargin } from '@basis/domain/margin/loans'
import type { Mmp } from '@basis/domain/options/mmp'
import type { Portfolio } from '@basis/domain/portfolio-margin/eligibility'
import type { PositionIdx, PositionMode } from '@basis/domain/orders/position'
import type { CopyFollow, CopyLeader, CopyWork } from '../../state/copy.ts'
import type { GridWork, SavedGrid } from '../../state/bots/grid.ts'
import type { SpotBot, SpotBotWork } from '../../state/bots/spot-bot.ts'
import type { RuleOrder } from '../../state/rules/rule-order.ts'
import type { SavedAlgo } from './algos.ts'
import type { SpreadFigures, SpreadOrderRecord } from './spreads.ts'
import type { MmrOrder } from '../../state/mmr-close.ts'
import type { SpentLink } from '../../state/collections/spent-ids.ts'
import type { AccountState, LinkedOrder } from '../../state/state.ts'
import type { MarketState, PositionState } from '../../state/state.ts'
import type { MarketStress } from '../../state/margin/stress.ts'
import type { PositionStops, SavedTerms } from '../../state/conditional-terms.ts'
import type { PeakRecord } from '../../state/insurance-peaks.ts'

/** Changes whenever the records' meaning does; an unknown one is refused (reliability D7). */
export const snapshotFormat = 3
/** Read too, and never written: marks stood on ticks (decision 42). */
export const formatWithTicks = 2

/** What of a thing is a bigint stands as its decimal text. */
type WithTexts<Thing> = {
  [Field in keyof Thing]: Thing[Field] extends bigint ? string : Thing[Field]
}

export type HeadRecord = {
  format: number
  seq: number
  timeMs: number
  nextOrderId: number
  nextTradeId: number
  nextAlgoId: number
  nextMmrId: number
  /** Absent while the exchange goes by the first rules. */
  rulesVersion?: number
  /** Absent where there never was a rule. */
  nextRuleId?: number
  /** Absent where no coin is lent. */
  interestDueMs?: number
  /** Absent where there never was a leader. */
  copy?: Pick<CopyWork, 'nextWallet' | 'nextLookMs'> & { shareDueMs?: number }
  /** Absent where there never was a grid bot. */
  grids?: Pick<GridWork, 'nextLookMs'>
  /** Absent where there never was a bot that buys or keeps weights. */
  spotBots?: Pick<SpotBotWork, 'nextLookMs'>
  /** Funding wallets by their owners, sub-accounts with their main accounts; absent without any. */
  funding?: readonly (readonly [owner: AccountId, wallet: AccountId])[]
  mains?: readonly (readonly [sub: AccountId, main: AccountId])[]
  /** Absent where no transfer had a name. */
  transferIds?: readonly (readonly [account: AccountId, ids: readonly string[]])[]
}

export type MarketRecord = Omit<
  MarketState,
  | 'book'
  | 'triggerIndex'
  | 'gridIndex'
  | 'moves'
  | 'tickValueE8'
  | 'lotTop'
  | 'lotBottom'
  | 'valueSign'
  | 'index'
  | 'longLots'
  | 'stress'
> & { stress?: Pick<MarketStress, 'forwardE8' | 'volatilityE8'> }

/** A market of an older format, whose mark is a number of ticks. */
export type TickMarketRecord = Omit<MarketRecord, 'markE8'> & { markTicks: number }

type SavedPosition = Omit<
  PositionState,
  | 'account'
  | 'market'
  | 'idx'
  | 'pair'
  | 'coinBalance'
  | 'buys'
  | 'sells'
  | 'waiting'
  | 'stops'
  | 'reduceOnlyOrders'
  | 'touched'
  | 'margin'
  | 'marginAtMark'
  | 'counted'
  | 'isDirty'
  | 'buyCost'
  | 'sellCost'
  | 'buyValue'
  | 'sellValue'
  | 'haircut'
  | 'entered'
  | 'average'
  | 'maxValue'
  | 'longRates'
  | 'shortRates'
>
export type PositionRecord = WithTexts<SavedPosition> & {
  market: number
  idx?: PositionIdx
  stops?: PositionStops
  /** Where they are not the entry value and the size themselves: a part was closed. */
  entered?: EnteredRecord
  average?: EnteredRecord
}

/** What an average entry price is made of, 1e-24 settle coin. */
export type EnteredRecord = [valueE24: string, lots: number]

/** Of accounts that chose a position mode: for coins, and for symbols. */
type ModesRecord = {
  coins: [string, PositionMode][]
  symbols: [SymbolId, PositionMode][]
}

/** What is owed, and since when beyond the limit, only where something is. */
type CoinRecord = [
  coin: string,
  balance: string,
  principal?: string,
  interest?: string,
  overSinceMs?: number,
]

export type AccountRecord = {
  id: AccountId
  role: AccountState['role']
  coins: CoinRecord[]
  holdings: PositionRecord[]
  modes?: ModesRecord
  /** Absent on the first fee level. */
  fees?: AccountFees
  spotMargin?: SpotMargin
  /** Coins that are taken out of the collateral; absent where none is. */
  off?: string[]
  /** Absent where the margin is cross. */
  portfolio?: Portfolio
  /** Absent without market-maker protection. */
  mmp?: readonly Mmp[]
  /** Of open orders and running parents. */
  links?: [string, LinkedOrder][]
}

export type OrderRecord = {
  id: OrderId
  link: string
  account: number
  market: number
  side: Order['side']
  type: Order['orderType']
  tif: Order['timeInForce']
  flags: [reduceOnly: boolean, closeOnTrigger: boolean, positionIdx: Order['positionIdx']]
  selfTrade: SelfTradeMode
  price: number
  lots: [qty: number, leaves: number, filled: number]
  money: [value: string, fee: string, pnl: string]
  status: OrderStatus
  times: [createdMs: number, updatedMs: number, updateNo: number]
  plan?: SavedTerms
  /** The parent's number. */
  algo?: number
  /** As it was entered, where it was changed since; no trigger is 0. */
  entered?: [price: number, qty: number, trigger: number]
  /** Of a spot order by amount. */
  amount?: string
  /** May it borrow what it pays? */
  lends?: boolean
  mmp?: boolean
}

export type FinalRecord = [id: number, account: number, status: number]

type HouseRecord = Record<'deposits' | 'fees' | 'rounding' | 'treasury', bigint> &
  Partial<Record<'interest' | 'desk', bigint>>

/** All records, in the order in which they stand; some kinds may come many times, or never. */
export type SnapshotRecord =
  | ['state', HeadRecord]
  | [
      'coin',
      coin: string,
      usdE8: number,
      ratioE4: number,
      tiers?: [upTo: string, ratioE4: number][],
    ]
  | ['loan', coin: string, terms: LoanTerms]
  /** Interest and desk are absent while both are 0. */
  | ['house', coin: string, money: HouseRecord]
  | ['pool', coin: string, PeakRecord]
  | ['finals', readonly FinalRecord[]]
  | ['spent', readonly SpentLink[]]
  | ['market', MarketRecord | TickMarketRecord]
  /** The insurance fund first, then by number. */
  | ['account', AccountRecord]
  | ['algo', SavedAlgo]
  /** By number, those that have ended first. */
  | ['rule', RuleOrder]
  | ['leader', CopyLeader]
  | ['follow', CopyFollow]
  | ['grid', SavedGrid]
  | ['spotBot', SpotBot]
  | ['mmr', MmrOrder]
  /** Of combinations that were traded; then their open orders, as they stand in each book. */
  | ['spread', SpreadFigures]
  | ['spreadOrder', SpreadOrderRecord]
  /** By market, as they stand in its book. */
  | ['resting', OrderRecord]
  /** Those that wait for their trigger or for their turn after it, oldest first. */
  | ['waiting', OrderRecord]
  /** Of those, the ones that have triggered, in the order in which they go into the book. */
  | ['due', OrderId[]]
  /** How many records there are before this one, so that a cut is noticed. */
  | ['end', records: number]

/** Records that many small things share hold so many of them. */
const perRecord = 256

/** Packs small things into lists that are no longer than a record may be. */
export function* packed<Thing>(things: Iterable<Thing>): Generator<readonly Thing[]> {
  let pack: Thing[] = []
  for (const thing of things) {
    pack.push(thing)
    if (pack.length < perRecord) continue
    yield pack
    pack = []
  }
  if (pack.length > 0) yield pack
}

const withBigints = new Set<SnapshotRecord[0]>([
  'loan',
  'house',
  'pool',
  'market',
  'algo',
  'leader',
  'follow',
  'grid',
  'spotBot',
])

/** Returns a record as its line, without the line break. */
export function formatRecord(record: SnapshotRecord): string {
  // Most records hold their amounts as texts already: reading every value of them is costly.
  const text = withBigints.has(record[0]) ? JSON.stringify(record, marked) : JSON.stringify(record)
  return /^[\0-\x7f]*$/.test(text) ? text : escaped(text)
}

/** Reads a line back; throws SyntaxError where it is none. */
export function parseRecord(line: string): SnapshotRecord {
  const hasBigints = /^\["(loan|house|pool|market|algo|leader|follow|grid|spotBot)"/.test(line)
  return JSON.parse(line, hasBigints ? unmarked : undefined) as SnapshotRecord
}

const marked = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? `~${value}` : value

/** Texts that begin with a tilde were bigints; a name of the exchange never does. */
export const unmarked = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.startsWith('~') ? BigInt(value.slice(1)) : value

const escaped = (text: string): string =>
  text.replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
