// How journeys run: two browsers, one real server of the project’s own on a port and folder apart.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from './checks/chromium.ts'

const port = process.env['E2E_PORT'] ?? '8790'
const origin = `http://127.0.0.1:${port}`

// Playwright loads this file in every worker; only the first load makes the server's folder.
const dataFolder = (process.env['E2E_DATA'] ??= mkdtempSync(join(tmpdir(), 'basis-e2e-')))
const executablePath = findChromium()

/** `npm run journeys:cluster`: the same journeys against two gateways of a cluster. */
const isCluster = process.env['E2E_CLUSTER'] === 'on'
const server = isCluster ? 'checks/cluster/two-gateways.ts' : 'packages/server/src/main.ts'

export default defineConfig({
  // Node reads the types itself; Playwright would first translate each file, and its imports.
  build: { external: ['**/*'] },
  testDir: 'checks/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // Limits against hanging only: a busy machine takes ten times as long as an idle one.
  timeout: 900_000,
  expect: { timeout: 180_000 },
  reporter: [['list']],
  use: {
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // What only moves is not waited for.
    contextOptions: { reducedMotion: 'reduce' },
    // A recording costs more than what it records: 31 CPU seconds a journey instead of 12. Who
    // looks for a cause runs one journey with `--trace retain-on-failure`.
    screenshot: 'only-on-failure',
    // An act that cannot be done says what it waited for.
    actionTimeout: 240_000,
    launchOptions: {
      args: chromiumArgs,
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
  webServer: {
    command: `"${process.execPath}" ${server}`,
    url: `${origin}/ready`,
    timeout: 600_000,
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      BASIS_PORT: port,
      BASIS_HOST: '127.0.0.1',
      BASIS_DATA: dataFolder,
      BASIS_SEED: '42',
      BASIS_LOG_LEVEL: 'warn',
    },
  },
})
