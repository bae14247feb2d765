// A long of BTCUSDT as the exchange tells it, for components that show what is held.

import { encodeInstrument } from '@basis/protocol/instrument'
import type { WirePosition } from '@basis/protocol/position'
import { applyContracts } from '../src/stores/catalogue.ts'
import { applyPositions } from '../src/stores/positions.ts'
import { tickerStore, type Ticker } from '../src/stores/tickers.ts'
import { instrument } from './held-position.ts'

const symbol = 'BTCUSDT'

export const wireLong: WirePosition = {
  symbol,
  side: 'Buy',
  size: '0.500',
  positionIdx: 0,
  mode: 'MergedSingle',
  isIsolated: false,
  isAutoAddMargin: false,
  extraMargin: '0',
  leverage: '10',
  entryPrice: '60000',
  entryValue: '30000',
  markPrice: '60000',
  liqPrice: '40000.0',
  bustPrice: '',
  breakevenPrice: '60060',
  positionValue: '30000',
  positionIM: '3000',
  positionMM: '150',
  positionUPL: '0',
  positionRPL: '0',
  cumRealisedPnl: '0',
  positionFundingFee: '0',
  openFee: '16.5',
  roiE4: 0,
  firstOpenPzTime: 1,
  updatedAtE3: 1,
}

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

/** Waits until what the stores were told last is what their readers show. */
export async function framesShown(): Promise<void> {
  const frame = (): Promise<number> => new Promise(requestAnimationFrame)
  await frame()
  await frame()
}

/**
 * Puts BTCUSDT at 61,000 and a long of 0.5 from 60,000 into the stores, changed as asked, and waits
 * until what reads them shows it.
 */
export async function storePosition(change: Partial<WirePosition> = {}): Promise<void> {
  applyContracts([encodeInstrument(instrument)], 'network')
  tickerStore.set(symbol, ticker)
  applyPositions([{ ...wireLong, ...change }], true)
  await framesShown()
}
