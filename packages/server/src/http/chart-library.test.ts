// A licensed chart library is served if the operator has one, and reported as missing if not.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { otherGateway, startTestServer, type TestServer } from '../../testing/test-server.ts'

let venue: TestServer
beforeAll(async () => {
  venue = await startTestServer()
})
afterAll(() => venue.stop())

test('without a library folder library.json names no module, and no file is served', async () => {
  const offer = await venue.app.inject('/tradingview/library.json')
  expect([offer.statusCode, offer.json()]).toEqual([200, { module: null }])
  const { statusCode } = await venue.app.inject('/tradingview/charting_library.esm.js')
  expect(statusCode).toBe(404)
})

test('the files of a library folder are served, its page with a content security policy of its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'basis-library-'))
  writeFileSync(join(folder, 'charting_library.esm.js'), 'export class widget {}')
  writeFileSync(join(folder, 'sameorigin.html'), '<!doctype html><script>1</script>')
  const app = await otherGateway(venue, { chartLibrary: folder })
  const offer = await app.inject('/tradingview/library.json')
  expect(offer.json()).toEqual({ module: 'charting_library.esm.js' })
  const script = await app.inject('/tradingview/charting_library.esm.js')
  expect(script.body).toBe('export class widget {}')
  expect(script.headers['content-type']).toMatch(/javascript/)
  expect(String(script.headers['content-security-policy'])).not.toContain('unsafe-inline')
  const page = await app.inject('/tradingview/sameorigin.html')
  expect(String(page.headers['content-security-policy'])).toContain("script-src 'self' 'unsafe")
  expect((await app.inject('/tradingview/../config.ts')).statusCode).toBe(404)
  await app.close()
  rmSync(folder, { recursive: true })
})
