// A second exchange with plain lists and exact integers that must agree with the engine: it judges
// every command, and computes the effects of accepted ones.

// It covers six families of contracts, hedges, isolated margin, coins as collateral, loans and
// their interest, combinations, sessions, delivery, liquidation and deleveraging. It decides itself
// whether a command is refused, and by which rule (refusals/); the exceptions are noted beside each
// rule.

// It takes from the engine when an algorithm, a trigger or an MMR rule sends an order, which orders
// are cancelled, and in which steps a liquidation reduces. It computes all other effects of a
// command: matches and quantities, fees, positions, wallets, funding, sessions, delivery, marks,
// bands, margins, liquidation prices, which accounts must be liquidated, the prices of take-overs
// and deleveraging, and the balances of the exchange itself. Payments of an insurance pool or the
// treasury for a debt are taken from the events, and their sums are checked.

import type { Command, NumberedCommand } from '@basis/engine/commands'
import type { ApplyResult } from '@basis/engine/engine'
import type { Event } from '@basis/engine/events'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { filledLater } from '../laws/liquidation.ts'
import { Conversions } from './conversions.ts'
import { Copies } from './copies.ts'
import { Grids } from './grids.ts'
import { nextChargeMs } from './loans.ts'
import { AuditedMarket } from './prices.ts'
import { assertNever } from '@basis/domain/numbers/assert'
import { Books, must } from './books.ts'
import { collateralTiersOf } from './collateral.ts'
import { AuditedState } from './audited-state.ts'
import { SpotPlans } from './spot-plans.ts'
import { SpreadBooks } from './spread-books.ts'
import { VenueFunds } from './venue-funds.ts'
import { Liquidations } from './liquidations.ts'
import { chargeDue, openDue, settleDue } from './settling.ts'
import { checkRefusal } from './refusals/judges.ts'
import { contentOf, Registry } from './refusals/registry.ts'
import { spreadContent } from './refusals/spreads.ts'
import { withImpliedReduceOnly, hasOrders } from './refusals/request.ts'

const fund = 0

/** Commands of the exchange itself. */
type HouseCommand = Extract<
  Command,
  {
    kind:
      | 'OpenAccount'
      | 'Deposit'
      | 'Withdraw'
      | 'SetFeeLevel'
      | 'ListInstrument'
      | 'SetInstrumentStatus'
      | 'ListCoin'
      | 'UpdatePrices'
      | 'SetRules'
  }
>
type LoanCommand = Extract<
  Command,
  { kind: 'ListLoan' | 'SetSpotMargin' | 'SetSpotLeverage' | 'BorrowCoin' | 'RepayLoan' }
>
/** Commands whose effect the auditor computes before it sees an event. */
type Performed =
  | HouseCommand
  | LoanCommand
  | Extract<Command, { kind: 'SetLeverage' | 'SetMarginMode' | 'ChangeMargin' | 'SetPositionMode' }>

/** Money moved between accounts, as reported by the events. */
const movedCauses: ReadonlySet<string> = new Set([
  'CopyTransfer',
  'ProfitShare',
  'BotTransfer',
  'Transfer',
])

export class FullAuditor {
  readonly audited = new AuditedState()
  readonly funds = new VenueFunds()
  readonly #books = new Books(this.audited, this.funds)
  readonly #liquidations = new Liquidations(this.audited, this.funds)
  readonly #copies = new Copies(this.audited)
  readonly #grids = new Grids(this.audited)
  readonly #plans = new SpotPlans(this.audited)
  readonly #registry = new Registry()
  readonly #conversions = new Conversions(this.audited, this.funds)
  readonly spreads = new SpreadBooks(this.audited, this.funds, (account) =>
    this.#registry.robots.has(account),
  )
  #nowMs = 0

  get rulesVersion(): number {
    return this.audited.rulesVersion
  }

