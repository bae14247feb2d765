// The engine: `apply(command)` performs a command, by two switches and the functions of its group,
// then runs its consequences: triggers, algorithmic orders, rules, bots and copy trading.

import { assert } from '@basis/domain/numbers/assert'
import type { AccountId, OrderId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { isCoinName, listingFault } from '@basis/domain/instrument/listing-rules'
import { areCollateralTiers, type CollateralTier } from '@basis/domain/margin/collateral'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { setTiers, unlistedCoin, wholeTier } from '../state/coin.ts'
import type {
  Command,
  Deposit,
  IndexPrice,
  ListInstrument,
  NumberedCommand,
  SetRules,
} from '../api/commands.ts'
import type { PortfolioCommand } from '../api/portfolio-commands.ts'
import type { Event } from '../api/events.ts'
import { isGridCommand } from '../api/grid-commands.ts'
import { thirdRules } from '../api/rules-version.ts'
import { isTransferCommand } from '../api/transfer-commands.ts'
import { settleNegativeBalances } from '../liquidation/negative-balances.ts'
import { liquidateAll } from '../liquidation/liquidate-accounts.ts'
import { checkAllAccounts, setCoinPrice } from '../liquidation/accounts-at-risk.ts'
import { releaseClientOrderIds } from '../state/client-order-ids.ts'
import { isOption } from '../risk/option-margin.ts'
import { updatePrice } from '../risk/mark-price.ts'
import {
  portfolioSettingProblem,
  setAccountMode,
  setSpotHedging,
} from '../trading/settings/account-mode.ts'
import { setCollateral } from '../trading/settings/collateral-switch.ts'
import { changeMmp, resetMmp } from '../trading/settings/mmp-settings.ts'
import { transferCommand } from '../trading/settings/transfer-funds.ts'
import { setRules } from '../trading/settings/set-rules.ts'
import { setFeeLevel } from '../trading/settings/fee-level.ts'
import { setPositionMode } from '../trading/settings/switch-position-mode.ts'
import {
  cancelMmrClose,
  cancelStaleMmrCloses,
  runMmrCloses,
  setMmrClose,
} from '../trading/multi-order/mmr-close.ts'
import { cancelAlgo, pauseAlgo, placeAlgo } from '../trading/algo/place-algo.ts'
import { ruleCommand, runRules } from '../trading/rules/run-rules.ts'
import { gridCommand } from '../trading/grid/grid-commands.ts'
import { isSpotBotCommand } from '../api/spot-bot-commands.ts'
import { emitSpotBots } from '../trading/spot-bots/bot-money.ts'
import { runSpotBots } from '../trading/spot-bots/run-spot-bots.ts'
import { spotBotCommand } from '../trading/spot-bots/spot-bot-commands.ts'
import { emitGrids } from '../trading/grid/grid-money.ts'
import { hasGridWork, inspectGrids, runGrids } from '../trading/grid/run-grids.ts'
import { copyCommand } from '../trading/copy/copy-commands.ts'
import { closeCombinations } from '../trading/core/spread-closing.ts'
import { isSpreadCommand } from '../api/commands.ts'
import { spreadCommand } from '../trading/spread/spread-entry.ts'
import { addCombinations, hasTooDearLeg } from '../risk/spread-orders.ts'
import { runCopies } from '../trading/copy/copy-leaders.ts'
import { settleShares } from '../trading/copy/share-profit.ts'
import { walletProblem } from '../trading/copy/wallet-rules.ts'
import { inspectWallets } from '../trading/copy/inspect-wallets.ts'
import { runAlgos, emitAlgos } from '../trading/algo/run-algos.ts'
import { tradeBlock } from '../trading/multi-order/block-trade.ts'
import { performBatch } from '../trading/multi-order/batch.ts'
import { closePositions } from '../trading/multi-order/close-positions.ts'
import { placeAny } from '../trading/multi-order/place-any.ts'
import { optionProblem } from '../trading/core/option-rules.ts'
import { cancelAll, refuse } from '../trading/core/order-entry.ts'
import type { CommandResult } from '../trading/core/open-orders.ts'
import { reversePosition } from '../trading/multi-order/reverse-position.ts'
import { emitChanged } from '../trading/core/position-updates.ts'
import {
  changeMargin,
  setAutoAddMargin,
  setLeverage,
  setMarginMode,
} from '../trading/settings/leverage-and-margin.ts'
import { fillLeft } from './preview-fills.ts'
import { forkState } from '../state/fork.ts'
import { previewOf, type AccountCommand, type Preview } from './preview.ts'
import { viewsOf } from './queries.ts'
import { emitRejected } from '../trading/core/rejection-events.ts'
import { chargeInterest } from '../settlement/interest.ts'
import { loanCommand } from '../liquidation/loan-commands.ts'
import { settleDue } from '../settlement/run-due.ts'
import { escrowAccount } from '../state/copy.ts'
import { relist, reopeningProblem } from '../settlement/relist.ts'
import { soonestSettlement } from '../state/settlement-schedule.ts'
import { addAccount } from '../trading/core/add-account.ts'
import { newAccount, newMarket, newState, type EngineState } from '../state/state.ts'
import { recordPrices } from '../state/price-moves.ts'
import { cancelAny, replaceAny } from '../trading/conditional/conditional-orders.ts'
import { hasTriggerWork, runTriggers } from '../trading/conditional/trigger-engine.ts'
import { cancelPartialTpSl, setTpSl } from '../trading/conditional/set-tpsl.ts'
import type { Views } from '../api/views.ts'
import { deposit } from '../trading/core/ledger.ts'

/** The result of a command: its events, and the answer for its sender. */
export type ApplyResult = {
  readonly seq: number
  readonly timeMs: number
  readonly events: readonly Event[]
  /** Present when the command was refused; then only time has passed (a funding may be paid). */
  readonly problem?: Problem | undefined
  /** The order that was placed, replaced or cancelled; for a repeated linkId the first order's. */
  readonly orderId?: OrderId | undefined
  /** The parent order that was started or cancelled. */
  readonly algoId?: number | undefined
  /** The rule that was started or changed. */
  readonly ruleId?: number | undefined
  /** The copy wallet that was opened or changed. */
  readonly wallet?: AccountId | undefined
  /** The lots of a split order that could not be placed. */
  readonly failedLots?: number | undefined
  /** The answer of each operation of a batch, in order. */
  readonly items?: readonly CommandResult[] | undefined
}

export type Engine = {
  /** Applies the next command: its `seq` must be the last plus one, its time not earlier. */
  readonly apply: (numbered: NumberedCommand) => ApplyResult
  /**
   * Returns an independent copy-on-write copy of this engine, valid until this one applies its next
   * command.
   */
  readonly fork: () => Engine
  /** Returns what an account's command would do now, optionally after `first`; changes nothing. */
  readonly preview: (command: AccountCommand, first?: AccountCommand) => Preview
  readonly views: Views
  readonly lastSeq: () => number
  readonly lastTimeMs: () => number
}

const states = new WeakMap<Engine, EngineState>()

/** Returns the engine of an empty exchange, or of a restored state (snapshot.ts makes those). */
export function createEngine(state: EngineState = newState()): Engine {
  const engine: Engine = {
    apply: (numbered) => apply(state, numbered),
    fork: () => createEngine(forkState(state)),
    preview: (command, first) => {
      const fork = engine.fork()
      return previewOf(fork, { command, first }, (order) => fillLeft(stateOf(fork), order))
    },
    views: viewsOf(state),
    lastSeq: () => state.seq,
    lastTimeMs: () => state.timeMs,
  }
  states.set(engine, state)
  return engine
}

/** Returns an engine's state, for snapshots and invariants only. */
export function stateOf(engine: Engine): EngineState {
  const state = states.get(engine)
  assert(state !== undefined, 'an engine is made by createEngine')
  return state
}

function apply(state: EngineState, numbered: NumberedCommand): ApplyResult {
  const { seq, timeMs, command } = numbered
  assert(seq === state.seq + 1, 'commands come in order, none missing')
  assert(timeMs >= state.timeMs, 'time never runs backwards')
  state.seq = seq
  state.timeMs = timeMs
  state.events = []
  if (timeMs >= state.spreads.closeDueMs) closeCombinations(state)
  settleOverdue(state)
  if (timeMs >= state.copy.shareDueMs) settleShares(state)
  if (timeMs >= state.interestDueMs) chargeInterest(state)
  const answer = checkAndPerform(state, command)
  if (answer.problem !== undefined && command.kind !== 'PlaceOrder') {
    emitRejected(state, command, answer.problem, answer.explanation)
  }
  if (hasTriggerWork(state)) runTriggers(state)
  // A refusal leaves no trace (R6): what is due waits for the next command.
  if (answer.problem === undefined && state.algos.due.soonestMs <= timeMs) runAlgos(state)
  if (state.rules.running.size > 0 && answer.problem === undefined && isPriceOrTime(command)) {
    runRules(state, perform)
    if (hasTriggerWork(state)) runTriggers(state)
  }
  if (answer.problem === undefined && state.grids.running.size > 0) inspectGrids(state, command)
  if (answer.problem === undefined && state.spotBots.running.size > 0) runSpotBots(state, command)
  const copied = runBotsAndCopies(state, command, 0)
  if (answer.problem === undefined && state.copy.leaders.size > 0 && isPriceOrTime(command)) {
    inspectWallets(state)
    runBotsAndCopies(state, command, copied)
  }
  if (answer.problem === undefined) releaseClientOrderIds(state)
  if (state.overdrawn.length > 0 || state.changedPositions.length > 0) settleNegativeBalances(state)
  if (state.changedPositions.length > 0 && state.mmr.waiting.size > 0) cancelStaleMmrCloses(state)
  emitChanged(state)
  if (state.algos.changed.size > 0) emitAlgos(state)
  if (state.grids.changed.size > 0) emitGrids(state)
  if (state.spotBots.changed.size > 0) emitSpotBots(state)
  assert(!hasGridWork(state), 'bots have acted on all that was filled before the command ends')
  // Written out: an object spread per answer is measurably slow at a million commands.
  const { problem: refusal, orderId, algoId, ruleId, wallet, failedLots, items } = answer
  const result = { seq, timeMs, events: state.events, problem: refusal }
  return { ...result, orderId, algoId, ruleId, wallet, failedLots, items }
}

/**
 * Runs bots and copy trading on new fills until there is no work left: a copy may fill a bot's
 * order, and a bot's next order a leader's (rules 16.2, 17.2). Returns the number of events whose
 * trades were copied; the first `from` were already.
 */
function runBotsAndCopies(state: EngineState, command: Command, from: number): number {
  let copied = from
  do {
    if (hasGridWork(state)) runGrids(state)
    if (hasTriggerWork(state)) runTriggers(state)
    if (state.copy.leaders.size > 0) copied = runCopies(state, command, copied)
  } while (hasGridWork(state) || hasTriggerWork(state))
  return copied
}

/** Rules and copy wallets are checked on price and time commands, not on every trade. */
const isPriceOrTime = ({ kind }: Command): boolean =>
  kind === 'UpdatePrices' || kind === 'AdvanceTime'

const done: CommandResult = {}

/** Refuses what copy wallets (rules 16.1), options or portfolio margin do not accept. */
function checkAndPerform(state: EngineState, command: Command): CommandResult {
  const barred =
    walletProblem(state, command) ??
    optionProblem(state, command) ??
    portfolioSettingProblem(state, command)
  if (barred === undefined) return perform(state, command)
  return command.kind === 'PlaceOrder' ? refuse(state, command, barred) : { problem: barred }
}

function perform(state: EngineState, command: Command): CommandResult {
  switch (command.kind) {
    case 'PlaceOrder':
      return placeAny(state, command)
    case 'CancelOrder':
      return cancelAny(state, command)
    case 'ReplaceOrder':
      return replaceAny(state, command)
    case 'SetTpSl':
      return setTpSl(state, command)
    case 'CancelPartialTpSl':
      return cancelPartialTpSl(state, command)
    case 'CancelAllOrders':
      return cancelAllOf(state, command)
    case 'OrderBatch':
      return performBatch(state, command)
    case 'TradeBlock':
      return tradeBlock(state, command)
    case 'ReversePosition':
      return reversePosition(state, command)
    case 'ClosePositions':
      return closePositions(state, command)
    case 'PlaceAlgo':
      return placeAlgo(state, command)
    case 'CancelAlgo':
      return cancelAlgo(state, command)
    case 'PauseAlgo':
      return pauseAlgo(state, command)
    case 'PlaceRule':
    case 'AmendRule':
    case 'SetRuleState':
      return ruleCommand(state, command)
    case 'SetMmrClose':
      return setMmrClose(state, command)
    case 'CancelMmrClose':
      return cancelMmrClose(state, command)
    case 'UpdatePrices':
      return updatePrices(state, command)
    case 'AdvanceTime':
      runMmrCloses(state)
      liquidateAll(state)
      return done
    case 'SetLeverage':
      return setLeverage(state, command)
    case 'SetPositionMode':
      return setPositionMode(state, command)
    case 'SetMarginMode':
      return setMarginMode(state, command)
    case 'ChangeMargin':
      return changeMargin(state, command)
    case 'SetAutoAddMargin':
      return setAutoAddMargin(state, command)
    case 'Deposit':
      return credit(state, command)
    case 'SetFeeLevel':
      return setFeeLevel(state, command)
    case 'OpenAccount':
      return openAccount(state, command)
    case 'ListInstrument':
      return list(state, command)
    case 'SetInstrumentStatus':
      return setStatus(state, command)
    case 'ListCoin':
      return listCoin(state, command)
    default:
      if (isSpreadCommand(command)) return spreadCommand(state, command)
      return performOther(state, command)
  }
}

/** Performs the commands of rules versions, portfolio margin, loans, copy trading and bots. */
function performOther(
  state: EngineState,
  command:
    | SetRules
    | PortfolioCommand
    | Parameters<typeof loanCommand>[1]
    | Parameters<typeof copyCommand>[1]
    | Parameters<typeof gridCommand>[1]
    | Parameters<typeof spotBotCommand>[1]
    | Parameters<typeof transferCommand>[1],
): CommandResult {
  switch (command.kind) {
    case 'SetRules':
      return setRules(state, command)
    case 'SetAccountMode':
      return setAccountMode(state, command)
    case 'SetSpotHedging':
      return setSpotHedging(state, command)
    case 'SetCollateral':
      return setCollateral(state, command)
    case 'SetMmp':
      return changeMmp(state, command)
    case 'ResetMmp':
      return resetMmp(state, command)
    case 'ListLoan':
    case 'SetSpotMargin':
    case 'SetSpotLeverage':
    case 'BorrowCoin':
    case 'RepayLoan':
      return loanCommand(state, command)
    default:
      if (isGridCommand(command)) return gridCommand(state, command)
      if (isSpotBotCommand(command)) return spotBotCommand(state, command)
      if (isTransferCommand(command)) return transferCommand(state, command)
      return copyCommand(state, command)
  }
}

function cancelAllOf(
  state: EngineState,
  command: Extract<Command, { kind: 'CancelAllOrders' }>,
): CommandResult {
  const account = state.accounts.get(command.account)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const market = command.symbol === undefined ? undefined : state.bySymbol.get(command.symbol)
  if (command.symbol !== undefined && market === undefined) {
    return { problem: problem('instrumentUnknown', 'symbol') }
  }
  const why = command.isDisconnected === true ? 'CancelByDCP' : 'CancelByUser'
  cancelAll(state, account, why, market ?? command.of)
  return done
}

function updatePrices(
  state: EngineState,
  command: Extract<Command, { kind: 'UpdatePrices' }>,
): CommandResult {
  for (const price of command.prices) {
    const wrong = priceFault(state, price)
    if (wrong !== undefined) return { problem: wrong }
  }
  for (const { coin, usdE8 } of command.coins ?? []) {
    if (!Number.isSafeInteger(usdE8) || usdE8 <= 0)
      return { problem: problem('priceInvalid', 'usdE8') }
    if (!state.coins.has(coin)) return { problem: problem('amountInvalid', 'coin') }
  }
  for (const { coin, usdE8 } of command.coins ?? []) {
    const known = state.coins.get(coin)
    if (known !== undefined) setCoinPrice(state, known, usdE8)
  }
  for (const { symbol, indexE8, ...given } of command.prices) {
    const market = state.bySymbol.get(symbol)
    if (market === undefined) continue
    if (market.triggerIndex.size > 0) recordPrices(state, market)
    updatePrice(state, market, indexE8, given)
  }
  runMmrCloses(state)
  liquidateAll(state)
  return done
}

/** An option's mark comes with the price; every other mark is computed by the engine (9.3). */
function priceFault(state: EngineState, price: IndexPrice): Problem | undefined {
  const market = state.bySymbol.get(price.symbol)
  if (market === undefined) return problem('instrumentUnknown', 'symbol')
  const isPrice = (value: number | undefined): boolean =>
    Number.isSafeInteger(value) && (value ?? 0) > 0
  if (!isPrice(price.indexE8)) return problem('priceInvalid', 'indexE8')
  const isMarked = isOption(market) ? isPrice(price.markE8) : price.markE8 === undefined
  if (!isMarked) return problem('priceInvalid', 'markE8')
  const { forwardE8, volatilityE8 } = price
  if (forwardE8 === undefined && volatilityE8 === undefined) return undefined
  if (!isOption(market) || !isPrice(forwardE8)) return problem('priceInvalid', 'forwardE8')
  return isPrice(volatilityE8) ? undefined : problem('priceInvalid', 'volatilityE8')
}

function credit(state: EngineState, command: Deposit): CommandResult {
  if (command.amount <= 0n) return { problem: problem('amountInvalid', 'amount') }
  if (!isCoinName(command.coin)) return { problem: problem('amountInvalid', 'coin') }
  // The insurance fund accepts deposits under its own number.
  const account =
    command.account === state.fund.id ? state.fund : state.accounts.get(command.account)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  deposit(state, account, command.coin, command.amount)
  return done
}

function openAccount(
  state: EngineState,
  command: Extract<Command, { kind: 'OpenAccount' }>,
): CommandResult {
  const id: AccountId = command.account
  // Higher numbers are reserved for copy wallets.
  const fits = Number.isSafeInteger(id) && id > 0 && id < escrowAccount
  if (!fits || state.accounts.has(id)) return { problem: problem('accountUnknown', 'account') }
  addAccount(state, newAccount(id, command.role, state))
  state.events.push({ kind: 'AccountOpened', account: id, role: command.role })
  return done
}

function list(state: EngineState, command: ListInstrument): CommandResult {
  const { instrument } = command
  const wrong = listingProblem(state, instrument)
  if (wrong !== undefined) return { problem: wrong }
  const known = state.bySymbol.get(instrument.symbol)
  if (known === undefined) {
    const market = newMarket(state.markets.length, instrument)
    state.markets.push(market)
    state.bySymbol.set(instrument.symbol, market)
    addCombinations(state, market)
    state.settlementDueMs = Math.min(state.settlementDueMs, soonestSettlement([market]))
    state.events.push({ kind: 'InstrumentListed', instrument })
  } else {
    relist(state, known, instrument)
  }
  settleOverdue(state)
  return done
}

/** A new listing may already be due: an auction or launch in the past starts at once (8.12). */
function settleOverdue(state: EngineState): void {
  if (state.timeMs >= state.settlementDueMs) settleDue(state)
}

/**
 * The scales, coins and delivery of an instrument never change once it is listed: orders and
 * balances depend on them (L14).
 */
function listingProblem(state: EngineState, instrument: Instrument): Problem | undefined {
  const fault = listingFault(instrument)
  if (fault !== undefined) return problem('commandRefused', fault)
  if (instrument.kind !== 'Spot' && instrument.riskTiers.length === 0) {
    return problem('commandRefused', 'riskTiers')
  }
  // Before the third rules a known listing took it, and no snapshot could be restored from then on.
  const market = state.bySymbol.get(instrument.symbol)
  const isDearer = instrument.maxPriceTicks > (market?.instrument.maxPriceTicks ?? 0)
  if (state.rulesVersion.present >= thirdRules && isDearer && hasTooDearLeg(state, instrument)) {
    return problem('commandRefused', 'maxPriceTicks')
  }
  const over = reopeningProblem(state, market, instrument)
  if (over !== undefined) return over
  const known = market?.instrument
  const coins = ['baseCoin', 'quoteCoin', 'settleCoin'] as const
  const kept = ['tickSizeE8', 'lotSizeE8', 'kind', ...coins, 'contractType', 'deliveryMs'] as const
  const changed = kept.find((field) => known !== undefined && known[field] !== instrument[field])
  return changed === undefined ? undefined : problem('commandRefused', changed)
}

function listCoin(
  state: EngineState,
  { coin, ratioE4, tiers }: Extract<Command, { kind: 'ListCoin' }>,
): CommandResult {
  if (!isCoinName(coin)) return { problem: problem('amountInvalid', 'coin') }
  if (!Number.isSafeInteger(ratioE4) || ratioE4 < 0 || ratioE4 > 10_000) {
    return { problem: problem('amountInvalid', 'ratioE4') }
  }
  if (tiers !== undefined && !areCollateralTiers(tiers)) {
    return { problem: problem('amountInvalid', 'tiers') }
  }
  // Accounts keep a reference to the coin's record: it is mutated, never replaced.
  const known = state.coins.get(coin) ?? unlistedCoin()
  state.coins.set(coin, known)
  known.isListed = true
  setTiers(known, tiers === undefined ? wholeTier(ratioE4) : tiers.map(plainTier))
  checkAllAccounts(state)
  return done
}

const plainTier = ({ upTo, ratioE4 }: CollateralTier): CollateralTier => ({ upTo, ratioE4 })

function setStatus(
  state: EngineState,
  command: Extract<Command, { kind: 'SetInstrumentStatus' }>,
): CommandResult {
  const market = state.bySymbol.get(command.symbol)
  if (market === undefined) return { problem: problem('instrumentUnknown', 'symbol') }
  const instrument = { ...market.instrument, status: command.status }
  const over = reopeningProblem(state, market, instrument)
  if (over !== undefined) return { problem: over }
  relist(state, market, instrument)
  settleOverdue(state)
  return done
}
