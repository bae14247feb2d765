// Alert calls over HTTP: requests become an alert's terms, stored alerts and firings are encoded
// (rules 13).

import {
  figureScales,
  parseLevel,
  unitOfFigure,
  type MarketFigure,
} from '@basis/domain/alerts/figures'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { CallRequest } from '@basis/protocol/calls'
import { maxPageRows } from '@basis/protocol/wire'
import { encodeAlert, encodeFiring } from '@basis/protocol/alerts/alert'
import { isProblem } from '../../alerts/alerts.ts'
import type { StoredAlert } from '../../alerts/alert-store.ts'
import { listedInstrument, type Handlers, type SessionContext } from '../call-context.ts'
import { invalidField, problemRefusal } from '../guards/refusal.ts'
import { bounded } from '../market.ts'

const defaultRows = 50

export const alertHandlers: Handlers<
  'createAlert' | 'amendAlert' | 'removeAlerts' | 'alerts' | 'alertFirings'
> = {
  createAlert: async ({ parts, account }, request) => {
    const { figure, operator, coolDown = 0, expiresAtE3 = 0, note = '' } = request
    const symbols = request.symbols.map(
      (symbol) => listedInstrument(parts, symbol, 'symbols').symbol,
    )
    const terms = {
      symbols: [...new Set(symbols)],
      figure,
      operator: operator ?? 'crosses',
      level: levelOf(figure, request.value),
      ...(coolDown === 0 ? {} : { coolDownSec: coolDown }),
      ...(expiresAtE3 === 0 ? {} : { expiresMs: expiresAtE3 }),
      note,
    }
    return receipt(await parts.alerts.create(account, terms, request.alertLinkId ?? ''))
  },

  amendAlert: async (context, request) => {
    const { alerts } = context.parts
    const id = Number(request.alertId)
    return receipt(await alerts.amend(context.account, id, amendmentOf(context, request)))
  },

  removeAlerts: async ({ parts, account }, { alertIds }) => {
    const removed = await parts.alerts.remove(account, alertIds.map(Number))
    return { value: { alertIds: removed.map(String) } }
  },

  alerts: ({ parts, account }) => ({
    value: { list: parts.alerts.of(account).map(encodeAlert) },
  }),

  alertFirings: async ({ parts, account }, { cursor, limit = defaultRows }) => {
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
    if (!Number.isSafeInteger(before)) {
      throw invalidField('cursor', 'must be the nextPageCursor of the page before')
    }
    const rows = bounded('limit', limit, maxPageRows)
    const page = await parts.alerts.firings(account, before, rows + 1)
    const list = page.slice(0, rows).map(encodeFiring)
    const last = page.length > rows ? list.at(-1)?.firingId : undefined
    return { value: { list, nextPageCursor: last ?? '' } }
  },
}

function amendmentOf(
  { parts, account }: SessionContext,
  { alertId, value, coolDown, expiresAtE3, ...asked }: CallRequest<'amendAlert'>,
) {
  const { operator, note, status } = asked
  const before = parts.alerts.of(account).find(({ id }) => id === Number(alertId))
  return {
    terms: {
      ...(operator === undefined ? {} : { operator }),
      ...(note === undefined ? {} : { note }),
      // The scale of the value is unknown without the alert; `amend` refuses an unknown alertId.
      ...(value === undefined || before === undefined
        ? {}
        : { level: levelOf(before.terms.figure, value) }),
      ...(coolDown === undefined ? {} : { coolDownSec: coolDown === 0 ? null : coolDown }),
      ...(expiresAtE3 === undefined ? {} : { expiresMs: expiresAtE3 === 0 ? null : expiresAtE3 }),
    },
    ...(status === undefined ? {} : { state: status }),
  }
}

function levelOf(figure: MarketFigure, text: string): number {
  const level = parseLevel(figure, text)
  if (level !== undefined) return level
  const max = String(figureScales[unitOfFigure(figure)])
  throw problemRefusal(problem('alertLevelInvalid', 'value', { max }))
}

function receipt(made: StoredAlert | Problem) {
  if (isProblem(made)) throw problemRefusal(made)
  return { value: { alert: encodeAlert(made) } }
}
