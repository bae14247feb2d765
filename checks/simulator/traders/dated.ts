// Markets of the whole world beside USDT perpetuals: an inverse and a USDC perpetual, a coin as
// collateral, and dated contracts.

// Of each family of dated contracts one is delivered within the run and followed by the next.

import { amount } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Command } from '@basis/engine/commands'
import { parseCommand } from '@basis/engine/text'

const minuteMs = 60_000
const usual = 'band=2:4 tiers=100000:1:0.5:100,1000000:5:2.5:20,50000000:50:25:2'
const coined =
  'BTC/USD/BTC tick=0.5 lot=1 price=1t..3999999t qty=1l..10000000l market=5000000l least=0 ' +
  'band=2:4 impact=1 tiers=2:1:0.5:100,5:2:1:50,200:10:5:10'

/** Settled in its coin, which is collateral too. */
const inverseLine = `list BTCUSD InversePerpetual ${coined} funding=1`
/** Sessions every minute, with a funding each. */
const usdcLine = `list BTCPERP UsdcPerpetual BTC/USDC ${usual} funding=1`

/** A trader's amount counts partly in the first slice, of a maker's much is beyond the last. */
export const bitcoinTiers = [
  { upTo: amount(10_000_000n), ratioE4: 9500 },
  { upTo: amount(50_000_000n), ratioE4: 9000 },
  { upTo: amount(9_000_000_000n), ratioE4: 5000 },
]

type Family = { readonly name: string; readonly words: string; readonly livesMin: number }
/** In the last ten minutes of each contract only reducing is allowed. */
const families: readonly Family[] = [
  { name: 'BTCUSDT-', words: `LinearFutures BTC/USDT ${usual}`, livesMin: 17 },
  { name: 'BTC-', words: `UsdcFutures BTC/USDC ${usual}`, livesMin: 23 },
  { name: 'BTCUSD-', words: `InverseFutures ${coined}`, livesMin: 29 },
]

export const listed = (line: string): Instrument => {
  const command = parseCommand(line, { instruments: new Map() })
  if (command.kind !== 'ListInstrument') throw new Error(`"${line}" lists nothing`)
  return command.instrument
}

type Living = { readonly family: Family; readonly instrument: Instrument; readonly no: number }

/** The dated contracts of a run, which roll as its time passes. */
export class DatedTraders {
  #living: Living[]

  constructor(startMs: number) {
    this.#living = families.map((family) => born(family, 1, startMs))
  }

  opening(): readonly Command[] {
    const dated = this.#living.map(({ instrument }) => instrument)
    const listings = [listed(inverseLine), listed(usdcLine), ...dated]
    return [
      ...listings.map((instrument): Command => ({ kind: 'ListInstrument', instrument })),
      { kind: 'ListCoin', coin: 'BTC', ratioE4: 9500, tiers: bitcoinTiers },
    ]
  }

  /** Every symbol that may be traded or priced. */
  symbols(): readonly string[] {
    return ['BTCUSD', 'BTCPERP', ...this.#living.map(({ instrument }) => instrument.symbol)]
  }

  /** Returns the listing of the contract after a delivered one, if it is due. */
  roll(nowMs: number): Command | undefined {
    const at = this.#living.findIndex(
      ({ instrument }) => nowMs > (instrument.deliveryMs ?? Infinity) + minuteMs,
    )
    const over = this.#living[at]
    if (over === undefined) return undefined
    const next = born(over.family, over.no + 1, nowMs)
    this.#living = this.#living.with(at, next)
    return { kind: 'ListInstrument', instrument: next.instrument }
  }
}

/** Trading starts a minute after the listing. */
function born(family: Family, no: number, nowMs: number): Living {
  const deliveryMs = nowMs + family.livesMin * minuteMs
  const times = `launch=${nowMs + minuteMs} delivery=${deliveryMs}`
  const status = no === 1 ? 'Trading' : 'PreLaunch'
  const line = `list ${family.name}${no} ${family.words} ${times} status=${status}`
  return { family, instrument: listed(line), no }
}

/** Is the contract settled in its coin, and its quantity in dollars? */
export const isCoined = (symbol: string): boolean => /^BTCUSD(-|$)/.test(symbol)

export const ticksPerUnit = (symbol: string): number => {
  if (isCoined(symbol)) return 2
  return symbol.startsWith('ETH') || symbol.includes('/') ? 100 : 10
}
