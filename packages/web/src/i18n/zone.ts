// Whether times are shown in the trader's own zone or in UTC; remembered.

import { create } from 'zustand'
import { oneOf, stored } from '../platform/storage.ts'

export const zones = ['local', 'utc'] as const
export type Zone = (typeof zones)[number]

const record = stored<Zone>({
  key: 'basis.zone',
  version: 1,
  fallback: 'local',
  decode: oneOf(zones),
})

const useZoneStore = create<{ zone: Zone }>(() => ({ zone: 'local' }))

/** Takes up the remembered zone; called once when the page starts. */
export function startZone(): void {
  useZoneStore.setState({ zone: record.read() })
}

/** Returns the zone in which times are shown, and paints again when it changes. */
export function useZone(): Zone {
  return useZoneStore((state) => state.zone)
}

/** Changes the zone for the whole page and remembers it. */
export function chooseZone(zone: Zone): void {
  useZoneStore.setState({ zone })
  record.write(zone)
}
