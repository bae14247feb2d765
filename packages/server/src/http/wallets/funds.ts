// All funds of an account in USD: its wallets, bots and copies.

import { copyCoin } from '@basis/domain/copy/contracts'
import { gridCoin } from '@basis/domain/grid/terms'
import type { AccountId } from '@basis/domain/numbers/brand'
import { divRound, formatTrimmed, unitE8 } from '@basis/domain/numbers/fixed'
import type { CallAnswer } from '@basis/protocol/calls'
import type { Parts } from '../call-context.ts'

type Views = Parts['exchange']['views']

const usd = (sum: bigint): string => formatTrimmed(sum, 8)

/**
 * Returns the value of an amount of a coin at its index price, 1e-8 USD, truncated; 0 before there
 * is a price.
 */
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

/** The funds of an ended bot are back in the account and not counted as its own. */
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
