// Reactions of the page to a failed call: an exhaustive switch over those of the catalogue (spec
// 8), and the message of a problem or a failure.

import { assertNever } from '@basis/domain/numbers/assert'
import { formatTrimmed, parseDecimal } from '@basis/domain/numbers/fixed'
import { problemNames, type Problem, type ProblemName } from '@basis/domain/instrument/problems'
import { failureTexts, type CallFailure } from '@basis/protocol/envelope'
import { catalogueEntry } from '@basis/protocol/errors'
import { namesIn, say } from '../i18n/i18n.ts'
import type { Message, MessageKey, MessageParams } from '../i18n/message-keys.ts'
import { notify, type NoticeLink } from '../shell/notices.ts'
import { isOfLeftAccount } from './http.ts'

/** Functions of higher layers that the reactions call; set once when the page starts. */
export type ReactionPorts = {
  readonly signOut: () => void
  readonly showComplianceWall: () => void
}

let ports: ReactionPorts = { signOut: () => undefined, showComplianceWall: () => undefined }

export function startErrorReactions(given: ReactionPorts): void {
  ports = given
}

/** Spec 8: a throttled toast appears at most once in ten seconds. */
const THROTTLE_MS = 10_000
const lastShownMs = new Map<number, number>()

export type ReactionOptions = {
  /** The title, e.g. "Order not placed"; without it the reason itself is the title. */
  readonly title?: Message
  /** What was refused, in words; shown before the reason. */
  readonly about?: Message
  /** The key under which the failure may be reported again, e.g. by a history. */
  readonly key?: string
  /** Nothing is shown (spec 8, the no-toast option). */
  readonly isQuiet?: boolean
  /** Handles codes itself; returns true if it did. */
  readonly onCustom?: (failure: CallFailure) => boolean
  readonly nowMs?: number
  /** Link to the explanation of a refusal that the exchange records. */
  readonly link?: NoticeLink
}

/** Carries out the reaction that the catalogue gives for a failure. */
export function reactTo(failure: CallFailure, options: ReactionOptions = {}): void {
  if (isOfLeftAccount(failure)) return
  const entry = catalogueEntry(failure.code)
  switch (entry.reaction) {
    case 'signOut':
      ports.signOut()
      // Spec 8: the toast is prefixed with the code.
      return toast(failure, options, prefixed(failure.code, failureMessage(failure)))
    case 'complianceWall':
      return ports.showComplianceWall()
    case 'throttledToast':
      return throttled(failure, options)
    case 'silent':
      return undefined
    case 'logOnly':
      console.warn('The exchange said', failure.code, failure.message)
      return undefined
    case 'custom':
      if (options.onCustom?.(failure) === true) return undefined
      return toast(failure, options, failureMessage(failure))
    case 'insufficientBalance':
      // Spec 8, its handler: link to the balances, where funds can be added.
      return toast(failure, options, failureMessage(failure), { panel: 'assets' })
    case 'toast':
    case 'maxLeverage':
    case 'triggerBasis':
    case 'plainText':
    case 'codeAndMessage':
      return toast(failure, options, failureMessage(failure))
    default:
      return assertNever(entry.reaction)
  }
}

function throttled(failure: CallFailure, options: ReactionOptions): void {
  const now = options.nowMs ?? Date.now()
  if (now - (lastShownMs.get(failure.code) ?? Number.NEGATIVE_INFINITY) < THROTTLE_MS) return
  lastShownMs.set(failure.code, now)
  toast(failure, options, failureMessage(failure))
}

function toast(
  failure: CallFailure,
  options: ReactionOptions,
  reason: Message,
  link?: NoticeLink,
): void {
  if (options.isQuiet === true) return
  const keys = options.key === undefined ? [] : [options.key]
  const draft = {
    kind: `failure-${failure.code}`,
    tone: 'failure',
    keys,
    link: link ?? options.link,
  } as const
  if (options.title === undefined) notify({ ...draft, title: reason })
  else notify({ ...draft, title: options.title, body: because(options.about, reason) })
}

const because = (words: Message | undefined, reason: Message): Message =>
  words === undefined ? reason : { key: 'notices.because', params: { words, reason } }

function prefixed(code: number, reason: Message): Message {
  return { key: 'errors.codeAndText', params: { code, text: say(reason) } }
}

/** The message keys of the catalogue's errors and of the problems. */
type ErrorWord = Extract<MessageKey, `errors.${string}`>

const wordOf = (name: string): ErrorWord => `errors.${name}` as ErrorWord

/** Returns a problem as a message; a generic message if its figures are missing. */
export function problemMessage(problem: Problem): Message {
  return wordsOf(problem.name, figuresIn(problem.name, problem.params ?? {}))
}

/** Problems whose figures are account values in dollars. */
const dollarProblems: ReadonlySet<ProblemName> = new Set([
  'accountModeMargin',
  'collateralNeeded',
  'portfolioNeedsEquity',
])

/** The coin whose decimals are used to format figures; undefined if they stay as received. */
function coinOf(
  problem: ProblemName | undefined,
  { coin }: Readonly<Record<string, string | number>>,
): string | undefined {
  if (problem !== undefined && dollarProblems.has(problem)) return 'USD'
  const isLack = problem === 'insufficientBalance' || problem === 'insufficientCoin'
  return isLack && typeof coin === 'string' ? coin : undefined
}

