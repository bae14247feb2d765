// Setting, changing and removing of alerts: stored by the venue, a refusal is shown once. A
// visitor's are on last prices only and stay in this browser until he signs in.

import { priceTicks } from '@basis/domain/numbers/fixed'
import { isAlertOver } from '@basis/domain/alerts/alert'
import { parseLevel } from '@basis/domain/alerts/figures'
import { formatPrice, type Instrument } from '@basis/domain/instrument/instrument'
import type { CallRequest } from '@basis/protocol/calls'
import { ask } from '../../client/http.ts'
import { useSession } from '../../client/session.ts'
import { message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'
import { isWaitingAlert, wayTo, withAlert } from '../../stores/alert-rules.ts'
import {
  applyAlertReceipt,
  applyAlertsRemoved,
  currentAlerts,
  putVisitorAlerts,
  visitorAlerts,
} from '../../stores/alerts.ts'
import { instrumentOf } from '../../stores/catalogue.ts'
import { lastTicksOf } from '../../stores/tickers.ts'
import { newLinkId } from '../intents.ts'
import { createUnder } from '../lost-answers/repeatable.ts'
import { done, failed, notCreated, type ActionOutcome } from '../action-outcome.ts'

export type AlertDraft = Omit<CallRequest<'createAlert'>, 'alertLinkId'>
type AlertChange = Omit<CallRequest<'amendAlert'>, 'alertId'>

const isVisitor = (): boolean => useSession.getState().status === 'visitor'
const refused: ActionOutcome = { kind: 'ignored' }

/** Sets an alert. */
export async function addAlert(draft: AlertDraft): Promise<ActionOutcome> {
  if (isVisitor()) return addVisitorAlert(draft)
  const content = `alert ${JSON.stringify(draft)}`
  const outcome = await createUnder(content, (idOf) =>
    ask('createAlert', { ...draft, alertLinkId: idOf() }),
  )
  if (!outcome.ok) return notCreated(outcome, message('alerts.notSet'))
  applyAlertReceipt(outcome.value.alert)
  return done
}

/** Sets an alert on the last price of an instrument. */
export const addPriceAlert = (instrument: Instrument, ticks: number): Promise<ActionOutcome> =>
  addAlert({
    symbols: [instrument.symbol],
    figure: 'last',
    operator: 'crosses',
    value: formatPrice(instrument, priceTicks(ticks)),
  })

/** Changes an alert; one that has ended starts again. */
export async function amendAlert(alertId: string, change: AlertChange): Promise<ActionOutcome> {
  if (isVisitor()) return moveVisitorAlert(alertId, change)
  const outcome = await ask('amendAlert', { alertId, ...change })
  if (!outcome.ok) return failed(outcome, message('alerts.notChanged'))
  applyAlertReceipt(outcome.value.alert)
  return done
}

/** Removes alerts. */
export async function removeAlerts(alertIds: readonly string[]): Promise<ActionOutcome> {
  if (isVisitor()) {
    putVisitorAlerts(visitorAlerts().filter(({ id }) => !alertIds.includes(id)))
    return done
  }
  const outcome = await ask('removeAlerts', { alertIds: [...alertIds] })
  if (!outcome.ok) return failed(outcome, message('alerts.notRemoved'))
  applyAlertsRemoved(alertIds)
  return done
}

/** Removes the alerts that have ended. */
export async function clearEndedAlerts(): Promise<ActionOutcome> {
  const ended = currentAlerts().filter(({ status }) => isAlertOver(status))
  return ended.length === 0 ? done : removeAlerts(ended.map(({ alertId }) => alertId))
}

/** Moves an active price alert to another price; false if it no longer exists. */
export async function moveAlert(
  alertId: string,
  ticks: number,
  instrument: Instrument,
): Promise<boolean> {
  const value = formatPrice(instrument, priceTicks(ticks))
  return (await amendAlert(alertId, { value })).kind === 'done'
}

function ticksOf(symbol: string, value: string): number | undefined {
  const instrument = instrumentOf(symbol)
  const level = parseLevel('last', value)
  return instrument && level && level / instrument.tickSizeE8
}

/** A browser's alert has a direction instead of an operator: only that of a crossing is guessed. */
const waysOf = { above: 'rise', below: 'fall', crosses: undefined } as const

function addVisitorAlert(draft: AlertDraft): ActionOutcome {
  const { symbols, figure, operator = 'crosses', value } = draft
  const [symbol] = symbols
  const ticks = symbol === undefined ? undefined : ticksOf(symbol, value)
  if (symbol === undefined || figure !== 'last' || ticks === undefined) {
    notify({ kind: 'alerts', tone: 'warning', title: message('alerts.signInForMore') })
    return refused
  }
  const way = waysOf[operator] ?? wayTo(ticks, lastTicksOf(symbol) ?? ticks)
  const made = { id: newLinkId(), symbol, priceTicks: ticks, way, madeMs: Date.now() }
  const next = withAlert(visitorAlerts(), made)
  if (next === undefined) {
    notify({ kind: 'alerts', tone: 'warning', title: message('chart.alertsFull') })
    return refused
  }
  putVisitorAlerts(next)
  return done
}

function moveVisitorAlert(alertId: string, { value }: AlertChange): ActionOutcome {
  const before = visitorAlerts().find((alert) => alert.id === alertId && isWaitingAlert(alert))
  const ticks = before && value !== undefined ? ticksOf(before.symbol, value) : undefined
  if (before === undefined || ticks === undefined) return refused
  const way = wayTo(ticks, lastTicksOf(before.symbol) ?? ticks)
  const moved = { ...before, priceTicks: ticks, way }
  putVisitorAlerts(visitorAlerts().map((alert) => (alert === before ? moved : alert)))
  return done
}
