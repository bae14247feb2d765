// Costs and gains of the account's coins, as the exchange tells it (rules 18).

import { useEffect, useState } from 'react'
import type { WireCoinCost } from '@basis/protocol/account-calls'
import { keepAsking } from '../../actions/previews.ts'
import { ask } from '../../client/http.ts'
import { useSession } from '../../client/session.ts'
import type { Direction } from '../../ui/Badge.tsx'

export type CoinCosts = ReadonlyMap<string, WireCoinCost>

const nothing: CoinCosts = new Map()

/** Returns the costs by coin, kept fresh; empty before the first answer, and without an account. */
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

/** The texts of a coin's gain; undefined where it has none to tell. */
export function gainOf(
  cost: WireCoinCost | undefined,
): { readonly unrealised: string; readonly realised: string } | undefined {
  if (cost === undefined) return undefined
  const { unrealisedPnl: unrealised, realisedPnl: realised } = cost
  return unrealised === '' && Number(realised) === 0 ? undefined : { unrealised, realised }
}

/** Which way a gain points. */
export const directionOfGain = (text: string): Direction =>
  text === '' || Number(text) === 0 ? 'flat' : text.startsWith('-') ? 'down' : 'up'

/** To the cent, and of what costs less than a dollar as many decimals as it needs. */
export const costDigits = (text: string): { readonly scale: number; readonly trimTo?: number } =>
  text.startsWith('0') ? { scale: 8, trimTo: 2 } : { scale: 2 }
