// Alerts on the wire: their calls, their records and the messages of their topic (rules 13).

import {
  alertOperators,
  alertStates,
  type AlertState,
  type AlertTerms,
} from '@basis/domain/alerts/alert'
import { formatLevel, marketFigures, type MarketFigure } from '@basis/domain/alerts/figures'
import * as z from '../schema/deferred.ts'
import type { Call } from '../call.ts'
import {
  linkIdText,
  orderIdText,
  pageOf,
  pageQuery,
  shortText,
  signedDecimal,
  symbolName,
  timeMs,
  optionalField,
} from '../wire.ts'

const figure = z.enum(marketFigures as readonly [MarketFigure, ...MarketFigure[]])
const operator = z.enum(alertOperators)

const wireAlert = z.object({
  alertId: z.string(),
  alertLinkId: z.string(),
  symbols: z.array(z.string()),
  figure,
  operator,
  /** A price, a rate (0.01 is 1 %), a multiple, a correlation, or dollars. */
  value: signedDecimal,
  /** Seconds without another notice after each firing; 0: fires once. */
  coolDown: z.int(),
  /** 0: never expires. */
  expiresAtE3: timeMs,
  note: z.string(),
  status: z.enum(alertStates),
  firedTimes: z.int(),
  /** 0: never. */
  lastFiredAtE3: timeMs,
  createdAtE3: timeMs,
  updatedAtE3: timeMs,
  updateNo: z.int(),
})
export type WireAlert = z.output<typeof wireAlert>

/** One firing of an alert, with its condition at that time. */
const wireFiring = z.object({
  firingId: z.string(),
  alertId: z.string(),
  symbol: z.string(),
  figure,
  operator,
  /** The requested level, and the observed value. */
  level: signedDecimal,
  value: signedDecimal,
  note: z.string(),
  timeE3: timeMs,
})
export type WireFiring = z.output<typeof wireFiring>

/** Snapshot: all alerts of the account. Delta: changed, removed and fired alerts. */
export const alertMessage = z.object({
  list: z.array(wireAlert),
  removed: z.array(z.string()),
  firings: z.array(wireFiring),
})
export type WireAlertMessage = z.output<typeof alertMessage>

const asked = {
  operator: optionalField(operator),
  coolDown: optionalField(z.int().check(z.nonnegative())),
  expiresAtE3: optionalField(timeMs),
  note: optionalField(shortText),
}
const answer = z.object({ alert: wireAlert })

export const alertCalls = {
  createAlert: {
    method: 'POST',
    path: '/contract/v5/alert/create',
    access: 'session',
    changes: true,
    ours: true,
    /** If the account has used the link ID before, the response is that alert. */
    request: z.strictObject({
      ...asked,
      symbols: z.array(symbolName).check(z.maxLength(200)),
      figure,
      value: signedDecimal,
      alertLinkId: optionalField(linkIdText),
    }),
    answer,
  },
  /** Absent fields are unchanged. An ended alert restarts without its earlier state. */
  amendAlert: {
    method: 'POST',
    path: '/contract/v5/alert/amend',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({
      ...asked,
      alertId: orderIdText,
      value: optionalField(signedDecimal),
      status: optionalField(z.enum(['active', 'paused'])),
    }),
    answer,
  },
  /** Unknown IDs are omitted from the response. */
  removeAlerts: {
    method: 'POST',
    path: '/contract/v5/alert/remove',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({
      alertIds: z.array(orderIdText).check(z.minLength(1), z.maxLength(200)),
    }),
    answer: z.object({ alertIds: z.array(z.string()) }),
  },
  alerts: {
    method: 'GET',
    path: '/contract/v5/alert/list',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({}),
    /** Oldest first. */
    answer: z.object({ list: z.array(wireAlert) }),
  },
  alertFirings: {
    method: 'GET',
    path: '/contract/v5/alert/firings',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject(pageQuery),
    /** Newest first. */
    answer: pageOf(wireFiring),
  },
} as const satisfies Record<string, Call>

/** The exchange's record of an alert. */
export type AlertRecord = {
  readonly id: number
  readonly linkId: string
  readonly terms: AlertTerms
  readonly state: AlertState
  readonly fired: number
  readonly lastFiredMs: number
  readonly createdMs: number
  readonly updatedMs: number
  readonly updateNo: number
}

export function encodeAlert(alert: AlertRecord): WireAlert {
  const { symbols, coolDownSec = 0, expiresMs = 0, level, ...rest } = alert.terms
  return {
    alertId: String(alert.id),
    alertLinkId: alert.linkId,
    symbols: [...symbols],
    figure: rest.figure,
    operator: rest.operator,
    value: formatLevel(rest.figure, level),
    coolDown: coolDownSec,
    expiresAtE3: expiresMs,
    note: rest.note,
    status: alert.state,
    firedTimes: alert.fired,
    lastFiredAtE3: alert.lastFiredMs,
    createdAtE3: alert.createdMs,
    updatedAtE3: alert.updatedMs,
    updateNo: alert.updateNo,
  }
}

/** The exchange's record of a firing. */
export type FiringRecord = Pick<AlertTerms, 'figure' | 'operator' | 'level' | 'note'> & {
  readonly id: number
  readonly alertId: number
  readonly symbol: string
  readonly value: number
  readonly timeMs: number
}

export const encodeFiring = (firing: FiringRecord): WireFiring => ({
  firingId: String(firing.id),
  alertId: String(firing.alertId),
  symbol: firing.symbol,
  figure: firing.figure,
  operator: firing.operator,
  level: formatLevel(firing.figure, firing.level),
  value: formatLevel(firing.figure, firing.value),
  note: firing.note,
  timeE3: firing.timeMs,
})
