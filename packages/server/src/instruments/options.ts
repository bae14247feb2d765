// The options listed at a given time: Bitcoin, Ether and Solana, settled in USDC and in USDT, on
// the expiries and strikes of rules 9.2.

import { symbolId } from '@basis/domain/numbers/brand'
import {
  amount,
  leverageE2,
  priceTicks,
  qtyLots,
  rateE8,
  unitE8,
  zero,
  type PriceE8,
} from '@basis/domain/numbers/fixed'
import { defaultDepthMergeTimes, type Instrument } from '@basis/domain/instrument/instrument'
import { optionRights } from '@basis/domain/instrument/option'
import { optionSettleCoins, optionSymbol } from '@basis/domain/instrument/option-naming'
import { optionExpiries, strikesAround, type ExpiryCounts } from '@basis/domain/options/calendar'

/** Rates on the index value, for all accounts; a fee is capped by the premium (9.4). */
const [takerFeeE8, makerFeeE8] = [rateE8(30_000), rateE8(20_000)]
/** The highest premium value of one position. */
const positionLimit = amount(20_000_000n * unitE8)

type OptionSheet = {
  readonly coin: string
  readonly tickSizeE8: number
  readonly lotSizeE8: number
  readonly maxLots: number
}

const sheets: readonly OptionSheet[] = [
  { coin: 'BTC', tickSizeE8: 500_000_000, lotSizeE8: 1_000_000, maxLots: 50_000 },
  { coin: 'ETH', tickSizeE8: 10_000_000, lotSizeE8: 10_000_000, maxLots: 50_000 },
  { coin: 'SOL', tickSizeE8: 1_000_000, lotSizeE8: 100_000_000, maxLots: 50_000 },
]
export const optionCoins: readonly string[] = sheets.map(({ coin }) => coin)

/** Few enough for two cores to handle them besides everything else. */
const counts: ExpiryCounts = { days: 1, weeks: 2, months: 2, quarters: 1 }

/** The highest premium price, in ticks. */
const mostTicks = 200_000

/** Returns the options around the current forwards: those already listed stay until they expire. */
export function optionsAt(
  nowMs: number,
  forwardOf: (coin: string, deliveryMs: number) => PriceE8 | undefined,
): readonly Instrument[] {
  return sheets.flatMap((sheet) =>
    optionExpiries(nowMs, counts).flatMap((deliveryMs) => {
      const forward = forwardOf(sheet.coin, deliveryMs)
      if (forward === undefined) return []
      return strikesAround(forward, deliveryMs - nowMs).flatMap((strikeE8) =>
        optionSettleCoins.flatMap((settleCoin) =>
          optionRights.map((right) =>
            optionOf(sheet, { settleCoin, deliveryMs, option: { right, strikeE8 } }),
          ),
        ),
      )
    }),
  )
}

function optionOf(
  { coin, tickSizeE8, lotSizeE8, maxLots }: OptionSheet,
  given: {
    readonly settleCoin: (typeof optionSettleCoins)[number]
    readonly deliveryMs: number
    readonly option: NonNullable<Instrument['option']>
  },
): Instrument {
  const { settleCoin, deliveryMs, option } = given
  const whole = rateE8(100_000_000)
  return {
    symbol: symbolId(optionSymbol({ baseCoin: coin, settleCoin, deliveryMs, ...option })),
    kind: 'Linear',
    contractType: 'Option',
    baseCoin: coin,
    quoteCoin: settleCoin,
    settleCoin,
    tickSizeE8,
    lotSizeE8,
    minPriceTicks: priceTicks(1),
    maxPriceTicks: priceTicks(mostTicks),
    minQtyLots: qtyLots(1),
    maxQtyLots: qtyLots(maxLots),
    maxMarketQtyLots: qtyLots(maxLots),
    minNotional: zero,
    takerFeeE8,
    makerFeeE8,
    bandXE8: rateE8(0),
    bandYE8: rateE8(0),
    minLeverageE2: leverageE2(100),
    // Options have no leverage: their single tier limits a position's value.
    riskTiers: [
      {
        limit: positionLimit,
        initialRateE8: whole,
        maintenanceRateE8: rateE8(3_000_000),
        maxLeverageE2: leverageE2(100),
        deduction: zero,
      },
    ],
    fundingIntervalMin: 0,
    impactNotional: zero,
    depthMergeTimes: defaultDepthMergeTimes,
    deliveryMs,
    option,
    status: 'Trading',
  }
}
