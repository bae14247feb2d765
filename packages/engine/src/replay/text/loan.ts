// Spot margin and transfers as command text: `borrow #1 100 USDC`, `repay #1 USDC all convert`,
// `transfer #1 #1:Unified #1:Funding 100 USDT`.

import type { Purse } from '@basis/domain/instrument/purse'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, rateE8 } from '@basis/domain/numbers/fixed'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import type { LoanTier } from '@basis/domain/margin/loans'
import type { Command, ListLoan } from '../../api/commands.ts'
import type { Event, FundsTransferred } from '../../api/events.ts'
import type { TransferCommand, TransferEnd } from '../../api/transfer-commands.ts'
import { decimal, money, take, words, type Line } from './line.ts'

type LoanCommand = Extract<
  Command,
  { kind: 'ListLoan' | 'SetSpotMargin' | 'SetSpotLeverage' | 'BorrowCoin' | 'RepayLoan' }
>
type LoanEvent = Extract<
  Event,
  { kind: 'SpotMarginChanged' | 'LoanListed' | 'InterestCharged' | 'LoanConverted' }
>

const loanKinds: readonly string[] = [
  'ListLoan',
  'SetSpotMargin',
  'SetSpotLeverage',
  'BorrowCoin',
  'RepayLoan',
] satisfies LoanCommand['kind'][]

export const isLoanCommand = (command: Pick<Command, 'kind'>): command is LoanCommand =>
  loanKinds.includes(command.kind)

export function loanText(command: LoanCommand): string {
  switch (command.kind) {
    case 'ListLoan':
      return termsText(command)
    case 'SetSpotMargin':
      return `spot-margin #${command.account} ${command.isOn ? 'on' : 'off'}`
    case 'SetSpotLeverage':
      return words(`spot-leverage #${command.account} ${command.leverage}`, command.coin)
    case 'BorrowCoin':
      return `borrow #${command.account} ${money(command.amount)} ${command.coin}`
    case 'RepayLoan': {
      const much = command.amount === undefined ? 'all' : money(command.amount)
      return words(
        `repay #${command.account} ${command.coin} ${much}`,
        command.isConverting && 'convert',
      )
    }
  }
}

/** Tiers are written as upper bound, initial rate and maintenance rate. */
function termsText({ coin, terms }: ListLoan): string {
  const { hourlyE12, limit, supply, freeOfInterest, tiers } = terms
  const written = tiers.map(({ upTo, initialE8, maintenanceE8 }) =>
    [money(upTo), money(BigInt(initialE8)), money(BigInt(maintenanceE8))].join(':'),
  )
  const bounds = `limit=${money(limit)} supply=${money(supply)} free=${money(freeOfInterest)}`
  const rate = formatTrimmed(BigInt(hourlyE12), 12)
  return `loan ${coin} ${rate} ${bounds} tiers=${written.join(',')}`
}

export function takeLoanTerms(line: Line): ListLoan {
  const coin = take(line, 'coin')
  const hourlyE12 = Number(decimal(line, take(line, 'rate'), 12))
  const sum = (name: string) => amount(decimal(line, line.flags.get(name) ?? '0', 8))
  const tiers = (line.flags.get('tiers') ?? '').split(',').map((tier): LoanTier => {
    const [upTo = '', initial = '', maintenance = ''] = tier.split(':')
    return {
      upTo: amount(decimal(line, upTo, 8)),
      initialE8: rateE8(Number(decimal(line, initial, 8))),
      maintenanceE8: rateE8(Number(decimal(line, maintenance, 8))),
    }
  })
  const bounds = { limit: sum('limit'), supply: sum('supply'), freeOfInterest: sum('free') }
  return { kind: 'ListLoan', coin, terms: { hourlyE12, ...bounds, tiers } }
}

const loanVerbs = ['spot-margin', 'spot-leverage', 'borrow', 'repay']

export const isLoanVerb = (verb: string): boolean => loanVerbs.includes(verb)

