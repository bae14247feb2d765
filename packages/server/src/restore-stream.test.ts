// Restoring a cluster's stream refuses a folder that cannot be its beginning.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config/config.ts'
import { restoreStream } from './restore-stream.ts'

test('restoring a stream from a folder without commands is refused before a server is contacted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'basis-empty-'))
  const config = readConfig({ BASIS_DATA: folder, BASIS_ID: 'e1' })
  await expect(restoreStream(config, () => undefined)).rejects.toThrow('holds no commands')
  rmSync(folder, { recursive: true })
})
