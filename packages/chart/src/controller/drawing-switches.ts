// Watched values for all drawings: lock, hide, magnet and the selected tool.

import { toolNamed, toolDefinitions } from '../model/drawings/drawing.ts'
import type { DrawingSession } from '../model/drawings/drawing-tool.ts'
import { WatchedValue } from '../primitives/watched-value.ts'

export type DrawingSwitches = {
  readonly lockAll: WatchedValue<boolean>
  readonly hideAll: WatchedValue<boolean>
  readonly magnetEnabled: WatchedValue<boolean>
  /** 0 weak, 1 strong. */
  readonly magnetMode: WatchedValue<number>
}

/** Returns the switches, each synchronised with the session in both directions. */
export function drawingSwitches(session: DrawingSession): DrawingSwitches {
  const switches = {
    lockAll: new WatchedValue(session.isAllLocked),
    hideAll: new WatchedValue(session.isAllHidden),
    magnetEnabled: new WatchedValue(session.magnet !== 'off'),
    magnetMode: new WatchedValue(session.magnet === 'strong' ? 1 : 0),
  }
  const { lockAll, hideAll, magnetEnabled, magnetMode } = switches
  // While the session updates the switches, they must not change the session.
  let isFollowing = false
  const lead = () => {
    if (isFollowing) return
    const mode = magnetMode.value() === 1 ? 'strong' : 'weak'
    session.set({
      isAllLocked: lockAll.value(),
      isAllHidden: hideAll.value(),
      magnet: magnetEnabled.value() ? mode : 'off',
    })
  }
  for (const one of [lockAll, hideAll, magnetEnabled]) one.subscribe(lead)
  magnetMode.subscribe(lead)
  session.changed.subscribe(null, () => {
    const { magnet } = session
    isFollowing = true
    lockAll.setValue(session.isAllLocked)
    hideAll.setValue(session.isAllHidden)
    if (magnet !== 'off') magnetMode.setValue(magnet === 'strong' ? 1 : 0)
    magnetEnabled.setValue(magnet !== 'off')
    isFollowing = false
  })
  return switches
}

/** Selects a tool by a host's name for it; any other name deselects the tool. */
export function selectLineTool(session: DrawingSession, name: string): void {
  session.choose(toolNamed(name))
}

export function selectedLineTool({ tool }: DrawingSession): string {
  return tool === undefined ? 'cursor' : toolDefinitions[tool].shape
}
