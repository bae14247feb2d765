// The forms of DCA and rebalancing bots: the texts of their fields, their requests, and what the
// exchange would reject, by its own rules (rules 21.1, 22.1).

import { minuteMs } from '@basis/domain/instrument/candle'
import { parsePrice, type Instrument } from '@basis/domain/instrument/instrument'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { symbolId } from '@basis/domain/numbers/brand'
import { amount, formatTrimmed, parseDecimal, priceTicks } from '@basis/domain/numbers/fixed'
import type { PriceTicks } from '@basis/domain/numbers/fixed'
import {
  addedInvestmentProblem,
  leastInvestment,
  spotBotProblem,
} from '@basis/domain/spot-bots/rules'
import { quoteWeightE4, type DcaTerms, type RebalanceTerms } from '@basis/domain/spot-bots/terms'
import type {
  DcaRequest,
  RebalanceRequest,
  WireDcaBot,
  WireRebalanceBot,
} from '@basis/protocol/spot-bots/calls'
import { fundsProblem, orNone, type OwnerFunds } from './bot-form.ts'

/** In minutes; for a rebalancing bot 0 means never. */
export const intervals = ['1', '10', '60', '240', '720', '1440', '10080', '40320'] as const
type Interval = (typeof intervals)[number]

export type DcaForm = {
  readonly symbol: string
  readonly amount: string
  readonly purchases: string
  readonly interval: Interval
  readonly low: string
  readonly high: string
  readonly takeProfit: string
}
export type DcaField = Exclude<keyof DcaForm, 'symbol' | 'interval'>

export const firstDca: DcaForm = {
  symbol: 'BTC/USDT',
  amount: '100',
  purchases: '10',
  interval: '1440',
  low: '',
  high: '',
  takeProfit: '',
}

export type RebalanceForm = {
  readonly weights: readonly { readonly symbol: string; readonly weight: string }[]
  readonly investment: string
  readonly threshold: string
  readonly interval: Interval | '0'
  readonly takeProfit: string
  readonly stopLoss: string
}
export type RebalanceField = Exclude<keyof RebalanceForm, 'weights' | 'interval'>

export const firstRebalance: RebalanceForm = {
  weights: [
    { symbol: 'BTC/USDT', weight: '40' },
    { symbol: 'ETH/USDT', weight: '40' },
  ],
  investment: '1000',
  threshold: '5',
  interval: '0',
  takeProfit: '',
  stopLoss: '',
}

const money = (text: string) => amount(parseDecimal(orNone(text), 8) ?? 0n)
const percent = (text: string): number => Number(parseDecimal(orNone(text), 2) ?? 0n)

export const dcaRequest = (form: DcaForm): DcaRequest => ({
  symbol: form.symbol,
  amount: orNone(form.amount),
  purchases: Number(orNone(form.purchases)),
  intervalMin: Number(form.interval),
  minPrice: orNone(form.low),
  maxPrice: orNone(form.high),
  takeProfit: orNone(form.takeProfit),
})

export const rebalanceRequest = (form: RebalanceForm): RebalanceRequest => ({
  weights: form.weights.map(({ symbol, weight }) => ({ symbol, weight: orNone(weight) })),
  investment: orNone(form.investment),
  threshold: orNone(form.threshold),
  intervalMin: Number(form.interval),
  takeProfit: orNone(form.takeProfit),
  stopLoss: orNone(form.stopLoss),
})

function ticksOf(instrument: Instrument, text: string): PriceTicks | undefined {
  if (text === '') return priceTicks(0)
  const ticks = parsePrice(instrument, text)
  return typeof ticks === 'number' ? ticks : undefined
}

/** A form's investment, and its problem. */
type SpotBotPreview = { readonly investment: bigint; readonly problem: Problem | undefined }

