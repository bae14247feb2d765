// For tests of the questions before an order: an account with 10,000 dollars, and an exchange that
// refuses every request except those that are given an answer.

import type { WireWallet } from '@basis/protocol/account'
import { expect, vi } from 'vitest'
import { say } from '../src/i18n/i18n.ts'
import { dismissDialogs, openDialogs } from '../src/shell/dialogs.ts'
import { applyContracts } from '../src/stores/catalogue.ts'
import { fallbackContracts } from '../src/stores/fallback-catalogue.ts'
import { clearPositions } from '../src/stores/positions.ts'
import { applyWallet, clearWallet } from '../src/stores/wallet.ts'

type Request = { readonly path: string; readonly body: unknown }

/** The account's wallet. */
export const wallet: WireWallet = {
  accountMode: 'regular',
  isUTA: true,
  isUTA2: true,
  isDemo: true,
  fees: { level: 'VIP 0' },
  totalWalletBalance: '10000',
  totalUnrealisedPnl: '0',
  totalEquity: '10000',
  totalAvailableBalance: '10000',
  totalPositionIM: '0',
  totalOrderIM: '0',
  totalBorrowIM: '0',
  totalInitialMargin: '0',
  totalMaintenanceMargin: '0',
  accountIMRateE4: 0,
  accountMMRateE4: 0,
  coins: [],
}

/** The exchange's preview of an order that only changes the account's initial margin. */
export const previewWith = (margin: string) => {
  const standing = (totalInitialMargin: string) => ({
    wallet: { ...wallet, totalInitialMargin },
    positions: [],
  })
  return {
    code: 0,
    msg: '',
    symbol: '',
    seq: 1,
    timeE3: 1,
    orders: [],
    fills: [],
    fees: [],
    closedPnl: '0',
    before: standing('0'),
    after: standing(margin),
  }
}

/** Prepares the stores; returns the requests that are sent from now on. */
export function prepareAccount(
  resultOf: (path: string) => object | undefined = () => undefined,
  change: Partial<WireWallet> = {},
): readonly Request[] {
  const requests: Request[] = []
  // Spot calls look for their host in the page.
  vi.stubGlobal('document', { cookie: '', querySelector: () => null })
  vi.stubGlobal('fetch', (path: string, { body }: { body?: string }) => {
    requests.push({ path, body: body === undefined ? undefined : JSON.parse(body) })
    const result = resultOf(path)
    const answer = { ret_code: result === undefined ? 9 : 0, ret_msg: 'x', result: result ?? {} }
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
  applyContracts(fallbackContracts(), 'network')
  applyWallet({ ...wallet, ...change })
  return requests
}

export function leaveAccount(): void {
  vi.unstubAllGlobals()
  dismissDialogs()
  clearWallet()
  clearPositions()
}

/** Returns the question that is open, or `sent` once a request has one of the paths. */
export async function questionOr(requests: readonly Request[], path: RegExp): Promise<string> {
  const questions = () =>
    openDialogs().flatMap((each) => (each.kind === 'confirm' ? [say(each.body)] : []))
  const sent = () => requests.filter((request) => path.test(request.path))
  await vi.waitFor(() => expect([...questions(), ...sent()]).toHaveLength(1))
  return questions()[0] ?? 'sent'
}
