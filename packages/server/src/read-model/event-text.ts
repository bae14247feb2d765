// Events as text: JSON with amounts as integers after a tilde.

/** Formats an event for a history row. */
export const eventText = (event: object): string =>
  JSON.stringify(event, (_key, value: unknown) => (typeof value === 'bigint' ? `~${value}` : value))

/** Parses the text of `eventText`; the caller knows the event's kind. */
export const eventOfText = <Told>(text: string): Told =>
  JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith('~') ? BigInt(value.slice(1)) : value,
  ) as Told
