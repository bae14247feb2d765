// Commands that create, pause, fund and end grid bots: each is checked completely before anything
// changes (rules 17.1, 17.4, 17.5).

import { botCountProblem } from '@basis/domain/grid/bot-funds'
import { entryLots, waitingSide } from '@basis/domain/grid/cells'
import { addedPrice, gridLots, gridNeed, gridPlan } from '@basis/domain/grid/sizing'
import type { GridMarket } from '@basis/domain/grid/sizing'
import {
  addedTooLarge,
  gridProblem,
  investmentProblem,
  stopProblem,
  tooSmall,
} from '@basis/domain/grid/grid-rules'
import { gridCoin } from '@basis/domain/grid/terms'
import type { PlacedCell } from '@basis/domain/grid/record'
import { assertNever } from '@basis/domain/numbers/assert'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots, zero } from '@basis/domain/numbers/fixed'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { byField } from '../../api/field-order.ts'
import { thirdRules } from '../../api/rules-version.ts'
import type {
  AddInvestment,
  CreateGrid,
  GridCommand,
  PauseGrid,
  SetGridStops,
  StopGrid,
} from '../../api/grid-commands.ts'
import { escrowAccount } from '../../state/copy.ts'
import { gridOf, noOrder, unplaced, type GridBot } from '../../state/bots/grid.ts'
import {
  newAccount,
  type AccountState,
  type EngineState,
  type MarketState,
} from '../../state/state.ts'
import { addAccount } from '../core/add-account.ts'
import type { CommandResult } from '../core/open-orders.ts'
import { applyFees } from '../settings/fee-level.ts'
import { setLeverage } from '../settings/leverage-and-margin.ts'
import { beginEnd } from './end-grid.ts'
import { accountOf, feesIn, gridPrice, marketFor, mostLotsOf, moveFunds } from './grid-money.ts'
import { cancelOrders, changeCells, placeCells, placeEntry } from './grid-orders.ts'
import { investingProblem, ownBotOf, ownedBy } from './own-bots.ts'
import { continueWith } from './run-grids.ts'
import { marketOfGrid, setGridTriggers } from './watched-prices.ts'

export function gridCommand(state: EngineState, command: GridCommand): CommandResult {
  switch (command.kind) {
    case 'CreateGrid':
      return createGrid(state, command)
    case 'PauseGrid':
      return pauseGrid(state, command)
    case 'AddInvestment':
      return addInvestment(state, command)
    case 'SetGridStops':
      return setGridStops(state, command)
    case 'StopGrid':
      return stopGrid(state, command)
    default:
      return assertNever(command)
  }
}

type Asked = {
  readonly owner: AccountState
  readonly market: MarketState
  readonly sizing: GridMarket
}

function createGrid(state: EngineState, command: CreateGrid): CommandResult {
  const owner = state.accounts.get(command.account)
  if (owner === undefined) return { problem: problem('accountUnknown', 'account') }
  const market = state.bySymbol.get(command.symbol)
  if (market === undefined) return { problem: problem('instrumentUnknown', 'symbol') }
  const { instrument } = market
  const sizing = { instrument, fees: feesIn(owner, market), price: priceTicks(gridPrice(market)) }
  const wrong = creatingProblem(state, command, { owner, market, sizing })
  if (wrong !== undefined) return { problem: wrong }
  const bot = newBot(state, command, { owner, market, sizing })
  const coin = gridCoin(instrument)
  moveFunds(state, { from: owner.id, to: bot.wallet, coin }, command.investment)
  if (bot.terms.mode !== 'Spot') {
    const { leverageE2 } = bot.terms
    const { wallet: account, symbol } = bot
    setLeverage(state, { kind: 'SetLeverage', account, symbol, leverageE2 })
  }
  start(state, bot)
  return { wallet: bot.wallet }
}

/** Places the orders that a running bot is missing. */
function start(state: EngineState, bot: GridBot): void {
  const refused = placeEntry(state, bot) ?? placeCells(state, bot)
  setGridTriggers(state, bot)
  continueWith(state, bot, refused)
}

