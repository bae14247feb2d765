// Settings of the ladder: size presets per symbol, automatic centring, and whether one-click
// trading is on, which lasts as long as the browser tab.

import { create } from 'zustand'
import { qtyLots, type PriceTicks, type QtyLots } from '@basis/domain/numbers/fixed'
import { valueOf, type Instrument } from '@basis/domain/instrument/instrument'
import { maxOrderQty } from '@basis/domain/orders/order-rules'
import { isRecord, stored, type TextStorage } from '../../platform/storage.ts'
import { useSession } from '../../client/session.ts'

const PRESETS = 4
const SYMBOLS_KEPT = 100

type Sizes = { readonly presets: readonly number[]; readonly chosen: number }

type LadderSettings = {
  /** The presets of each symbol in lots, and which one is selected. */
  readonly sizes: Readonly<Record<string, Sizes>>
  readonly isFollowing: boolean
}

const record = stored<LadderSettings>({
  key: 'basis.ladder',
  version: 1,
  fallback: { sizes: {}, isFollowing: true },
  decode: (json) => {
    if (!isRecord(json)) return undefined
    return { sizes: sizesOf(json['sizes']), isFollowing: json['isFollowing'] !== false }
  },
})

function sizesOf(json: unknown): Record<string, Sizes> {
  if (!isRecord(json)) return {}
  const kept = Object.entries(json).flatMap(([symbol, sizes]): [string, Sizes][] => {
    if (!isRecord(sizes) || !Array.isArray(sizes['presets'])) return []
    const { presets, chosen } = sizes
    const lots = presets.filter((each) => Number.isSafeInteger(each) && Number(each) > 0)
    const isChosen = typeof chosen === 'number' && chosen in lots
    return lots.length === PRESETS
      ? [[symbol, { presets: lots.map(Number), chosen: isChosen ? chosen : 0 }]]
      : []
  })
  return Object.fromEntries(kept.slice(-SYMBOLS_KEPT))
}

export const useLadderSettings = create<LadderSettings>()(() => record.read())

// Another tab may have stored changes meanwhile: only what was changed here is written over them,
// and they do not change the size of this tab's next click.

export function setFollowing(isFollowing: boolean): void {
  useLadderSettings.setState({ isFollowing })
  record.write({ ...record.read(), isFollowing })
}

export function setSizes(symbol: string, sizes: Sizes): void {
  useLadderSettings.setState((before) => ({ sizes: withSizes(before.sizes, symbol, sizes) }))
  const kept = record.read()
  record.write({ ...kept, sizes: withSizes(kept.sizes, symbol, sizes) })
}

/** Adds a symbol's sizes as the newest; those of the symbols changed longest ago are dropped. */
function withSizes(
  before: LadderSettings['sizes'],
  symbol: string,
  sizes: Sizes,
): LadderSettings['sizes'] {
  const { [symbol]: _replaced, ...others } = before
  const kept = Object.entries(others).slice(1 - SYMBOLS_KEPT)
  return { ...Object.fromEntries(kept), [symbol]: sizes }
}

/** The presets as multiples of the first, which is about ten minimum orders. */
const MULTIPLES = [1, 2, 5, 10] as const

/**
 * Returns a symbol's default sizes: about ten minimum orders at a price, rounded up to a 1, 2 or 5,
 * and multiples of it, none above the maximum of one order.
 */
export function firstPresets(instrument: Instrument, price: PriceTicks): readonly QtyLots[] {
  const one = valueOf(instrument, price, qtyLots(1))
  const least = one <= 0n ? 1 : Number((instrument.minNotional + one - 1n) / one)
  const begin = roundUp(10 * Math.max(1, least, instrument.minQtyLots))
  const most = maxOrderQty(instrument, 'Market')
  return MULTIPLES.map((times) => qtyLots(Math.min(begin * times, most)))
}

function roundUp(lots: number): number {
  const power = 10 ** Math.floor(Math.log10(lots))
  return ([1, 2, 5, 10].find((times) => times * power >= lots) ?? 10) * power
}

/** Session storage, which ends with the tab; undefined if the browser forbids it. */
function tabStorage(): TextStorage | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}

const armedRecord = () =>
  stored<string>({
    key: 'basis.ladder.armed',
    version: 1,
    fallback: '',
    decode: (json) => (typeof json === 'string' ? json : undefined),
    storage: tabStorage() ?? { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  })

/** The account that has switched one-click trading on in this tab. */
const useArmed = create<{ uid: string }>()(() => ({ uid: armedRecord().read() }))

/** Returns whether one click sends an order; only for the account that switched it on. */
export function useIsArmed(): boolean {
  const uid = useSession(({ user }) => user?.uid)
  const armed = useArmed((state) => state.uid)
  return uid !== undefined && uid === armed
}

export function setArmed(isArmed: boolean): void {
  const uid = isArmed ? (useSession.getState().user?.uid ?? '') : ''
  useArmed.setState({ uid })
  armedRecord().write(uid)
}
