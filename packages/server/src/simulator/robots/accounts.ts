// The robots' accounts: opened and funded once, and funded again when fees and fills have used up
// half. Robots are numbered below the first trader.

import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, unitE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import type { Listing } from '../../instruments/listings.ts'
import { quotePrice } from '../../instruments/spot/spot-coins.ts'
import { noiseKey } from '../noise.ts'

/** The robots of some markets: the maker, the account of far orders, and the takers. */
export type RobotGroup = {
  readonly maker: AccountId
  readonly far: AccountId
  readonly takers: readonly AccountId[]
}

/** The group of the contracts in USDT; its accounts hold nothing but USDT. */
const mainGroup: RobotGroup = {
  maker: accountId(1),
  far: accountId(9),
  takers: [2, 3, 4, 5].map(accountId),
}

/** The other groups are numbered from here, with so many accounts each. */
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

// Accounts that quote few coins make their orders cheaper for the engine, which computes an
// account's full collateral for each.
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

/** The accounts that quote the combinations, and those that take them. */
export const [spreadMaker, spreadTakers] = [spreadGroup.maker, spreadGroup.takers] as const

/** Returns the group of a market, chosen by symbol, so that new listings do not change others. */
export function groupOf({ kind, settleCoin, symbol }: Instrument): RobotGroup {
  const among = (several: readonly RobotGroup[]): RobotGroup =>
    several[noiseKey('group', symbol) % several.length] ?? mainGroup
  if (kind === 'Spot') return among(spotGroups)
  if (kind === 'Inverse') return among(inverseGroups)
  return settleCoin === 'USDT' ? mainGroup : among(usdcGroups)
}

/** All accounts that quote. */
export const quoters: readonly AccountId[] = groups.flatMap(({ maker, far }) => [maker, far])
const takers: readonly AccountId[] = groups.flatMap((group) => group.takers)
export const robotAccounts: readonly AccountId[] = [...quoters, ...takers]

const robots: ReadonlySet<AccountId> = new Set(robotAccounts)

/** Whether the account is a robot of the market. */
export const isRobot = (account: AccountId): boolean => robots.has(account)

const quotersLeverage = leverageE2(200)

/**
 * A robot's initial funds in the dollar coin that its contracts settle in. Quoting accounts have so
 * much that the engine need not check the margin of each of their thousands of orders
 * (well-margined.ts).
 */
const initialFunding = (account: AccountId): number => (quoters.includes(account) ? 20e9 : 300e6)
/** The value of each coin that is traded on a spot market or settles an inverse contract. */
const initialCoinFunding = (isMaker: boolean): number => (isMaker ? 200e6 : 40e6)

/** Returns the commands that replenish every robot's funds: none if all have over half. */
export function fundingCommands(views: Views, listings: readonly Listing[]): Command[] {
  return robotAccounts.flatMap((account) => {
    const view = views.account(account)
    const commands: Command[] = []
    if (view === undefined) commands.push({ kind: 'OpenAccount', account, role: 'robot' })
    for (const [coin, wanted] of wantedCoins(account, listings)) {
      const balance = view?.coins.find((each) => each.coin === coin)?.balance ?? 0n
      // Unrealised losses of positions are missing too, though not in the balance yet.
      const held = coin === 'USDT' ? balance + (view?.unrealisedPnl ?? 0n) : balance
      if (held * 2n > wanted) continue
      commands.push({ kind: 'Deposit', account, coin, amount: amount(wanted - held) })
    }
    if (quoters.includes(account)) commands.push(...lowLeverage(account, views, listings))
    return commands
  })
}

/** Large quotes need the high risk limits of low leverage. */
function lowLeverage(account: AccountId, views: Views, listings: readonly Listing[]): Command[] {
  return marketsOf(account, listings)
    .map(({ instrument }) => instrument)
    .filter(({ kind }) => kind !== 'Spot')
    .filter(({ symbol }) => views.leverage(account, symbol, 0) !== quotersLeverage)
    .map(({ symbol }) => ({ kind: 'SetLeverage', account, symbol, leverageE2: quotersLeverage }))
}

/** Returns the markets that an account trades in; for combinations those of their legs. */
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

/** Returns the target balance of each of a robot's coins, 1e-8 of it. */
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
