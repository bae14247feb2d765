// Commands at a start: new and changed instruments are listed, and a new exchange's insurance pools
// are filled.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Command } from '@basis/engine/commands'
import type { CollateralView } from '@basis/engine/views'
import { formatCommandLine } from '../exchange/command-lines.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { systemClock } from '../exchange/ports.ts'
import { collateralCoins, type CollateralCoin } from '../instruments/collateral.ts'
import { poolCommands } from '../instruments/insurance.ts'
import { listingsAt, type Listing } from '../instruments/listings.ts'
import { loanCommands } from '../instruments/loans.ts'

/** Whether a coin is already listed with these ratios. */
const isListedAs = (known: CollateralView, { ratioE4, tiers = [] }: Omit<CollateralCoin, 'coin'>) =>
  known.ratioE4 === ratioE4 &&
  known.tiers.length === tiers.length &&
  known.tiers.every((tier, k) => tier.upTo === tiers[k]?.upTo && tier.ratioE4 === tiers[k].ratioE4)

/** Lists what is new or has changed since the last start: coins as collateral, then instruments. */
export async function listChanged(exchange: Exchange, listed: readonly Listing[]): Promise<void> {
  for (const { coin, ...counts } of collateralCoins) {
    const known = exchange.views.collateral(coin)
    if (known !== undefined && isListedAs(known, counts)) continue
    const { problem } = await exchange.submit({ kind: 'ListCoin', coin, ...counts })
    if (problem !== undefined) throw new Error(`${coin}: ${problem.name}`)
  }
  for (const command of loanCommands(exchange.views)) {
    const { problem } = await exchange.submit(command)
    if (problem !== undefined) throw new Error(`loans of ${command.coin}: ${problem.name}`)
  }
  const lineOf = (instrument: Instrument): string =>
    formatCommandLine(0, { kind: 'ListInstrument', instrument })
  for (const listing of listed) {
    const known = exchange.views.instrument(listing.instrument.symbol)
    const instrument = withCurrentStatus(listing, known)
    if (known !== undefined && lineOf(known) === lineOf(instrument)) continue
    const command: Command = { kind: 'ListInstrument', instrument }
    const { problem } = await exchange.submit(command)
    if (problem !== undefined) throw new Error(`${instrument.symbol}: ${problem.name}`)
  }
}

/** Fills the insurance pools of a new exchange, by ordinary commands. */
export async function fillPools({ views, submit }: Exchange): Promise<void> {
  for (const command of poolCommands(views, listingsAt(systemClock.nowMs()))) {
    const { problem } = await submit(command)
    if (problem !== undefined) throw new Error(`insurance in ${command.coin}: ${problem.name}`)
  }
}

/** Contracts with a launch time change status by themselves: a restart keeps their status. */
const withCurrentStatus = ({ instrument }: Listing, known: Instrument | undefined): Instrument =>
  known === undefined || instrument.launchMs === undefined || instrument.launchMs !== known.launchMs
    ? instrument
    : { ...instrument, status: known.status }
