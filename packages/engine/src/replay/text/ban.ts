// A ban in a tape's line: the word `ban`, or `ban=` with the operator's reason.

import type { Line } from './line.ts'

/** Reads a ban from the rest of a line; nothing where it has none. */
export function takeBan({ rest, flags }: Line): { isBan?: true; reason?: string } {
  const said = flags.get('ban')
  if (said !== undefined) return { isBan: true, reason: decodeURIComponent(said) }
  return rest.includes('ban') ? { isBan: true } : {}
}
