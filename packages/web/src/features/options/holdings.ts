// Held options by coin and expiry, with their net greeks.

import { formatTrimmed } from '@basis/domain/numbers/fixed'
import { qtyAmount, qtyDecimals, type Instrument } from '@basis/domain/instrument/instrument'
import type { Position } from '@basis/domain/orders/position'
import type { Format } from '../../i18n/format.ts'
import { isHeld, type HeldPosition, type PositionRecord } from '../../stores/positions.ts'

/** Delta and gamma in base coin, vega and theta in the settle coin per point and per day. */
export const greekNames = ['delta', 'gamma', 'vega', 'theta'] as const
export type NetGreeks = Readonly<Record<(typeof greekNames)[number], number>>

export type HeldOption = {
  readonly record: PositionRecord
  readonly position: HeldPosition
  readonly instrument: Instrument
  readonly greeks: NetGreeks
}

export type ExpiryHoldings = {
  readonly deliveryMs: number
  readonly rows: readonly HeldOption[]
  readonly net: NetGreeks
}

export type CoinHoldings = {
  readonly coin: string
  readonly expiries: readonly ExpiryHoldings[]
  readonly net: NetGreeks
}

/** Returns the size of a position as a signed text; undefined if it is flat. */
function signedSize(position: Position, instrument: Instrument): string | undefined {
  if (!isHeld(position)) return undefined
  const size = formatTrimmed(qtyAmount(instrument, position.sizeLots), 8)
  return position.side === 'Buy' ? size : `-${size}`
}

/** Returns the signed size in words, with the decimals of the contract's lot. */
export const sizeWords = (format: Format, position: Position, instrument: Instrument): string =>
  format.decimal(signedSize(position, instrument), {
    scale: qtyDecimals(instrument),
    signed: true,
  })

const none: NetGreeks = { delta: 0, gamma: 0, vega: 0, theta: 0 }

function sumOf(list: readonly NetGreeks[]): NetGreeks {
  return list.reduce(
    (sum, each) => ({
      delta: sum.delta + each.delta,
      gamma: sum.gamma + each.gamma,
      vega: sum.vega + each.vega,
      theta: sum.theta + each.theta,
    }),
    none,
  )
}

/** Returns the greeks of a position: those of one coin times its signed size. */
function greeksOf({ option, position }: PositionRecord, instrument: Instrument): NetGreeks {
  if (option === undefined) return none
  const size = Number(signedSize(position, instrument) ?? 0)
  const of = (name: keyof NetGreeks): number => Number(option.greeks[name]) * size
  return { delta: of('delta'), gamma: of('gamma'), vega: of('vega'), theta: of('theta') }
}

/** Returns the held options by coin, and within a coin by expiry. */
export function holdingsOf(
  records: readonly PositionRecord[],
  instrumentOf: (symbol: string) => Instrument | undefined,
): readonly CoinHoldings[] {
  const held = records.flatMap((record): readonly HeldOption[] => {
    const { position } = record
    const instrument = instrumentOf(position.symbol)
    if (instrument?.option === undefined || !isHeld(position)) return []
    return [{ record, position, instrument, greeks: greeksOf(record, instrument) }]
  })
  const byCoin = Map.groupBy(held, ({ instrument }) => instrument.baseCoin)
  return [...byCoin]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([coin, rows]) => ({
      coin,
      expiries: byExpiry(rows),
      net: sumOf(rows.map(({ greeks }) => greeks)),
    }))
}

function byExpiry(all: readonly HeldOption[]): readonly ExpiryHoldings[] {
  const groups = Map.groupBy(all, ({ instrument }) => instrument.deliveryMs ?? 0)
  return [...groups]
    .toSorted(([a], [b]) => a - b)
    .map(([deliveryMs, rows]) => ({
      deliveryMs,
      rows,
      net: sumOf(rows.map(({ greeks }) => greeks)),
    }))
}

/** Returns a float rounded to `scale` decimals, in the form that the number formatter takes. */
export const rounded = (value: number, scale: number) => ({
  units: Math.round(value * 10 ** scale),
  scale,
})

/**
 * Returns a fraction as a percentage with one decimal, for the number formatter; undefined for
 * none.
 */
export const percentOf = (share: string | undefined) =>
  share === undefined || share === '' ? undefined : rounded(Number(share) * 100, 1)
