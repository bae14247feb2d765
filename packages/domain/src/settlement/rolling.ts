// Which dated contracts of a coin are listed at a moment, and since when: the calendar rolls by
// itself, whoever lists only has to ask (domain.md 11.2).

import { futuresSymbol, listedDeliveries } from '../futures-calendar.ts'
import type { ContractType } from '../market.ts'

const weekMs = 7 * 86_400_000
/** No contract is listed longer ahead than the third quarter-end. */
const mostWeeks = 60

/**
 * Returns when a delivery's trading begins: the Friday 08:00 UTC at which the calendar first lists
 * it (11.2). EX-11.4
 */
export function launchOfDelivery(deliveryMs: number): number {
  // The calendar only changes as a Friday's contract delivers, so whole weeks are looked at.
  let launchMs = deliveryMs - weekMs
  for (let weeks = 2; weeks <= mostWeeks; weeks += 1) {
    const before = deliveryMs - weeks * weekMs
    if (listedDeliveries(before).includes(deliveryMs)) launchMs = before
  }
  return launchMs
}

/** A dated contract that the calendar wants. */
export type ContractDue = {
  readonly symbol: string
  readonly contractType: Extract<ContractType, `${string}Futures`>
  readonly launchMs: number
  readonly deliveryMs: number
}

const families = [
  { family: 'Linear', contractType: 'LinearFutures' },
  { family: 'Usdc', contractType: 'UsdcFutures' },
  { family: 'Inverse', contractType: 'InverseFutures' },
] as const

/**
 * Returns the dated contracts of a coin that are listed at a moment, and those that will be within
 * `aheadMs`, to be listed as PreLaunch: by delivery, then USDT, USDC, inverse. What is listed
 * already is the asker's to leave out; its symbol is its own for ever.
 */
export function contractsDue(coin: string, nowMs: number, aheadMs = 0): readonly ContractDue[] {
  const deliveries = new Set(listedDeliveries(nowMs))
  for (let at = nowMs; at < nowMs + aheadMs; at += weekMs) {
    for (const each of listedDeliveries(Math.min(at + weekMs, nowMs + aheadMs)))
      deliveries.add(each)
  }
  return [...deliveries]
    .sort((a, b) => a - b)
    .flatMap((deliveryMs) => {
      const launchMs = launchOfDelivery(deliveryMs)
      return families.map(({ family, contractType }) => ({
        symbol: futuresSymbol(family, coin, deliveryMs),
        contractType,
        launchMs,
        deliveryMs,
      }))
    })
}
