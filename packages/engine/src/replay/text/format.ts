// Commands and events as readable lines: for tests, bug reports and the journal viewer.

// A command's line can be parsed back, so that the commands printed by a failing simulation may be
// pasted into a test. Prices and quantities are decimals on the instrument's tick and lot sizes; if
// the instrument is unknown, they are bare ticks (`650000t`) and lots (`4l`).

import { assertNever } from '@basis/domain/numbers/assert'
import { orderId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { instrumentKinds, type Instrument } from '@basis/domain/instrument/instrument'
import { selfTradeModes, type Side, type TimeInForce } from '@basis/domain/orders/order'
import { spotPlanTypeOf } from '@basis/domain/orders/spot-plans'
import type { PositionIdx } from '@basis/domain/orders/position'
import type { BatchOperation, Command, PlaceOrder } from '../../api/commands.ts'
import type { ReplaceOrder, SetTpSl } from '../../api/commands.ts'
import type { Event, Fill, PnlClosed, Traded } from '../../api/events.ts'
import {
  attachedTpslText,
  readAttachedTpsl,
  readLegs,
  readTrailing,
  readTrigger,
  setTpSlWords,
  trailingWords,
  stopText,
  triggerWord,
} from './tpsl.ts'
import { decimal, fail, money, priceText, qtyText, rate, splitLine, steps } from './line.ts'
import { handedOverText } from './takeover.ts'
import { settingEventText, settingText, takeFeeLevel, takeLeverage } from './settings.ts'
import { takePositionMode } from './settings.ts'
import {
  orderNameText,
  take,
  takeAccount,
  takeOrderName,
  words,
  type Instruments,
  type Line,
  type CommandTextReader,
} from './line.ts'
import { algoEventText, algoText, takeSchemed } from './algo.ts'
import { coinText, takeCoin } from './coin.ts'
import { isLoanCommand, isLoanVerb, loanEventText, loanText } from './loan.ts'
import { takeLoan, takeLoanTerms } from './loan.ts'
import { isPortfolioCommand, isPortfolioVerb, portfolioEventText } from './portfolio.ts'
import { portfolioText, takePortfolio } from './portfolio.ts'
import { blockEventText, blockText, takeBlock } from './block.ts'
import { takeOfWallet, walletEventText, walletText } from './grid.ts'
import { isSpreadCommand } from '../../api/commands.ts'
import { spreadEventText, spreadText, spreadVerbs, takeSpread } from './spread.ts'
import { listingText, takeListing, takeStatus } from './listing.ts'
import { pricesText, takePrices } from './prices.ts'
import { settlementText } from './settlement.ts'
import { slippageText, takeSlippage } from './slippage.ts'

const shortTimes: Record<TimeInForce, string> = {
  GoodTillCancel: 'GTC',
  ImmediateOrCancel: 'IOC',
  FillOrKill: 'FOK',
  PostOnly: 'PostOnly',
}

/** Returns a command as one line that `parseCommand` can parse. */
export function formatCommand(command: Command, instruments: Instruments): string {
  switch (command.kind) {
    case 'ListInstrument':
      return listingText(command.instrument)
    case 'SetInstrumentStatus':
      return `status ${command.symbol} ${command.status}`
    case 'ListCoin':
      return coinText(command)
    case 'OpenAccount':
      return `open #${command.account} ${command.role}`
    case 'Deposit':
      return `deposit #${command.account} ${money(command.amount)} ${command.coin}`
    case 'PlaceOrder':
      return orderText(command, instruments.get(command.symbol))
    case 'ReplaceOrder':
      return replaceText(command)
    case 'CancelOrder':
      return words(
        `cancel #${command.account} ${orderNameText(command.order)}`,
        command.entry && 'entry',
      )
    case 'SetTpSl':
      return setTpSlText(command, instruments.get(command.symbol))
    case 'CancelPartialTpSl':
      return `cancel-partial #${command.account} ${command.symbol} ${command.positionIdx}`
    case 'CancelAllOrders':
      return cancelAllText(command)
    case 'OrderBatch':
      return [
        words(`batch #${command.account}`, command.isWhole && 'whole'),
        ...command.operations.map((operation) => formatCommand(operation, instruments)),
      ].join(' ; ')
    case 'ReversePosition':
      return words(
        `reverse #${command.account} ${command.symbol}`,
        command.positionIdx !== 0 && `idx=${command.positionIdx}`,
        command.linkId !== '' && `link=${command.linkId}`,
        slippageText(command.slippage),
      )
    case 'ClosePositions':
      return words(`close-all #${command.account}`, command.symbol)
    case 'SetLeverage':
    case 'SetPositionMode':
    case 'SetMarginMode':
    case 'ChangeMargin':
    case 'SetAutoAddMargin':
    case 'SetFeeLevel':
    case 'SetRules':
      return settingText(command)
    case 'PlaceAlgo':
    case 'CancelAlgo':
    case 'PauseAlgo':
    case 'PlaceRule':
    case 'AmendRule':
    case 'SetRuleState':
    case 'SetMmrClose':
    case 'CancelMmrClose':
      return algoText(command, instruments)
    case 'UpdatePrices':
      return pricesText(command)
    case 'AdvanceTime':
      return 'time'
    case 'TradeBlock':
      return blockText(command)
    default:
      return isSpreadCommand(command) ? spreadText(command) : otherText(command)
  }
}

function otherText(
  command:
    | Parameters<typeof loanText>[0]
    | Parameters<typeof portfolioText>[0]
    | Parameters<typeof walletText>[0],
): string {
  if (isPortfolioCommand(command)) return portfolioText(command)
  return isLoanCommand(command) ? loanText(command) : walletText(command)
}

function replaceText(command: ReplaceOrder): string {
  return words(
    `replace #${command.account} ${orderNameText(command.order)}`,
    command.qtyLots !== undefined && qtyText(undefined, command.qtyLots),
    command.priceTicks !== undefined && `@ ${priceText(undefined, command.priceTicks)}`,
    command.triggerTicks !== undefined && `when=${priceText(undefined, command.triggerTicks)}`,
    ...(command.tpsl === undefined ? [] : attachedTpslText(command.tpsl, (t) => `${t}t`)),
  )
}

function setTpSlText(command: SetTpSl, instrument: Instrument | undefined): string {
  const { account, symbol, mode, positionIdx, qtyLots: lots } = command
  return words(
    `tpsl #${account} ${symbol} ${mode}`,
    lots !== undefined && `qty=${qtyText(instrument, lots)}`,
    ...setTpSlWords(command, (ticks) => priceText(instrument, ticks)),
    positionIdx !== 0 && `idx=${positionIdx}`,
  )
}

function orderText(command: PlaceOrder, instrument: Instrument | undefined): string {
  const { account, side, symbol, orderType, timeInForce, priceTicks: price } = command
  const usual = orderType === 'Market' ? 'ImmediateOrCancel' : 'GoodTillCancel'
  return words(
    `place #${account} ${side} ${symbol} ${qtyText(instrument, command.qtyLots)}`,
    price !== undefined && `@ ${priceText(instrument, price)}`,
    orderType === 'Market' ? 'market' : price === undefined && 'limit',
    timeInForce !== usual && shortTimes[timeInForce],
    command.reduceOnly && 'reduce',
    command.closeOnTrigger && 'close',
    command.positionIdx !== 0 && `idx=${command.positionIdx}`,
    command.linkId !== '' && `link=${command.linkId}`,
    command.selfTrade !== 'None' && `smp=${command.selfTrade}`,
    command.quoteAmount !== undefined && `for=${money(command.quoteAmount)}`,
    command.trigger !== undefined &&
      triggerWord(command.trigger, (ticks) => priceText(instrument, ticks)),
    ...(command.tpsl === undefined
      ? []
      : attachedTpslText(command.tpsl, (ticks) => priceText(instrument, ticks))),
    ...trailingWords(command, (ticks) => priceText(instrument, ticks)),
    command.plan !== undefined && `plan=${command.plan}`,
    command.isLeverage && 'lends',
    command.mmp && 'mmp',
    slippageText(command.slippage),
  )
}

/** Returns an event as one line; events of an account begin with its number. */
export function formatEvent(event: Event, instruments: Instruments): string {
  switch (event.kind) {
    case 'CommandRejected':
      return words(event.account !== undefined && `#${event.account}`, refusalText(event.problem))
    case 'InstrumentListed':
      return `${event.instrument.symbol} listed ${event.instrument.status}`
    case 'AccountOpened':
      return `#${event.account} opened ${event.role}`
    case 'OrderRejected':
      return `#${event.order.account} ${refusalText(event.problem)}`
    case 'OrderPlaced':
    case 'OrderReplaced':
    case 'OrderTriggered':
    case 'OrderCanceled':
    case 'OrderFilled':
      return orderEventText(event, instruments.get(event.order.symbol))
    case 'PositionChanged':
    case 'PnlClosed':
    case 'WalletChanged':
    case 'FundingPaid':
    case 'LiquidationStarted':
    case 'PositionTakenOver':
    case 'PositionDeleveraged':
    case 'LossCovered':
      return accountEventText(event, instruments)
    case 'Traded':
      return tradeText(event, instruments.get(event.symbol))
    case 'PricesChanged':
      return words(
        `${event.symbol} index ${money(BigInt(event.indexE8))} mark ${money(BigInt(event.markE8))}`,
        `funding ${rate(event.fundingRateE8)}`,
      )
    case 'LeverageChanged':
    case 'PositionModeChanged':
    case 'FeeLevelChanged':
      return settingEventText(event)
    case 'MarginReplenished':
      return `#${event.account} ${event.symbol} margin added ${money(event.added)}`
    case 'SessionSettled':
    case 'SessionPaid':
    case 'Delivered':
    case 'PositionDelivered':
      return settlementText(event, instruments.get(event.symbol))
    case 'AlgoChanged':
    case 'RuleChanged':
    case 'MmrCloseChanged':
      return algoEventText(event, instruments)
    case 'AccountModeChanged':
    case 'CollateralChanged':
    case 'MmpChanged':
      return portfolioEventText(event)
    case 'SpotMarginChanged':
    case 'LoanListed':
    case 'InterestCharged':
    case 'LoanConverted':
      return loanEventText(event)
    case 'FundingSettled':
      return `${event.symbol} funding ${rate(event.rateE8)} at ${money(BigInt(event.markE8))}`
    case 'BlockTraded':
      return blockEventText(event)
    case 'SpreadOrderChanged':
    case 'SpreadFilled':
    case 'SpreadTraded':
      return spreadEventText(event)
    default:
      return walletEventText(event)
  }
}

const tradeText = (event: Traded, instrument: Instrument | undefined): string =>
  `${event.symbol} ${qtyText(instrument, event.qtyLots)} @ ${priceText(instrument, event.priceTicks)}`

const refusalText = ({ name }: { readonly name: string }): string => `rejected ${name}`

type OrderEvent = Extract<
  Event,
  { kind: 'OrderPlaced' | 'OrderReplaced' | 'OrderTriggered' | 'OrderCanceled' | 'OrderFilled' }
>

function orderEventText(event: OrderEvent, instrument: Instrument | undefined): string {
  const { order } = event
  const who = `#${order.account}`
  switch (event.kind) {
    case 'OrderPlaced':
      return words(
        `${who} placed ${order.id}`,
        stopText(order, (ticks) => priceText(instrument, ticks)),
      )
    case 'OrderTriggered':
      return order.status === 'New' ? `${who} entered ${order.id}` : `${who} triggered ${order.id}`
    case 'OrderReplaced': {
      const size = qtyText(instrument, order.qtyLots)
      const at =
        stopText(order, (ticks) => priceText(instrument, ticks)) ??
        `@ ${priceText(instrument, order.priceTicks)}`
      return `${who} replaced ${order.id}: ${size} ${at}`
    }
    case 'OrderCanceled':
      return words(`${who} cancelled ${order.id}`, order.cancelType)
    case 'OrderFilled':
      return words(
        `${who} filled ${order.id}: ${fillText(event.fill, instrument)}`,
        order.leavesLots > 0 && `left ${qtyText(instrument, order.leavesLots)}`,
      )
    default:
      return assertNever(event)
  }
}

const fillText = (fill: Fill, instrument: Instrument | undefined): string =>
  words(
    `${qtyText(instrument, fill.qtyLots)} @ ${priceText(instrument, fill.priceTicks)}`,
    `fee ${money(fill.fee)} ${fill.feeCoin}`,
  )

type AccountEvent = Extract<
  Event,
  {
    kind:
      | 'PositionChanged'
      | 'PnlClosed'
      | 'WalletChanged'
      | 'FundingPaid'
      | 'LiquidationStarted'
      | 'PositionTakenOver'
      | 'PositionDeleveraged'
      | 'LossCovered'
  }
>

export const sideWord = (side: Side | 'None'): string =>
  side === 'None' ? 'flat' : side === 'Buy' ? 'long' : 'short'

function accountEventText(event: AccountEvent, instruments: Instruments): string {
  switch (event.kind) {
    case 'PositionChanged': {
      const { account, symbol, side, sizeLots, entryValue } = event.position
      const size = qtyText(instruments.get(symbol), sizeLots)
      return `#${account} ${sideWord(side)} ${size} ${symbol}, ${money(entryValue)} at entry`
    }
    case 'PnlClosed':
      return `#${event.account} closed ${closedText(event, instruments)}`
    case 'WalletChanged': {
      const sign = event.change < 0n ? '' : '+'
      const { coin, cause } = event
      return `#${event.account} ${sign}${money(event.change)} ${coin} ${cause} = ${money(event.balance)}`
    }
    case 'FundingPaid':
      return `#${event.account} funding ${money(event.payment)} on ${event.symbol}`
    case 'LiquidationStarted': {
      const { marginBalance, maintenanceMargin } = event
      return `#${event.account} liquidated: ${money(marginBalance)} of ${money(maintenanceMargin)}`
    }
    case 'PositionTakenOver':
    case 'PositionDeleveraged':
      return handedOverText(event, instruments)
    case 'LossCovered':
      return `#${event.account} covered ${money(event.amount)}, fund ${money(event.fundBalance)}`
    default:
      return assertNever(event)
  }
}

function closedText(event: PnlClosed, instruments: Instruments): string {
  const size = qtyText(instruments.get(event.symbol), event.closedLots)
  const parts = [event.tradePnl, -event.openFee, -event.closeFee, event.funding]
  const sum = parts.map((part) => (part < 0n ? `- ${money(-part)}` : `+ ${money(part)}`)).join(' ')
  return `${size} ${event.symbol}: ${money(event.closedPnl)} = ${sum.replace(/^\+ /, '')}`
}

/** Parses a line of `formatCommand`, or one written by hand; throws Error if invalid. */
export function parseCommand(text: string, reader: CommandTextReader): Command {
  if (/^\s*batch\s/.test(text)) return takeBatch(text, reader)
  const line = splitLine(text)
  const verb = take(line, 'verb')
  switch (verb) {
    case 'list':
      return { kind: 'ListInstrument', instrument: takeListing(line) }
    case 'status':
      return takeStatus(line)
    case 'coin':
      return takeCoin(line)
    case 'loan':
      return takeLoanTerms(line)
    case 'index':
      return takePrices(line)
    case 'rules':
      return { kind: 'SetRules', version: Number(take(line, 'version')) }
    case 'time':
      return { kind: 'AdvanceTime' }
    case 'block':
      return takeBlock(line)
    default:
      return takeAccountCommand(verb, line, reader)
  }
}

/** A batch is its operations separated by semicolons, each a complete line with its account. */
function takeBatch(text: string, reader: CommandTextReader): Command {
  const [head = '', ...lines] = text.split(/\s;\s/)
  const line = splitLine(head)
  take(line, 'verb')
  const account = takeAccount(line, reader)
  const operations = lines.map((written): BatchOperation => {
    const operation = parseCommand(written, reader)
    const { kind } = operation
    if (kind === 'PlaceOrder' || kind === 'ReplaceOrder' || kind === 'CancelOrder') return operation
    return fail(line, `"${kind}" in a batch`)
  })
  const isWhole = line.rest[0] === 'whole'
  return { kind: 'OrderBatch', account, operations, ...(isWhole && { isWhole: true }) }
}

type CancelAll = Extract<Command, { kind: 'CancelAllOrders' }>

const cancelAllText = ({ account, symbol, of, isDisconnected }: CancelAll): string =>
  words(`cancel-all #${account}`, symbol, of && `of=${of}`, isDisconnected && 'by=disconnect')

const takeOther = (verb: string): typeof takeOfWallet => {
  if (isLoanVerb(verb)) return takeLoan
  if (isPortfolioVerb(verb)) return takePortfolio
  return spreadVerbs.includes(verb) ? takeSpread : takeOfWallet
}

function takeCancelAll(line: Line, account: AccountId): Command {
  const [symbol] = line.rest
  const of = instrumentKinds.find((known) => known === line.flags.get('of'))
  const scope = symbol === undefined ? {} : { symbol: symbolId(symbol) }
  const why = line.flags.has('by') ? { isDisconnected: true as const } : {}
  return { kind: 'CancelAllOrders', account, ...scope, ...(of && { of }), ...why }
}

function takeAccountCommand(verb: string, line: Line, reader: CommandTextReader): Command {
  const account = takeAccount(line, reader)
  switch (verb) {
    case 'open':
      return { kind: 'OpenAccount', account, role: line.rest[0] === 'robot' ? 'robot' : 'trader' }
    case 'deposit': {
      const credit = amount(decimal(line, take(line, 'amount'), 8))
      return { kind: 'Deposit', account, coin: take(line, 'coin'), amount: credit }
    }
    case 'place':
      return takeOrder(line, account, reader)
    case 'replace':
      return takeReplacement(line, account, reader)
    case 'cancel':
      return takeCancellation(line, account)
    case 'tpsl':
      return takeTpSl(line, account, reader)
    case 'cancel-partial': {
      const symbol = symbolId(take(line, 'symbol'))
      const positionIdx = Number(line.rest.shift() ?? 0) as PositionIdx
      return { kind: 'CancelPartialTpSl', account, symbol, positionIdx }
    }
    case 'cancel-all':
      return takeCancelAll(line, account)
    case 'reverse':
      return {
        kind: 'ReversePosition',
        account,
        symbol: symbolId(take(line, 'symbol')),
        positionIdx: Number(line.flags.get('idx') ?? 0) as PositionIdx,
        linkId: line.flags.get('link') ?? '',
        ...takeSlippage(line),
      }
    case 'close-all': {
      const [symbol] = line.rest
      const of = symbol === undefined ? {} : { symbol: symbolId(symbol) }
      return { kind: 'ClosePositions', account, ...of }
    }
    case 'leverage':
      return takeLeverage(line, account)
    case 'hedge':
      return takePositionMode(line, account)
    case 'fees':
      return takeFeeLevel(line, account)
    case 'algo':
    case 'cancel-algo':
    case 'pause-algo':
    case 'resume-algo':
    case 'rule':
    case 'amend-rule':
    case 'set-rule':
    case 'mmr':
    case 'cancel-mmr':
      return takeSchemed(verb, line, account, reader)
    case 'mode':
    case 'margin':
    case 'auto-margin':
      return takeMargin(verb, line, account)
    default:
      return takeOther(verb)(verb, line, account)
  }
}

function takeMargin(verb: string, line: Line, account: AccountId): Command {
  const symbol = symbolId(take(line, 'symbol'))
  if (verb === 'mode') {
    const mode = take(line, 'mode') === 'Isolated' ? 'Isolated' : 'Cross'
    return { kind: 'SetMarginMode', account, symbol, mode }
  }
  const positionIdx = Number(take(line, 'positionIdx')) as PositionIdx
  if (verb === 'margin') {
    const change = amount(decimal(line, take(line, 'amount'), 8))
    return { kind: 'ChangeMargin', account, symbol, positionIdx, amount: change }
  }
  const isOn = take(line, 'on or off') === 'on'
  return { kind: 'SetAutoAddMargin', account, symbol, positionIdx, isOn }
}

function takeCancellation(line: Line, account: AccountId): Command {
  const order = takeOrderName(line)
  const isEntry = line.rest.includes('entry')
  return { kind: 'CancelOrder', account, order, ...(isEntry ? { entry: true } : {}) }
}

function takeTpSl(line: Line, account: AccountId, reader: CommandTextReader): Command {
  const symbol = symbolId(take(line, 'symbol'))
  const mode = take(line, 'mode') === 'Partial' ? 'Partial' : 'Full'
  const instrument = reader.instruments.get(symbol)
  const price = (text: string): number => steps(line, text, 't', instrument?.tickSizeE8)
  const { flags } = line
  const [qty, tp, sl] = [flags.get('qty'), flags.get('tp-order'), flags.get('sl-order')]
  const trailing = readTrailing(flags, price)
  return {
    kind: 'SetTpSl',
    account,
    symbol,
    positionIdx: Number(flags.get('idx') ?? 0) as PositionIdx,
    mode,
    ...readLegs(flags, price),
    ...(qty === undefined
      ? {}
      : { qtyLots: qtyLots(steps(line, qty, 'l', instrument?.lotSizeE8)) }),
    ...(tp === undefined ? {} : { tpOrderId: orderId(Number(tp)) }),
    ...(sl === undefined ? {} : { slOrderId: orderId(Number(sl)) }),
    ...(trailing === undefined ? {} : { trailing }),
  }
}

function takeReplacement(line: Line, account: AccountId, reader: CommandTextReader): Command {
  const order = takeOrderName(line)
  // A line written by hand may have the symbol, so that price and quantity can be decimals.
  const named = reader.instruments.get(line.rest[0] ?? '')
  if (named !== undefined) line.rest.shift()
  const [qty] = line.rest[0] === '@' ? [undefined] : line.rest
  const at = line.rest.indexOf('@')
  const price = at < 0 ? undefined : (line.rest[at + 1] ?? fail(line, 'No price'))
  const read = (text: string): number => steps(line, text, 't', named?.tickSizeE8)
  const when = line.flags.get('when')
  const tpsl = readAttachedTpsl(line.flags, read)
  return {
    kind: 'ReplaceOrder',
    account,
    order,
    ...(qty === undefined ? {} : { qtyLots: qtyLots(steps(line, qty, 'l', named?.lotSizeE8)) }),
    ...(price === undefined
      ? {}
      : { priceTicks: priceTicks(steps(line, price, 't', named?.tickSizeE8)) }),
    ...(when === undefined ? {} : { triggerTicks: priceTicks(read(when)) }),
    ...(tpsl === undefined ? {} : { tpsl }),
  }
}

function takeOrder(line: Line, account: AccountId, reader: CommandTextReader): Command {
  const side = take(line, 'side') as Side
  const symbol = take(line, 'symbol')
  const instrument = reader.instruments.get(symbol)
  const lots = steps(line, take(line, 'quantity'), 'l', instrument?.lotSizeE8)
  const { rest, flags } = line
  const at = rest.indexOf('@')
  const price = at < 0 ? undefined : (rest[at + 1] ?? fail(line, 'No price'))
  const orderType = rest.includes('market') ? 'Market' : 'Limit'
  const usual = orderType === 'Market' ? 'ImmediateOrCancel' : 'GoodTillCancel'
  const timeInForce = (Object.keys(shortTimes) as TimeInForce[]).find((time) =>
    rest.includes(shortTimes[time]),
  )
  const paid = flags.get('for')
  const when = flags.get('when')
  const read = (text: string): number => steps(line, text, 't', instrument?.tickSizeE8)
  const tpsl = readAttachedTpsl(flags, read)
  const trailing = readTrailing(flags, read)
  const plan = spotPlanTypeOf(Number(flags.get('plan') ?? 0))
  return {
    kind: 'PlaceOrder',
    account,
    symbol: symbolId(symbol),
    side,
    orderType,
    timeInForce: timeInForce ?? usual,
    ...(price === undefined
      ? {}
      : { priceTicks: priceTicks(steps(line, price, 't', instrument?.tickSizeE8)) }),
    qtyLots: qtyLots(lots),
    ...(paid === undefined ? {} : { quoteAmount: amount(decimal(line, paid, 8)) }),
    reduceOnly: rest.includes('reduce'),
    closeOnTrigger: rest.includes('close'),
    positionIdx: Number(flags.get('idx') ?? 0) as PlaceOrder['positionIdx'],
    linkId: flags.get('link') ?? '',
    selfTrade: selfTradeModes.find((mode) => mode === flags.get('smp')) ?? 'None',
    ...takeSlippage(line),
    ...(when === undefined ? {} : { trigger: readTrigger(when, read) }),
    ...(tpsl === undefined ? {} : { tpsl }),
    ...(trailing === undefined ? {} : { trailing }),
    ...(plan === undefined ? {} : { plan }),
    ...(rest.includes('lends') ? { isLeverage: true } : {}),
    ...(rest.includes('mmp') ? { mmp: true } : {}),
  }
}