/** Returns the investment and problem of a DCA bot by the exchange's rules. */
export function dcaPreview(
  form: DcaForm,
  instrument: Instrument,
  funds: OwnerFunds,
): SpotBotPreview {
  const [lowTicks, highTicks] = [ticksOf(instrument, form.low), ticksOf(instrument, form.high)]
  const none = { investment: 0n }
  if (lowTicks === undefined) return { ...none, problem: problem('gridTermsInvalid', 'low') }
  if (highTicks === undefined) return { ...none, problem: problem('gridTermsInvalid', 'high') }
  const terms: DcaTerms = {
    kind: 'Dca',
    symbol: instrument.symbol,
    amount: money(form.amount),
    purchases: Number(orNone(form.purchases)),
    intervalMs: Number(form.interval) * minuteMs,
    lowTicks,
    highTicks,
    takeProfitE4: percent(form.takeProfit),
  }
  const wrong = spotBotProblem(terms, [instrument])
  if (wrong !== undefined) return { ...none, problem: wrong }
  const investment = leastInvestment(terms, [instrument])
  return { investment, problem: fundsProblem(investment, funds, instrument.quoteCoin) }
}

/** Returns the investment and problem of a rebalancing bot by the exchange's rules. */
export function rebalancePreview(
  form: RebalanceForm,
  instruments: readonly Instrument[],
  funds: OwnerFunds,
): SpotBotPreview {
  const investment = money(form.investment)
  const terms = rebalanceTerms(form)
  const wrong = spotBotProblem(terms, instruments)
  if (wrong !== undefined) return { investment, problem: wrong }
  const coin = instruments[0]?.quoteCoin ?? ''
  const least = leastInvestment(terms, instruments)
  if (investment < least) {
    const min = formatTrimmed(least, 8)
    return { investment, problem: problem('gridInvestmentTooSmall', 'investment', { min, coin }) }
  }
  return { investment, problem: fundsProblem(investment, funds, coin) }
}

/** Returns why an amount, 1e-8, may not be added to a bot. */
export const addedToBotProblem = (
  bot: WireDcaBot | WireRebalanceBot,
  added: bigint,
): Problem | undefined => {
  const terms =
    'purchases' in bot
      ? { kind: 'Dca' as const, amount: money(bot.amount), purchases: bot.purchases }
      : { kind: 'Rebalance' as const }
  return addedInvestmentProblem(terms, bot.coin, added)
}

const rebalanceTerms = (form: RebalanceForm): RebalanceTerms => ({
  kind: 'Rebalance',
  weights: form.weights.map(({ symbol, weight }) => ({
    symbol: symbolId(symbol),
    weightE4: percent(weight),
  })),
  thresholdE4: percent(form.threshold),
  intervalMs: Number(form.interval) * minuteMs,
  takeProfitE4: percent(form.takeProfit),
  stopLossE4: percent(form.stopLoss),
})

/** Returns the weight left for the quote coin, in percent; negative if the weights exceed 100%. */
export const restPercent = (form: RebalanceForm): string =>
  formatTrimmed(BigInt(quoteWeightE4(rebalanceTerms(form))), 2)

/** Returns the form with one more coin: the first pair without a weight. */
export function withCoin(form: RebalanceForm, pairs: readonly Instrument[]): RebalanceForm {
  const taken = new Set(form.weights.map(({ symbol }) => symbol))
  const quote = pairs.find(({ symbol }) => taken.has(symbol))?.quoteCoin
  const next = pairs.find(({ symbol, quoteCoin }) => quoteCoin === quote && !taken.has(symbol))
  if (next === undefined) return form
  return { ...form, weights: [...form.weights, { symbol: next.symbol, weight: '' }] }
}

/** Returns the form with a changed row; without the row if `change` is undefined. */
export const withWeight = (
  form: RebalanceForm,
  row: number,
  change: Partial<RebalanceForm['weights'][number]> | undefined,
): RebalanceForm => ({
  ...form,
  weights: form.weights.flatMap((each, k) => {
    if (k !== row) return [each]
    return change === undefined ? [] : [{ ...each, ...change }]
  }),
})

/** Returns the pairs that may be combined with the first one: those of the same quote coin. */
export function pairsBeside(
  form: RebalanceForm,
  pairs: readonly Instrument[],
): readonly Instrument[] {
  const first = pairs.find(({ symbol }) => symbol === form.weights[0]?.symbol)
  return pairs.filter(({ quoteCoin }) => quoteCoin === (first?.quoteCoin ?? 'USDT'))
}
