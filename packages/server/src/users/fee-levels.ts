// The fee levels of accounts: what traders have traded, or what the operator gave, becomes a
// command to the exchange when the level is another (rules 3.6).

import {
  feeMarkets,
  firstFeeLevel,
  higherLevel,
  type AccountFees,
  type FeeLevel,
} from '@basis/domain/instrument/fee-levels'
import { feeLevelOf, ratesOfLevel } from '@basis/domain/instrument/fee-schedule'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import type { Exchange } from '../exchange/exchange.ts'
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
 * Looks after volumes and given levels, first of all of everybody who has any. `onFailure` is told
 * what went wrong; the account is tried again at the next look.
 */
export function watchFeeLevels(
  { exchange, readModel, sessions }: Sources,
  onFailure: (error: unknown) => void,
): FeeLevelWatch {
  let granted: ReadonlyMap<number, FeeLevel> = new Map()
  let due = new Set<number>(levelled(exchange))
  const wantedOf = (account: AccountId): FeeLevel =>
    higherLevel(feeLevelOf(readModel.tradedVolume(account)), granted.get(account) ?? firstFeeLevel)
  const look = (): void => {
    // Without its history nobody's volume is known, and nobody loses a level for that.
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
      exchange.submit({ kind: 'SetFeeLevel', account, ...set }).catch((error: unknown) => {
        due.add(number)
        onFailure(error)
      })
    }
  }
  look()
  const timer = setInterval(look, checkEveryMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** Who has a level: their volume may have gone while the server was down. */
const levelled = ({ views }: Exchange): readonly number[] =>
  views.accounts().filter((account) => views.fees(account)?.level !== firstFeeLevel)

/** Does an account pay what its level asks? A new version may have another schedule. */
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
