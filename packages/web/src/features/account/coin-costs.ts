// Costs and profits of the account's coins, from the exchange (rules 18).

import { useEffect, useState } from 'react'
import type { WireCoinCost } from '@basis/protocol/account-calls'
import { keepAsking } from '../../actions/previews.ts'
import { ask } from '../../client/http.ts'
import { useSession } from '../../client/session.ts'
import type { Direction } from '../../ui/Badge.tsx'

export type CoinCosts = ReadonlyMap<string, WireCoinCost>

const nothing: CoinCosts = new Map()

/** Returns the costs by coin, refreshed; empty before the first answer, and without an account. */
export function useCoinCosts(): CoinCosts {
  const uid = useSession((session) => (session.status === 'trader' ? session.user?.uid : undefined))
  const [seen, setSeen] = useState<{ readonly uid: string; readonly costs: CoinCosts }>()
  useEffect(() => {
    if (uid === undefined) return undefined
    return keepAsking(
      () => ask('coinCosts', {}),
      ({ list }) => setSeen({ uid, costs: new Map(list.map((row) => [row.coin, row])) }),
    )
  }, [uid])
  return seen !== undefined && seen.uid === uid ? seen.costs : nothing
}

/** The formatted profit of a coin; undefined if there is none to show. */
export function gainOf(
  cost: WireCoinCost | undefined,
): { readonly unrealised: string; readonly realised: string } | undefined {
  if (cost === undefined) return undefined
  const { unrealisedPnl: unrealised, realisedPnl: realised } = cost
  return unrealised === '' && Number(realised) === 0 ? undefined : { unrealised, realised }
}

/** Returns the direction of a profit. */
export const directionOfGain = (text: string): Direction =>
  text === '' || Number(text) === 0 ? 'flat' : text.startsWith('-') ? 'down' : 'up'

/** Two decimals, and for a cost below one dollar as many as it needs. */
export const costDigits = (text: string): { readonly scale: number; readonly trimTo?: number } =>
  text.startsWith('0') ? { scale: 8, trimTo: 2 } : { scale: 2 }
