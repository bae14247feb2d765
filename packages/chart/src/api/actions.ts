// Actions of the chart by TradingView's names, and the switches among them.

import type { ChartHost } from '../controller/chart-controller.ts'
import { toggleFullscreen } from '../controller/commands.ts'
import { postPicture } from '../controller/screenshots.ts'

type Action = { run(host: ChartHost): void; isOn?(host: ChartHost): boolean }

const flag = (name: string, isOn: (host: ChartHost) => boolean): Action => ({
  run: (host) => host.style.chooseOverrides({ [name]: !isOn(host) }),
  isOn,
})

const actions: Readonly<Record<string, Action>> = {
  chartProperties: { run: (host) => host.surface?.popups.openDialog('chartProperties') },
  insertIndicator: {
    run: (host) => {
      host.surface?.openIndicators()
      host.events.indicators_dialog.tell()
    },
  },
  compareOrAdd: { run: (host) => host.surface?.popups.openDialog('compare') },
  symbolSearch: { run: (host) => host.surface?.popups.openDialog('symbolSearch') },
  changeInterval: { run: (host) => host.surface?.popups.openDialog('changeInterval') },
  gotoDate: { run: (host) => host.surface?.popups.openDialog('gotoDate') },
  symbolInfo: { run: (host) => host.surface?.popups.openDialog('symbolInfo') },
  timeScaleReset: { run: (host) => host.surface?.canvas.resetView() },
  chartReset: { run: (host) => host.surface?.canvas.resetView() },
  undo: { run: (host) => host.workspace.history.undo() },
  redo: { run: (host) => host.workspace.history.redo() },
  takeScreenshot: { run: (host) => void postPicture(host) },
  fullscreen: { run: toggleFullscreen },
  chartSave: { run: (host) => host.surface?.popups.openDialog('saveLayout') },
  chartLoad: { run: (host) => host.surface?.popups.openDialog('loadLayout') },
  scrollToLatest: { run: (host) => host.surface?.canvas.toLatest() },
  paneRemoveAllStudies: {
    run: (host) => {
      for (const { id } of host.studies.all) host.studies.remove(id)
    },
  },
  invertScale: {
    run: (host) => host.style.setInverted(!host.state.isInverted),
    isOn: ({ state }) => state.isInverted,
  },
  logScale: {
    run: (host) => host.style.setScale(host.state.scale === 'log' ? 'normal' : 'log'),
    isOn: ({ state }) => state.scale === 'log',
  },
  percentScale: {
    run: (host) => host.style.setScale(host.state.scale === 'percent' ? 'normal' : 'percent'),
    isOn: ({ state }) => state.scale === 'percent',
  },
  hideAllMarks: {
    run: (host) => {
      host.marks.isHidden = !host.marks.isHidden
      host.surface?.fillMarks()
    },
    isOn: (host) => host.marks.isHidden,
  },
  showCountdown: flag('mainSeriesProperties.showCountdown', ({ state }) => state.look.hasCountdown),
  lockDrawingsAction: {
    run: ({ switches: { lockAll } }) => lockAll.setValue(!lockAll.value()),
    isOn: ({ switches }) => switches.lockAll.value(),
  },
  hideAllDrawingsAction: {
    run: ({ switches: { hideAll } }) => hideAll.setValue(!hideAll.value()),
    isOn: ({ switches }) => switches.hideAll.value(),
  },
  magnetAction: {
    run: ({ switches: { magnetEnabled } }) => magnetEnabled.setValue(!magnetEnabled.value()),
    isOn: ({ switches }) => switches.magnetEnabled.value(),
  },
}

export const actionNames: readonly string[] = Object.keys(actions)

/** Runs an action; a name that is not known does nothing. */
export function runAction(host: ChartHost, name: string): void {
  if (Object.hasOwn(actions, name)) actions[name]?.run(host)
  else if (host.settled.debug) console.debug(`Action ${name} is not known`)
}

export function isActionOn(host: ChartHost, name: string): boolean {
  return Object.hasOwn(actions, name) ? (actions[name]?.isOn?.(host) ?? false) : false
}
