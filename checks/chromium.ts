// Finds the Chromium that browser tests run in; the project never downloads a browser of its own.

import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The one command that gives a Debian or Ubuntu machine what the browser tests need. */
export const installCommand =
  'apt-get update && apt-get install -y --no-install-recommends chromium fonts-liberation'

/** Arguments every headless start needs: no sandbox as root, no GPU, no calls to the outside. */
export const chromiumArgs = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const namesOnPath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

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

/**
 * Returns the path of a Chromium or Chrome: CHROMIUM_PATH if set, then the search path, then the
 * places where installers put it; undefined when there is none. A CHROMIUM_PATH that does not
 * point at an executable is an error, because somebody meant it.
 */
export function findChromium(): string | undefined {
  const asked = process.env['CHROMIUM_PATH']
  if (asked !== undefined && asked !== '') {
    if (isExecutable(asked)) return asked
    throw new Error(`CHROMIUM_PATH is ${asked}, which is not an executable file.`)
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = namesOnPath.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...wellKnownPaths].find(isExecutable)
}

/**
 * Returns the browser's path, installing Debian's package first when that is possible (Linux with
 * apt-get, as root). Returns undefined with a notice when there is no browser and no way to get
 * one; where CI is set that is an error, because a run without browsers would prove too little.
 */
export function requireChromium(): string | undefined {
  const found = findChromium() ?? (installChromium() ? findChromium() : undefined)
  if (found !== undefined) return found
  const notice = `No Chromium found: browser tests need one. On Debian, as root: ${installCommand}`
  if (isCi()) throw new Error(notice)
  console.warn(`${notice}\nBrowser tests are left out of this run.`)
  return undefined
}

/** Whether this run is a machine's, not a person's. */
export function isCi(): boolean {
  const ci = process.env['CI']
  return ci !== undefined && ci !== '' && ci !== 'false' && ci !== '0'
}

function installChromium(): boolean {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!mayInstall) return false
  console.log(`Installing Chromium: ${installCommand}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('sh', ['-c', installCommand], { stdio: 'inherit', env }).status === 0
}
