// Fixtures that all journeys share: a page that must not log errors, screenshots, and an
// accessibility check.

import { writeFileSync } from 'node:fs'
import { type BrowserContext, expect, type Frame, type Page, test as base } from '@playwright/test'
import axe from 'axe-core'
import { type Picture, readPng, writeMovingPng } from '../goldens/picture.ts'

export { expect }

/** Errors logged by every page of a test; a test passes only without any. */
type Complaints = {
  /** Watches another browser context, for journeys with two traders. */
  watch: (context: BrowserContext) => Promise<void>
  /** Ignores errors that this journey causes on purpose, such as a killed server. */
  excuse: (pattern: RegExp) => void
  /** Drops the errors so far; used after a planned disturbance. */
  forget: () => void
}

type Fixtures = { complaints: Complaints }

export const test = base.extend<Fixtures>({
  complaints: [
    async ({ context }, use) => {
      const said: string[] = []
      const excused: RegExp[] = []
      const watch = (watched: BrowserContext) =>
        listen(watched, (complaint) => said.push(complaint))
      await watch(context)
      await use({
        watch,
        excuse: (pattern) => excused.push(pattern),
        forget: () => {
          said.length = 0
        },
      })
      const left = said.filter((complaint) => !excused.some((pattern) => pattern.test(complaint)))
      expect(left, 'the console is empty, no request fails, no policy is broken').toEqual([])
    },
    { auto: true },
  ],
})

/**
 * Names this run of a test: its repetitions and its second attempt use the same exchange, where
 * names are unique.
 */
export function thisRun(): string {
  const { repeatEachIndex, retry } = test.info()
  return `${repeatEachIndex}.${retry}`
}

const loudTypes = new Set(['error', 'warning', 'assert'])

/**
 * The spot symbol list is given up after 8 s and asked for in its older forms, each with a warning
 * (spec 7, 8). On a busy machine an exchange that has just started takes longer.
 */
const slowSpotList = /^Spot symbol list 115115\d\d$/

async function listen(context: BrowserContext, say: (complaint: string) => void): Promise<void> {
  await context.exposeBinding('basisPolicyBroken', (_source, what: string) => say(`CSP: ${what}`))
  await context.addInitScript(reportPolicyViolations)
  context.on('weberror', (webError) => {
    const error = webError.error()
    say(`page error: ${error.stack ?? error.message}`)
  })
  context.on('console', (message) => {
    if (slowSpotList.test(message.text())) return
    if (loudTypes.has(message.type())) say(`console ${message.type()}: ${message.text()}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed'
    // Leaving a page, or cancelling a request, aborts the page's own requests.
    if (reason !== 'net::ERR_ABORTED') say(`request ${request.url()}: ${reason}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400) say(`answer ${response.status()} of ${response.url()}`)
  })
}

// Runs inside the page.
function reportPolicyViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    const report: unknown = Reflect.get(globalThis, 'basisPolicyBroken')
    const what = `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ''}`
    if (typeof report === 'function') Reflect.apply(report, undefined, [what])
  })
}

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

/** Streaming parts are hidden when screenshots are compared: charts, books, sparklines, toasts. */
const withoutStreams = `
  iframe, canvas, [role="table"] [role="row"], td polyline, [data-type], [role="listitem"] dd
  { visibility: hidden !important; }`
const lookFolder = 'test-results/screenshots'
const documentFolder = process.env['SCREENSHOTS'] ?? lookFolder

/**
 * Takes a screenshot of the visible page into `test-results`; one for the documents is put into the
 * folder named by SCREENSHOTS (`npm run screenshots`), if set. With PICTURES=off none is taken.
 */
export async function takePicture(
  page: Page,
  name: string,
  purpose: 'look' | 'document' = 'look',
): Promise<void> {
  if (process.env['PICTURES'] === 'off') return
  const folder = purpose === 'document' ? documentFolder : lookFolder
  await page.evaluate(() => document.fonts.ready.then(() => true))
  const path = `${folder}/${name}.png`
  if (process.env['GOLDENS'] === undefined) {
    await page.screenshot({ path, animations: 'disabled' })
    return
  }
  await untilArrived(page)
  await page.evaluate(hideStreams, withoutStreams)
  await page.screenshot({ path, animations: 'disabled' })
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
}

