// Commands at a start: new and changed instruments are listed, and a new exchange's insurance pools
// are filled.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Command } from '@basis/engine/commands'
import { laterRules } from '@basis/engine/rules-version'
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

/** Switches a new exchange to the newest rules, as nothing was done under older ones. */
export async function beginRules(exchange: Exchange): Promise<void> {
  const named = rulesCommands(exchange).map((command) => ({
    name: `rules ${command.version}`,
    command,
  }))
  await submitAll(exchange, named)
}

/** The commands by which a new exchange adopts the newest rules; none for an older one. */
export function rulesCommands({ lastSeq, views }: Pick<Exchange, 'lastSeq' | 'views'>) {
  if (lastSeq() > 0) return []
  return laterRules(views.rulesVersion()).map((version) => ({ kind: 'SetRules', version }) as const)
}

/** Lists what is new or has changed since the last start: coins as collateral, then instruments. */
export async function listChanged(exchange: Exchange, listed: readonly Listing[]): Promise<void> {
  const { views } = exchange
  const coins = collateralCoins.flatMap(({ coin, ...counts }): Named[] => {
    const known = views.collateral(coin)
    const isKnown = known !== undefined && isListedAs(known, counts)
    return isKnown ? [] : [{ name: coin, command: { kind: 'ListCoin', coin, ...counts } }]
  })
  const lineOf = (instrument: Instrument): string =>
    formatCommandLine(0, { kind: 'ListInstrument', instrument })
  const instruments = listed.flatMap((listing): Named[] => {
    const name = listing.instrument.symbol
    const known = views.instrument(name)
    const instrument = withCurrentStatus(listing, known)
    const isKnown = known !== undefined && lineOf(known) === lineOf(instrument)
    return isKnown ? [] : [{ name, command: { kind: 'ListInstrument', instrument } }]
  })
  const loans = loanCommands(views).map((command) => ({
    name: `loans of ${command.coin}`,
    command,
  }))
  await submitAll(exchange, [...coins, ...loans, ...instruments])
}

/** Fills the insurance pools of a new exchange, by ordinary commands. */
export async function fillPools(exchange: Exchange): Promise<void> {
  const commands = poolCommands(exchange.views, listingsAt(systemClock.nowMs()))
  const named = commands.map((command) => ({ name: `insurance in ${command.coin}`, command }))
  await submitAll(exchange, named)
}

/** A command, and what it is about, for the message if it is refused. */
type Named = { readonly name: string; readonly command: Command }

/** Submits in order, so that hundreds of commands share a commit; throws if one is refused. */
async function submitAll({ submit }: Exchange, all: readonly Named[]): Promise<void> {
  const answers = await Promise.all(all.map(({ command }) => submit(command)))
  for (const [k, { problem }] of answers.entries()) {
    if (problem !== undefined) throw new Error(`${all[k]?.name}: ${problem.name}`)
  }
}

/** Contracts with a launch time change status by themselves: a restart keeps their status. */
const withCurrentStatus = ({ instrument }: Listing, known: Instrument | undefined): Instrument =>
  known === undefined || instrument.launchMs === undefined || instrument.launchMs !== known.launchMs
    ? instrument
    : { ...instrument, status: known.status }