  /** Judges the command and follows its effects; throws if the engine differs. */
  step({ timeMs, command }: NumberedCommand, applied: ApplyResult): void {
    const { events, problem } = applied
    this.#nowMs = timeMs
    this.#conversions.begin(timeMs)
    for (const symbol of openDue(this.audited, timeMs)) this.#books.open(symbol)
    settleDue(this.audited, this.funds, timeMs)
    chargeDue(this.audited, timeMs)
    this.spreads.begin(timeMs, command)
    const own = this.#afterOpenings(events)
    const { audited, spreads } = this
    checkRefusal({ audited, spreads, registry: this.#registry, nowMs: timeMs }, command, applied)
    this.#remember(command, applied)
    this.#grids.begin(command)
    if (problem === undefined) this.#perform(command)
    // A listing that is due at once opens with its command.
    for (const symbol of openDue(this.audited, timeMs)) this.#books.open(symbol)
    this.#liquidations.begin(timeMs)
    for (const event of own) this.#follow(event)
    this.#books.settle()
    this.spreads.check()
    this.#plans.check()
    const isByExchange = command.kind === 'UpdatePrices' || command.kind === 'AdvanceTime'
    const isVenueCheck = isByExchange && problem === undefined
    this.#conversions.settle(events, isVenueCheck, filledLater(events))
    if (isVenueCheck) this.#liquidations.checkDone(events)
    for (const account of this.audited.accounts) this.#books.checkReducing(account)
  }

  /** Follows the trades of auctions that ended before the command; returns all other events. */
  #afterOpenings(events: readonly Event[]): readonly Event[] {
    return events.filter((event) => {
      const isTrade = event.kind === 'Traded' || event.kind === 'OrderFilled'
      if (!isTrade || !this.#books.isOpening) return true
      this.#follow(event)
      return false
    })
  }

  /** Stores the requests by order id and link id. */
  #remember(command: Command, { orderId, algoId, items }: ApplyResult): void {
    const { selfTrades } = this.audited
    const keep = (act: Command, id: number | undefined): void => {
      if (act.kind !== 'PlaceOrder' || id === undefined) return
      if (!selfTrades.has(id)) selfTrades.set(id, act.selfTrade)
      const content = contentOf(withImpliedReduceOnly(act))
      this.#registry.link(act.account, act.linkId, { id, content })
    }
    keep(command, orderId)
    if (command.kind === 'PlaceSpread' && orderId !== undefined) {
      const { account, linkId } = command
      this.#registry.link(account, linkId, { id: orderId, content: spreadContent(command) })
    }
    if (command.kind === 'OrderBatch') {
      command.operations.forEach((act, k) => keep(act, items?.[k]?.orderId))
    }
    if (command.kind !== 'PlaceAlgo' || algoId === undefined) return
    const content = contentOf(withImpliedReduceOnly(command))
    this.#registry.linkAlgo(command.account, command.linkId, { id: algoId, content })
  }

  #perform(command: Command): void {
    switch (command.kind) {
      case 'OpenAccount':
        this.audited.accounts.add(command.account)
        if (command.role === 'robot') this.#registry.robots.add(command.account)
        return
      case 'Deposit':
        this.audited.pay(command.account, command.coin, command.amount)
        this.funds.add(command.coin, 'deposits', command.amount)
        return
      case 'Withdraw':
        this.audited.pay(command.account, command.coin, -command.amount)
        this.funds.add(command.coin, 'deposits', -command.amount)
        return
      case 'SetFeeLevel':
        this.audited.feeRates.set(command.account, command.rates)
        return this.audited.loans.setLevel(command.account, command.level)
      case 'ListInstrument':
        return this.#list(command.instrument)
      case 'SetInstrumentStatus': {
        const { instrument } = this.audited.market(command.symbol)
        return this.#list({ ...instrument, status: command.status })
      }
      case 'ListCoin': {
        const usd = this.audited.coins.get(command.coin)?.usd ?? 0n
        const reported = command.tiers?.map(({ upTo, ratioE4 }) => ({
          upTo,
          ratioE4: BigInt(ratioE4),
        }))
        const tiers = reported ?? collateralTiersOf(command.ratioE4)
        this.audited.coins.set(command.coin, { usd, tiers })
        return
      }
      case 'UpdatePrices':
        return this.#prices(command)
      case 'SetRules':
        this.audited.rulesVersion = command.version
        return
      default:
        return this.#settings(command)
    }
  }

