// Listings, coins, accounts, deposits and prices (reliability L7, L13, L14; rules 12.3).

import type {
  Command,
  Deposit,
  ListCoin,
  ListInstrument,
  OpenAccount,
  SetFeeLevel,
  SetInstrumentStatus,
  SetRules,
  UpdatePrices,
} from '@basis/engine/commands'
import type { Findings } from './findings.ts'
import type { World } from './request.ts'

/** Fields on which orders and balances depend, which may never change (L14). */
const kept = [
  'tickSizeE8',
  'lotSizeE8',
  'kind',
  'baseCoin',
  'quoteCoin',
  'settleCoin',
  'contractType',
  'deliveryMs',
] as const

export function judgeListing(
  { audited, nowMs }: World,
  { instrument }: ListInstrument,
  findings: Findings,
): void {
  const known = audited.markets.get(instrument.symbol)
  const { kind, riskTiers, deliveryMs = Infinity, status } = instrument
  findings.add('commandRefused', kind !== 'Spot' && riskTiers.length === 0)
  if (known === undefined) return findings.add('commandRefused', deliveryMs <= nowMs)
  findings.add('commandRefused', known.isDelivered && status !== 'Closed')
  const isOther = kept.some((field) => known.instrument[field] !== instrument[field])
  findings.add('commandRefused', isOther)
}

export function judgeStatus(
  { audited }: World,
  { symbol, status }: SetInstrumentStatus,
  findings: Findings,
): void {
  const market = audited.markets.get(symbol)
  findings.add('instrumentUnknown', market === undefined)
  findings.add('commandRefused', market?.isDelivered === true && status !== 'Closed')
}

export function judgeCoin(_world: World, { coin, ratioE4 }: ListCoin, findings: Findings): void {
  findings.add('amountInvalid', coin === '')
  findings.add('amountInvalid', !(Number.isSafeInteger(ratioE4) && ratioE4 >= 0))
  findings.add('amountInvalid', ratioE4 > 10_000)
}

/** Versions only increase by one; setting the current one again is not a change. */
export function judgeRulesVersion(
  { audited }: World,
  { version }: SetRules,
  findings: Findings,
): void {
  const { rulesVersion: present } = audited
  findings.add('commandRefused', version !== present && version !== present + 1)
}

export function judgeOpening(
  { audited }: World,
  { account }: OpenAccount,
  findings: Findings,
): void {
  const isNumber = Number.isSafeInteger(account) && account > 0
  findings.add('accountUnknown', !isNumber || audited.accounts.has(account))
}

/** The insurance fund takes deposits as account 0. */
export function judgeDeposit(
  { audited }: World,
  { account, coin, amount }: Deposit,
  findings: Findings,
): void {
  findings.add('amountInvalid', amount <= 0n || coin === '')
  findings.add('accountUnknown', account !== 0 && !audited.accounts.has(account))
}

/** Rates are below one, and the maker rate is not above the taker rate (rules 3.6). */
export function judgeFeeLevel(
  { audited }: World,
  { account, rates }: SetFeeLevel,
  findings: Findings,
): void {
  findings.add('accountUnknown', !audited.accounts.has(account))
  for (const { takerE8, makerE8 } of rates === undefined ? [] : [rates.spot, rates.derivatives]) {
    const isRate = Number.isSafeInteger(takerE8) && Number.isSafeInteger(makerE8)
    findings.add('commandRefused', !isRate || makerE8 < 0 || takerE8 < makerE8)
    findings.add('commandRefused', takerE8 >= 100_000_000)
  }
}

export function judgePrices(
  { audited }: World,
  { prices, coins = [] }: UpdatePrices,
  findings: Findings,
): void {
  const isPrice = (price: number): boolean => Number.isSafeInteger(price) && price > 0
  for (const { symbol, indexE8 } of prices) {
    findings.add('instrumentUnknown', !audited.markets.has(symbol))
    findings.add('priceInvalid', !isPrice(indexE8))
  }
  for (const { coin, usdE8 } of coins) {
    findings.add('priceInvalid', !isPrice(usdE8))
    findings.add('amountInvalid', !audited.coins.has(coin))
  }
}

/** For commands that are refused only for an unknown account or instrument. */
export function judgeNames(
  { audited }: World,
  { account, symbol }: Extract<Command, { kind: 'CancelAllOrders' | 'ClosePositions' }>,
  findings: Findings,
): void {
  findings.add('accountUnknown', !audited.accounts.has(account))
  findings.add('instrumentUnknown', symbol !== undefined && !audited.markets.has(symbol))
}
