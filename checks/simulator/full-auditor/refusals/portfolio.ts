// The auditor's judgement of portfolio margin, collateral and market-maker protection (rules 9.6,
// 10.1, 12.3) from its own state; stressed margin is judged by checks/simulator/portfolio.

import type { Command } from '@basis/engine/commands'
import type { Findings } from './findings.ts'
import { owedProblem } from './loans.ts'
import type { World } from './request.ts'

type Of<K extends Command['kind']> = Extract<Command, { kind: K }>

const leastEquity = 1_000n * 100_000_000n
const longestMs = 86_400_000

export function judgeAccountMode(
  { audited, registry }: World,
  { account, mode }: Of<'SetAccountMode'>,
  findings: Findings,
): void {
  const isKnown = audited.accounts.has(account)
  findings.add('accountUnknown', !isKnown)
  if (!isKnown) return
  const isOn = audited.portfolios.has(account)
  findings.add('accountModeUnchanged', isOn === (mode === 'Portfolio'))
  findings.leave('accountModeMargin', 'portfolioUnpriced')
  if (isOn || mode === 'Regular') return
  const { wallet, unrealised } = audited.totals(account)
  findings.add('portfolioNeedsEquity', wallet + unrealised < leastEquity)
  findings.add('portfolioNeedsOneWay', audited.hedgesSomewhere(account))
  findings.add('portfolioNeedsCross', audited.isolatesSomewhere(account))
  const waits = [...registry.mmrCloses].some((key) => key.startsWith(`${account} `))
  findings.add('ordersBlockModeSwitch', audited.rulesVersion >= 3 && waits)
}

export function judgeSpotHedging(
  { audited }: World,
  { account }: Of<'SetSpotHedging'>,
  findings: Findings,
): void {
  const isKnown = audited.accounts.has(account)
  findings.add('accountUnknown', !isKnown)
  findings.add('spotHedgingNeedsPortfolio', isKnown && !audited.portfolios.has(account))
  findings.leave('accountModeMargin')
}

/** A coin may be excluded if it is not owed and the account has enough margin without it. */
export function judgeCollateral(
  { audited }: World,
  { account, coin, isOn }: Of<'SetCollateral'>,
  findings: Findings,
): void {
  const isKnown = audited.accounts.has(account)
  findings.add('accountUnknown', !isKnown)
  findings.add('coinUnknown', !audited.coins.has(coin))
  if (!isKnown || isOn) return
  findings.add(owedProblem(audited, account, coin))
  findings.add('collateralAlwaysOn', coin === 'USDT' || coin === 'USDC')
  const available = (): bigint => {
    const { balance, initial } = audited.totals(account)
    return balance - initial
  }
  const key = `${account} ${coin}`
  const wasOff = audited.offCollateral.has(key)
  const before = available()
  audited.offCollateral.add(key)
  const after = available()
  if (!wasOff) audited.offCollateral.delete(key)
  findings.add('collateralNeeded', after < 0n && after < before)
}

export function judgeMmp(
  { audited }: World,
  { account, baseCoin, windowMs, frozenMs, ...limits }: Of<'SetMmp'>,
  findings: Findings,
): void {
  findings.add('accountUnknown', !audited.accounts.has(account))
  const isListed = [...audited.markets.values()].some(
    ({ instrument }) => instrument.option !== undefined && instrument.baseCoin === baseCoin,
  )
  findings.add('instrumentUnknown', !isListed)
  const isTime = (value: number): boolean =>
    Number.isSafeInteger(value) && value >= 0 && value <= longestMs
  findings.add('mmpTimeOutOfRange', !isTime(windowMs) || (windowMs > 0 && !isTime(frozenMs)))
  const isLimit = (value: number, least: number): boolean =>
    Number.isSafeInteger(value) && value >= least
  const { qtyLimitE8, deltaLimitE8, vegaLimitE8 } = limits
  const areLimits = isLimit(qtyLimitE8, 1) && isLimit(deltaLimitE8, 1) && isLimit(vegaLimitE8, 0)
  findings.add('mmpInvalid', windowMs > 0 && !areLimits)
}

export function judgeMmpReset(
  { audited }: World,
  { account, baseCoin }: Of<'ResetMmp'>,
  findings: Findings,
): void {
  const isKnown = audited.accounts.has(account)
  findings.add('accountUnknown', !isKnown)
  findings.add('mmpNotSet', isKnown && !audited.protections.has(`${account} ${baseCoin}`))
}
