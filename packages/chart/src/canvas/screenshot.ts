// A screenshot: the engine's canvases composed into one, at the screen's pixel density.

import type { Palette } from '../model/theme.ts'

export type ScreenshotTexts = {
  readonly palette: Palette
  readonly title: string
  readonly fontFamily: string
}

const titleHeightPx = 36

/** Returns a canvas with a title line and everything that is drawn inside the element. */
export function screenshotOf(root: HTMLElement, texts: ScreenshotTexts): HTMLCanvasElement {
  const view = root.ownerDocument.defaultView
  const ratio = view?.devicePixelRatio ?? 1
  const frame = root.getBoundingClientRect()
  const screenshot = root.ownerDocument.createElement('canvas')
  screenshot.width = Math.round(frame.width * ratio)
  screenshot.height = Math.round((frame.height + titleHeightPx) * ratio)
  const ctx = screenshot.getContext('2d')
  if (ctx === null) return screenshot
  ctx.fillStyle = texts.palette.background
  ctx.fillRect(0, 0, screenshot.width, screenshot.height)
  for (const canvas of root.querySelectorAll('canvas')) {
    const place = canvas.getBoundingClientRect()
    if (canvas.width === 0 || canvas.height === 0) continue
    ctx.drawImage(
      canvas,
      Math.round((place.left - frame.left) * ratio),
      Math.round((place.top - frame.top + titleHeightPx) * ratio),
      Math.round(place.width * ratio),
      Math.round(place.height * ratio),
    )
  }
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0)
  // The separators between panes are elements, not part of the canvases.
  ctx.fillStyle = texts.palette.border
  for (const pane of root.children) {
    const { top } = pane.getBoundingClientRect()
    ctx.fillRect(0, Math.round(top - frame.top + titleHeightPx) - 1, frame.width, 1)
  }
  ctx.fillStyle = texts.palette.text
  ctx.font = `500 13px ${texts.fontFamily}`
  ctx.textBaseline = 'middle'
  ctx.fillText(texts.title, 12, titleHeightPx / 2, frame.width - 24)
  return screenshot
}

/**
 * Paints the legends of the studies over a screenshot of the element, at their positions and in
 * their colours; the main legend is the title line.
 */
export function paintLegends(
  screenshot: HTMLCanvasElement,
  root: HTMLElement,
  legend: Element,
): void {
  const page = root.ownerDocument
  const view = page.defaultView
  const ctx = screenshot.getContext('2d')
  if (ctx === null || view === null) return
  const ratio = view.devicePixelRatio
  const frame = root.getBoundingClientRect()
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0)
  ctx.textBaseline = 'middle'
  for (const text of legend.querySelectorAll<HTMLElement>('.legend-study, .legend-value')) {
    const { left, top, width, height } = text.getBoundingClientRect()
    if (width === 0 || text.textContent === '') continue
    const { color, font } = view.getComputedStyle(text)
    ctx.fillStyle = color
    ctx.font = font
    ctx.fillText(text.textContent, left - frame.left, top - frame.top + height / 2 + titleHeightPx)
  }
}
