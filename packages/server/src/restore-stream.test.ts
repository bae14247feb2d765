// What makes a cluster's stream anew refuses a folder that cannot be its beginning.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config/config.ts'
import { restoreStream } from './restore-stream.ts'

test('a folder without commands makes no stream anew, and no server is asked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'basis-empty-'))
  const config = readConfig({ BASIS_DATA: folder, BASIS_ID: 'e1' })
  await expect(restoreStream(config, () => undefined)).rejects.toThrow('holds no commands')
  rmSync(folder, { recursive: true })
})
