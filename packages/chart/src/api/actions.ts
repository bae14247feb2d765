// Chart actions by TradingView's names, and the switches among them.

import type { ChartController } from '../controller/chart-controller.ts'
import { toggleFullscreen } from '../controller/commands.ts'
import { postScreenshot } from '../controller/screenshots.ts'

type Action = {
  run(controller: ChartController): void
  isOn?(controller: ChartController): boolean
}

const flag = (name: string, isOn: (controller: ChartController) => boolean): Action => ({
  run: (controller) => controller.style.chooseOverrides({ [name]: !isOn(controller) }),
  isOn,
})

const actions: Readonly<Record<string, Action>> = {
  chartProperties: {
    run: (controller) => controller.chartView?.popups.openDialog('chartProperties'),
  },
  insertIndicator: {
    run: (controller) => {
      controller.chartView?.openIndicators()
      controller.events.indicators_dialog.emit()
    },
  },
  compareOrAdd: { run: (controller) => controller.chartView?.popups.openDialog('compare') },
  symbolSearch: { run: (controller) => controller.chartView?.popups.openDialog('symbolSearch') },
  changeInterval: {
    run: (controller) => controller.chartView?.popups.openDialog('changeInterval'),
  },
  gotoDate: { run: (controller) => controller.chartView?.popups.openDialog('gotoDate') },
  symbolInfo: { run: (controller) => controller.chartView?.popups.openDialog('symbolInfo') },
  timeScaleReset: { run: (controller) => controller.chartView?.canvas.resetView() },
  chartReset: { run: (controller) => controller.chartView?.canvas.resetView() },
  undo: { run: (controller) => controller.workspace.history.undo() },
  redo: { run: (controller) => controller.workspace.history.redo() },
  takeScreenshot: { run: (controller) => void postScreenshot(controller) },
  fullscreen: { run: toggleFullscreen },
  chartSave: { run: (controller) => controller.chartView?.popups.openDialog('saveLayout') },
  chartLoad: { run: (controller) => controller.chartView?.popups.openDialog('loadLayout') },
  scrollToLatest: { run: (controller) => controller.chartView?.canvas.toLatest() },
  paneRemoveAllStudies: {
    run: (controller) => {
      for (const { id } of controller.studies.all) controller.studies.remove(id)
    },
  },
  invertScale: {
    run: (controller) => controller.style.setInverted(!controller.state.isInverted),
    isOn: ({ state }) => state.isInverted,
  },
  logScale: {
    run: (controller) =>
      controller.style.setScale(controller.state.scale === 'log' ? 'normal' : 'log'),
    isOn: ({ state }) => state.scale === 'log',
  },
  percentScale: {
    run: (controller) =>
      controller.style.setScale(controller.state.scale === 'percent' ? 'normal' : 'percent'),
    isOn: ({ state }) => state.scale === 'percent',
  },
  hideAllMarks: {
    run: (controller) => {
      controller.marks.isHidden = !controller.marks.isHidden
      controller.chartView?.fillMarks()
    },
    isOn: (controller) => controller.marks.isHidden,
  },
  showCountdown: flag(
    'mainSeriesProperties.showCountdown',
    ({ state }) => state.appearance.hasCountdown,
  ),
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

/** Runs an action; an unknown name does nothing. */
export function runAction(controller: ChartController, name: string): void {
  if (Object.hasOwn(actions, name)) actions[name]?.run(controller)
  else if (controller.resolvedOptions.debug) console.debug(`Action ${name} is not known`)
}

export function isActionOn(controller: ChartController, name: string): boolean {
  return Object.hasOwn(actions, name) ? (actions[name]?.isOn?.(controller) ?? false) : false
}
