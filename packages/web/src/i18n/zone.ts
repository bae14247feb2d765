// The time zone in which times are shown: the trader's own or UTC; stored in the browser.

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

/** Loads the stored zone; called once when the page starts. */
export function startZone(): void {
  useZoneStore.setState({ zone: record.read() })
}

/** Returns the zone in which times are shown, and re-renders when it changes. */
export function useZone(): Zone {
  return useZoneStore((state) => state.zone)
}

/** Changes the zone for the whole page and stores it. */
export function chooseZone(zone: Zone): void {
  useZoneStore.setState({ zone })
  record.write(zone)
}
