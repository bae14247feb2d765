// The figures of a help page: the exchange's own formulas applied to a position, as terms that can
// be written in words and in numbers.

import { accountId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, priceE8, qtyLots, unitE8 } from '@basis/domain/numbers/fixed'
import type { Amount, LeverageE2, PriceE8, RateE8 } from '@basis/domain/numbers/fixed'
import type { ContractKind } from '@basis/domain/instrument/contract'
import { contractFee, pnlOverEntry } from '@basis/domain/instrument/contract'
import { feeRateOf } from '@basis/domain/instrument/fee-levels'
import {
  qtyAmount,
  qtyCoin,
  ticksNearE8,
  ticksToE8,
  valueAtE8,
  valueCoin,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { adlScore, adlScoreE8 } from '@basis/domain/margin/adl'
import {
  closeFeeReserve,
  crossInitialMargin,
  crossMaintenanceMargin,
  maxLeverageOf,
  maxValueAt,
  tierOf,
} from '@basis/domain/margin/cross-margin'
import {
  isolatedBankruptcyPriceE8,
  isolatedLiquidationPriceE8,
  isolatedMarginLeft,
  type IsolatedInput,
} from '@basis/domain/margin/isolated-margin'
import { leverageBounds, leverageMarksE2 } from '@basis/domain/margin/leverage-rules'
import { sideSign } from '@basis/domain/orders/order'
import { reversal } from '@basis/domain/orders/reverse'
import { fundingPayment } from '@basis/domain/pricing/mark-price'
import type { Format } from '../../i18n/format.ts'
import type { MessageKey } from '../../i18n/message-keys.ts'
import type { HelpTopic } from '../../shell/routes.ts'
import { exactE8, instrumentFormat } from '../../stores/instrument-format.ts'
import {
  figuresNow,
  shownLiquidation,
  valueSideOf,
  type PositionFigures,
} from '../../stores/position-figures.ts'
import type { HeldPosition, PositionRecord } from '../../stores/positions.ts'
import type { Ticker } from '../../stores/tickers.ts'
import type { Wallet } from '../../stores/wallet.ts'

/** A named figure, formatted in the reader's language. */
export type Fact = { readonly label: MessageKey; readonly text: string }
/** A named figure, or a text that stands for itself, such as an operator or a bracket. */
export type Term = Fact | string
/** `result` is what the exchange's function returned; `terms` show how it is computed. */
export type Formula = {
  readonly result: Fact
  /** The sign between them: `=`, or for a condition the sign by the rule and the current one. */
  readonly sign?: { readonly rule: string; readonly now: string }
  readonly terms: readonly Term[]
}

export type LeverageRow = {
  readonly leverage: string
  readonly initialMargin: string
  readonly liquidation: string
  readonly away: string
}

export type TopicFigures = {
  readonly formulas: readonly Formula[]
  readonly facts: readonly Fact[]
  readonly byLeverage?: readonly LeverageRow[]
}

/** The position that a page is computed from: one that is held, or an example. */
export type Case = {
  readonly instrument: Instrument
  readonly position: HeldPosition
  /** Undefined for an example. */
  readonly record: PositionRecord | undefined
  readonly ticker: Ticker & { readonly markE8: number }
  readonly wallet: Wallet | undefined
  readonly nowMs: number
}

const exampleValue = 10_000n * unitE8
const exampleLeverage = 1_000

/**
 * Returns an isolated long worth about 10,000 of the quote coin, opened 2% below the mark price, so
 * that there is a profit to explain.
 */
export function examplePosition(instrument: Instrument, mark: PriceE8): HeldPosition {
  const qty = instrument.kind === 'Inverse' ? exampleValue : (exampleValue * unitE8) / BigInt(mark)
  const lots = Math.max(Number(qty / BigInt(instrument.lotSizeE8)), instrument.minQtyLots)
  const sizeLots = qtyLots(lots)
  const entry = ticksToE8(instrument, ticksNearE8(instrument, priceE8(Math.round(mark * 0.98))))
  return {
    account: accountId(0),
    symbol: instrument.symbol,
    positionIdx: 0,
    side: 'Buy',
    sizeLots,
    entryValue: valueAtE8(instrument, qtyAmount(instrument, sizeLots), entry),
    entryPriceE8: entry,
    leverageE2: leverageE2(Math.min(exampleLeverage, maxLeverageOf(instrument.riskTiers))),
    isIsolated: true,
    extraMargin: amount(0n),
    isAutoAddMargin: false,
    realisedPnl: amount(0n),
    cumRealisedPnl: amount(0n),
    openFees: amount(0n),
    openFunding: amount(0n),
    openedMs: 0,
    updatedMs: 0,
  }
}

/** Returns the figures of a topic's page; empty until there is a mark price. */
export function topicFigures(topic: HelpTopic, of: Case, format: Format): TopicFigures {
  const figures = figuresNow(of.position, of.instrument, of.ticker, 'MarkPrice')
  if (figures === undefined) return { formulas: [], facts: [] }
  return topics[topic]({ ...of, figures, ...writersOf(of, format), format })
}

type Writers = {
  readonly words: ReturnType<typeof instrumentFormat>
  /** Formats money with its coin. */
  readonly money: (value: Amount, signed?: boolean) => string
  readonly rate: (rateE8: number) => string
  readonly size: string
}
type Known = Case & Writers & { readonly figures: PositionFigures; readonly format: Format }

function writersOf({ instrument, position }: Case, format: Format): Writers {
  const words = instrumentFormat(instrument, format)
  return {
    words,
    money: (value, signed = false) => `${words.settle(value, { signed })} ${valueCoin(instrument)}`,
    rate: (rateE8) =>
      format.percent({ units: rateE8, scale: 8 - 2 }, { scale: 4, signed: rateE8 < 0 }),
    size: `${words.qty(position.sizeLots)} ${qtyCoin(instrument)}`,
  }
}

/** The fee rate of the account; without one the listed rate. */
const ownRate = ({ instrument, wallet }: Case, isMaker: boolean): RateE8 =>
  feeRateOf(instrument, isMaker, wallet?.fees.rates)

const kindOf = ({ kind }: Instrument): ContractKind => (kind === 'Inverse' ? 'Inverse' : 'Linear')

function isolatedInput({ instrument, position }: Case): IsolatedInput {
  return {
    kind: kindOf(instrument),
    sign: sideSign(position.side),
    qty: qtyAmount(instrument, position.sizeLots),
    entryValue: position.entryValue,
    leverage: position.leverageE2,
    takerFee: instrument.takerFeeE8,
    extra: position.extraMargin,
  }
}

/** Returns the inputs of the margin formulas, by the side on which the position's value moves. */
const marginInput = ({ instrument, position }: Case, markValue: Amount) => ({
  sign: valueSideOf(instrument, position.side),
  entryValue: position.entryValue,
  markValue,
  leverage: position.leverageE2,
  takerFee: instrument.takerFeeE8,
})

const leverageText = ({ format, position }: Known): string => format.leverage(position.leverageE2)

const topics: Record<HelpTopic, (of: Known) => TopicFigures> = {
  margin: (of) => {
    const { figures, instrument, position, money, rate, record, wallet } = of
    const facts = [...sizeFacts(of), ...accountFacts(of)]
    // In portfolio margin no position has a margin of its own (10.1).
    if (record !== undefined && wallet?.portfolio !== undefined) return { formulas: [], facts }
    const input = marginInput(of, figures.value)
    const tier = tierOf(instrument.riskTiers, figures.value)
    const base: Fact = position.isIsolated
      ? { label: 'liquidation.entryValue', text: money(position.entryValue) }
      : { label: 'liquidation.markValue', text: money(figures.value) }
    const feeTerm: Fact = { label: 'help.closeFee', text: money(closeFeeReserve(input)) }
    const maintenance: Fact = {
      label: 'liquidation.maintenanceMargin',
      text: money(figures.maintenanceMargin),
    }
    const initial: Formula = {
      result: { label: 'liquidation.initialMargin', text: money(figures.initialMargin) },
      terms: [
        base,
        '÷',
        { label: 'liquidation.leverage', text: leverageText(of) },
        ...withTerm('+', position.extraMargin, 'liquidation.extraMargin', money),
        '+',
        feeTerm,
      ],
    }
    // In a cross hedge it is that of the part that is not hedged (6.3).
    const isOfWhole = figures.maintenanceMargin === crossMaintenanceMargin(input, tier)
    if (!isOfWhole) return { formulas: [initial], facts: [maintenance, ...facts] }
    return {
      formulas: [
        initial,
        {
          result: maintenance,
          terms: [
            { label: 'liquidation.markValue', text: money(figures.value) },
            '×',
            { label: 'liquidation.maintenanceRate', text: rate(tier.maintenanceRateE8) },
            ...withTerm('−', tier.deduction, 'help.deduction', money),
            '+',
            feeTerm,
          ],
        },
      ],
      facts,
    }
  },
  leverage: (of) => {
    const { figures, position, instrument, money, format } = of
    const most = maxValueAt(instrument.riskTiers, position.leverageE2)
    return {
      formulas: [
        {
          result: {
            label: 'tpsl.roi',
            text: format.percent({ units: figures.roiE2, scale: 2 }),
          },
          terms: [
            { label: 'positions.unrealised', text: money(figures.unrealised, true) },
            '×',
            { label: 'liquidation.leverage', text: leverageText(of) },
            '÷',
            { label: 'liquidation.entryValue', text: money(position.entryValue) },
          ],
        },
      ],
      facts: [...sizeFacts(of), { label: 'leverage.maxValue', text: money(most) }],
      byLeverage: leverageRows(of),
    }
  },
  liquidation: (of) => {
    const { position, figures, instrument, money, words, format } = of
    const isolated = isolatedInput(of)
    const price = liquidationTicks(of)
    const shown = shownLiquidation(instrument, price)
    const prices: Fact[] = [
      { label: 'liquidation.markPrice', text: words.priceE8(figures.markE8) },
      { label: 'liquidation.liquidationPrice', text: words.price(shown) },
      { label: 'help.away', text: distanceText(of, shown) },
    ]
    if (!position.isIsolated) {
      const { wallet } = of
      return {
        formulas: [
          {
            result: { label: 'help.accountRate', text: accountRateText(wallet, format) },
            terms: [
              { label: 'liquidation.maintenanceMargin', text: usd(wallet?.maintenanceMargin, of) },
              '÷',
              { label: 'account.equity', text: usd(wallet?.equity, of) },
            ],
          },
        ],
        facts: prices,
      }
    }
    const { left, needed } = isolatedMarginLeft(isolated, instrument.riskTiers, figures.value)
    const bankruptcy = isolatedBankruptcyPriceE8(isolated)
    return {
      formulas: [
        {
          result: { label: 'liquidation.marginLeft', text: money(left) },
          sign: { rule: '≤', now: left <= needed ? '≤' : '>' },
          terms: [{ label: 'liquidation.maintenanceNeeded', text: money(needed) }],
        },
      ],
      facts: [
        ...prices,
        { label: 'liquidation.bankruptcyPrice', text: words.priceE8(bankruptcy) },
        ...sizeFacts(of).filter(({ label }) => label !== 'liquidation.markPrice'),
      ],
    }
  },
  funding: (of) => {
    const { figures, position, ticker, money, rate, format, nowMs } = of
    const rateE8 = ticker.fundingRateE8
    if (rateE8 === undefined) return { formulas: [], facts: sizeFacts(of) }
    const paid = fundingPayment(sideSign(position.side), figures.value, rateE8 as RateE8)
    return {
      formulas: [
        {
          result: { label: 'help.payment', text: money(paid, true) },
          terms: [
            position.side === 'Buy' ? '−' : '',
            { label: 'liquidation.markValue', text: money(figures.value) },
            '×',
            { label: 'help.fundingRate', text: rate(rateE8) },
          ],
        },
      ],
      facts: [
        { label: 'help.nextFunding', text: format.countdown(ticker.nextFundingMs - nowMs) },
        ...sizeFacts(of),
        ...(of.record === undefined
          ? []
          : [
              {
                label: 'positions.realisedFunding',
                text: money(position.openFunding, true),
              } as const,
            ]),
      ],
    }
  },
  adl: (of) => {
    const { figures, position, instrument, money, record } = of
    const facts: Fact[] = [
      ...(record === undefined
        ? []
        : [{ label: 'help.adlLights', text: `${record.adlIndicator} / 5` } as const]),
      { label: 'positions.unrealised', text: money(figures.unrealised, true) },
      ...sizeFacts(of),
    ]
    const bankruptcy = position.isIsolated
      ? isolatedBankruptcyPriceE8(isolatedInput(of))
      : undefined
    if (bankruptcy === undefined) return { formulas: [], facts }
    const qty = qtyAmount(instrument, position.sizeLots)
    const atBankruptcy = valueAtE8(instrument, qty, bankruptcy)
    const score = adlScore({
      kind: kindOf(instrument),
      sign: sideSign(position.side),
      entryValue: position.entryValue,
      markValue: figures.value,
      bankruptcyValue: atBankruptcy,
    })
    const isProfit = figures.unrealised > 0n
    return {
      formulas: [
        {
          result: { label: 'help.adlScore', text: scoreText(adlScoreE8(score), of) },
          terms: [
            { label: 'positions.unrealised', text: money(figures.unrealised, true) },
            '÷',
            { label: 'liquidation.entryValue', text: money(position.entryValue) },
            isProfit ? '×' : '÷',
            {
              label: 'help.effectiveLeverage',
              text: effectiveLeverage(figures.value, atBankruptcy, of),
            },
          ],
        },
      ],
      facts,
    }
  },
  reverse: (of) => {
    const { position, instrument, words, money, rate, ticker } = of
    const legs = reversal(position)
    if ('name' in legs) return { formulas: [], facts: [] }
    const qty = qtyAmount(instrument, position.sizeLots)
    const lastE8 = lastOf(of)
    const takerE8 = ownRate(of, false)
    const fee = contractFee(kindOf(instrument), qty, lastE8, takerE8)
    const leg = (each: (typeof legs)[number]): string =>
      `${each.side === 'Buy' ? '+' : '−'}${words.qty(each.qtyLots)} ${qtyCoin(instrument)}`
    return {
      formulas: [
        {
          result: { label: 'help.bothFees', text: money(amount(2n * fee)) },
          terms: [
            '2 ×',
            { label: 'help.orderValue', text: money(valueAtE8(instrument, qty, lastE8)) },
            '×',
            { label: 'book.takerFee', text: rate(takerE8) },
          ],
        },
      ],
      facts: [
        { label: 'help.closingOrder', text: leg(legs[0]) },
        { label: 'help.openingOrder', text: leg(legs[1]) },
        { label: 'book.lastPrice', text: words.price(ticker.lastTicks) },
        { label: 'liquidation.leverage', text: leverageText(of) },
      ],
    }
  },
  'order-types': (of) => {
    const { instrument, position, ticker, words, money, rate } = of
    const { bidTicks, askTicks } = ticker
    const qty = qtyAmount(instrument, position.sizeLots)
    const fee = (label: MessageKey, ticks: number | undefined, rateE8: RateE8): Formula[] => {
      if (ticks === undefined) return []
      const price = priceE8(ticks * instrument.tickSizeE8)
      return [
        {
          result: { label, text: money(contractFee(kindOf(instrument), qty, price, rateE8)) },
          terms: [
            { label: 'help.orderValue', text: money(valueAtE8(instrument, qty, price)) },
            '×',
            { label: 'help.feeRate', text: rate(rateE8) },
          ],
        },
      ]
    }
    return {
      formulas: [
        ...fee('book.makerFee', bidTicks, ownRate(of, true)),
        ...fee('book.takerFee', askTicks, ownRate(of, false)),
      ],
      facts: [
        { label: 'book.bids', text: words.price(bidTicks) },
        { label: 'book.asks', text: words.price(askTicks) },
        {
          label: 'help.spread',
          text: words.price(
            bidTicks === undefined || askTicks === undefined ? undefined : askTicks - bidTicks,
          ),
        },
        { label: 'liquidation.size', text: of.size },
      ],
    }
  },
  tpsl: (of) => ({
    formulas: [protectionFormula(of, 'takeProfit'), protectionFormula(of, 'stopLoss')],
    facts: sizeFacts(of),
  }),
}

type Money = Writers['money']

const withTerm = (sign: string, value: Amount, label: MessageKey, money: Money): Term[] =>
  value === 0n ? [] : [sign, { label, text: money(value) }]

function sizeFacts(of: Known): Fact[] {
  const { figures, words } = of
  return [
    { label: 'liquidation.size', text: of.size },
    { label: 'tpsl.entryPrice', text: words.priceE8(figures.entryE8) },
    { label: 'liquidation.markPrice', text: words.priceE8(figures.markE8) },
    { label: 'liquidation.leverage', text: leverageText(of) },
  ]
}

const usd = (value: Amount | undefined, { format }: Known): string =>
  value === undefined ? '--' : `${format.money(exactE8(value), 'USD')} USD`

const accountRateText = (wallet: Wallet | undefined, format: Format): string =>
  wallet === undefined
    ? '--'
    : format.percent({ units: wallet.maintenanceRateE4, scale: 2 }, { signed: false })

function accountFacts(of: Known): Fact[] {
  const { wallet, record, format } = of
  if (record === undefined || wallet === undefined) return []
  return [{ label: 'help.accountRate', text: accountRateText(wallet, format) }]
}

/** Returns the exchange's liquidation price of a held position; for an example the formula's. */
function liquidationTicks(of: Known) {
  const { record, instrument, figures } = of
  if (record !== undefined) return record.liquidationTicks
  const price = isolatedLiquidationPriceE8(isolatedInput(of), instrument.riskTiers, figures.value)
  return price === undefined ? undefined : ticksNearE8(instrument, price)
}

function distanceText({ figures, instrument, format }: Known, ticks: number | undefined): string {
  if (ticks === undefined) return '--'
  const away = ticks * instrument.tickSizeE8 - figures.markE8
  return format.percent({ units: Math.round((away / figures.markE8) * 10_000), scale: 2 })
}

function leverageRows(of: Known): LeverageRow[] {
  const { instrument, position, figures, words, money, format } = of
  const opened = { ...isolatedInput(of), entryValue: figures.value, extra: amount(0n) }
  const tier = tierOf(instrument.riskTiers, figures.value)
  const bounds = leverageBounds(instrument.minLeverageE2, instrument.riskTiers)
  const allowed = leverageMarksE2(bounds).filter((mark) => mark <= tier.maxLeverageE2)
  return allowed.map((leverage: LeverageE2) => {
    const input = { ...opened, leverage }
    const price = isolatedLiquidationPriceE8(input, instrument.riskTiers, figures.value)
    const ticks = price === undefined ? undefined : ticksNearE8(instrument, price)
    const shown = shownLiquidation(instrument, ticks)
    const margin = { ...marginInput(of, figures.value), entryValue: figures.value, leverage }
    return {
      leverage: format.leverage(leverage),
      initialMargin: money(crossInitialMargin(margin)),
      liquidation: words.price(shown),
      away: distanceText({ ...of, position }, shown),
    }
  })
}

const scoreText = (scoreE8: bigint, { format }: Known): string =>
  format.decimal(exactE8(scoreE8), { scale: 4 })

function effectiveLeverage(value: Amount, atBankruptcy: Amount, { format }: Known): string {
  const away = value > atBankruptcy ? value - atBankruptcy : atBankruptcy - value
  return format.leverage((value * 100n) / (away === 0n ? 1n : away))
}

const lastOf = ({ ticker, figures, instrument }: Known): PriceE8 =>
  ticker.lastTicks === undefined
    ? figures.markE8
    : priceE8(ticker.lastTicks * instrument.tickSizeE8)

/** Returns the existing trigger, or a price 2% from the mark price if there is none. */
function triggerOf(of: Known, leg: 'takeProfit' | 'stopLoss'): PriceE8 {
  const { record, instrument, figures, position } = of
  const standing = record?.tpsl.full?.[leg]?.triggerTicks
  if (standing !== undefined) return ticksToE8(instrument, standing)
  const isUp = (position.side === 'Buy') === (leg === 'takeProfit')
  const near = Math.round(figures.markE8 * (isUp ? 1.02 : 0.98))
  return ticksToE8(instrument, ticksNearE8(instrument, priceE8(near)))
}

function protectionFormula(of: Known, leg: 'takeProfit' | 'stopLoss'): Formula {
  const { instrument, position, money, words, figures } = of
  const trigger = triggerOf(of, leg)
  const sign = sideSign(position.side)
  const qty = qtyAmount(instrument, position.sizeLots)
  const pnl = pnlOverEntry({ kind: kindOf(instrument), sign, qty }, position.entryValue, trigger)
  const at: Fact = { label: 'tpsl.triggerPrice', text: words.priceE8(trigger) }
  // After a session profit is computed from the price of the session (1.8).
  const { entryE8, sessionE8 } = figures
  const entry: Fact =
    sessionE8 === undefined
      ? { label: 'tpsl.entryPrice', text: words.priceE8(entryE8) }
      : { label: 'explain.sessionPrice', text: words.priceE8(sessionE8) }
  const [first, second] = sign === 1 ? [at, entry] : [entry, at]
  const size: Fact = { label: 'liquidation.size', text: of.size }
  return {
    result: {
      label: leg === 'takeProfit' ? 'tpsl.takeProfit' : 'tpsl.stopLoss',
      text: money(pnl, true),
    },
    terms:
      instrument.kind === 'Inverse'
        ? [size, '×', '(1 ÷', second, '− 1 ÷', first, ')']
        : [size, '×', '(', first, '−', second, ')'],
  }
}
