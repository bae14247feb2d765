// The dated futures listed at a given time: Bitcoin and Ether in USDT, in USDC and coin-margined,
// on the calendar of rules 11.2.

import { amount, qtyLots, type QtyLots } from '@basis/domain/numbers/fixed'
import {
  futuresSymbol,
  listedDeliveries,
  listedSinceMs,
  tenorOf,
} from '@basis/domain/instrument/futures-calendar'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { symbolId } from '@basis/domain/numbers/brand'
import type { ContractType } from '@basis/domain/instrument/market'
import { inversePerpetual, usdcPerpetual, usdtPerpetual, type Listing } from './contracts.ts'
import { percentE8 } from './risk-tables.ts'
import { inverseSheets, usdtSheets } from './sheets.ts'

type Family = {
  readonly name: Parameters<typeof futuresSymbol>[0]
  readonly contractType: ContractType
  /** The perpetuals whose grid, tiers and coins the futures share. */
  readonly perpetuals: readonly Listing[]
  /** Whether there are weekly futures besides the monthly and quarterly ones. */
  readonly hasWeekly: boolean
}

const futuresCoins: readonly string[] = ['BTC', 'ETH']
const isOfFutures = ({ coin }: { readonly coin: string }): boolean => futuresCoins.includes(coin)

const families: readonly Family[] = [
  {
    name: 'Linear',
    contractType: 'LinearFutures',
    perpetuals: usdtSheets.filter(isOfFutures).map(usdtPerpetual),
    hasWeekly: true,
  },
  {
    name: 'Usdc',
    contractType: 'UsdcFutures',
    perpetuals: usdtSheets.filter(isOfFutures).map(usdcPerpetual),
    hasWeekly: false,
  },
  {
    name: 'Inverse',
    contractType: 'InverseFutures',
    perpetuals: inverseSheets.filter(isOfFutures).map(inversePerpetual),
    hasWeekly: true,
  },
]

/** Returns the futures listed at a time, by family, coin and delivery. */
export function futuresAt(nowMs: number): readonly Listing[] {
  const deliveries = listedDeliveries(nowMs)
  return families.flatMap((family) => {
    const own = deliveries.filter((at) => family.hasWeekly || tenorOf(at) !== 'Weekly')
    return family.perpetuals.flatMap((perpetual) => own.map((at) => future(family, perpetual, at)))
  })
}

/** A future's limits are its perpetual's divided by this. */
const sizePart = 4
const part = (lots: QtyLots): QtyLots => qtyLots(Math.floor(lots / sizePart))

function future(family: Family, perpetual: Listing, deliveryMs: number): Listing {
  const { instrument } = perpetual
  const { status, ...kept } = instrument
  const made: Instrument = {
    ...kept,
    symbol: symbolId(futuresSymbol(family.name, instrument.baseCoin, deliveryMs)),
    contractType: family.contractType,
    maxQtyLots: part(instrument.maxQtyLots),
    maxMarketQtyLots: part(instrument.maxMarketQtyLots),
    // A quarter's basis is a few percent: the price band must not exclude it before the mark price
    // has followed.
    bandXE8: percentE8('5'),
    bandYE8: percentE8('10'),
    fundingIntervalMin: 0,
    impactNotional: amount(instrument.impactNotional / BigInt(sizePart)),
    launchMs: listedSinceMs(deliveryMs),
    deliveryMs,
    status,
  }
  return { ...perpetual, instrument: made }
}
