// Funds of an account wherever they are, in USD: its wallets, its bots and its copies.

import { copyCoin } from '@basis/domain/copy/settings'
import { gridCoin } from '@basis/domain/grid/terms'
import type { AccountId } from '@basis/domain/numbers/brand'
import { divRound, formatTrimmed, unitE8 } from '@basis/domain/numbers/fixed'
import type { CallAnswer } from '@basis/protocol/calls'
import type { Parts } from '../call-context.ts'

type Views = Parts['exchange']['views']

const usd = (sum: bigint): string => formatTrimmed(sum, 8)

/** Returns what a sum of a coin is worth at its index price, 1e-8 USD; 0 before there is one. */
export function usdWorth(views: Views, coin: string, sum: bigint): bigint {
  const usdE8 = views.collateral(coin)?.usdE8 ?? 0
  return divRound(sum * BigInt(usdE8), unitE8, 'truncate')
}

export function fundsOf(views: Views, account: AccountId): CallAnswer<'funds'> {
  const unified = views.account(account)?.equity ?? 0n
  const funding = views.ownership
    .funding(account)
    .reduce((sum, { coin, balance, owed }) => sum + usdWorth(views, coin, balance - owed), 0n)
  const bots = botsWorth(views, account)
  const copy = copiesWorth(views, account)
  return {
    total: usd(unified + funding + bots + copy),
    unified: usd(unified),
    funding: usd(funding),
    bots: usd(bots),
    copy: usd(copy),
  }
}

/** What a bot was worth at its end is back in the account, and is no longer the bot's. */
const isOn = ({ status }: { readonly status: string }): boolean => status !== 'Ended'

function botsWorth(views: Views, owner: AccountId): bigint {
  const { grids, spotBots, instrument } = views
  const worths = [
    ...grids
      .bots(owner)
      .filter(isOn)
      .map(({ symbol, worth }) => {
        const contract = instrument(symbol)
        return contract === undefined ? 0n : usdWorth(views, gridCoin(contract), worth)
      }),
    ...spotBots
      .bots(owner)
      .filter(isOn)
      .map(({ quoteCoin, worth }) => usdWorth(views, quoteCoin, worth)),
  ]
  return worths.reduce((sum, worth) => sum + worth, 0n)
}

function copiesWorth(views: Views, owner: AccountId): bigint {
  const led = views.copy.leads(owner)?.equity ?? 0n
  const all = views.copy.follows(owner).reduce((sum, { equity }) => sum + equity, led)
  return usdWorth(views, copyCoin, all)
}
