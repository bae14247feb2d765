// Whole events as text: amounts as integers behind a tilde, everything else as JSON has it.

/** Writes an event for a row of history. */
export const eventText = (event: object): string =>
  JSON.stringify(event, (_key, value: unknown) => (typeof value === 'bigint' ? `~${value}` : value))

/** Reads what `eventText` wrote; the caller knows which kind of event it was. */
export const eventOfText = <Told>(text: string): Told =>
  JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith('~') ? BigInt(value.slice(1)) : value,
  ) as Told
