// The envelope of the open API: complete for errors too, with its message not URI-encoded.

export type V5Outcome = {
  readonly retCode: number
  readonly retMsg: string
  readonly result: unknown
  readonly extInfo?: object
}

/** Returns the body of an answer. */
export const v5Envelope = (outcome: V5Outcome, timeMs: number): Record<string, unknown> => ({
  retCode: outcome.retCode,
  retMsg: outcome.retMsg,
  result: outcome.result,
  retExtInfo: outcome.extInfo ?? {},
  time: timeMs,
})
