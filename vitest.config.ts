// How unit and component tests run: .test.ts under Node, .test.tsx in a real Chromium.

import { globSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { chromiumArgs, findChromium, installCommand, isCi } from './checks/chromium.ts'
import { proofLength } from './checks/proof-length.ts'
import { SlowFirst } from './checks/slow-first.ts'

/** Run under Node, and paint in a browser of their own. */
const paintingTests = 'checks/goldens/chart-goldens.test.ts'
const componentTests = ['packages/web/src/**/*.test.tsx', 'packages/chart/testing/**/*.test.tsx']

/**
 * Limits against hanging only: a busy machine takes ten times as long as an idle one, and 20,000
 * seeds of a cluster half an hour.
 */
const patience = {
  testTimeout: proofLength(7_200_000, 900_000),
  hookTimeout: 900_000,
  expect: { poll: { timeout: 180_000 } },
}

const nodeProject = (without: string[] = []): TestProjectConfiguration => ({
  test: {
    name: 'node',
    environment: 'node',
    setupFiles: [
      'checks/patient-waits.ts',
      'checks/fresh-modules.ts',
      'packages/web/testing/page-parts.ts',
    ],
    include: ['packages/*/{src,testing}/**/*.test.ts', 'checks/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'checks/e2e/**', ...without],
    maxWorkers: '100%',
    ...patience,
  },
})

function browserProject(executablePath: string): TestProjectConfiguration {
  return {
    plugins: [react({ compiler: true })],
    optimizeDeps: {
      include: [
        'fast-check',
        'react',
        'react-dom/client',
        'react/jsx-dev-runtime',
        'react/compiler-runtime',
      ],
    },
    test: {
      name: 'browser',
      include: componentTests,
      setupFiles: ['checks/patient-waits.ts', 'packages/web/testing/page-parts.ts'],
      ...patience,
      maxWorkers: '100%',
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions: { executablePath, args: chromiumArgs } }),
        instances: [{ browser: 'chromium' }],
      },
    },
  }
}

function projects(): TestProjectConfiguration[] {
  if (globSync(componentTests).length === 0) return [nodeProject()]
  const chromium = findChromium()
  if (chromium !== undefined) return [nodeProject(), browserProject(chromium)]
  const notice = `Component tests need a Chromium. On Debian, as root: ${installCommand}`
  if (isCi()) throw new Error(notice)
  console.warn(notice)
  return [nodeProject([paintingTests])]
}

export default defineConfig({
  test: { projects: projects(), sequence: { sequencer: SlowFirst } },
})
