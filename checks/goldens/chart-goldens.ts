// Golden pictures of the chart: `npm run chart:goldens` writes them, a test compares.

// Each sheet is one group of scenes in one theme at one pixel density; scenes are compared
// separately. The font is the project's own and the clock is fixed, so that any machine with the
// same version of Chromium paints the same.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { build, preview } from 'vite'
import { chromiumArgs, requireChromium } from '../chromium.ts'
import type { GoldenPage, SheetPlan } from './golden-page.ts'
import { type Box, cutOut, differing, type Picture, readPng, writePng } from './picture.ts'
import { groups, nowMs } from './scenes.ts'

const folder = import.meta.dirname
const goldenFolder = join(folder, 'sheets')
const lookFolder = join(folder, '../../test-results/goldens')

/** The share of a scene that may differ: antialiased edges of a few letters, but not a line. */
const allowedShare = 0.0004

/** Arguments that make text and colours equal on every machine. */
const paintArgs = [
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--disable-lcd-text',
  '--hide-scrollbars',
]

const viewport = { width: 1_700, height: 1_540 }

export const themes = ['dark', 'light'] as const
export const ratios = [1, 2] as const

export type Sheet = {
  readonly name: string
  readonly group: string
  readonly plan: SheetPlan
  readonly picture: Picture
}

/** The looks of a sheet, in the order in which they are painted. */
const looks = ratios.flatMap((ratio) => themes.map((theme) => ({ ratio, theme })))

/**
 * The places of a group's scenes that are painted in one look: all, or every fourth, so that the
 * four looks together have each scene once, and each look has scenes of every group.
 */
function placesOf(group: string, look: number, isEvery: boolean): readonly number[] {
  const all = [...(groups[group] ?? []).keys()]
  return isEvery ? all : all.filter((at) => at % looks.length === look)
}

/** Serves the page of goldens, built as for production, while `work` runs. */
async function withPage<Result>(
  executablePath: string,
  work: (browser: Browser, address: string) => Promise<Result>,
): Promise<Result> {
  const outDir = mkdtempSync(join(tmpdir(), 'basis-goldens-'))
  const plan = { configFile: false, root: folder, logLevel: 'error' } as const
  await build({
    ...plan,
    build: { outDir, minify: false, rolldownOptions: { input: join(folder, 'golden-page.html') } },
  })
  const server = await preview({ ...plan, build: { outDir }, preview: { port: 0 } })
  const args = [...chromiumArgs, ...paintArgs]
  const browser = await chromium.launch({ executablePath, args })
  try {
    return await work(browser, `${server.resolvedUrls?.local[0] ?? ''}golden-page.html`)
  } finally {
    await browser.close()
    await server.close()
    rmSync(outDir, { recursive: true })
  }
}

/**
 * Paints every sheet and passes each on when it is ready; returns the console's messages. Every
 * scene is painted in every look, or only once (`placesOf`).
 */
export function paintSheets(
  executablePath: string,
  isEvery: boolean,
  take: (sheet: Sheet) => void,
): Promise<readonly string[]> {
  return withPage(executablePath, async (browser, address) => {
    const said: string[] = []
    for (const ratio of ratios) {
      const context = await browser.newContext({
        viewport,
        deviceScaleFactor: ratio,
        reducedMotion: 'reduce',
        locale: 'en-US',
        timezoneId: 'UTC',
      })
      // A limit against hanging only, as for other tests; its own is half a minute.
      context.setDefaultTimeout(900_000)
      const page = await context.newPage()
      const protocol = await context.newCDPSession(page)
      // A screenshot session uses its own pixel density, not the page's.
      const metrics = { ...viewport, deviceScaleFactor: ratio, mobile: false }
      await protocol.send('Emulation.setDeviceMetricsOverride', metrics)
      page.on('pageerror', (error) => said.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') said.push(message.text())
      })
      await page.clock.setFixedTime(nowMs)
      await page.goto(address)
      await page.waitForFunction(() => 'goldenPage' in globalThis)
      for (const [at, { theme, ratio: own }] of looks.entries()) {
        if (own !== ratio) continue
        for (const group of Object.keys(groups)) {
          const plan = await showGroup(page, group, theme, placesOf(group, at, isEvery))
          const picture = await pictureOf(protocol, plan)
          take({ name: `${group}-${theme}-${ratio}`, group, plan, picture })
        }
      }
      await context.close()
    }
    return said
  })
}

/** Takes the sheet's screenshot, with fast compression because it is decompressed at once. */
async function pictureOf(protocol: CDPSession, plan: SheetPlan): Promise<Picture> {
  const { data } = await protocol.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    clip: { x: 0, y: 0, ...sizeOf(plan), scale: 1 },
  })
  return readPng(Buffer.from(data, 'base64'))
}

/** The size of a sheet with so many scenes, those that are shown if it is not given. */
function sizeOf({ places, columns, width, height }: SheetPlan, scenes = places.length) {
  return { width: columns * width, height: Math.ceil(scenes / columns) * height }
}

function showGroup(
  page: Page,
  group: string,
  theme: 'dark' | 'light',
  places: readonly number[],
): Promise<SheetPlan> {
  return page.evaluate(
    ([wanted, inTheme, at]) => {
      const { goldenPage } = globalThis as unknown as { goldenPage: GoldenPage }
      return goldenPage.showGroup(wanted, inTheme, at)
    },
    [group, theme, places] as const,
  )
}

/**
 * Compares a sheet with its golden picture; returns a sentence for each scene that differs. The
 * painted picture is kept in `test-results/goldens` for inspection.
 */
export function findings({ name, group, plan, picture }: Sheet): string[] {
  const path = join(goldenFolder, `${name}.png`)
  if (!existsSync(path)) return [`${name} has no golden picture: npm run chart:goldens`]
  const golden = readPng(readFileSync(path))
  const scenes = groups[group] ?? []
  const whole = sizeOf(plan, scenes.length)
  const ratio = picture.width / whole.width
  if (golden.width !== picture.width || golden.height !== whole.height * ratio) {
    return [`${name} has another size than its golden picture`]
  }
  const [width, height] = [plan.width * ratio, plan.height * ratio]
  const boxAt = (at: number): Box => {
    const column = at % plan.columns
    const top = ((at - column) / plan.columns) * height
    return { left: column * width, top, width, height }
  }
  const found = plan.places.flatMap((place, at) => {
    const count = differing(cutOut(picture, boxAt(at)), cutOut(golden, boxAt(place)))
    const isOther = count > width * height * allowedShare
    return isOther ? [`${name}: ${scenes[place]?.name} differs in ${count} pixels`] : []
  })
  if (found.length > 0) {
    mkdirSync(lookFolder, { recursive: true })
    writeFileSync(join(lookFolder, `${name}.png`), writePng(picture))
  }
  return found
}

async function main(): Promise<void> {
  const executablePath = requireChromium('whole')
  if (executablePath === undefined) throw new Error('Golden pictures need a Chromium.')
  mkdirSync(goldenFolder, { recursive: true })
  let bytes = 0
  const said = await paintSheets(executablePath, true, ({ name, picture }) => {
    const file = writePng(picture)
    bytes += file.length
    writeFileSync(join(goldenFolder, `${name}.png`), file)
    console.log(`${name}: ${Math.round(file.length / 1_000)} kB`)
  })
  for (const words of said) console.error(words)
  console.log(`${(bytes / 1e6).toFixed(2)} MB`)
}

if (import.meta.main) await main()
