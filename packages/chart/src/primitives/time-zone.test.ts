// Local time around both changes of daylight saving time.

import { describe, expect, it } from 'vitest'
import { isZone, zoneLabel, zoneOf } from './time-zone.ts'

const at = (text: string) => Date.parse(text)
const clock = (id: string, text: string) => {
  const { day, hour, minute } = zoneOf(id).wallTime(at(text))
  return `${day} ${hour}:${String(minute).padStart(2, '0')}`
}

describe('the local time of a zone', () => {
  it('is UTC by default and for unknown zones', () => {
    expect(clock('Etc/UTC', '2026-11-21T14:30:00Z')).toBe('21 14:30')
    expect(clock('Mars/Olympus', '2026-11-21T14:30:00Z')).toBe('21 14:30')
    expect(isZone('Mars/Olympus')).toBe(false)
    expect(isZone('Asia/Tokyo')).toBe(true)
  })

  it('skips the hour that does not exist', () => {
    expect(clock('Europe/Berlin', '2026-03-29T00:59:59Z')).toBe('29 1:59')
    expect(clock('Europe/Berlin', '2026-03-29T01:00:00Z')).toBe('29 3:00')
  })

  it('repeats the hour that exists twice', () => {
    expect(clock('America/New_York', '2026-11-01T05:30:00Z')).toBe('1 1:30')
    expect(clock('America/New_York', '2026-11-01T06:30:00Z')).toBe('1 1:30')
  })

  it('has offsets of quarters of an hour', () => {
    expect(clock('Asia/Kathmandu', '2026-01-01T18:20:00Z')).toBe('2 0:05')
  })
})

it('zones have short labels', () => {
  const timeMs = at('2026-11-21T00:00:00Z')
  const label = (id: string) => zoneLabel(zoneOf(id), timeMs)
  expect(label('Etc/UTC')).toBe('UTC')
  expect(label('Asia/Hong_Kong')).toBe('UTC+8')
  expect(label('America/St_Johns')).toBe('UTC\u22123:30')
})
