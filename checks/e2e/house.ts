// What every journey shares: a page that may not complain, pictures, and an accessibility check.

import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'

export { expect }

/** Complaints of every page a test has opened; a test ends well only when there are none. */
export type Complaints = {
  /** Watches a further context, for journeys with two traders. */
  watch: (context: BrowserContext) => Promise<void>
  /** Excuses complaints that this journey causes on purpose, such as a server it kills. */
  excuse: (pattern: RegExp) => void
  /** Drops what was said so far; used after a planned disturbance. */
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

const loudTypes = new Set(['error', 'warning', 'assert'])

async function listen(context: BrowserContext, say: (complaint: string) => void): Promise<void> {
  await context.exposeBinding('basisPolicyBroken', (_source, what: string) => say(`CSP: ${what}`))
  await context.addInitScript(reportPolicyViolations)
  context.on('weberror', (webError) => {
    const error = webError.error()
    say(`page error: ${error.stack ?? error.message}`)
  })
  context.on('console', (message) => {
    if (loudTypes.has(message.type())) say(`console ${message.type()}: ${message.text()}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed'
    // A page that is left, or a question no longer asked, aborts its own requests.
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

const pictureFolder = process.env['SCREENSHOTS'] ?? 'test-results/screenshots'

/**
 * Takes a picture of what is visible. It lands in `test-results`, or, when SCREENSHOTS names
 * a folder (`npm run screenshots`), there: that is how the pictures in the documents are made.
 */
export async function takePicture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => true))
  await page.screenshot({ path: `${pictureFolder}/${name}.png`, animations: 'disabled' })
}

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Expects the page, or a part of it, to be free of what axe can find. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  const builder = new AxeBuilder({ page }).withTags(axeTags)
  const { violations } = await (part === undefined ? builder : builder.include(part)).analyze()
  const told = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} — ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
  expect(told, 'axe finds nothing').toEqual([])
}
