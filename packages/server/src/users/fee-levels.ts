// Fee levels of accounts: from their traded volume or granted by the operator; a changed level is
// submitted to the exchange as a command (rules 3.6).

import {
  feeMarkets,
  firstFeeLevel,
  higherLevel,
  type AccountFees,
  type FeeLevel,
} from '@basis/domain/instrument/fee-levels'
import { feeLevelOf, ratesOfLevel } from '@basis/domain/instrument/fee-schedule'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { cameTooLate, type Exchange } from '../exchange/exchange.ts'
import type { ReadModel } from '../read-model/read-model.ts'
import type { Sessions } from './sessions.ts'

const checkEveryMs = 250

type Sources = {
  readonly exchange: Exchange
  readonly readModel: ReadModel
  readonly sessions: Sessions
}

export type FeeLevelWatch = { readonly stop: () => void }

/**
 * Checks volumes and granted levels, at first of all accounts that have any. `onFailure` is called
 * with errors; the account is retried at the next check.
 */
export function watchFeeLevels(
  { exchange, readModel, sessions }: Sources,
  onFailure: (error: unknown) => void,
): FeeLevelWatch {
  let granted: ReadonlyMap<number, FeeLevel> = new Map()
  let due = new Set<number>(levelled(exchange))
  const wantedOf = (account: AccountId): FeeLevel =>
    higherLevel(feeLevelOf(readModel.tradedVolume(account)), granted.get(account) ?? firstFeeLevel)
  const check = (): void => {
    // Without the history volumes are unknown, which must not lower any level.
    if (readModel.status().mode !== 'ready') return
    for (const account of readModel.takeTradedVolumes()) due.add(account)
    const given = sessions.granted()
    if (given !== granted) {
      for (const account of [...granted.keys(), ...given.keys()]) due.add(account)
      granted = given
    }
    const accounts = due
    due = new Set()
    for (const number of accounts) {
      const account = accountId(number)
      const fees = exchange.views.fees(account)
      const wanted = wantedOf(account)
      if (fees === undefined || isAt(fees, wanted)) continue
      const rates = ratesOfLevel(wanted)
      const set = rates === undefined ? { level: wanted } : { level: wanted, rates }
      exchange.submit({ kind: 'SetFeeLevel', account, ...set }).then(
        (applied) => {
          if (cameTooLate(applied)) due.add(number)
        },
        (error: unknown) => {
          due.add(number)
          onFailure(error)
        },
      )
    }
  }
  check()
  const timer = setInterval(check, checkEveryMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** Accounts with a level: their volume may have expired while the server was down. */
const levelled = ({ views }: Exchange): readonly number[] =>
  views.accounts().filter((account) => views.fees(account)?.level !== firstFeeLevel)

/** Whether an account has its level's rates, which a new version may have changed. */
function isAt(fees: AccountFees, level: FeeLevel): boolean {
  const [has, asks] = [fees.rates, ratesOfLevel(level)]
  if (fees.level !== level || has === undefined || asks === undefined) {
    return fees.level === level && has === asks
  }
  return feeMarkets.every(
    (market) =>
      has[market].takerE8 === asks[market].takerE8 && has[market].makerE8 === asks[market].makerE8,
  )
}
