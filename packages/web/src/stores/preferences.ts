// Preferences that the exchange stores with the account (spec 7, pref-setting): requested
// confirmations, muted notices and hints already seen.

// They apply wherever the account signs in, and to no other account of the same browser.

import type { Preferences, Signal, SignalEvent } from '@basis/protocol/account'
import { reactTo } from '../client/error-reactions.ts'
import { reconnectDelayMs } from '../feed/backoff.ts'
import { ask } from '../client/http.ts'
import { useSession } from '../client/session.ts'
import { noticeKinds, type NoticeKind } from './settings.ts'

/** Spec 9: saved at most once a second. */
const THROTTLE_MS = 1_000

type Waiting = { readonly uid: string; readonly changes: Preferences }

/** The changes that are not saved yet, and their account. */
let waiting: Waiting | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let saving: Promise<void> = Promise.resolve()
let savedMs = Number.NEGATIVE_INFINITY
let failures = 0

const none: Preferences = {}

/** Returns the signed-in trader's preferences; empty for a visitor. */
export const usePreferences = (): Preferences => useSession(({ user }) => user?.preferences ?? none)

/** As `usePreferences`, outside React. */
const preferences = (): Preferences => useSession.getState().user?.preferences ?? none

/** Changes preferences of the signed-in trader: locally at once, then at the venue. */
function changePreferences(changes: Preferences): void {
  const { user } = useSession.getState()
  if (user === undefined) return
  useSession.setState({ user: { ...user, preferences: { ...user.preferences, ...changes } } })
  add({ uid: user.uid, changes })
  plan(THROTTLE_MS)
}

/** Saves pending changes; called before an account is left, while they can still be saved. */
export async function savePreferencesNow(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  await saving
  await save()
}

function add({ uid, changes }: Waiting): void {
  const before = waiting?.uid === uid ? waiting.changes : none
  waiting = { uid, changes: { ...before, ...changes } }
}

function plan(pauseMs: number): void {
  timer ??= setTimeout(
    () => {
      timer = undefined
      saving = saving.then(save)
    },
    Math.max(0, savedMs + pauseMs - performance.now()),
  )
}

async function save(): Promise<void> {
  const wanted = waiting
  waiting = undefined
  // Changes of an account that was left must not be saved for the next one.
  if (wanted === undefined || wanted.uid !== useSession.getState().user?.uid) return
  savedMs = performance.now()
  const outcome = await ask('savePreference', { upsert_keys: wanted.changes })
  if (outcome.ok) failures = 0
  else if (outcome.isUnknown) {
    // The network failed: retried, with the changes made since on top.
    const since = waiting
    waiting = wanted
    if (since !== undefined) add(since)
    failures += 1
    plan(reconnectDelayMs(failures + 1, 1))
  } else reactTo(outcome.error)
}

/** The requests that may need a confirmation before they are sent. */
export type Question = 'limit' | 'market' | 'reverse' | RiskQuestion

/** Risk confirmations, which apply to every kind of order. */
export const riskQuestions = ['worse', 'share', 'liquidation'] as const
type RiskQuestion = (typeof riskQuestions)[number]

const questions = {
  limit: { name: 'limitOrderTipStatus', otherwise: 'hide' },
  market: { name: 'marketOrderTipStatus', otherwise: 'hide' },
  reverse: { name: 'reverseClickTipStatus', otherwise: 'show' },
  worse: { name: 'worsePriceTipStatus', otherwise: 'show' },
  share: { name: 'equityShareTipStatus', otherwise: 'show' },
  liquidation: { name: 'nearLiquidationTipStatus', otherwise: 'show' },
} as const satisfies Record<Question, { name: keyof Preferences; otherwise: 'show' | 'hide' }>

/** Returns whether the trader wants to confirm a request. */
export function needsConfirmation(
  question: Question,
  chosen: Preferences = preferences(),
): boolean {
  const { name, otherwise } = questions[question]
  return (chosen[name] ?? otherwise) === 'show'
}

export function setNeedsConfirmation(question: Question, isShown: boolean): void {
  changePreferences({ [questions[question].name]: isShown ? 'show' : 'hide' })
}

/** Hints at the first use of a feature, each shown once to a trader. */
const hints = { partialTpsl: 'partialTpslTipStatus' } as const satisfies Record<
  string,
  keyof Preferences
>
type Hint = keyof typeof hints

/** Returns whether the signed-in trader has not seen a hint yet; a visitor is shown none. */
export const useHintDue = (hint: Hint): boolean =>
  useSession(({ user }) => user !== undefined && user.preferences?.[hints[hint]] !== 'hide')

export const rememberHint = (hint: Hint): void => changePreferences({ [hints[hint]]: 'hide' })

const muteNames = {
  createOrder: 'createOrderNotifyClose',
  modifyOrder: 'modifyOrderNotifyClose',
  cancelOrder: 'cancelOrderNotifyClose',
  trade: 'tradeNotifyClose',
} as const satisfies Record<NoticeKind, keyof Preferences>

/** Returns the kinds of notices that are muted (spec 8). */
export const mutedKinds = (chosen: Preferences = preferences()): readonly NoticeKind[] =>
  noticeKinds.filter((kind) => chosen[muteNames[kind]] === true)

export const setMuted = (kind: NoticeKind, muted: boolean): void =>
  changePreferences({ [muteNames[kind]]: muted })

/** By default margin warnings and alerts have a sound; the trader's own acts are visible anyway. */
const usualSignals: Readonly<Record<SignalEvent, Signal>> = {
  orderFilled: { sound: false, tone: 'ping', notice: true },
  orderPartlyFilled: { sound: false, tone: 'ping', notice: false },
  orderRejected: { sound: false, tone: 'knock', notice: false },
  stopTriggered: { sound: false, tone: 'bell', notice: true },
  marginWarning: { sound: true, tone: 'alarm', notice: true },
  alert: { sound: true, tone: 'chime', notice: true },
  connectionLost: { sound: false, tone: 'drop', notice: false },
}
const usualVolume = 60

/** Returns how an event is signalled besides its notice on the page. */
export const signalOf = (event: SignalEvent, chosen: Preferences = preferences()): Signal =>
  chosen.signals?.[event] ?? usualSignals[event]

/** Returns the volume of tones in percent. */
export const signalVolume = (chosen: Preferences = preferences()): number =>
  chosen.signals?.volume ?? usualVolume

export function setSignal(event: SignalEvent, change: Partial<Signal>): void {
  const { signals } = preferences()
  changePreferences({ signals: { ...signals, [event]: { ...signalOf(event), ...change } } })
}

export const setSignalVolume = (volume: number): void =>
  changePreferences({ signals: { ...preferences().signals, volume } })
