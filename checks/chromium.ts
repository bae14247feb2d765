// Finds the Chromium that browser tests run in; the project never downloads a browser of its own.

import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The one command that gives a Debian or Ubuntu machine what the browser tests need: Chromium, and
 * its shell without the windows around a page, in which one load of the terminal takes 2.2 s of
 * processor time instead of 3.4 s.
 */
export const installCommand =
  'apt-get update && apt-get install -y --no-install-recommends ' +
  'chromium chromium-headless-shell fonts-liberation'

/**
 * Arguments every headless start needs: no sandbox as root, no GPU, no calls to the outside. The
 * shell rounds the widths of letters to whole pixels unless it is told not to hint them.
 */
export const chromiumArgs = [
  '--headless',
  '--font-render-hinting=none',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const shellName = 'chromium-headless-shell'
const wholeNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const wellKnownPaths = [
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The whole browser paints golden pictures; everything else takes the shell where it is. */
export type ChromiumKind = 'quickest' | 'whole'

/**
 * Returns the path of a Chromium or Chrome: CHROMIUM_PATH if set, then the search path, then the
 * places where installers put it; undefined when there is none. A CHROMIUM_PATH that does not
 * point at an executable is an error, because somebody meant it.
 */
export function findChromium(kind: ChromiumKind = 'quickest'): string | undefined {
  const asked = process.env['CHROMIUM_PATH']
  if (asked !== undefined && isAskedFor()) {
    if (isExecutable(asked)) return asked
    throw new Error(`CHROMIUM_PATH is ${asked}, which is not an executable file.`)
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const names = kind === 'whole' ? wholeNames : [shellName, ...wholeNames]
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...wellKnownPaths].find(isExecutable)
}

/**
 * Returns the browser's path, installing Debian's package first when that is possible (Linux with
 * apt-get, as root) and there is no browser, or where CI is set a slower one. Returns undefined
 * with a notice when there is no browser and no way to get one; where CI is set that is an error,
 * because a run without browsers would prove too little.
 */
export function requireChromium(kind: ChromiumKind = 'quickest'): string | undefined {
  const here = findChromium(kind)
  const isSlow = kind === 'quickest' && here?.endsWith(shellName) === false && !isAskedFor()
  const isEnough = here !== undefined && !(isSlow && isCi())
  const found = isEnough || !installChromium() ? here : findChromium(kind)
  if (found !== undefined) return found
  const notice = `No Chromium found: browser tests need one. On Debian, as root: ${installCommand}`
  if (isCi()) throw new Error(notice)
  console.warn(`${notice}\nBrowser tests are left out of this run.`)
  return undefined
}

const isAskedFor = (): boolean => (process.env['CHROMIUM_PATH'] ?? '') !== ''

/** Whether this run is a machine's, not a person's. */
export function isCi(): boolean {
  const ci = process.env['CI']
  return ci !== undefined && ci !== '' && ci !== 'false' && ci !== '0'
}

/** A machine whose packages cannot be reached has the browser that is there already. */
const installWithinMs = 180_000

function installChromium(): boolean {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!mayInstall) return false
  console.log(`Installing Chromium: ${installCommand}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { stdio: 'inherit', env, timeout: installWithinMs } as const
  return spawnSync('sh', ['-c', installCommand], options).status === 0
}
