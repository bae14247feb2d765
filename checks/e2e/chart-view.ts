// The chart as a user sees it in the terminal: a frame with a toolbar at the left, a list of
// drawings, and painted content, which tests detect by its colours.

import type { FrameLocator, Page } from '@playwright/test'
import { expect } from './journey.ts'

/** The least width of the price axis. */
const axisPx = 64

export class Chart {
  readonly page: Page
  readonly frame: FrameLocator

  constructor(page: Page) {
    this.page = page
    this.frame = page.frameLocator('iframe[title="Financial Chart"]')
  }

  async isDrawn(): Promise<void> {
    await expect(this.frame.locator('.stage[data-state="shown"]')).toBeVisible()
    await this.frame.locator('.canvas').evaluate(untilLaidOut)
  }

  tool(name: string) {
    return this.frame.getByRole('toolbar', { name: 'Drawing tools' }).getByRole('button', { name })
  }

  /** The position on the page of a point given as shares of the canvas' width and height. */
  async spot([x, y]: readonly [number, number]): Promise<{ x: number; y: number }> {
    const box = await this.frame.locator('.canvas').boundingBox()
    if (box === null) throw new Error('The chart is not on the page')
    return { x: box.x + box.width * x, y: box.y + box.height * y }
  }

  /**
   * Scales the prices by hand to three times their range. The scale then no longer follows the
   * market, so what is found on the chart stays in its place, and there is room beyond the bars.
   */
  async holdPrices(): Promise<void> {
    const box = await this.frame.locator('.canvas').boundingBox()
    if (box === null) throw new Error('The chart is not on the page')
    const x = box.x + box.width - axisPx / 2
    await this.page.mouse.move(x, box.y + box.height * 0.2)
    await this.page.mouse.down()
    await this.page.mouse.move(x, box.y + box.height * 0.6, { steps: 4 })
    await this.page.mouse.up()
  }

  /** Clicks at points given as shares of the canvas' width and height. */
  async click(...spots: readonly (readonly [number, number])[]): Promise<void> {
    for (const part of spots) {
      const { x, y } = await this.spot(part)
      await this.page.mouse.move(x, y, { steps: 3 })
      await this.page.mouse.down()
      await this.page.mouse.up()
    }
  }

  /** The names of the drawings of the shown symbol, top to bottom, as in the list. */
  async drawings(): Promise<string[]> {
    await this.tool('Drawings on this chart').click()
    const list = this.frame.getByRole('menu', { name: 'Drawings on this chart' })
    await list.waitFor()
    const names = await list.locator('.menu-label').allInnerTexts()
    await this.page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    return names
  }

  /** The pixels painted in a colour on the panes: their number, and the longest run in a row. */
  painted(color: string): Promise<{ pixels: number; longestRun: number }> {
    return this.frame.locator('.canvas').evaluate((root, wanted) => {
      const [red, green, blue] = [1, 3, 5].map((at) =>
        Number.parseInt(wanted.slice(at, at + 2), 16),
      )
      let pixels = 0
      let longestRun = 0
      for (const canvas of root.querySelectorAll('canvas')) {
        const { width, height } = canvas
        // The axes have canvases of their own; tags on them are not bars.
        if (canvas.clientWidth < root.clientWidth / 2 || height === 0) continue
        const copy = document.createElement('canvas')
        Object.assign(copy, { width, height })
        const context = copy.getContext('2d', { willReadFrequently: true })
        context?.drawImage(canvas, 0, 0)
        const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] }
        let run = 0
        for (let at = 0; at < data.length; at += 4) {
          const isWanted = data[at] === red && data[at + 1] === green && data[at + 2] === blue
          run = isWanted && (at / 4) % width !== 0 ? run + 1 : Number(isWanted)
          pixels += Number(isWanted)
          longestRun = Math.max(longestRun, run)
        }
      }
      return { pixels, longestRun }
    }, color)
  }
}

/**
 * Waits until no canvas changes its size, because the engine updates its layout a frame or two
 * after the first bars. Runs inside the page.
 */
async function untilLaidOut(root: Element): Promise<void> {
  const stillFrames = 5
  const sizes = () =>
    [...root.querySelectorAll('canvas')].map(({ width, height }) => `${width} ${height}`).join()
  let before = sizes()
  for (let still = 0; still < stillFrames; still += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const now = sizes()
    if (now !== before) still = 0
    before = now
  }
}
