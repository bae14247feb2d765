// Events as text: JSON with amounts as integers after a tilde.

import { storedJson, type Shape } from '../stored/stored-json.ts'

/** Formats an event for a history row. */
export const eventText = (event: object): string =>
  JSON.stringify(event, (_key, value: unknown) => (typeof value === 'bigint' ? `~${value}` : value))

/** Parses the text of `eventText` in a row's `record`; throws RowDamaged. */
export const eventOfText = <Value>(text: string, shape: Shape<Value>): Value =>
  storedJson('record', text, shape, (_name, value) =>
    typeof value === 'string' && value.startsWith('~') ? BigInt(value.slice(1)) : value,
  )