/** The missing amount (needed − available), if both figures are given. */
function missingOf({ needed, available }: Readonly<Record<string, string | number>>): {
  readonly missing?: string
} {
  const [asked, there] = [needed, available].map((text) =>
    typeof text === 'string' ? parseDecimal(text, 8) : undefined,
  )
  if (asked === undefined || there === undefined) return {}
  return { missing: formatTrimmed(asked - there, 8) }
}

/** Numbers received as text become decimals that are formatted in the reader's locale. */
function figuresIn(
  problem: ProblemName | undefined,
  params: Readonly<Record<string, string | number>>,
): MessageParams {
  const coin = coinOf(problem, params)
  const money = coin === undefined ? {} : { ofCoin: coin }
  const all = { ...missingOf(params), ...params }
  const pairs = Object.entries(all).map(([name, value]): [string, MessageParams[string]] => {
    const isFigure = typeof value === 'string' && /^-?\d{1,40}(?:\.\d+)?$/.test(value)
    const isNeeded = name === 'needed' || name === 'missing'
    return [name, isFigure ? { decimal: value, ...money, isNeeded } : value]
  })
  return Object.fromEntries(pairs)
}

/** Returns the message that names the missing amount; undefined if the amount is not known. */
function shortMessage(name: string, params: MessageParams): Message | undefined {
  if (name !== 'insufficientBalance' && name !== 'insufficientCoin') return undefined
  const isKnown = 'missing' in params && 'coin' in params
  return isKnown ? { key: `errors.${name}By`, params } : undefined
}

function wordsOf(name: ProblemName, params: MessageParams): Message {
  const short = shortMessage(name, params)
  if (short !== undefined) return short
  const wanted = namesIn(`errors.${name}`)
  if (wanted?.every((field) => field in params) === true) return { key: `errors.${name}`, params }
  return { key: 'errors.requestInvalid' }
}

/**
 * Returns a failure in words: the translated message of its code, else the code followed by what
 * the server said (spec 8).
 */
export function failureMessage(failure: CallFailure): Message {
  const entry = catalogueEntry(failure.code)
  const named = problemNameOf(failure)
  const params = paramsOf(failure, named)
  const name = named ?? entry.name
  if (entry.reaction === 'plainText') {
    return { key: 'errors.verbatim', params: { text: failure.message } }
  }
  const short = shortMessage(name, params)
  if (short !== undefined) return short
  const wanted = name === 'unknownError' ? undefined : namesIn(wordOf(name))
  if (wanted?.every((field) => field in params) === true) {
    const words: Message = { key: wordOf(name), params }
    if (entry.reaction !== 'codeAndMessage') return words
    return { key: 'errors.codeAndText', params: { code: failure.code, text: words } }
  }
  if (entry.reaction === 'insufficientBalance') return { key: 'errors.insufficientBalance' }
  if (entry.reaction === 'triggerBasis') return { key: triggerBasisWords(failure) }
  if (failure.code === 500) return noResponse(failure)
  return {
    key: 'errors.codeAndText',
    params: { code: failure.code, text: serverWords(failure.message) },
  }
}

/** Names the price the trigger was compared with (spec 8); the last price by default. */
function triggerBasisWords({ extMap }: CallFailure): MessageKey {
  if (extMap['triggerBy'] === 'IndexPrice') return 'errors.triggerBasisIndex'
  if (extMap['triggerBy'] === 'MarkPrice') return 'errors.triggerBasisMark'
  return 'errors.triggerBasisLast'
}

/** Returns why a previewed request would be refused; undefined if it would be accepted. */
export function previewProblem(preview: {
  readonly code: number
  readonly msg: string
  readonly problem?: string
  readonly params?: Readonly<Record<string, string>>
}): Message | undefined {
  const { code, msg, problem, params } = preview
  if (code === 0) return undefined
  const extMap = problem === undefined ? {} : { ...params, problem }
  return failureMessage({ code, message: msg, extMap, hasError: true })
}

// A missing response has its own message (spec 8).
function noResponse(failure: CallFailure): Message {
  if (failure.message === failureTexts.missing) return { key: 'errors.nonResponse' }
  return { key: 'errors.requestFailed' }
}

/**
 * Default texts of the protocol are translated. Server texts may be long or odd (reliability T12),
 * so a toast shows their beginning only.
 */
function serverWords(text: string): string | Message {
  if (text === failureTexts.access) return { key: 'errors.accessError' }
  if (text === failureTexts.failed) return { key: 'errors.requestFailed' }
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

/** One code may stand for several problems; the answer's details name the one that it was. */
function problemNameOf(failure: CallFailure): ProblemName | undefined {
  const named = failure.extMap['problem'] ?? failure.extMap['name']
  return problemNames.find((name) => name === named)
}

function paramsOf(failure: CallFailure, name: ProblemName | undefined): MessageParams {
  const { extMap, code } = failure
  const params: Record<string, string | number> = {}
  for (const source of [extMap, recordOf(extMap['params'])]) {
    for (const [field, value] of Object.entries(source)) {
      if (typeof value === 'string' || typeof value === 'number') params[field] = value
    }
  }
  if (typeof params['max_leverage'] === 'string') params['leverage'] = params['max_leverage']
  return { ...figuresIn(name, params), code }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
