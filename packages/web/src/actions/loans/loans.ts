// The state of spot margin at the exchange, and the requests that change it: switch, leverage,
// loans (rules 12).

import { useEffect, useState } from 'react'
import { formatTrimmed, type Amount } from '@basis/domain/numbers/fixed'
import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import type { WireLoan, WireSpotMargin } from '@basis/protocol/margin/spot-margin'
import { ask, type Outcome } from '../../client/http.ts'
import { useSession } from '../../client/session.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'
import { useWallet } from '../../stores/wallet.ts'
import { once, oneAtATime } from '../intents.ts'
import { keepAsking } from '../previews.ts'
import { done, failed, ignored, type ActionOutcome } from '../action-outcome.ts'

export type SpotMarginState = {
  readonly state: WireSpotMargin
  readonly loans: readonly WireLoan[]
}

/** What was answered to one account. */
type Seen = { readonly uid: string | undefined } & Partial<SpotMarginState>

/**
 * Returns switch, leverage and every coin that can be borrowed, refreshed; undefined before the
 * first answers, and without an account.
 */
export function useSpotMargin(): SpotMarginState | undefined {
  const uid = useSession((session) => (session.status === 'trader' ? session.user?.uid : undefined))
  const owed = useOwed()
  const [seen, setSeen] = useState<Seen>({ uid: undefined })
  useEffect(() => {
    if (uid === undefined) return undefined
    const keep = (part: Partial<SpotMarginState>): void =>
      setSeen((before) => ({ ...(before.uid === uid ? before : {}), uid, ...part }))
    const ends = [
      keepAsking(
        () => ask('spotMarginState', {}),
        (state) => keep({ state }),
      ),
      keepAsking(
        () => ask('spotMarginData', {}),
        ({ list }) => keep({ loans: list }),
      ),
    ]
    return () => ends.forEach((end) => end())
  }, [uid, owed])
  const { state, loans } = seen
  const isOwn = uid !== undefined && seen.uid === uid
  return isOwn && state !== undefined && loans !== undefined ? { state, loans } : undefined
}

/** The state is requested again when this value changes. */
const useOwed = (): string =>
  (useWallet()?.coins ?? []).map(({ coin, owed }) => `${coin}${owed}`).join(' ')

/** Loans and repayments are announced from the wallet's changes (loan-notices.ts). */
type Ends = { readonly success?: () => Message; readonly failure: Message }

/** Switches spot margin on or off. */
export function switchSpotMargin(isOn: boolean): Promise<ActionOutcome> {
  return act(
    'switchSpotMargin',
    { spotMarginMode: isOn ? 1 : 0 },
    {
      success: () => message(isOn ? 'loans.switchedOn' : 'loans.switchedOff'),
      failure: message('loans.notChanged'),
    },
  )
}

/** Removes a coin from the account's collateral, or adds it again. */
export function setCollateral(coin: string, isOn: boolean): Promise<ActionOutcome> {
  return act(
    'setCollateral',
    { coin, collateralSwitch: isOn ? 'ON' : 'OFF' },
    {
      success: () => message(isOn ? 'loans.collateralOn' : 'loans.collateralOff', { coin }),
      failure: message('loans.collateralNotChanged'),
    },
  )
}

/** Sets the leverage of loans: of one coin, or of all coins. */
export function setSpotLeverage(leverage: number, coin?: string): Promise<ActionOutcome> {
  return act(
    'setSpotLeverage',
    { leverage, ...(coin === undefined ? {} : { currency: coin }) },
    {
      success: () =>
        coin === undefined
          ? message('loans.leverageSet', { leverage: `${leverage}x` })
          : message('loans.leverageOfSet', { coin, leverage: `${leverage}x` }),
      failure: message('loans.notChanged'),
    },
  )
}

/** Borrows coins into the wallet. */
export function borrowCoin(coin: string, wanted: Amount): Promise<ActionOutcome> {
  const amount = formatTrimmed(wanted, 8)
  return act(
    'borrowCoin',
    { coin, amount },
    {
      failure: message('loans.notBorrowed'),
    },
  )
}

/** Repays a loan, if `convert` also by selling other coins. */
export function repayLoan(coin: string, wanted: Amount, convert: boolean): Promise<ActionOutcome> {
  const request = { coin, amount: formatTrimmed(wanted, 8), convert }
  return act('repayLoan', request, { failure: message('loans.notRepaid') })
}

type LoanCall =
  | 'switchSpotMargin'
  | 'setCollateral'
  | 'setSpotLeverage'
  | 'borrowCoin'
  | 'repayLoan'

/**
 * Requests that move coins are protected from double clicks; a refused setting may be retried at
 * once.
 */
const moving: ReadonlySet<LoanCall> = new Set(['borrowCoin', 'repayLoan'])

async function act<Name extends LoanCall>(
  name: Name,
  request: CallRequest<Name>,
  { success, failure }: Ends,
): Promise<ActionOutcome> {
  const guarded = moving.has(name) ? once : oneAtATime
  const outcome: Outcome<CallAnswer<Name>> | undefined = await guarded(
    `${name} ${JSON.stringify(request)}`,
    () => ask(name, request),
  )
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, failure)
  if (success !== undefined) notify({ kind: 'orderCreated', tone: 'success', title: success() })
  return done
}
