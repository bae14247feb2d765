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
import { type Box, differing, type Picture, readPng, writePng } from './picture.ts'
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

export type Sheet = { readonly name: string; readonly plan: SheetPlan; readonly picture: Picture }

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

/** Paints every sheet and passes each on when it is ready; returns the console's messages. */
export function paintSheets(
  executablePath: string,
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
      for (const theme of themes) {
        for (const group of Object.keys(groups)) {
          const plan = await showGroup(page, group, theme)
          const picture = await pictureOf(protocol, plan)
          take({ name: `${group}-${theme}-${ratio}`, plan, picture })
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

function sizeOf({ names, columns, width, height }: SheetPlan) {
  return { width: columns * width, height: Math.ceil(names.length / columns) * height }
}

function showGroup(page: Page, group: string, theme: 'dark' | 'light'): Promise<SheetPlan> {
  return page.evaluate(
    ([wanted, inTheme]) => {
      const { goldenPage } = globalThis as unknown as { goldenPage: GoldenPage }
      return goldenPage.showGroup(wanted, inTheme)
    },
    [group, theme] as const,
  )
}

/**
 * Compares a sheet with its golden picture; returns a sentence for each scene that differs. The
 * painted picture is kept in `test-results/goldens` for inspection.
 */
export function findings({ name, plan, picture }: Sheet): string[] {
  const path = join(goldenFolder, `${name}.png`)
  if (!existsSync(path)) return [`${name} has no golden picture: npm run chart:goldens`]
  const golden = readPng(readFileSync(path))
  if (golden.width !== picture.width || golden.height !== picture.height) {
    return [`${name} has another size than its golden picture`]
  }
  const ratio = picture.width / (plan.columns * plan.width)
  const [width, height] = [plan.width * ratio, plan.height * ratio]
  const found = plan.names.flatMap((scene, at) => {
    const column = at % plan.columns
    const box: Box = {
      left: column * width,
      top: ((at - column) / plan.columns) * height,
      width,
      height,
    }
    const count = differing(picture, golden, box)
    const isOther = count > width * height * allowedShare
    return isOther ? [`${name}: ${scene} differs in ${count} pixels`] : []
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
  const said = await paintSheets(executablePath, ({ name, picture }) => {
    const file = writePng(picture)
    bytes += file.length
    writeFileSync(join(goldenFolder, `${name}.png`), file)
    console.log(`${name}: ${Math.round(file.length / 1_000)} kB`)
  })
  for (const words of said) console.error(words)
  console.log(`${(bytes / 1e6).toFixed(2)} MB`)
}

if (import.meta.main) await main()
