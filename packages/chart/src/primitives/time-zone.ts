// Time zones: UTC to wall-clock time with daylight saving. Offsets are cached per quarter of an
// hour.

/** A time as a wall clock shows it. */
export type WallTime = {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

export type Zone = {
  readonly id: string
  /** Milliseconds to add to UTC at that time. */
  offsetMs(timeMs: number): number
  wallTime(timeMs: number): WallTime
}

const quarterMs = 900_000
const utcNames = new Set(['utc', 'etc/utc', 'gmt', 'etc/gmt', ''])

/** The offered zones: one for each major trading place, west to east. */
export const zoneNames = [
  'Etc/UTC',
  'America/Los_Angeles',
  'America/Chicago',
  'America/New_York',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Istanbul',
  'Europe/Moscow',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Bangkok',
  'Asia/Singapore',
  'Asia/Hong_Kong',
  'Asia/Seoul',
  'Asia/Tokyo',
  'Australia/Sydney',
] as const

/** Returns whether the browser knows the zone. */
export function isZone(id: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: id }).format(0) !== ''
  } catch {
    // The browser throws for an unknown zone.
    return false
  }
}

/** Returns the zone by its IANA name; an unknown name falls back to UTC. */
export function zoneOf(id: string): Zone {
  const offsetMs = utcNames.has(id.toLowerCase()) || !isZone(id) ? () => 0 : offsetsOf(id)
  return {
    id,
    offsetMs,
    wallTime: (timeMs) => {
      const local = new Date(timeMs + offsetMs(timeMs))
      return {
        year: local.getUTCFullYear(),
        month: local.getUTCMonth() + 1,
        day: local.getUTCDate(),
        hour: local.getUTCHours(),
        minute: local.getUTCMinutes(),
        second: local.getUTCSeconds(),
      }
    },
  }
}

function offsetsOf(id: string): (timeMs: number) => number {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: id,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const known = new Map<number, number>()
  return (timeMs) => {
    if (!Number.isFinite(timeMs)) return 0
    const quarter = Math.floor(timeMs / quarterMs)
    const remembered = known.get(quarter)
    if (remembered !== undefined) return remembered
    const offset = offsetAt(format, quarter * quarterMs)
    known.set(quarter, offset)
    return offset
  }
}

function offsetAt(format: Intl.DateTimeFormat, timeMs: number): number {
  const parts = new Map(format.formatToParts(timeMs).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type) ?? 0)
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return wall - timeMs
}

/** Returns `UTC`, `UTC+8` or `UTC\u22123:30` for a zone at a time. */
export function zoneLabel(zone: Zone, timeMs: number): string {
  const minutes = Math.round(zone.offsetMs(timeMs) / 60_000)
  if (minutes === 0) return 'UTC'
  const size = Math.abs(minutes)
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`
  return `UTC${minutes < 0 ? '\u2212' : '+'}${Math.floor(size / 60)}${rest}`
}