/**
 * Records a minute of the page as an animated PNG, five times as fast; only when screenshots for
 * the documents are requested.
 */
export async function takeRecording(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS'] === undefined) return
  const frames: Picture[] = []
  for (let frame = 0; frame < recordedFrames; frame += 1) {
    frames.push(readPng(await page.screenshot({ animations: 'disabled' })))
    await page.waitForTimeout(recordedEveryMs)
  }
  writeFileSync(`${documentFolder}/${name}.png`, writeMovingPng(frames, recordedEveryMs / 5))
}
const [recordedFrames, recordedEveryMs] = [40, 1_500]

/** Waits for what is still loading; what never arrives is compared as it is. */
async function untilArrived(page: Page): Promise<void> {
  const waiting = page.locator('.animate-pulse, .animate-spin')
  await expect(waiting)
    .toHaveCount(0, { timeout: 15_000 })
    .catch(() => undefined)
  await page.waitForTimeout(1_500)
}

/** Adds CSS rules, which the page's policy allows, unlike a style element; runs in the page. */
function hideStreams(css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}

/** A dialog opened by the trader; toasts have the role of a dialog too. */
export const dialogPart = '[role="dialog"]:not([data-type])'

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rows of the book are alike: checking the first ones of each side saves seconds. */
const furtherRows = '[role="table"] > [role="row"]:nth-child(n + 4)'

/** Waits for finite animations, because fading elements have less contrast. */
async function untilAtRest(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime))
  const patience = new Promise((resolve) => {
    setTimeout(resolve, 2_000)
  })
  await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), patience])
}

/**
 * Expects the page, or a part of it, to have no findings of axe. An element may start to fade
 * during a check, so findings count only when they are found again.
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  if (part !== undefined) await expect(page.locator(part).first()).toBeVisible()
  const first = await axeFindings(page, part)
  const findings = first.length === 0 ? first : await axeFindings(page, part)
  expect(findings, 'axe finds nothing').toEqual([])
}

async function axeFindings(page: Page, part: string | undefined): Promise<readonly string[]> {
  await page.evaluate(untilAtRest)
  const findings = await frameFindings(page.mainFrame(), part === undefined ? [] : [part])
  if (part !== undefined) return findings
  const frames = page.frames().filter((frame) => frame !== page.mainFrame())
  return [...findings, ...(await Promise.all(frames.map(bodyFindings))).flat()]
}

/** Rules about a whole page, its title and its landmarks, do not apply to a frame's content. */
const bodyFindings = (frame: Frame): Promise<readonly string[]> =>
  frameFindings(frame, ['body'], ['region'])

/**
 * Axe's findings in a document, or only in the given parts. Axe's own package for Playwright
 * injects half a megabyte into every frame at each call and lets the frames exchange messages,
 * which takes three times as long.
 */
async function frameFindings(
  frame: Frame,
  parts: readonly string[],
  rulesLeftOut: readonly string[] = [],
): Promise<readonly string[]> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source)
  return frame.evaluate(runAxe, {
    context: { exclude: [furtherRows], ...(parts.length > 0 && { include: [...parts] }) },
    tags: axeTags,
    // This rule loads all style sheets at each call, and no page depends on the screen's
    // orientation.
    rulesLeftOut: ['css-orientation-lock', ...rulesLeftOut],
  })
}

type AxeQuestion = {
  readonly context: { readonly exclude: string[]; readonly include?: string[] }
  readonly tags: string[]
  readonly rulesLeftOut: readonly string[]
}

// Runs inside the page.
async function runAxe({ context, tags, rulesLeftOut }: AxeQuestion): Promise<string[]> {
  const { violations } = await (Reflect.get(globalThis, 'axe') as typeof axe).run(context, {
    resultTypes: ['violations'],
    runOnly: { type: 'tag', values: tags },
    iframes: false,
    preload: false,
    rules: Object.fromEntries(rulesLeftOut.map((rule) => [rule, { enabled: false }])),
  })
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} — ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
}
