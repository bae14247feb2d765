// Starting an algorithmic order: the questions that every order is asked, then the start.

import type { AlgoTerms } from '@basis/domain/algo/order'
import { scaledLadder } from '@basis/domain/algo/scaled'
import { qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { divRound, priceTicks, type PriceTicks, type QtyLots } from '@basis/domain/numbers/fixed'
import { strategyTypeOf } from '@basis/protocol/order'
import { ignored, type ActionOutcome } from '../../actions/action-outcome.ts'
import type { OrderIntent } from '../../actions/order-requests.ts'
import { startStrategy, type StrategyIntent } from '../../actions/strategies.ts'
import { kindWord } from '../../actions/words/strategy-words.ts'
import { formatFor } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import { instrumentFormat } from '../../stores/instrument-format.ts'
import { isIntentConfirmed } from '../outcome/question/order-question.ts'

/** Starts it, once it is confirmed if it needs to be: it is judged as one order of all its lots. */
export async function sendStrategy(
  intent: StrategyIntent,
  instrument: Instrument,
): Promise<ActionOutcome> {
  const { side, reduceOnly, totalLots, terms } = intent
  const prices = pricesOf(intent)
  const isMarket = terms.kind === 'Twap' || terms.kind === 'Pov'
  const judged: OrderIntent = {
    symbol: instrument.symbol,
    side,
    orderType: isMarket ? 'Market' : 'Limit',
    timeInForce: isMarket ? 'ImmediateOrCancel' : 'GoodTillCancel',
    priceTicks: prices?.average,
    qtyLots: totalLots,
    reduceOnly,
  }
  const known = {
    limitTicks: prices?.worst,
    words: wordsOf(intent, instrument),
    isInParts: true,
  }
  return (await isIntentConfirmed(judged, instrument, known))
    ? startStrategy(intent, instrument)
    : ignored
}

type LimitPrices = { readonly average: PriceTicks; readonly worst: PriceTicks }

/**
 * The limits that its orders are sent with; undefined for one that follows the market. How far a
 * chase or a TWAP may follow is no price that an order is sent with today.
 */
function pricesOf({ side, totalLots, terms }: StrategyIntent): LimitPrices | undefined {
  if (terms.kind === 'Scaled') return ladderPrices(terms, side === 'Buy', totalLots)
  if (terms.kind !== 'Iceberg' || terms.pricing.at !== 'Fixed') return undefined
  return { average: terms.pricing.priceTicks, worst: terms.pricing.priceTicks }
}

function ladderPrices(
  terms: Extract<AlgoTerms, { kind: 'Scaled' }>,
  isBuy: boolean,
  totalLots: QtyLots,
): LimitPrices {
  const { fromTicks, toTicks } = terms
  const rungs = scaledLadder({ ...terms, totalLots })
  const sum = rungs.reduce((all, rung) => all + BigInt(rung.priceTicks) * BigInt(rung.lots), 0n)
  return {
    average: priceTicks(Number(divRound(sum, BigInt(Math.max(1, totalLots)), 'nearest'))),
    worst: priceTicks(isBuy ? Math.max(fromTicks, toTicks) : Math.min(fromTicks, toTicks)),
  }
}

/** The words of the button: "Start TWAP: Buy 1.000 BTC". */
function wordsOf({ side, totalLots, terms }: StrategyIntent, instrument: Instrument): Message {
  const words = instrumentFormat(instrument, formatFor(currentLanguage(), 'utc'))
  return message('strategies.start', {
    kind: { key: kindWord(strategyTypeOf[terms.kind]) },
    side: message(side === 'Buy' ? 'orders.buy' : 'orders.sell'),
    qty: words.qty(totalLots),
    coin: qtyCoin(instrument),
  })
}
