// The one door to dialogs and menus over the chart, so that they are loaded together.

export { openChartDialog } from './chart-dialogs.ts'
export { mergedEntries, openContextMenu } from './context-menu.ts'
export { ask } from '../toolkit/dialog.ts'
