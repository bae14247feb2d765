// All dialogs and menus over the chart, re-exported as one lazily loaded module.

export { openChartDialog } from './chart-dialogs.ts'
export { mergedEntries, openContextMenu } from './context-menu.ts'
export { ask } from '../toolkit/dialog.ts'
