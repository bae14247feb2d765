// Formatting of an instrument's figures: prices by its tick, quantities by its lot, money by its
// coins.

import type { MessageKey } from '../i18n/message-keys.ts'
import type { Amount, RateE8, Rounding } from '@basis/domain/numbers/fixed'
import {
  parsePrice,
  priceDecimals,
  qtyDecimals,
  valueCoin,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { NOTHING, type Exact, type Format } from '../i18n/format.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useListings } from './catalogue.ts'

export type InstrumentFormat = {
  /** A price in ticks, with exactly the symbol's decimals. */
  readonly price: (ticks: number | undefined) => string
  /** A price ×1e8 that may lie between ticks (mark, index, averages), at the symbol's decimals. */
  readonly priceE8: (priceE8: number | undefined, rounding?: Rounding) => string
  /** A quantity in lots, with the lot's decimals. */
  readonly qty: (lots: number | undefined, signed?: boolean) => string
  /** A quantity in lots for a narrow column: digits beyond six places are cut off. */
  readonly shortQty: (lots: number) => string
  /** A quantity in 1e-8 base, rounded down to the lot's decimals: less cannot be traded. */
  readonly base: (value: Amount | undefined) => string
  /** Money in 1e-8 of the settle coin. */
  readonly settle: (value: Amount | undefined, options?: MoneyOptions) => string
  /** A value in 1e-8 of the value coin: the quote coin, for inverse contracts the settle coin. */
  readonly value: (value: Amount | undefined, options?: MoneyOptions) => string
  /** Money in 1e-8 of the quote coin. */
  readonly quote: (value: Amount | undefined, options?: MoneyOptions) => string
}

type MoneyOptions = { readonly signed?: boolean; readonly rounding?: Rounding }

/** Returns 1e-8 units as an exact number for the formatter. */
export const exactE8 = (value: bigint | number): Exact => ({ units: value, scale: 8 })

/** Formats a fee rate with the digits of the schedule: `0.0375%`. */
export const feePercent = (format: Format, rateE8: RateE8): string =>
  format.percent({ units: rateE8, scale: 6 }, { scale: 4, signed: false })

/** Decimals of averages and marks: an option's ticks of whole dollars are too coarse for them. */
export const averageDecimals = (instrument: Instrument): number =>
  Math.max(priceDecimals(instrument), instrument.option === undefined ? 0 : 2)

/** Returns an instrument's formatter. */
export function instrumentFormat(instrument: Instrument, format: Format): InstrumentFormat {
  const prices = priceDecimals(instrument)
  const lots = qtyDecimals(instrument)
  const at = (value: number | undefined, decimals: number, rounding?: Rounding): string =>
    format.price(value === undefined ? undefined : exactE8(value), decimals, rounding)
  return {
    priceE8: (value, rounding) => at(value, averageDecimals(instrument), rounding),
    price: (ticks) => at(ticks === undefined ? undefined : ticks * instrument.tickSizeE8, prices),
    qty: (value, signed) =>
      format.quantity(
        value === undefined ? undefined : exactE8(value * instrument.lotSizeE8),
        lots,
        signed,
      ),
    shortQty: (value) => shortQty(value * instrument.lotSizeE8, lots, format),
    base: (value) =>
      format.decimal(value === undefined ? undefined : exactE8(value), {
        scale: lots,
        rounding: 'down',
      }),
    settle: (value, options) =>
      format.money(
        value === undefined ? undefined : exactE8(value),
        instrument.settleCoin,
        options,
      ),
    value: (value, options) =>
      format.money(
        value === undefined ? undefined : exactE8(value),
        valueCoin(instrument),
        options,
      ),
    quote: (value, options) =>
      format.money(value === undefined ? undefined : exactE8(value), instrument.quoteCoin, options),
  }
}

function shortQty(qtyE8: number, lotDecimals: number, format: Format): string {
  const whole = Math.trunc(qtyE8 / 1e8)
  const digits = String(whole).length
  if (digits > 6) return format.compact(exactE8(qtyE8))
  if (digits === 6) return `${Math.trunc(whole / 1_000)}K`
  const scale = Math.min(lotDecimals, digits > 3 ? 0 : 5 - digits)
  // A size that would be cut to zero is written in full.
  const isSeen = qtyE8 * 10 ** scale >= 1e8
  return format.quantity(exactE8(cutTo(qtyE8, isSeen ? scale : 8)), isSeen ? scale : lotDecimals)
}

const cutTo = (valueE8: number, scale: number): number => valueE8 - (valueE8 % 10 ** (8 - scale))

/** Returns the formatter of a decimal-text price, averages included; `--` without a price. */
export function useWirePrice(instrument: Instrument): (text: string | undefined) => string {
  return wirePrice(instrument, useFormat())
}

/** Like `useWirePrice` for several symbols; of one no longer listed all digits are shown. */
export function useSymbolPrice(): (symbol: string, text: string) => string {
  const format = useFormat()
  const listings = useListings()
  return (symbol, text) => {
    const listing = listings.get(symbol)
    if (listing !== undefined) return wirePrice(listing.instrument, format)(text)
    return text === '' ? NOTHING : format.decimal(text, { scale: 8, trimTo: 1 })
  }
}

function wirePrice(instrument: Instrument, format: Format): (text: string | undefined) => string {
  const words = instrumentFormat(instrument, format)
  return (text) => {
    if (text === undefined || text === '') return words.price(undefined)
    const ticks = parsePrice(instrument, text)
    if (typeof ticks === 'number') return words.price(ticks)
    // A price between two ticks is an average.
    return format.price(text, averageDecimals(instrument))
  }
}

/** Returns an instrument's formatter in the trader's language. */
export function useInstrumentFormat(instrument: Instrument): InstrumentFormat {
  return instrumentFormat(instrument, useFormat())
}

/** The label of a market that has not opened: announced, or collecting orders for its auction. */
export const comingTag = ({ status }: Pick<Instrument, 'status'>): MessageKey =>
  status === 'Auction' ? 'book.auctionTag' : 'book.comingTag'