function creatingProblem(
  state: EngineState,
  { account, symbol, terms, investment }: CreateGrid,
  { owner, market, sizing }: Asked,
): Problem | undefined {
  const { instrument } = market
  if (sizing.price <= 0) return problem('priceUnavailable', 'symbol')
  if (instrument.status !== 'Trading') {
    return problem('instrumentNotTrading', 'symbol', { status: instrument.status })
  }
  const wrong = gridProblem(instrument, terms, { fees: sizing.fees, priceTicks: sizing.price })
  if (wrong !== undefined) return wrong
  const bots = ownedBy(state.grids.running, account)
  const full = botCountProblem(bots.length)
  if (full !== undefined) return full
  if (terms.mode !== 'Spot' && bots.some((bot) => bot.symbol === symbol)) {
    return problem('gridSymbolDuplicate', 'symbol')
  }
  const coin = gridCoin(instrument)
  const unfit = investmentProblem(sizing, terms, investment, mostLotsOf(state, sizing, terms))
  return unfit ?? fundingProblem(state, owner, { coin, investment })
}

function fundingProblem(
  state: EngineState,
  owner: AccountState,
  money: { readonly coin: string; readonly investment: bigint },
): Problem | undefined {
  const own = ownedBy(state.grids.running, owner.id)
  return investingProblem(
    state,
    owner,
    money,
    own.filter((bot) => gridCoin(marketOfGrid(state, bot).instrument) === money.coin),
  )
}

/** Opens the wallet of a bot, which pays the fees of its owner. */
export function openWallet(state: EngineState, owner: AccountState): AccountId {
  const { copy } = state
  const open = (account: AccountId): AccountState => {
    const made = newAccount(account, 'trader', state)
    addAccount(state, made)
    state.events.push({ kind: 'AccountOpened', account, role: 'trader' })
    return made
  }
  // The escrow account is opened before the first wallet.
  if (!state.accounts.has(escrowAccount)) open(escrowAccount)
  const wallet = accountId(copy.nextWallet)
  copy.nextWallet += 1
  const opened = open(wallet)
  if (owner.fees !== undefined) applyFees(state, opened, owner.fees)
  return wallet
}

function newBot(
  state: EngineState,
  command: CreateGrid,
  { owner, market, sizing }: Asked,
): GridBot {
  const terms = byField(command.terms)
  const { investment, symbol } = command
  const { timeMs, grids } = state
  const lots = gridLots(sizing, terms, investment)
  const { levels, cells } = gridPlan(sizing, terms, lots)
  const entered = entryLots(terms.mode, cells, sizing.fees.takerE8)
  const side = waitingSide(terms.mode) === 'Buy' ? 'Sell' : 'Buy'
  const empty = { filledLots: 0, cash: 0n, orderId: noOrder, limitTicks: priceTicks(0) }
  const bot: GridBot = {
    wallet: openWallet(state, owner),
    owner: owner.id,
    market: market.index,
    symbol,
    terms,
    shift: 0,
    investment,
    lots,
    startTicks: sizing.price,
    status: 'Running',
    end: undefined,
    problem: undefined,
    completed: 0,
    profit: zero,
    log: [],
    returnedQuote: zero,
    returnedBase: zero,
    endTicks: priceTicks(0),
    createdMs: timeMs,
    endedMs: 0,
    updatedMs: timeMs,
    cells: cells.map(unplaced),
    entry: entered === 0 ? undefined : { ...empty, side, lots: entered },
    keepsBase: false,
    stamp: 0,
    levels,
  }
  grids.running.set(bot.wallet, bot)
  grids.changed.add(bot.wallet)
  return bot
}

const ownBot = (
  state: EngineState,
  { account, wallet }: { readonly account: AccountId; readonly wallet: AccountId },
): GridBot | Problem => ownBotOf(gridOf(state.grids, wallet), account)

