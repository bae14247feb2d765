// A long of BTCUSDT as the exchange sends it, for tests of components that show positions.

import { encodeInstrument } from '@basis/protocol/instrument'
import { amount, priceE8, priceTicks } from '@basis/domain/numbers/fixed'
import { encodePosition, type WirePosition } from '@basis/protocol/position'
import { applyContracts } from '../src/stores/catalogue.ts'
import { applyPositions } from '../src/stores/positions.ts'
import { tickerStore, type Ticker } from '../src/stores/tickers.ts'
import { held, instrument } from './held-position.ts'

const symbol = 'BTCUSDT'

export const wireLong: WirePosition = encodePosition(
  {
    position: held,
    entryPriceE8: held.entryPriceE8,
    markPriceE8: priceE8(6_100_000_000_000),
    positionValue: amount(3_050_000_000_000n),
    initialMargin: amount(305_000_000_000n),
    maintenanceMargin: amount(15_250_000_000n),
    unrealisedPnl: amount(50_000_000_000n),
    liquidationPriceTicks: priceTicks(400_000),
    breakEvenPriceE8: priceE8(6_006_000_000_000),
  },
  instrument,
)

const ticker: Ticker = {
  symbol,
  lastTicks: 610_000,
  direction: 'flat',
  markE8: 6_100_000_000_000,
  indexE8: 6_100_000_000_000,
  prevTicks: undefined,
  changeE8: 0,
  highTicks: undefined,
  lowTicks: undefined,
  volume: 0n as Ticker['volume'],
  turnover: 0n as Ticker['turnover'],
  bidTicks: 610_000,
  askTicks: 610_001,
  openInterest: undefined,
  fundingRateE8: undefined,
  nextFundingMs: 0,
  fundingIntervalMin: 480,
  maxBuyTicks: undefined,
  minSellTicks: undefined,
}

/** Waits until components show the last update of the stores. */
export async function framesShown(): Promise<void> {
  const frame = (): Promise<number> => new Promise(requestAnimationFrame)
  await frame()
  await frame()
}

/**
 * Puts BTCUSDT at 61,000 and a long of 0.5 from 60,000 into the stores, with the given changes, and
 * waits until components show it.
 */
export async function storePosition(change: Partial<WirePosition> = {}): Promise<void> {
  applyContracts([encodeInstrument(instrument)], 'network')
  tickerStore.set(symbol, ticker)
  applyPositions([{ ...wireLong, ...change }], true)
  await framesShown()
}
