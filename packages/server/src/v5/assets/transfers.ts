// Transfers between the wallets of an account and of its sub-accounts (open API 7, rules 23).

import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, parseDecimal, type Amount } from '@basis/domain/numbers/fixed'
import type { Purse } from '@basis/domain/instrument/purse'
import type { FundsTransferred } from '@basis/engine/events'
import { encodeAmount } from '@basis/protocol/order'
import { isClosed, openSubAccounts } from '../../users/sub-accounts.ts'
import type { V5Handlers, V5SignedContext } from '../context.ts'
import { historyCursor, v5Cursor } from '../paging.ts'
import { filteredPage } from '../reading/filtered-page.ts'
import { spanOf, weekly, type SpanFields } from '../reading/spans.ts'
import { invalidParameter, v5Problem, V5Refused } from '../refused.ts'
import { purseOf, walletOf } from './wallets.ts'

export const transferHandlers: V5Handlers<
  'transfer' | 'transfers' | 'universalTransfer' | 'universalTransfers' | 'subMemberIds'
> = {
  transfer: (context, request) => {
    const { account } = context
    return moveFunds(context, request, { from: account, to: account })
  },

  transfers: async (context, request) => {
    const page = await pageOf(context, request, isWithinOne)
    const list = page.rows.map(({ event, timeMs }) => rowOf(event, timeMs))
    return { result: { list, nextPageCursor: v5Cursor(page.next) } }
  },

  universalTransfer: (context, request) =>
    moveFunds(context, request, {
      from: readMember(request.fromMemberId),
      to: openMember(context, request.toMemberId),
    }),

  universalTransfers: async (context, request) => {
    const page = await pageOf(context, request, (event) => !isWithinOne(event))
    const list = page.rows.map(({ event, timeMs }) => ({
      ...rowOf(event, timeMs),
      fromMemberId: String(event.from.account),
      toMemberId: String(event.to.account),
    }))
    return { result: { list, nextPageCursor: v5Cursor(page.next) } }
  },

  subMemberIds: ({ parts, account }) => {
    const ids = openSubAccounts(parts, account).map(String)
    return { result: { subMemberIds: ids, transferableSubMemberIds: ids } }
  },
}

type Asked = {
  readonly transferId: string
  readonly coin: string
  readonly amount: string
  readonly fromAccountType: string
  readonly toAccountType: string
}

/** Submits a transfer; it is complete when this returns. */
async function moveFunds(
  { parts, account }: V5SignedContext,
  asked: Asked,
  { from, to }: { readonly from: AccountId; readonly to: AccountId },
) {
  const { transferId, coin } = asked
  if (!uuid.test(transferId)) throw invalidParameter('transferId')
  const { problem } = await parts.exchange.submit({
    kind: 'TransferFunds',
    account,
    from: { account: from, purse: readPurse(asked.fromAccountType) },
    to: { account: to, purse: readPurse(asked.toAccountType) },
    coin: readCoin(parts, coin),
    amount: readMoney(asked.amount),
    transferId,
  })
  if (problem !== undefined) throw v5Problem(problem)
  return { result: { transferId, status: 'SUCCESS' } }
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const unknownMember = () => new V5Refused(131204, 'account info error')
const wrongRequest = () => new V5Refused(131203, 'request parameter err')

function readPurse(text: string): Purse {
  const purse = purseOf(text)
  if (purse === undefined) throw wrongRequest()
  return purse
}

function readMember(text: string): AccountId {
  const number = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0
  if (number === 0) throw unknownMember()
  return accountId(number)
}

/** Nothing is sent to a closed sub-account; what is left in one can be fetched from it. */
function openMember({ parts }: V5SignedContext, text: string): AccountId {
  const member = readMember(text)
  if (isClosed(parts.sessions, member)) throw unknownMember()
  return member
}

function readCoin({ exchange }: V5SignedContext['parts'], coin: string): string {
  if (exchange.views.collateral(coin) === undefined) throw wrongRequest()
  return coin
}

function readMoney(text: string): Amount {
  if (parseDecimal(text, 40) === undefined) throw wrongRequest()
  const value = parseDecimal(text, 8)
  if (value === undefined) throw new V5Refused(131210, 'amount accuracy error')
  if (value <= 0n) throw wrongRequest()
  return amount(value)
}

/** Whether it is between the wallets of the account that asked for it. */
const isWithinOne = ({ account, from, to }: FundsTransferred): boolean =>
  from.account === account && to.account === account

type Listed = SpanFields & {
  readonly transferId?: string
  readonly coin?: string
  readonly status?: string
  readonly limit?: number
  readonly cursor?: string
}

/** Returns transfers that the account asked for, newest first; all of them succeeded. */
function pageOf(
  { parts, account }: V5SignedContext,
  asked: Listed,
  isMeant: (event: FundsTransferred) => boolean,
) {
  const { transferId, coin, status, limit = 20 } = asked
  const question = {
    account,
    kind: 'FundsTransferred',
    ...spanOf(asked, weekly, parts.clock.nowMs()),
  } as const
  return filteredPage(
    { limit, ...historyCursor(asked.cursor) },
    (part) => parts.readModel.settlements({ ...question, ...part }),
    ({ event }) =>
      isMeant(event) &&
      (transferId === undefined || event.transferId === transferId) &&
      (coin === undefined || event.coin === coin) &&
      (status === undefined || status === 'SUCCESS'),
  )
}

/** A transfer made in the terminal has no client id. */
const rowOf = (event: FundsTransferred, timeMs: number) => ({
  transferId: event.transferId ?? '',
  coin: event.coin,
  amount: encodeAmount(event.amount),
  fromAccountType: walletOf(event.from.purse),
  toAccountType: walletOf(event.to.purse),
  timestamp: String(timeMs),
  status: 'SUCCESS',
})
