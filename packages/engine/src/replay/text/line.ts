// The words of a line of command text: how prices, quantities and money are written and parsed.

import { accountId, orderId, type AccountId } from '@basis/domain/numbers/brand'
import {
  formatTrimmed,
  parseDecimal,
  priceTicks,
  qtyLots,
  rateE8,
} from '@basis/domain/numbers/fixed'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { OrderName } from '../../api/commands.ts'

/** The instruments by symbol, needed to write prices and quantities as decimals. */
export type Instruments = ReadonlyMap<string, Instrument>

export const money = (value: bigint): string => formatTrimmed(value, 8)
export const rate = (value: number): string => `${formatTrimmed(BigInt(value), 6)}%`
const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

export function priceText(instrument: Instrument | undefined, ticks: number): string {
  if (instrument === undefined || !Number.isSafeInteger(ticks)) return `${ticks}t`
  return trimmed(formatPrice(instrument, priceTicks(ticks)))
}

export function qtyText(instrument: Instrument | undefined, lots: number): string {
  if (instrument === undefined || !Number.isSafeInteger(lots)) return `${lots}l`
  return trimmed(formatQty(instrument, qtyLots(lots)))
}

export const words = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => part !== false && part !== undefined && part !== '').join(' ')

/** The context of `parseCommand`: the instruments, and the accounts that have names. */
export type CommandTextReader = {
  readonly instruments: Instruments
  readonly accounts?: ReadonlyMap<string, AccountId>
}

/** The words of a line, consumed from the front, and its `key=value` parts in any order. */
export type Line = {
  readonly text: string
  readonly rest: string[]
  readonly flags: ReadonlyMap<string, string>
}

export const fail = (line: Line, what: string): never => {
  throw new Error(`${what} in the tape's line: ${line.text}`)
}

export function splitLine(text: string): Line {
  const rest: string[] = []
  const flags = new Map<string, string>()
  for (const word of text.trim().split(/\s+/)) {
    const at = word.indexOf('=')
    if (at > 0) flags.set(word.slice(0, at), word.slice(at + 1))
    else rest.push(word)
  }
  return { text: text.trim(), rest, flags }
}

export const take = (line: Line, what: string): string =>
  line.rest.shift() ?? fail(line, `No ${what}`)

export function decimal(line: Line, text: string, decimals: number): bigint {
  return parseDecimal(text, decimals) ?? fail(line, `"${text}" is no number`)
}

export const percent = (line: Line, text: string): ReturnType<typeof rateE8> =>
  rateE8(Number(decimal(line, text.replace('%', ''), 6)))

/** Parses ticks or lots: a bare number with its letter, or a decimal multiple of the step. */
export function steps(
  line: Line,
  text: string,
  letter: 't' | 'l',
  stepE8: number | undefined,
): number {
  if (text.endsWith(letter)) return Number(text.slice(0, -1))
  if (stepE8 === undefined) return fail(line, `"${text}" has no scale`)
  const value = decimal(line, text, 8)
  if (value % BigInt(stepE8) !== 0n) return fail(line, `"${text}" is off the grid`)
  return Number(value / BigInt(stepE8))
}

export function takeAccount(line: Line, reader: CommandTextReader): AccountId {
  const word = take(line, 'account')
  if (/^#\d+$/.test(word)) return accountId(Number(word.slice(1)))
  return reader.accounts?.get(word) ?? fail(line, `"${word}" is nobody`)
}

export const orderNameText = ({ orderId: id, linkId }: OrderName): string =>
  id === undefined ? `link=${linkId}` : String(id)

export function takeOrderName(line: Line): OrderName {
  const linkId = line.flags.get('link')
  if (linkId !== undefined) return { linkId }
  return { orderId: orderId(Number(take(line, 'order'))) }
}

/** Parses a ban from the rest of a line; empty if it has none. */
export function takeBan({ rest, flags }: Line): { isBan?: true; reason?: string } {
  const said = flags.get('ban')
  if (said !== undefined) return { isBan: true, reason: decodeURIComponent(said) }
  return rest.includes('ban') ? { isBan: true } : {}
}
