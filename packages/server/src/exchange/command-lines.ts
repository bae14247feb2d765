// Commands as lines of compact JSON in the journal: time, kind, then the kind's fields by position.

// Fields are only ever appended; a field missing from a line is absent. The compiler refuses a
// command field that the table below does not name. The operations of a batch are stored the same
// way, in one list (operation-lines.ts).

import type { Command, NumberedCommand } from '@basis/engine/commands'
import { compactOperations, plainOperations } from './operation-lines.ts'
import { compactPrices, plainPrices } from './price-lines.ts'

type Kind = Command['kind']
type Of<K extends Kind> = Extract<Command, { readonly kind: K }>
type FieldOf<K extends Kind> = Exclude<keyof Of<K>, 'kind'>

const fieldTable = {
  ListInstrument: ['instrument'],
  SetInstrumentStatus: ['symbol', 'status'],
  ListCoin: ['coin', 'ratioE4', 'tiers'],
  OpenAccount: ['account', 'role'],
  Deposit: ['account', 'coin', 'amount'],
  SetFeeLevel: ['account', 'level', 'rates'],
  PlaceOrder: [
    'account',
    'symbol',
    'side',
    'orderType',
    'timeInForce',
    'priceTicks',
    'qtyLots',
    'reduceOnly',
    'closeOnTrigger',
    'positionIdx',
    'linkId',
    'selfTrade',
    'quoteAmount',
    'slippage',
    'trigger',
    'tpsl',
    'trailing',
    'plan',
    'isLeverage',
    'mmp',
  ],
  ReplaceOrder: ['account', 'order', 'qtyLots', 'priceTicks', 'triggerTicks', 'tpsl'],
  CancelOrder: ['account', 'order', 'entry'],
  SetTpSl: [
    'account',
    'symbol',
    'positionIdx',
    'mode',
    'takeProfit',
    'stopLoss',
    'qtyLots',
    'tpOrderId',
    'slOrderId',
    'trailing',
  ],
  CancelPartialTpSl: ['account', 'symbol', 'positionIdx'],
  CancelAllOrders: ['account', 'symbol', 'of', 'isDisconnected'],
  OrderBatch: ['account', 'operations', 'isWhole'],
  ReversePosition: ['account', 'symbol', 'positionIdx', 'linkId', 'slippage'],
  ClosePositions: ['account', 'symbol'],
  ListLoan: ['coin', 'terms'],
  SetSpotMargin: ['account', 'isOn'],
  SetAccountMode: ['account', 'mode'],
  SetSpotHedging: ['account', 'isOn'],
  SetCollateral: ['account', 'coin', 'isOn'],
  SetMmp: [
    'account',
    'baseCoin',
    'windowMs',
    'frozenMs',
    'qtyLimitE8',
    'deltaLimitE8',
    'vegaLimitE8',
  ],
  ResetMmp: ['account', 'baseCoin'],
  SetSpotLeverage: ['account', 'coin', 'leverage'],
  BorrowCoin: ['account', 'coin', 'amount'],
  RepayLoan: ['account', 'coin', 'amount', 'isConverting'],
  SetLeverage: ['account', 'symbol', 'leverageE2', 'sellLeverageE2'],
  SetPositionMode: ['account', 'symbol', 'coin', 'mode'],
  SetMarginMode: ['account', 'symbol', 'mode'],
  ChangeMargin: ['account', 'symbol', 'positionIdx', 'amount'],
  SetAutoAddMargin: ['account', 'symbol', 'positionIdx', 'isOn'],
  UpdatePrices: ['prices', 'coins'],
  AdvanceTime: [],
  PlaceAlgo: [
    'account',
    'symbol',
    'side',
    'qtyLots',
    'reduceOnly',
    'positionIdx',
    'linkId',
    'selfTrade',
    'terms',
  ],
  CancelAlgo: ['account', 'algoId'],
  PlaceRule: ['account', 'symbol', 'positionIdx', 'linkId', 'terms', 'seeds'],
  AmendRule: ['account', 'ruleId', 'positionIdx', 'terms', 'seeds'],
  SetRuleState: ['account', 'ruleId', 'state'],
  PauseAlgo: ['account', 'algoId', 'isPaused'],
  SetMmrClose: ['account', 'symbol', 'positionIdx', 'rateE4'],
  CancelMmrClose: ['account', 'symbol', 'positionIdx'],
  BecomeLeader: ['account', 'name', 'style', 'shareE4', 'amount'],
  EndLeader: ['account', 'isBan'],
  FollowLeader: ['account', 'leader', 'amount', 'settings'],
  SetFollow: ['account', 'wallet', 'settings'],
  StopFollow: ['account', 'wallet', 'isBan'],
  MoveToCopy: ['account', 'wallet', 'amount'],
  BlockFollower: ['account', 'follower', 'isBlocked'],
  CreateGrid: ['account', 'symbol', 'terms', 'investment'],
  PauseGrid: ['account', 'wallet', 'isPaused'],
  AddInvestment: ['account', 'wallet', 'amount'],
  SetGridStops: ['account', 'wallet', 'takeProfitTicks', 'stopLossTicks'],
  CreateSpotBot: ['account', 'terms', 'investment'],
  PauseSpotBot: ['account', 'wallet', 'isPaused'],
  StopSpotBot: ['account', 'wallet', 'keepsCoins', 'isBan', 'reason'],
  OpenSubAccount: ['account', 'sub'],
  TransferFunds: ['account', 'from', 'to', 'coin', 'amount', 'transferId'],
  Withdraw: ['account', 'coin', 'amount'],
  InvestSpotBot: ['account', 'wallet', 'amount'],
  StopGrid: ['account', 'wallet', 'keepsBase', 'isBan', 'reason'],
  PlaceSpread: [
    'account',
    'symbol',
    'side',
    'orderType',
    'timeInForce',
    'priceTicks',
    'qtyLots',
    'linkId',
    'selfTrade',
  ],
  ReplaceSpread: ['account', 'order', 'qtyLots', 'priceTicks'],
  CancelSpread: ['account', 'order'],
  CancelAllSpreads: ['account', 'symbol'],
  SetRules: ['version'],
  TradeBlock: ['symbol', 'buyer', 'seller', 'qtyLots', 'priceTicks'],
} as const satisfies { readonly [K in Kind]: readonly FieldOf<K>[] }

