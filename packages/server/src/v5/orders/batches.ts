// Order batches: one command, with an outcome for each row (open API 4.5).

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { BatchOperation } from '@basis/engine/commands'
import type { ApplyResult } from '@basis/engine/engine'
import type { V5Category } from '@basis/protocol/v5/vocabulary'
import type { V5Handlers, V5Made, V5SignedContext } from '../context.ts'
import { readAmendment, readCancellation } from '../reading/change-order.ts'
import { readCreation } from '../reading/create-order.ts'
import { reading } from '../reading/wrong.ts'
import { invalidParameter, v5Failure, V5Refused, wrongParameter } from '../refused.ts'
import {
  operationRefusal,
  duplicateLink,
  isRepeated,
  namesOf,
  orderInstrument,
} from './order-operations.ts'

export const batchHandlers: V5Handlers<
  'createOrderBatch' | 'amendOrderBatch' | 'cancelOrderBatch'
> = {
  createOrderBatch: (context, { category, request }) =>
    performBatch({ context, category, rows: request, isNew: true }, (row, instrument) =>
      readCreation(context, instrument, row),
    ),
  amendOrderBatch: (context, { category, request }) =>
    performBatch({ context, category, rows: request, isNew: false }, (row, instrument) =>
      readAmendment(context, instrument, row),
    ),
  cancelOrderBatch: (context, { category, request }) =>
    performBatch({ context, category, rows: request, isNew: false }, (row, instrument) =>
      readCancellation(context, instrument, row),
    ),
}

type Row = { readonly symbol?: string; readonly orderLinkId?: string }
type Batch<Asked extends Row> = {
  readonly context: V5SignedContext
  readonly category: V5Category
  readonly rows: readonly Asked[]
  readonly isNew: boolean
}
type Act = { readonly instrument: Instrument; readonly command: BatchOperation }

const mostRows = { spot: 10, linear: 20, inverse: 20, option: 20 } as const

/** Submits the rows that could be read and pass the limit in one command. */
async function performBatch<Asked extends Row>(
  { context, category, rows, isNew }: Batch<Asked>,
  read: (row: Asked, instrument: Instrument) => BatchOperation,
): Promise<V5Made<{ list: ReturnType<typeof encodeRow>[] }>> {
  if (rows.length > mostRows[category]) throw wrongParameter('params error: too many rows')
  const passed = context.takeRows(rows.length)
  const acts = rows.map((row, place): Act | V5Refused =>
    place < passed ? readAct({ context, category }, row, read) : v5Failure('tooManyVisits'),
  )
  const done = acts.filter((act): act is Act => !(act instanceof V5Refused))
  const applied = await applyActs(context, done)
  const answers = acts.map((act, place) => {
    const row = rows[place]
    if (act instanceof V5Refused) return { row, act }
    return { row, act: outcomeOf({ context, category, row }, act, applied, done.indexOf(act)) }
  })
  const createAt = String(applied?.timeMs ?? '')
  return {
    result: {
      list: answers.map(({ row, act }) =>
        encodeRow(category, row, act, isNew ? createAt : undefined),
      ),
    },
    extInfo: {
      list: answers.map(({ act }) =>
        act instanceof V5Refused ? { code: act.retCode, msg: act.message } : { code: 0, msg: 'OK' },
      ),
    },
  }
}

function readAct<Asked extends Row>(
  { context, category }: Pick<Batch<Asked>, 'context' | 'category'>,
  row: Asked,
  read: (row: Asked, instrument: Instrument) => BatchOperation,
): Act | V5Refused {
  try {
    if (row.symbol === undefined) throw invalidParameter('symbol')
    const instrument = orderInstrument(context, category, row.symbol)
    return { instrument, command: reading(category, row, () => read(row, instrument)) }
  } catch (error) {
    if (error instanceof V5Refused) return error
    throw error
  }
}

const applyActs = async (
  { parts, account }: V5SignedContext,
  acts: readonly Act[],
): Promise<ApplyResult | undefined> =>
  acts.length === 0
    ? undefined
    : parts.exchange.submit({
        kind: 'OrderBatch',
        account,
        operations: acts.map(({ command }) => command),
      })

type Names = { readonly orderId: string; readonly orderLinkId: string }

function outcomeOf(
  asked: Pick<Batch<Row>, 'context' | 'category'> & { readonly row: Row | undefined },
  { instrument, command }: Act,
  applied: ApplyResult | undefined,
  place: number,
): Names | V5Refused {
  const { context, category, row = {} } = asked
  const answer = applied?.items?.[place]
  const problem = applied?.problem ?? answer?.problem
  if (problem !== undefined) return operationRefusal(problem, command, category, row)
  if (applied === undefined || answer === undefined) return v5Failure('serverFailed')
  if (isRepeated(command, answer, applied, place)) return duplicateLink(category)
  return namesOf(context, { instrument, command }, answer, applied)
}

/** A failed row has no order id and no time. */
function encodeRow(
  category: V5Category,
  row: Row | undefined,
  act: Names | V5Refused,
  createAt: string | undefined,
) {
  const hasFailed = act instanceof V5Refused
  return {
    category,
    symbol: row?.symbol ?? '',
    orderId: hasFailed ? '' : act.orderId,
    orderLinkId: hasFailed ? (row?.orderLinkId ?? '') : act.orderLinkId,
    ...(createAt === undefined ? {} : { createAt: hasFailed ? '' : createAt }),
  }
}
