// Records of a snapshot: each is one line of ASCII JSON, `[kind, …]`, of bounded size, so that a
// state of any size is written, hashed and read in pieces.

// A fixed order of kinds and of keys makes equal states equal lines; what can be recomputed is not
// written.

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

/** Changes with the records' meaning; an unknown format is refused (reliability D7). */
export const snapshotFormat = 3
/** Still read, never written: its marks were whole ticks (decision 42). */
export const formatWithTicks = 2

/** The type with bigint fields as decimal texts. */
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
  /** Absent for the first rules version. */
  rulesVersion?: number
  /** Absent if there never was a rule. */
  nextRuleId?: number
  /** Absent if no coin is lent. */
  interestDueMs?: number
  /** Absent if there never was a leader. */
  copy?: Pick<CopyWork, 'nextWallet' | 'nextLookMs'> & { shareDueMs?: number }
  /** Absent if there never was a grid bot. */
  grids?: Pick<GridWork, 'nextLookMs'>
  /** Absent if there never was a DCA or rebalancing bot. */
  spotBots?: Pick<SpotBotWork, 'nextLookMs'>
  /** Funding wallets with their owners; `mains` are sub-accounts with their main accounts. */
  funding?: readonly (readonly [owner: AccountId, wallet: AccountId])[]
  mains?: readonly (readonly [sub: AccountId, main: AccountId])[]
  /** Absent if no transfer had an id. */
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

/** A market of format 2, whose mark is in ticks. */
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
  | 'isChanged'
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
  /** Present after a partial close, if they differ from entry value and size. */
  entered?: EnteredRecord
  average?: EnteredRecord
}

/** The value and lots of an average entry price; the value is 1e-24 settle coin. */
export type EnteredRecord = [valueE24: string, lots: number]

/** Position modes that an account has set, for coins and for symbols. */
type ModesRecord = {
  coins: [string, PositionMode][]
  symbols: [SymbolId, PositionMode][]
}

/** The debt, and since when it exceeds the limit, are present only if there is a debt. */
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
  /** Absent for the first fee level. */
  fees?: AccountFees
  spotMargin?: SpotMargin
  /** Coins excluded from the collateral; absent if none. */
  off?: string[]
  /** Absent in regular margin. */
  portfolio?: Portfolio
  /** Absent without market-maker protection. */
  mmp?: readonly Mmp[]
  /** Client order ids of open orders and running parents. */
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
  /** The parent's id. */
  algo?: number
  /** Its original terms if it was changed; without a trigger 0. */
  entered?: [price: number, qty: number, trigger: number]
  /** The amount of a spot order by amount. */
  amount?: string
  /** Whether it may borrow what it pays. */
  lends?: boolean
  mmp?: boolean
}

export type FinalRecord = [id: number, account: number, status: number]

/** The exchange's own balances of a coin; `desk` is the result of its conversions. */
export type VenueCoinRecord = Record<'deposits' | 'fees' | 'rounding' | 'treasury', bigint> &
  Partial<Record<'interest' | 'desk', bigint>>

/** All records, in their order; a kind may occur many times, or never. */
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
  /** The exchange's own balances; interest and desk are absent while both are 0. */
  | ['house', coin: string, money: VenueCoinRecord]
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
  /** Figures of combinations that were traded; then open orders, in the order of each book. */
  | ['spread', SpreadFigures]
  | ['spreadOrder', SpreadOrderRecord]
  /** By market, in the order of its book. */
  | ['resting', OrderRecord]
  /** Orders that wait for their trigger, or triggered ones not yet activated, oldest first. */
  | ['waiting', OrderRecord]
  /** The triggered ones among them, in the order in which they enter the book. */
  | ['due', OrderId[]]
  /** The number of records before this one, to detect truncation. */
  | ['end', records: number]

/** The maximum of items in a record that packs many small items. */
const perRecord = 256

/** Packs items into lists of at most `perRecord`. */
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
  // Most records already have their amounts as texts: a replacer call for every value is slow.
  const text = withBigints.has(record[0]) ? JSON.stringify(record, marked) : JSON.stringify(record)
  return /^[\0-\x7f]*$/.test(text) ? text : escaped(text)
}

/** Parses a record's line; throws SyntaxError if it is not JSON. */
export function parseRecord(line: string): SnapshotRecord {
  const hasBigints = /^\["(loan|house|pool|market|algo|leader|follow|grid|spotBot)"/.test(line)
  return JSON.parse(line, hasBigints ? unmarked : undefined) as SnapshotRecord
}

const marked = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? `~${value}` : value

/** Texts that begin with a tilde are bigints; no name of the exchange begins with one. */
export const unmarked = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.startsWith('~') ? BigInt(value.slice(1)) : value

const escaped = (text: string): string =>
  text.replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