type Missing = {
  readonly [K in Kind]: Exclude<FieldOf<K>, (typeof fieldTable)[K][number]>
}[Kind]
/** Does not compile while a command has a field that the table lacks. */
const everyFieldHasAPlace: [Missing] extends [never] ? true : Missing = true
void everyFieldHasAPlace

const fieldsOf = new Map<string, readonly string[]>(Object.entries(fieldTable))
const { PlaceOrder, ReplaceOrder, CancelOrder } = fieldTable
const operationFields = { PlaceOrder, ReplaceOrder, CancelOrder }

/** Whether a value holds a bigint below its own level. */
type HoldsBigint<T> = T extends bigint
  ? true
  : T extends number | string | boolean | null | undefined
    ? never
    : T extends readonly (infer Item)[]
      ? HoldsBigint<Item>
      : { [P in keyof T]-?: HoldsBigint<T[P]> }[keyof T]
type BigintsWithin<K extends Kind> = {
  [P in FieldOf<K>]-?: NonNullable<Of<K>[P]> extends bigint ? never : HoldsBigint<Of<K>[P]>
}[FieldOf<K>]

/**
 * Commands whose fields hold nested bigints; a top-level bigint is found by itself. The compiler
 * refuses a table that lacks such a command.
 */
const withBigintsWithin: {
  readonly [K in Kind as true extends BigintsWithin<K> ? K : never]: true
} = {
  ListCoin: true,
  ListInstrument: true,
  ListLoan: true,
  OrderBatch: true,
  FollowLeader: true,
  SetFollow: true,
  CreateSpotBot: true,
}

// A line that holds bigints starts with this mark, so that other lines are parsed without searching
// for them.
const bigintMark = '~'
const bigintKey = '$n'

/** Returns the line of a command at its time, without a line break. */
export function formatCommandLine(timeMs: number, command: Command): string {
  const values: unknown[] = [timeMs, command.kind]
  const record: Readonly<Record<string, unknown>> = command
  let hasBigint = Object.hasOwn(withBigintsWithin, command.kind)
  for (const field of fieldTable[command.kind]) {
    const value = record[field]
    if (typeof value === 'bigint') hasBigint = true
    values.push(value === undefined ? null : value)
  }
  if (command.kind === 'UpdatePrices') {
    values[2] = compactPrices(command.prices)
  }
  if (command.kind === 'OrderBatch') {
    const operations = compactOperations(command, operationFields)
    if (operations !== undefined) {
      values[3] = operations
      hasBigint = false
    }
  }
  while (values.at(-1) === null) values.pop()
  return hasBigint ? bigintMark + JSON.stringify(values, bigintToRecord) : JSON.stringify(values)
}

/** Parses a line; throws if no version of `formatCommandLine` wrote it. */
export function parseCommandLine(line: string, seq: number): NumberedCommand {
  const values: unknown = line.startsWith(bigintMark)
    ? JSON.parse(line.slice(1), recordToBigint)
    : JSON.parse(line)
  if (!Array.isArray(values) || !Number.isSafeInteger(values[0])) {
    throw new Error(`Command ${seq} in the journal is not a list with its time`)
  }
  const kind: unknown = values[1]
  const fields = typeof kind === 'string' ? fieldsOf.get(kind) : undefined
  if (fields === undefined || values.length > fields.length + 2) {
    throw new Error(`Command ${seq} in the journal is of a kind or version unknown to this build`)
  }
  const command: Record<string, unknown> = { kind }
  for (let i = 2; i < values.length; i += 1) {
    const value: unknown = values[i]
    const field = fields[i - 2]
    if (value !== null && field !== undefined) command[field] = value
  }
  if (kind === 'UpdatePrices') command['prices'] = plainPrices(command['prices'])
  if (kind === 'OrderBatch') {
    command['operations'] = plainOperations(
      command['operations'],
      command['account'],
      operationFields,
    )
  }
  // The journal's checksum has proven that a typed command was written as these bytes.
  return { seq, timeMs: values[0] as number, command: command as Command }
}

function bigintToRecord(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? { [bigintKey]: value.toString() } : value
}

function recordToBigint(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(bigintKey in value)) return value
  const text: unknown = value[bigintKey]
  return typeof text === 'string' && Object.keys(value).length === 1 ? BigInt(text) : value
}
