// The accounts that robots trade with: opened once, funded once, and funded again when fees and
// fills have eaten half. Robots are numbered below the first trader.

import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, unitE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import type { Listing } from '../../instruments/listings.ts'
import { quotePrice } from '../../instruments/spot/spot-coins.ts'
import { noiseKey } from '../noise.ts'

/** The robots of some markets: who quotes, whose orders stand far away for hours, who takes. */
export type RobotGroup = {
  readonly maker: AccountId
  readonly far: AccountId
  readonly takers: readonly AccountId[]
}

/** The markets of contracts in USDT have this group, whose accounts hold nothing but USDT. */
const mainGroup: RobotGroup = {
  maker: accountId(1),
  far: accountId(9),
  takers: [2, 3, 4, 5].map(accountId),
}

/** The others have the numbers from here, so many each. */
const [firstOfGroups, accountsPerGroup] = [400, 6] as const
function newGroup(number: number): RobotGroup {
  const first = firstOfGroups + number * accountsPerGroup
  return {
    maker: accountId(first),
    far: accountId(first + 1),
    takers: [2, 3, 4, 5].map((at) => accountId(first + at)),
  }
}
const groupsFrom = (first: number, count: number): readonly RobotGroup[] =>
  Array.from({ length: count }, (_, at) => newGroup(first + at))

// An account that quotes few coins costs the engine little with each of its orders: what all of it
// counts as collateral is computed each time.
const usdcGroups = groupsFrom(0, 2)
const inverseGroups = groupsFrom(2, 4)
const spotGroups = groupsFrom(6, 16)
const [spreadGroup = mainGroup] = groupsFrom(22, 1)

const groups: readonly RobotGroup[] = [
  mainGroup,
  ...usdcGroups,
  ...inverseGroups,
  ...spotGroups,
  spreadGroup,
]

/** Who quotes the combinations, and who takes them. */
export const [spreadMaker, spreadTakers] = [spreadGroup.maker, spreadGroup.takers] as const

/** Returns the group of a market: by its symbol, so that no listing moves another's. */
export function groupOf({ kind, settleCoin, symbol }: Instrument): RobotGroup {
  const among = (several: readonly RobotGroup[]): RobotGroup =>
    several[noiseKey('group', symbol) % several.length] ?? mainGroup
  if (kind === 'Spot') return among(spotGroups)
  if (kind === 'Inverse') return among(inverseGroups)
  return settleCoin === 'USDT' ? mainGroup : among(usdcGroups)
}

/** All who have quotes in books. */
export const quoters: readonly AccountId[] = groups.flatMap(({ maker, far }) => [maker, far])
const takers: readonly AccountId[] = groups.flatMap((group) => group.takers)
export const robotAccounts: readonly AccountId[] = [...quoters, ...takers]

const robots: ReadonlySet<AccountId> = new Set(robotAccounts)

/** Does this account trade for the market? */
export const isRobot = (account: AccountId): boolean => robots.has(account)

const quotersLeverage = leverageE2(200)

/**
 * What a robot begins with of the coin that its contracts settle in, if that is a dollar. Whoever
 * quotes has so much that the engine need not weigh each of some thousand orders
 * (well-margined.ts).
 */
const initialFunding = (account: AccountId): number => (quoters.includes(account) ? 20e9 : 300e6)
/** The value of each coin that is traded on a spot market or settles an inverse contract. */
const initialCoinFunding = (isMaker: boolean): number => (isMaker ? 200e6 : 40e6)

/** Returns the commands that fund every robot anew: none when all have half of their funds. */
export function fundingCommands(views: Views, listings: readonly Listing[]): Command[] {
  return robotAccounts.flatMap((account) => {
    const view = views.account(account)
    const commands: Command[] = []
    if (view === undefined) commands.push({ kind: 'OpenAccount', account, role: 'robot' })
    for (const [coin, wanted] of wantedCoins(account, listings)) {
      const balance = view?.coins.find((each) => each.coin === coin)?.balance ?? 0n
      // What positions have lost is missing too, though no wallet shows it yet.
      const held = coin === 'USDT' ? balance + (view?.unrealisedPnl ?? 0n) : balance
      if (held * 2n > wanted) continue
      commands.push({ kind: 'Deposit', account, coin, amount: amount(wanted - held) })
    }
    if (quoters.includes(account)) commands.push(...lowLeverage(account, views, listings))
    return commands
  })
}

/** Who quotes much needs the high risk limits of low leverage. */
function lowLeverage(account: AccountId, views: Views, listings: readonly Listing[]): Command[] {
  return marketsOf(account, listings)
    .map(({ instrument }) => instrument)
    .filter(({ kind }) => kind !== 'Spot')
    .filter(({ symbol }) => views.leverage(account, symbol, 0) !== quotersLeverage)
    .map(({ symbol }) => ({ kind: 'SetLeverage', account, symbol, leverageE2: quotersLeverage }))
}

/** Returns the markets that an account trades in: of combinations, their legs in dollars. */
function marketsOf(account: AccountId, listings: readonly Listing[]): readonly Listing[] {
  const isSpread = account === spreadMaker || spreadTakers.includes(account)
  return listings.filter(({ instrument, hasRobots }) => {
    if (!hasRobots) return false
    if (isSpread) return instrument.kind !== 'Inverse' && dollars.has(instrument.quoteCoin)
    const { maker, far, takers: those } = groupOf(instrument)
    return maker === account || far === account || those.includes(account)
  })
}
const dollars: ReadonlySet<string> = new Set(['USDT', 'USDC'])

/** Returns what a robot should have of each coin, 1e-8 of it. */
export function wantedCoins(
  account: AccountId,
  listings: readonly Listing[],
): ReadonlyMap<string, bigint> {
  const isMaker = groups.some(({ maker }) => maker === account)
  const wanted = new Map<string, bigint>()
  const want = (coin: string, coins: number): void => {
    if (!wanted.has(coin)) wanted.set(coin, BigInt(Math.ceil(coins)) * unitE8)
  }
  for (const { instrument, startPriceTicks } of marketsOf(account, listings)) {
    const { kind, baseCoin, quoteCoin, settleCoin, tickSizeE8 } = instrument
    if (dollars.has(kind === 'Spot' ? quoteCoin : settleCoin)) {
      want(kind === 'Spot' ? quoteCoin : settleCoin, initialFunding(account))
    }
    if (kind === 'Linear') continue
    const price = ((startPriceTicks * tickSizeE8) / 1e8) * quotePrice(quoteCoin)
    want(baseCoin, initialCoinFunding(isMaker) / price)
    if (kind === 'Spot') want(quoteCoin, initialCoinFunding(isMaker) / quotePrice(quoteCoin))
  }
  return wanted
}
