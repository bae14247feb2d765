// Finds the Chromium that browser tests run in; the project never downloads a browser of its own.

import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The command that installs on Debian or Ubuntu what the browser tests need: Chromium, and its
 * headless shell, in which one load of the terminal takes 2.2 s of processor time instead of 3.4 s.
 */
export const installCommand =
  'apt-get update && apt-get install -y --no-install-recommends ' +
  'chromium chromium-headless-shell fonts-liberation'

/**
 * Arguments of every headless start: no sandbox as root, no GPU, no outside calls. The shell rounds
 * glyph widths to whole pixels unless hinting is off.
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

/** Golden pictures need the full browser; everything else uses the shell if it is installed. */
export type ChromiumKind = 'quickest' | 'whole'

/**
 * Returns the path of a Chromium or Chrome: CHROMIUM_PATH if set, then the search path, then the
 * usual install locations; undefined when there is none. A CHROMIUM_PATH that is not an executable
 * is an error, because it was set on purpose.
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
 * Returns the browser's path. Without a browser, or in CI with a slower one, Debian's package is
 * installed first if possible (Linux with apt-get, as root). Returns undefined with a notice if
 * there is no browser and no way to install one; in CI that is an error, because a run without
 * browsers proves too little.
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

/** Whether this run is automated (CI), not started by a person. */
export function isCi(): boolean {
  const ci = process.env['CI']
  return ci !== undefined && ci !== '' && ci !== 'false' && ci !== '0'
}

/** If the package servers cannot be reached in this time, the installed browser is used. */
const installWithinMs = 180_000

function installChromium(): boolean {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!mayInstall) return false
  console.log(`Installing Chromium: ${installCommand}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { stdio: 'inherit', env, timeout: installWithinMs } as const
  return spawnSync('sh', ['-c', installCommand], options).status === 0
}
