// The facts of a contract or pair as a list: its steps, limits, fees, margins and dates, from the
// instrument that the exchange sent.

import { zero } from '@basis/domain/numbers/fixed'
import {
  auctionStartMs,
  isComing,
  qtyCoin,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { maxLeverageOf } from '@basis/domain/margin/cross-margin'
import { deliveryFeeRate } from '@basis/domain/settlement/delivery'
import type { Format } from '../../i18n/format.ts'
import { message, type Message, type MessageKey } from '../../i18n/message-keys.ts'
import type { InstrumentFormat } from '../../stores/instrument-format.ts'
import type { Ticker } from '../../stores/tickers.ts'
import { highestFunding } from './funding-figures.ts'

export type Fact = {
  readonly name: MessageKey
  readonly help?: MessageKey
  /** Formatted figures, or a message. */
  readonly value: string | Message
  /** The value is a whole sentence. */
  readonly isWide?: true
}

type Writing = { readonly words: InstrumentFormat; readonly format: Format }

/** Returns the facts of an instrument in display order. */
export function contractFacts(
  instrument: Instrument,
  ticker: Ticker | undefined,
  writing: Writing,
): readonly Fact[] {
  return [
    ...kindFacts(instrument),
    ...stepFacts(instrument, writing),
    ...limitFacts(instrument, ticker, writing),
    ...feeFacts(instrument, writing),
    ...marginFacts(instrument, writing),
    ...fundingFacts(instrument, writing),
    ...dateFacts(instrument, writing),
    ...sourceFacts(instrument),
  ]
}

function kindFacts({ kind, deliveryMs, baseCoin, quoteCoin, settleCoin }: Instrument): Fact[] {
  const type: MessageKey =
    kind === 'Spot'
      ? 'instrument.typeSpot'
      : deliveryMs === undefined
        ? kind === 'Inverse'
          ? 'instrument.typeInversePerpetual'
          : 'instrument.typePerpetual'
        : kind === 'Inverse'
          ? 'instrument.typeInverseFuture'
          : 'instrument.typeFuture'
  const size = kind === 'Inverse' ? `1 ${quoteCoin}` : `1 ${baseCoin}`
  return [
    { name: 'instrument.type', value: message(type) },
    ...(kind === 'Spot'
      ? [{ name: 'instrument.quoteCoin', value: quoteCoin } as const]
      : [
          { name: 'instrument.settleCoin', value: settleCoin } as const,
          { name: 'instrument.contractSize', value: size } as const,
        ]),
  ]
}

function stepFacts(instrument: Instrument, { words, format }: Writing): Fact[] {
  const { tickSizeE8, lotSizeE8, minPriceTicks, maxPriceTicks, quoteCoin } = instrument
  return [
    { name: 'book.tickSize', value: `${trimmed(format, tickSizeE8)} ${quoteCoin}` },
    {
      name: 'book.lotSize',
      value: `${trimmed(format, lotSizeE8)} ${qtyCoin(instrument)}`,
    },
    {
      name: 'instrument.priceRange',
      value: `${words.price(minPriceTicks)} – ${words.price(maxPriceTicks)}`,
    },
  ]
}

function limitFacts(
  instrument: Instrument,
  ticker: Ticker | undefined,
  { words, format }: Writing,
): Fact[] {
  const { minQtyLots, maxQtyLots, maxMarketQtyLots, minNotional } = instrument
  const coin = qtyCoin(instrument)
  return [
    { name: 'instrument.minQty', value: `${words.qty(minQtyLots)} ${coin}` },
    // For an inverse contract the minimum quantity is the minimum value.
    ...(minNotional === zero
      ? []
      : [
          {
            name: 'book.minOrder',
            value: `${words.quote(minNotional)} ${instrument.quoteCoin}`,
          } as const,
        ]),
    { name: 'book.maxOrder', value: `${words.qty(maxQtyLots)} ${coin}` },
    { name: 'instrument.maxMarketOrder', value: `${words.qty(maxMarketQtyLots)} ${coin}` },
    {
      name: 'instrument.priceLimit',
      help: 'instrument.priceLimitHelp',
      value: `${words.price(ticker?.minSellTicks)} – ${words.price(ticker?.maxBuyTicks)}`,
    },
    {
      name: 'instrument.priceBand',
      help: 'instrument.priceBandHelp',
      value: `±${rate(format, instrument.bandXE8)} / ±${rate(format, instrument.bandYE8)}`,
    },
  ]
}

function feeFacts(instrument: Instrument, { format }: Writing): Fact[] {
  const { makerFeeE8, takerFeeE8, deliveryMs, contractType } = instrument
  const isDelivered = deliveryMs !== undefined && contractType !== undefined
  return [
    { name: 'book.makerFee', value: rate(format, makerFeeE8) },
    { name: 'book.takerFee', value: rate(format, takerFeeE8) },
    ...(isDelivered
      ? [
          {
            name: 'instrument.deliveryFee',
            value: rate(format, deliveryFeeRate(contractType)),
          } as const,
        ]
      : []),
  ]
}

function marginFacts({ riskTiers, minLeverageE2 }: Instrument, { format }: Writing): Fact[] {
  const [first] = riskTiers
  if (first === undefined) return []
  const leverages = [minLeverageE2, maxLeverageOf(riskTiers)].map((each) => format.leverage(each))
  return [
    { name: 'leverage.label', value: leverages.join(' – ') },
    { name: 'instrument.initialMargin', value: rate(format, first.initialRateE8) },
    { name: 'instrument.maintenanceMargin', value: rate(format, first.maintenanceRateE8) },
  ]
}

function fundingFacts(instrument: Instrument, { format }: Writing): Fact[] {
  const { fundingIntervalMin } = instrument
  const highest = highestFunding(instrument)
  if (fundingIntervalMin === 0 || highest === undefined) return []
  const hours = fundingIntervalMin / 60
  return [
    { name: 'instrument.fundingInterval', value: message('instrument.hours', { hours }) },
    {
      name: 'instrument.fundingBounds',
      help: 'instrument.fundingBoundsHelp',
      value: `${rate(format, -highest)} / +${rate(format, highest)}`,
    },
  ]
}

function dateFacts(instrument: Instrument, { format }: Writing): Fact[] {
  const { launchMs, deliveryMs } = instrument
  const auctionAtMs = isComing(instrument) ? auctionStartMs(instrument) : undefined
  const zoned = (timeMs: number): string => `${format.dateTime(timeMs)} ${format.zoneName(timeMs)}`
  const name = isComing(instrument) ? 'instrument.opens' : 'instrument.listed'
  return [
    ...(auctionAtMs === undefined
      ? []
      : [{ name: 'instrument.auctionBegins', value: zoned(auctionAtMs) } as const]),
    ...(launchMs === undefined ? [] : [{ name, value: zoned(launchMs) } as const]),
    ...(deliveryMs === undefined
      ? []
      : [{ name: 'instrument.deliveryTime', value: zoned(deliveryMs) } as const]),
  ]
}

function sourceFacts({ kind, deliveryMs }: Instrument): Fact[] {
  const index: Fact = {
    name: 'book.index',
    value: message('instrument.indexRule'),
    isWide: true,
  }
  if (kind === 'Spot') return [index]
  const rule: MessageKey =
    deliveryMs === undefined ? 'instrument.markRule' : 'instrument.markRuleDated'
  return [{ name: 'book.mark', value: message(rule), isWide: true }, index]
}

const trimmed = (format: Format, e8: number): string => format.trimmed({ units: e8, scale: 8 })

const rate = (format: Format, rateE8: number): string =>
  format.percent({ units: rateE8, scale: 6 }, { scale: 3, signed: false })