  #settings(command: Exclude<Command, HouseCommand>): void {
    switch (command.kind) {
      case 'SetLeverage': {
        const { leverageE2: long, sellLeverageE2: short = long } = command
        for (const held of this.audited.sides(command.account, command.symbol)) {
          const wanted = BigInt(held.idx === 2 ? short : long)
          if (wanted !== held.leverageE2) held.extra = 0n
          held.leverageE2 = wanted
        }
        return
      }
      case 'SetMarginMode': {
        const sides = this.audited.sides(command.account, command.symbol)
        const lowest = sides.reduce(
          (least, { leverageE2 }) => (leverageE2 < least ? leverageE2 : least),
          sides[0]?.leverageE2 ?? 0n,
        )
        for (const held of sides) {
          held.isolated = command.mode === 'Isolated'
          held.extra = 0n
          held.leverageE2 = lowest
        }
        return
      }
      case 'ChangeMargin': {
        const { account, symbol, positionIdx } = command
        this.audited.held(account, symbol, positionIdx).extra += command.amount
        return
      }
      case 'SetPositionMode':
        return this.#mode(command)
      default:
        return this.#loan(command)
    }
  }

  #loan(command: Exclude<Command, Exclude<Performed, LoanCommand>>): void {
    const { loans } = this.audited
    switch (command.kind) {
      case 'ListLoan':
        loans.terms.set(command.coin, command.terms)
        if (loans.dueMs === Infinity) loans.dueMs = nextChargeMs(this.#nowMs)
        return
      case 'SetSpotMargin': {
        const { leverage = 3, ofCoins } = loans.settings.get(command.account) ?? {}
        const own = ofCoins === undefined ? {} : { ofCoins }
        loans.settings.set(command.account, { isOn: command.isOn, leverage, ...own })
        return
      }
      case 'SetSpotLeverage':
        return loans.setLeverage(command.account, command.leverage, command.coin)
      case 'BorrowCoin':
        return this.audited.lend(command.account, command.coin, command.amount)
      case 'RepayLoan':
        return this.#conversions.repay(command)
      default:
        return this.#followed(command)
    }
  }

  /** The effects of these are read from their events; a kind without a case does not compile. */
  #followed(command: Exclude<Command, Performed>): void {
    switch (command.kind) {
      case 'PlaceOrder':
      case 'ReplaceOrder':
      case 'CancelOrder':
      case 'CancelAllOrders':
      case 'SetTpSl':
      case 'CancelPartialTpSl':
      case 'OrderBatch':
      case 'ReversePosition':
      case 'ClosePositions':
      case 'PlaceAlgo':
      case 'CancelAlgo':
      case 'PauseAlgo':
      case 'PlaceRule':
      case 'AmendRule':
      case 'SetRuleState':
      case 'SetMmrClose':
      case 'CancelMmrClose':
      case 'SetAutoAddMargin':
      case 'AdvanceTime':
      case 'BecomeLeader':
      case 'EndLeader':
      case 'FollowLeader':
      case 'SetFollow':
      case 'StopFollow':
      case 'MoveToCopy':
      case 'BlockFollower':
      case 'SetAccountMode':
      case 'SetSpotHedging':
      case 'SetCollateral':
      case 'SetMmp':
      case 'ResetMmp':
      case 'CreateGrid':
      case 'PauseGrid':
      case 'AddInvestment':
      case 'SetGridStops':
      case 'StopGrid':
      case 'CreateSpotBot':
      case 'PauseSpotBot':
      case 'StopSpotBot':
      case 'InvestSpotBot':
      case 'TransferFunds':
      case 'OpenSubAccount':
      case 'PlaceSpread':
      case 'ReplaceSpread':
      case 'CancelSpread':
      case 'CancelAllSpreads':
      case 'TradeBlock':
        return
      default:
        return assertNever(command)
    }
  }

  #list(instrument: Instrument): void {
    const known = this.audited.markets.get(instrument.symbol)
    if (known === undefined) {
      this.audited.markets.set(instrument.symbol, new AuditedMarket(instrument))
      return
    }
    const { symbol, status } = instrument
    const endsAuction = known.isComing
    const isClosing = status === 'Closed' && known.instrument.status !== 'Closed'
    known.instrument = instrument
    if (endsAuction && status === 'Trading') this.#books.open(symbol)
    else if (isClosing || (endsAuction && !known.isComing)) this.#books.empty(symbol)
    if (known.nextFundingMs > 0) known.schedule(this.#nowMs)
  }

  #prices({ prices, coins = [] }: Extract<Command, { kind: 'UpdatePrices' }>): void {
    for (const { coin, usdE8 } of coins) {
      const tiers = this.audited.coins.get(coin)?.tiers ?? []
      this.audited.coins.set(coin, { usd: BigInt(usdE8), tiers })
    }
    for (const { symbol, indexE8 } of prices) {
      const market = this.audited.market(symbol)
      const seen = (sign: bigint) => (market.isComing ? [] : this.audited.levels(symbol, sign))
      const [bids, asks] = [seen(1n), seen(-1n)]
      market.update(this.#nowMs, BigInt(indexE8), bids, asks)
    }
  }

  /** A symbol changes when it is flat; a coin changes all of its symbols that are (6.1). */
  #mode({ account, symbol, coin, mode }: Extract<Command, { kind: 'SetPositionMode' }>): void {
    if (symbol !== undefined) {
      this.audited.setMode(account, symbol, mode)
      return this.#carry(account, symbol, mode)
    }
    for (const [each, { instrument }] of this.audited.markets) {
      if (instrument.settleCoin !== coin || !this.audited.mayHedge(each)) continue
      const before = this.audited.isHedged(account, each) ? 'BothSide' : 'MergedSingle'
      const stays = before !== mode && this.#isBusy(account, each)
      this.audited.setMode(account, each, stays ? before : undefined)
      if (!stays && before !== mode) this.#carry(account, each, mode)
    }
    this.audited.setMode(account, `coin ${coin ?? ''}`, mode)
  }

  #isBusy(account: number, symbol: string): boolean {
    const isOpen = this.audited.openOf(account).some((held) => held.symbol === symbol)
    return isOpen || hasOrders(this.#registry, account, symbol)
  }

  /** Leverage and margin mode are kept; of two leverages the lower. */
  #carry(account: number, symbol: string, mode: string): void {
    if (!this.audited.has(account, symbol, 1)) return
    const single = this.audited.held(account, symbol)
    const [long, short] = [1, 2].map((idx) => this.audited.held(account, symbol, idx))
    if (long === undefined || short === undefined) return
    const { leverageE2: low } = long.leverageE2 < short.leverageE2 ? long : short
    const [from, to] = mode === 'BothSide' ? [single, [long, short]] : [long, [single]]
    for (const held of to) {
      held.isolated = from.isolated
      held.leverageE2 = mode === 'BothSide' ? single.leverageE2 : low
    }
  }

  #follow(event: Event): void {
    this.#registry.follow(event)
    this.#copies.follow(event)
    this.#grids.follow(event)
    if ('order' in event) this.#plans.follow(event)
    this.spreads.follow(event)
    this.#conversions.follow(event)
    switch (event.kind) {
      case 'AccountOpened':
        this.audited.accounts.add(event.account)
        return
      case 'CollateralChanged': {
        const key = `${event.account} ${event.coin}`
        if (event.isOn) this.audited.offCollateral.delete(key)
        else this.audited.offCollateral.add(key)
        return
      }
      case 'AccountModeChanged':
        if (event.mode === 'Portfolio') this.audited.portfolios.add(event.account)
        else this.audited.portfolios.delete(event.account)
        return
      case 'MmpChanged':
        return this.audited.protect(event.account, event.mmp)
      case 'PositionModeChanged':
        // A wallet is hedged from its opening on; for others the command has set it.
        if (event.coin !== undefined && this.audited.copies.isWallet(event.account)) {
          this.audited.setMode(event.account, `coin ${event.coin}`, event.mode)
        }
        return
      case 'LeverageChanged':
        return this.#leverage(event)
      case 'OrderPlaced':
      case 'OrderTriggered':
        return this.#books.enter(event.order)
      case 'OrderReplaced':
        return this.#books.replace(event.order)
      case 'OrderCanceled':
        return this.#books.cancel(event.order)
      case 'Traded':
        return this.#books.meet(event)
      case 'OrderFilled':
        return this.#books.fill(event)
      case 'WalletChanged':
        return this.#covered(event)
      default:
        return this.#liquidations.follow(event, this.#books)
    }
  }

  /**
   * The shares of coins, pool and treasury in a debt are taken from the events; the sums are
   * checked.
   */
  #covered({ account, coin, cause, change }: Extract<Event, { kind: 'WalletChanged' }>): void {
    if (cause === 'Treasury') {
      must(account === fund && change > 0n, 'the treasury pays the fund', account, fund)
      this.funds.add(coin, 'treasury', -change)
    }
    const isMoved = movedCauses.has(cause)
    if (isMoved || cause === 'Treasury' || cause === 'LossCovered') {
      this.audited.pay(account, coin, change)
    }
  }

  /** A copy takes its leader's leverage, for both sides. */
  #leverage({ account, symbol, leverageE2 }: Extract<Event, { kind: 'LeverageChanged' }>): void {
    const isBot = this.#grids.isOpening(account)
    if (!this.audited.copies.follows.has(account) && !isBot) return
    for (const held of this.audited.sides(account, symbol)) held.leverageE2 = BigInt(leverageE2)
  }
}