/** Parses the text of `loanText` after the verb and the account. */
export function takeLoan(verb: string, line: Line, account: AccountId): Command {
  switch (verb) {
    case 'spot-margin':
      return { kind: 'SetSpotMargin', account, isOn: take(line, 'on or off') === 'on' }
    case 'spot-leverage':
      return takeLeverage(line, account)
    case 'borrow': {
      const wanted = amount(decimal(line, take(line, 'amount'), 8))
      return { kind: 'BorrowCoin', account, coin: take(line, 'coin'), amount: wanted }
    }
    default: {
      const coin = take(line, 'coin')
      const much = take(line, 'amount')
      const isConverting = line.rest.includes('convert')
      const asked = much === 'all' ? {} : { amount: amount(decimal(line, much, 8)) }
      return { kind: 'RepayLoan', account, coin, ...asked, isConverting }
    }
  }
}

function takeLeverage(line: Line, account: AccountId): Command {
  const leverage = Number(take(line, 'leverage'))
  const [coin] = line.rest
  return { kind: 'SetSpotLeverage', account, ...(coin === undefined ? {} : { coin }), leverage }
}

export function loanEventText(event: LoanEvent): string {
  switch (event.kind) {
    case 'SpotMarginChanged':
      return words(
        `#${event.account} spot margin ${event.isOn ? 'on' : 'off'} ${event.leverage}x`,
        ...(event.ofCoins ?? []).map(([coin, leverage]) => `${coin} ${leverage}x`),
      )
    case 'LoanListed':
      return `${event.coin} is lent`
    case 'InterestCharged': {
      const { account, coin, interest, owed } = event
      return `#${account} interest ${money(interest)} ${coin} on ${money(owed)}`
    }
    case 'LoanConverted': {
      const { account, coin, repaid, given, from, cause } = event
      return `#${account} repaid ${money(repaid)} ${coin} by ${money(given)} ${from} ${cause}`
    }
  }
}

const endText = ({ account, purse }: TransferEnd): string => `#${account}:${purse}`

export function transferText(command: TransferCommand): string {
  const { account } = command
  if (command.kind === 'OpenSubAccount') return `sub-account #${account} #${command.sub}`
  if (command.kind === 'Withdraw') {
    return `withdraw #${account} ${money(command.amount)} ${command.coin}`
  }
  const { from, to, coin } = command
  return words(
    `transfer #${account} ${endText(from)} ${endText(to)} ${money(command.amount)} ${coin}`,
    command.transferId !== undefined && `id=${command.transferId}`,
  )
}

export const transferEventText = ({ account, from, to, coin, amount: sum }: FundsTransferred) =>
  `#${account} transferred ${money(sum)} ${coin} ${endText(from)} ${endText(to)}`

export const transferVerbs: readonly string[] = ['sub-account', 'transfer', 'withdraw']

function takeEnd(line: Line): TransferEnd {
  const [number = '', purse] = take(line, 'wallet').slice(1).split(':')
  return { account: accountId(Number(number)), purse: purse as Purse }
}

/** Parses the text of `transferText` after the verb and the account. */
export function takeTransfer(verb: string, line: Line, account: AccountId): Command {
  if (verb === 'sub-account') {
    const sub = accountId(Number(take(line, 'account').slice(1)))
    return { kind: 'OpenSubAccount', account, sub }
  }
  if (verb === 'withdraw') {
    const sum = amount(decimal(line, take(line, 'amount'), 8))
    return { kind: 'Withdraw', account, coin: take(line, 'coin'), amount: sum }
  }
  const [from, to] = [takeEnd(line), takeEnd(line)]
  const sum = amount(decimal(line, take(line, 'amount'), 8))
  const coin = take(line, 'coin')
  const transferId = line.flags.get('id')
  const name = transferId === undefined ? {} : { transferId }
  return { kind: 'TransferFunds', account, from, to, coin, amount: sum, ...name }
}
