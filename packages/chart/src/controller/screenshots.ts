// Pictures of the chart: as a canvas for the host, as a file for the trader, and posted to the
// host's snapshot server.

import { titleOf } from '../model/chart-state.ts'
import { resolutionLabel } from '../primitives/resolutions.ts'
import type { Desk } from './context.ts'

/** Returns a picture of the chart with a title; an empty canvas where there is nothing to see. */
export async function pictureOfChart({ state, surface, view }: Desk): Promise<HTMLCanvasElement> {
  if (surface === undefined) return view.document.createElement('canvas')
  const withLines = state.features.has('snapshot_trading_drawings')
  return surface.picture(withLines)
}

/** Hands the picture to the trader as a file. */
export async function savePicture(desk: Desk): Promise<void> {
  const blob = await blobOf(await pictureOfChart(desk))
  if (blob === null || desk.isRemoved) return
  const url = URL.createObjectURL(blob)
  const link = desk.view.document.createElement('a')
  link.href = url
  link.download = `${titleOf(desk.state)}-${resolutionLabel(desk.state.interval)}.png`
  link.click()
  desk.view.setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Puts the picture on the clipboard; the trader is told where the browser does not allow it. */
export async function copyPicture(desk: Desk): Promise<void> {
  try {
    // Some browsers ask for the promise itself: the press must not be over before.
    const blob = pictureOfChart(desk).then(async (picture) => {
      const made = await blobOf(picture)
      if (made === null) throw new Error('There is no picture')
      return made
    })
    await desk.view.navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
  } catch (failure) {
    console.warn('The picture could not be copied', failure)
    refused(desk, desk.state.messages.copyPicture)
  }
}

/** Shows the picture in a tab of its own, which is opened in the press itself. */
export async function openPicture(desk: Desk): Promise<void> {
  const tab = desk.view.open('', '_blank')
  if (tab === null) return refused(desk, desk.state.messages.openPicture)
  const blob = await blobOf(await pictureOfChart(desk))
  if (blob === null || desk.isRemoved) return tab.close()
  tab.location.href = URL.createObjectURL(blob)
}

function refused({ surface, state }: Desk, title: string): void {
  void surface?.popups.askTrader({ title, body: state.messages.pictureRefused })
}

/**
 * Posts the picture as `preparedImage` and tells `onScreenshotReady` the address that the server
 * answers. Without a server the trader gets a file. A server that fails costs a warning.
 */
export async function postPicture(desk: Desk): Promise<void> {
  const { snapshot_url: address } = desk.state.options
  if (address === undefined || address === '') return savePicture(desk)
  const blob = await blobOf(await pictureOfChart(desk))
  if (blob === null || desk.isRemoved) return
  const form = new FormData()
  form.append('preparedImage', blob, 'chart.png')
  try {
    const answer = await desk.view.fetch(address, { method: 'POST', body: form })
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    const url = (await answer.text()).trim()
    if (!desk.isRemoved) desk.events.onScreenshotReady.tell(url)
  } catch (failure) {
    console.warn('The picture could not be posted', failure)
  }
}

function blobOf(picture: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => picture.toBlob(resolve, 'image/png'))
}
