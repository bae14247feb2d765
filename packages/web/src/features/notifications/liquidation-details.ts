// Why a position was liquidated or auto-deleveraged: the reason, the actions and the deciding
// figures, from the steps that the exchange records.

import {
  priceDecimals,
  qtyCoin,
  qtyDecimals,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import type { WireLiquidation } from '@basis/protocol/position'
import { instrumentFormat } from '../../stores/instrument-format.ts'
import { percentExact } from '../../i18n/exact-percent.ts'
import { NOTHING, type Format } from '../../i18n/format.ts'
import { message, type Message, type MessageKey } from '../../i18n/message-keys.ts'
import { closedTogether, convertedWords } from './liquidation-notices.ts'

/** A figure with its name. */
type Figure = { readonly name: MessageKey; readonly text: string }

export type LiquidationDetails = {
  readonly why: readonly Message[]
  /** The actions, in order. */
  readonly done: readonly Message[]
  readonly figures: readonly Figure[]
}

type InstrumentOf = (symbol: string) => Instrument | undefined
type Explained = NonNullable<WireLiquidation['explanation']>

/** Returns the details of the steps of one moment. */
export function liquidationDetails(
  steps: readonly WireLiquidation[],
  instrumentOf: InstrumentOf,
  format: Format,
): LiquidationDetails {
  const deciding = steps.filter(({ step }) => step === 'started' || step === 'deleveraged')
  const why = deciding.flatMap((step) => whyOf(step, instrumentOf, format))
  const [decision] = deciding
  const instrument = instrumentOf(decision?.symbol ?? '')
  const explanation = decision?.explanation
  return {
    // A position that is deleveraged in several parts was chosen once, so one reason is given.
    why: why.slice(0, Math.max(1, new Set(deciding.map(({ symbol }) => symbol)).size)),
    done: doneOf(steps, instrumentOf, format),
    figures: explanation === undefined ? [] : figuresOf(explanation, instrument, format),
  }
}

function whyOf(
  { symbol, explanation }: WireLiquidation,
  instrumentOf: InstrumentOf,
  format: Format,
): readonly Message[] {
  if (explanation === undefined) return []
  const instrument = instrumentOf(symbol)
  const figure = (name: string): string => figureText(name, explanation, instrument, format)
  switch (explanation.rule) {
    case 'isolatedLiquidation':
      if (explanation.numbers['marginLeft'] !== undefined) {
        const [left, needed] = [figure('marginLeft'), figure('maintenanceNeeded')]
        return [message('liquidation.whyNoMargin', { symbol, left, needed })]
      }
      return [
        message('liquidation.whyIsolated', {
          symbol,
          mark: figure('markPrice'),
          liquidation: figure('liquidationPrice'),
        }),
      ]
    case 'crossMaintenance':
      return [
        message('liquidation.whyCross', {
          balance: figure('marginBalance'),
          maintenance: figure('maintenanceMargin'),
        }),
      ]
    case 'portfolioMaintenance':
      return [
        message('liquidation.whyPortfolio', {
          balance: figure('marginBalance'),
          maintenance: figure('maintenanceMargin'),
          loss: figure('maxLoss'),
        }),
      ]
    case 'deleverage':
      return [
        message('liquidation.whyAdl', {
          symbol,
          rank: figure('rank'),
          candidates: figure('candidates'),
        }),
      ]
    default:
      return []
  }
}

const causeWords = {
  Liquidation: 'liquidation.closedInMarket',
  TakeOver: 'liquidation.closedByFund',
  Adl: 'liquidation.closedByAdl',
} as const satisfies Record<string, MessageKey>

function doneOf(
  steps: readonly WireLiquidation[],
  instrumentOf: InstrumentOf,
  format: Format,
): readonly Message[] {
  const closed = Map.groupBy(
    steps.filter(({ step }) => step === 'closed'),
    ({ symbol, positionIdx, cause }) => `${symbol} ${positionIdx} ${cause}`,
  )
  const closings = [...closed.values()].flatMap((parts): Message[] => {
    const [first] = parts
    const instrument = instrumentOf(first?.symbol ?? '')
    if (first?.cause === undefined || instrument === undefined) return []
    const { size, price, pnl } = closedTogether(parts, instrument)
    const words = instrumentFormat(instrument, format)
    const chosen = parts.find(({ explanation }) => explanation?.rule === 'portfolioReduction')
    return [
      ...(chosen === undefined ? [] : reducedOf(chosen, instrument, format)),
      {
        key: causeWords[first.cause],
        params: {
          side: message(first.side === 'Buy' ? 'positions.long' : 'positions.short'),
          symbol: first.symbol,
          size: words.qty(size),
          price: words.priceE8(price),
          pnl: `${words.settle(pnl, { signed: true })} ${instrument.settleCoin}`,
        },
      },
    ]
  })
  const isStarted = steps.some(({ step }) => step === 'started')
  const covered = steps.flatMap(({ step, amount, coin = 'USDT' }) =>
    step === 'lossCovered'
      ? [message('liquidation.covered', { amount: `${format.money(amount, coin)} ${coin}` })]
      : [],
  )
  const sold = steps
    .filter(({ step }) => step === 'converted')
    .map((step) => convertedWords(step, format))
  const canceled = isStarted ? [message('liquidation.ordersCanceled')] : []
  return [...canceled, ...sold, ...closings, ...covered]
}

/** Returns why the first of a liquidation's trades in a contract was chosen before the others. */
function reducedOf(
  { symbol, explanation }: WireLiquidation,
  instrument: Instrument,
  format: Format,
): readonly Message[] {
  // With a single candidate there was no choice to explain.
  if (explanation === undefined || explanation.numbers['candidates'] === '1') return []
  const figure = (name: string): string => figureText(name, explanation, instrument, format)
  const [freed, cost] = [figure('freedMargin'), figure('tradeCost')]
  const params = { symbol, freed, candidates: figure('candidates') }
  // A book price better than the mark price makes the cost negative.
  if (explanation.numbers['tradeCost']?.startsWith('-') === true) {
    return [message('liquidation.whyReducedWell', { ...params, gain: cost.replace(/^[-−]/, '') })]
  }
  return [message('liquidation.whyReduced', { ...params, cost })]
}

/** The figures shown for each rule, in the order of the computation. */
const shown: Partial<Record<Explained['rule'], readonly string[]>> = {
  crossMaintenance: [
    'walletBalance',
    'unrealisedPnl',
    'isolatedMargin',
    'collateral',
    'haircutLoss',
    'orderLoss',
    'marginBalance',
    'maintenanceMargin',
    'initialMargin',
  ],
  portfolioMaintenance: [
    'walletBalance',
    'unrealisedPnl',
    'optionValue',
    'collateral',
    'haircutLoss',
    'orderLoss',
    'marginBalance',
    'maxLoss',
    'shortOption',
    'vegaSpread',
    'deltaSpread',
    'stablecoinSpread',
    'perpFutures',
    'maintenanceMargin',
  ],
  isolatedLiquidation: [
    'markPrice',
    'liquidationPrice',
    'marginLeft',
    'maintenanceNeeded',
    'size',
    'entryValue',
    'markValue',
    'leverage',
    'positionMargin',
    'extraMargin',
    'unrealisedPnl',
    'maintenanceMargin',
    'maintenanceRate',
  ],
  deleverage: [
    'rank',
    'candidates',
    'price',
    'markPrice',
    'bankruptcyPrice',
    'poolBalance',
    'uncoveredLoss',
  ],
}

const names: Readonly<Record<string, MessageKey>> = {
  walletBalance: 'liquidation.walletBalance',
  unrealisedPnl: 'liquidation.unrealisedPnl',
  optionValue: 'liquidation.optionValue',
  marginBalance: 'liquidation.marginBalance',
  maintenanceMargin: 'liquidation.maintenanceMargin',
  initialMargin: 'liquidation.initialMargin',
  markPrice: 'liquidation.markPrice',
  liquidationPrice: 'liquidation.liquidationPrice',
  bankruptcyPrice: 'liquidation.bankruptcyPrice',
  price: 'liquidation.closePrice',
  size: 'liquidation.size',
  entryValue: 'liquidation.entryValue',
  markValue: 'liquidation.markValue',
  leverage: 'liquidation.leverage',
  positionMargin: 'liquidation.positionMargin',
  extraMargin: 'liquidation.extraMargin',
  maintenanceRate: 'liquidation.maintenanceRate',
  rank: 'liquidation.rank',
  candidates: 'liquidation.candidates',
  poolBalance: 'liquidation.poolBalance',
  uncoveredLoss: 'liquidation.uncoveredLoss',
  collateral: 'liquidation.collateral',
  haircutLoss: 'liquidation.haircutLoss',
  orderLoss: 'liquidation.orderLoss',
  isolatedMargin: 'liquidation.isolatedMargin',
  maxLoss: 'stress.maxLoss',
  shortOption: 'stress.shortOption',
  vegaSpread: 'stress.vegaSpread',
  deltaSpread: 'stress.deltaSpread',
  stablecoinSpread: 'stress.stablecoinSpread',
  perpFutures: 'stress.perpFutures',
  marginLeft: 'liquidation.marginLeft',
  maintenanceNeeded: 'liquidation.maintenanceNeeded',
}

function figuresOf(
  explanation: Explained,
  instrument: Instrument | undefined,
  format: Format,
): readonly Figure[] {
  return (shown[explanation.rule] ?? []).flatMap((id): Figure[] => {
    const name = names[id]
    if (name === undefined || explanation.numbers[id] === undefined) return []
    return [{ name, text: figureText(id, explanation, instrument, format) }]
  })
}

/** Returns a figure formatted by its kind: a price, a quantity, a rate, or money with its coin. */
function figureText(
  id: string,
  { numbers }: Explained,
  instrument: Instrument | undefined,
  format: Format,
): string {
  const [value, coin] = numbers[id]?.split(' ') ?? []
  if (value === undefined) return NOTHING
  const decimals = value.split('.')[1]?.length ?? 0
  if (id.endsWith('Price') || id === 'price') {
    return format.price(value, instrument === undefined ? decimals : priceDecimals(instrument))
  }
  if (id === 'maintenanceRate') return format.percent(percentExact(value), { signed: false })
  if (id === 'leverage') return `${format.decimal(value, { scale: 2, trimTo: 0 })}x`
  if (id === 'size' && instrument !== undefined) {
    return `${format.quantity(value, qtyDecimals(instrument))} ${qtyCoin(instrument)}`
  }
  if (coin === undefined) return format.decimal(value, { scale: decimals })
  return `${format.money(value, coin)} ${coin}`
}
