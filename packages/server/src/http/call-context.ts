// Contexts and replies of call handlers; a map of handlers must cover every call it names.

import type { AccountId, SymbolId } from '@basis/domain/numbers/brand'
import { symbolId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { problem } from '@basis/domain/instrument/problems'
import type { CallAnswer, CallName, CallRequest, calls } from '@basis/protocol/calls'
import { spotSymbolIdOf } from '@basis/protocol/spot/symbol'
import type { Alerts } from '../alerts/alerts.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Clock } from '../exchange/ports.ts'
import { symbolsWithoutOptions } from '../options/dated-contracts.ts'
import type { ReadModel } from '../read-model/read-model.ts'
import type { MarketControl } from '../simulator/market-control.ts'
import type { MarketCalendar } from '../simulator/week/market-calendar.ts'
import type { OpenedSession, Session, Sessions } from '../users/sessions.ts'
import { problemRefusal } from './guards/refusal.ts'

/** Facts about this venue that calls report. */
type Venue = {
  readonly simulated: boolean
  readonly seed: string
  /** The version of the software. */
  readonly version: string
  /** In a cluster: the name of the exchange and of this gateway. */
  readonly cluster?: { readonly world: string; readonly gateway: string } | undefined
  /** Target of the leave link of a banned visitor (spec 2): a path of this server, or a URL. */
  readonly cancelLink: string
}

/** The parts of the server that handlers use. */
export type Parts = {
  readonly exchange: Exchange
  readonly readModel: ReadModel
  readonly sessions: Sessions
  readonly alerts: Alerts
  readonly clock: Clock
  readonly venue: Venue
  readonly calendar: MarketCalendar
  /** The simulated market, if it runs in this process. */
  readonly marketControl?: MarketControl | undefined
}

/** What handlers know of a request. */
export type PublicContext = {
  readonly parts: Parts
  /** Whether the caller is an operator. */
  readonly isOperator: () => boolean
  /** The caller's network address. */
  readonly address: string
  /** The secret in the device cookie, if the device has signed in before. */
  readonly device: string | undefined
  readonly session: Session | undefined
}
export type SessionContext = PublicContext & {
  readonly session: Session
  readonly account: AccountId
}

type ContextOf<Name extends CallName> = (typeof calls)[Name]['access'] extends 'session'
  ? SessionContext
  : PublicContext

/** A code above 0 beside the answer, and why the rest was refused (spec 8, 39303). */
export type PartlyDone = {
  readonly code: number
  readonly message: string
  readonly extMap: Readonly<Record<string, string | number>>
}

export type Reply<Name extends CallName> = {
  readonly value: CallAnswer<Name>
  /**
   * Version of the value, sent as an entity tag: a client that has this version is not sent the
   * value again.
   */
  readonly version?: string
  readonly partly?: PartlyDone
  /** The last command that the answer reflects; default: the last one applied. */
  readonly seq?: number
  /** A new session, whose cookies and token are sent. */
  readonly opened?: OpenedSession
  /** The new secret for the device cookie. */
  readonly device?: string
  /** The anti-forgery token of the present session, sent again. */
  readonly userToken?: string
  /** The session has ended: its cookies are removed. */
  readonly ended?: true
}

export type Handler<Name extends CallName> = (
  context: ContextOf<Name>,
  request: CallRequest<Name>,
) => Reply<Name> | Promise<Reply<Name>>

/** A map with a handler for each of the names; a missing one does not compile. */
export type Handlers<Names extends CallName = CallName> = {
  readonly [Name in Names]: Handler<Name>
}

/**
 * Returns the listed instrument of that name. Throws Refused with the problem `instrumentUnknown`.
 */
export function listedInstrument(parts: Parts, name: string, field = 'symbol'): Instrument {
  const view = parts.exchange.views.symbol(symbolId(name))
  if (view === undefined) throw problemRefusal(problem('instrumentUnknown', field))
  return view.instrument
}

/** Returns the listed contract of that name; a spot pair is refused too. */
export function listedContract(parts: Parts, name: string): Instrument {
  const instrument = listedInstrument(parts, name)
  if (instrument.kind === 'Spot') throw problemRefusal(problem('instrumentUnknown', 'symbol'))
  return instrument
}

/** Returns the listed pair of a spot symbol id (`BTCUSDT`) or name (`BTC/USDT`). */
export function listedPair(parts: Parts, name: string): Instrument {
  const { views } = parts.exchange
  const found = symbolsWithoutOptions(views).find((symbol) => isPair(parts, symbol, name))
  const instrument = found === undefined ? undefined : views.instrument(found)
  if (instrument === undefined) throw problemRefusal(problem('instrumentUnknown', 'symbolId'))
  return instrument
}

function isPair(parts: Parts, symbol: SymbolId, name: string): boolean {
  if (symbol !== name && spotSymbolIdOf(symbol) !== name) return false
  return parts.exchange.views.instrument(symbol)?.kind === 'Spot'
}

/**
 * Returns the instruments in the order in which they were listed, without options: these have calls
 * of their own, and are the most by far after months.
 */
export function instrumentsWithoutOptions({ exchange: { views } }: Parts): readonly Instrument[] {
  return symbolsWithoutOptions(views).flatMap((symbol) => views.instrument(symbol) ?? [])
}

/** Returns all instruments in the order in which they were listed. */
export function instruments(parts: Parts): readonly Instrument[] {
  const { views } = parts.exchange
  return views.symbols().flatMap((symbol) => views.instrument(symbol) ?? [])
}
