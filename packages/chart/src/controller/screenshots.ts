// Screenshots: a canvas for the host, a file for the trader, and an upload to the host's
// snapshot server.

import { titleOf } from '../model/chart-state.ts'
import { resolutionLabel } from '../primitives/resolutions.ts'
import type { ChartContext } from './context.ts'

/** Returns a screenshot with a title; an empty canvas if there is no view. */
export async function screenshotOfChart({
  state,
  chartView,
  view,
}: ChartContext): Promise<HTMLCanvasElement> {
  if (chartView === undefined) return view.document.createElement('canvas')
  const withLines = state.features.has('snapshot_trading_drawings')
  return chartView.screenshot(withLines)
}

/** Downloads the screenshot as a file. */
export async function saveScreenshot(context: ChartContext): Promise<void> {
  const blob = await blobOf(await screenshotOfChart(context))
  if (blob === null || context.isRemoved) return
  const url = URL.createObjectURL(blob)
  const link = context.view.document.createElement('a')
  link.href = url
  link.download = `${titleOf(context.state)}-${resolutionLabel(context.state.interval)}.png`
  link.click()
  context.view.setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Copies the screenshot to the clipboard; shows a message if the browser refuses. */
export async function copyScreenshot(context: ChartContext): Promise<void> {
  try {
    // Some browsers need the promise itself: the call must be made within the press.
    const blob = screenshotOfChart(context).then(async (screenshot) => {
      const made = await blobOf(screenshot)
      if (made === null) throw new Error('There is no screenshot')
      return made
    })
    await context.view.navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
  } catch (failure) {
    console.warn('The screenshot could not be copied', failure)
    refused(context, context.state.messages.copyScreenshot)
  }
}

/** Opens the screenshot in a new tab, which must be opened within the press itself. */
export async function openScreenshot(context: ChartContext): Promise<void> {
  const tab = context.view.open('', '_blank')
  if (tab === null) return refused(context, context.state.messages.openScreenshot)
  const blob = await blobOf(await screenshotOfChart(context))
  if (blob === null || context.isRemoved) return tab.close()
  tab.location.href = URL.createObjectURL(blob)
}

function refused({ chartView, state }: ChartContext, title: string): void {
  void chartView?.popups.askTrader({ title, body: state.messages.screenshotRefused })
}

/** Uploads the screenshot for its link; shows a message if that fails. */
export async function linkScreenshot(context: ChartContext): Promise<void> {
  if (await postScreenshot(context)) return
  const { messages } = context.state
  const message = { title: messages.linkScreenshot, body: messages.screenshotNotUploaded }
  void context.chartView?.popups.askTrader(message)
}

/**
 * Uploads the screenshot as `preparedImage` and emits `onScreenshotReady` with the URL that the
 * server returns. Without a server it is downloaded. A server error becomes a warning, and false.
 */
export async function postScreenshot(context: ChartContext): Promise<boolean> {
  const { snapshot_url: address } = context.state.options
  if (address === undefined || address === '') {
    await saveScreenshot(context)
    return true
  }
  const blob = await blobOf(await screenshotOfChart(context))
  if (blob === null || context.isRemoved) return true
  const form = new FormData()
  form.append('preparedImage', blob, 'chart.png')
  try {
    const answer = await context.view.fetch(address, { method: 'POST', body: form })
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    const url = (await answer.text()).trim()
    if (!context.isRemoved) context.events.onScreenshotReady.emit(url)
    return true
  } catch (failure) {
    console.warn('The screenshot could not be uploaded', failure)
    return false
  }
}

function blobOf(screenshot: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => screenshot.toBlob(resolve, 'image/png'))
}
