// Portfolio margin on the wire: an account's risk units with their stress results, and the calls
// that change the margin mode (rules 10).

import { formatTrimmed, type Amount } from '@basis/domain/numbers/fixed'
import {
  priceMoves,
  scenarioAt,
  stressTermsOf,
  type Scenario,
} from '@basis/domain/portfolio-margin/stress'
import type { Contingency } from '@basis/domain/portfolio-margin/unit-margin'
import * as z from '../schema/deferred.ts'
import { nothing } from '../call.ts'
import { decimal, signedDecimal } from '../wire.ts'

/** A risk unit in USD; its margin includes the orders that raise it most. */
const wireUnit = z.object({
  baseCoin: z.string(),
  initialMargin: decimal,
  maintenanceMargin: decimal,
  /** Of the positions only. */
  positionIM: decimal,
  positionMM: decimal,
  /** The orders with which its margin is largest: none, all buys or all sells. */
  orders: z.enum(['None', 'Buy', 'Sell']),
  maxLoss: decimal,
  /** The worst scenario: its price move and its volatility move. */
  maxLossPriceMove: signedDecimal,
  maxLossIvShock: signedDecimal,
  shortOption: decimal,
  vegaSpread: decimal,
  deltaSpread: decimal,
  stablecoinSpread: decimal,
  perpFutures: decimal,
  /** Delta in coins, vega in USD per 1.00 of volatility. */
  delta: signedDecimal,
  spotHedgingQty: signedDecimal,
  vega: signedDecimal,
  priceMoves: z.array(signedDecimal),
  ivShocks: z.array(signedDecimal),
  /** For each price move, one value per volatility move. */
  pnl: z.array(signedDecimal),
})
export type WireUnit = z.output<typeof wireUnit>

/** Only for an account in portfolio margin. */
export const wirePortfolio = z.object({ spotHedging: z.boolean(), units: z.array(wireUnit) })

/** A unit's margin from the engine. */
type UnitFigures = {
  readonly maintenance: Amount
  readonly initial: Amount
  readonly maxLoss: Amount
  readonly contingency: Readonly<Record<Contingency, Amount>>
  readonly profits: readonly Amount[]
  readonly worst: Scenario
  readonly delta: Amount
  readonly hedged: Amount
  readonly vega: Amount
}
export type PortfolioFigures = {
  readonly hedgesSpot: boolean
  readonly units: readonly {
    readonly baseCoin: string
    readonly held: UnitFigures
    readonly binding: UnitFigures
    readonly orders: 'None' | 'Buy' | 'Sell'
  }[]
}

const text = (value: bigint): string => formatTrimmed(value, 8)
const share = (percent: number): string => formatTrimmed(BigInt(percent), 2)
const shockText = (volatility: number): string =>
  formatTrimmed(BigInt(Math.round(volatility * 100)), 2)

export const encodePortfolio = ({
  hedgesSpot,
  units,
}: PortfolioFigures): z.output<typeof wirePortfolio> => ({
  spotHedging: hedgesSpot,
  units: units.map(encodeUnit),
})

function encodeUnit({ baseCoin, held, binding, orders }: PortfolioFigures['units'][0]): WireUnit {
  const { contingency, worst } = binding
  const terms = stressTermsOf(baseCoin)
  const shocks = binding.profits.length / priceMoves
  const at = (place: number): Scenario => scenarioAt(terms, place)
  return {
    baseCoin,
    initialMargin: text(binding.initial),
    maintenanceMargin: text(binding.maintenance),
    positionIM: text(held.initial),
    positionMM: text(held.maintenance),
    orders,
    maxLoss: text(binding.maxLoss),
    maxLossPriceMove: share(worst.pricePercent),
    maxLossIvShock: shockText(worst.volatility),
    shortOption: text(contingency.shortOption),
    vegaSpread: text(contingency.vegaSpread),
    deltaSpread: text(contingency.deltaSpread),
    stablecoinSpread: text(contingency.stablecoinSpread),
    perpFutures: text(contingency.linear),
    delta: text(binding.delta),
    spotHedgingQty: text(binding.hedged),
    vega: text(binding.vega),
    priceMoves: Array.from({ length: priceMoves }, (_, k) => share(at(k * shocks).pricePercent)),
    ivShocks: Array.from({ length: shocks }, (_, k) => shockText(at(k).volatility)),
    pnl: binding.profits.map(text),
  }
}

export const marginModes = ['REGULAR_MARGIN', 'PORTFOLIO_MARGIN'] as const
const onOrOff = z.enum(['ON', 'OFF'])
const own = { access: 'session', ours: true } as const

export const portfolioCalls = {
  accountInfo: {
    ...own,
    method: 'GET',
    path: '/v5/account/info',
    changes: false,
    request: nothing,
    answer: z.object({
      /** 6: a unified account of the second kind. */
      unifiedMarginStatus: z.literal(6),
      marginMode: z.enum(marginModes),
      spotHedgingStatus: onOrOff,
    }),
  },
  setAccountMode: {
    ...own,
    method: 'POST',
    path: '/v5/account/set-margin-mode',
    changes: true,
    request: z.strictObject({ setMarginMode: z.enum(marginModes) }),
    answer: z.object({ marginMode: z.enum(marginModes) }),
  },
  setSpotHedging: {
    ...own,
    method: 'POST',
    path: '/v5/account/set-hedging-mode',
    changes: true,
    request: z.strictObject({ setHedgingMode: onOrOff }),
    answer: z.object({ spotHedgingStatus: onOrOff }),
  },
} as const
