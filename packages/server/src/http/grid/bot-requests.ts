// Requests about bots of every kind: prices and amounts are parsed, and a failed command is refused
// with the bots' own codes (spec 8).

import { parsePrice, type Instrument } from '@basis/domain/instrument/instrument'
import { problem } from '@basis/domain/instrument/problems'
import {
  amount,
  parseDecimal,
  priceTicks,
  type Amount,
  type PriceTicks,
} from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import { ExchangeBusy, ExchangeStopped } from '../../exchange/exchange.ts'
import { RateLimited } from '../../exchange/quotas.ts'
import type { SessionContext } from '../call-context.ts'
import { problemRefusal, Refused } from '../guards/refusal.ts'
import { submit } from '../submit.ts'

/** Reads a price; 0 means none. Throws `gridTermsInvalid` for a price off the tick. */
export function readBotPrice(instrument: Instrument, field: string, text = '0'): PriceTicks {
  if (/^0(\.0+)?$/.test(text)) return priceTicks(0)
  const ticks = parsePrice(instrument, text)
  if (typeof ticks === 'number') return ticks
  throw problemRefusal(problem('gridTermsInvalid', field))
}

/** Reads an amount of the quote coin. Throws `gridTermsInvalid` above eight decimals. */
export function readBotAmount(field: string, text: string): Amount {
  const value = parseDecimal(text, 8)
  if (value === undefined) throw problemRefusal(problem('gridTermsInvalid', field))
  return amount(value)
}

/**
 * Submits a bot's command and returns the bot's id. If the exchange is busy or stopping, throws
 * `gridTimeout`; for an unexpected error `gridFailed`, with the error as the cause for the log.
 */
export async function submitBotCommand({ parts }: SessionContext, command: Command) {
  try {
    const { wallet, seq } = await submit(parts, command)
    return { value: { botId: String(wallet) }, seq }
  } catch (error) {
    if (error instanceof Refused || error instanceof RateLimited) throw error
    if (error instanceof ExchangeBusy || error instanceof ExchangeStopped) {
      throw problemRefusal(problem('gridTimeout'))
    }
    const refused = problemRefusal(problem('gridFailed'))
    refused.cause = error
    throw refused
  }
}