function pauseGrid(state: EngineState, command: PauseGrid): CommandResult {
  const bot = ownBot(state, command)
  if ('name' in bot) return { problem: bot }
  const { wallet } = bot
  if (command.isPaused === (bot.status === 'Paused')) return { wallet }
  state.grids.changed.add(wallet)
  bot.status = command.isPaused ? 'Paused' : 'Running'
  if (command.isPaused) {
    cancelOrders(state, bot)
    setGridTriggers(state, bot)
  } else start(state, bot)
  return { wallet }
}

/**
 * Returns the inputs of the quantity that added money covers. Before the third rules it was that of
 * a grid that begins now, whose entry is cheaper than the orders that use the money.
 */
function addedSizing(state: EngineState, bot: GridBot): GridMarket {
  const sizing = marketFor(state, bot)
  if (state.rulesVersion.present < thirdRules) return sizing
  const { levels, startTicks: start, terms } = bot
  return { ...sizing, price: addedPrice(terms, { levels, start }) }
}

/**
 * Adds money. Cells whose pair of orders has not started get the larger quantity at once, the
 * others with their next pair.
 */
function addInvestment(state: EngineState, command: AddInvestment): CommandResult {
  const bot = ownBot(state, command)
  if ('name' in bot) return { problem: bot }
  const { instrument } = marketOfGrid(state, bot)
  const coin = gridCoin(instrument)
  const sizing = addedSizing(state, bot)
  const owner = accountOf(state, bot.owner)
  const least = gridNeed(sizing, bot.terms, qtyLots(1))
  const wrong =
    command.amount < least
      ? tooSmall(least, coin)
      : fundingProblem(state, owner, { coin, investment: command.amount })
  if (wrong !== undefined) return { problem: wrong }
  const more = gridLots(sizing, bot.terms, command.amount)
  const mostLots = mostLotsOf(state, sizing, bot.terms)
  const large = addedTooLarge(sizing, bot.terms, { lots: bot.lots, more, mostLots })
  if (large !== undefined) return { problem: large }
  const { wallet } = bot
  moveFunds(state, { from: owner.id, to: wallet, coin }, command.amount)
  bot.investment = amount(bot.investment + command.amount)
  bot.lots = qtyLots(bot.lots + more)
  state.grids.changed.add(wallet)
  const { lots } = bot
  const isNew = ({ half, filledLots, isWaiting, orderId }: PlacedCell): boolean => {
    const traded = filledLots + (state.orders.get(orderId)?.filledLots ?? 0)
    return half === undefined && traded === 0 && !isWaiting
  }
  changeCells(state, bot, isNew, { lots })
  if (bot.status === 'Running') continueWith(state, bot, placeCells(state, bot))
  return { wallet }
}

function setGridStops(state: EngineState, command: SetGridStops): CommandResult {
  const bot = ownBot(state, command)
  if ('name' in bot) return { problem: bot }
  const { takeProfitTicks, stopLossTicks } = command
  const market = marketOfGrid(state, bot)
  const terms = { ...bot.terms, takeProfitTicks, stopLossTicks }
  const [low = terms.lowTicks] = bot.levels
  const range = { lowTicks: low, highTicks: bot.levels.at(-1) ?? terms.highTicks }
  const at = priceTicks(gridPrice(market))
  const wrong = stopProblem(market.instrument, { ...terms, ...range }, at)
  if (wrong !== undefined) return { problem: wrong }
  bot.terms = byField(terms)
  state.grids.changed.add(bot.wallet)
  setGridTriggers(state, bot)
  return { wallet: bot.wallet }
}

function stopGrid(state: EngineState, command: StopGrid): CommandResult {
  const bot = ownBot(state, command)
  if ('name' in bot) return { problem: bot }
  const { instrument } = marketOfGrid(state, bot)
  if (command.keepsBase && instrument.kind !== 'Spot') {
    return { problem: problem('gridTermsInvalid', 'keepsBase') }
  }
  bot.keepsBase = command.keepsBase
  if (command.isBan === true) {
    const { reason = '' } = command
    beginEnd(state, bot, 'Banned', problem('gridAccountBanned', 'account', { reason }))
  } else beginEnd(state, bot, 'ByOwner')
  return { wallet: bot.wallet }
}
