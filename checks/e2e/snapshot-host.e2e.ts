// A snapshot of the chart is uploaded to the host that the operator names, and the trader gets its
// address.

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startExchange } from '../exchange-process.ts'
import { Chart } from './chart-view.ts'
import { expect, test } from './journey.ts'

const address = 'https://pictures.example/x/7Qa.png'

test('a snapshot of the chart is uploaded to the snapshot host, which answers a link', async ({
  page,
}) => {
  const received: Buffer[] = []
  const pictures = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push(Buffer.concat(parts))
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end(address)
    })
  })
  pictures.listen(0, '127.0.0.1')
  await once(pictures, 'listening')
  const { port } = pictures.address() as AddressInfo
  const folder = mkdtempSync(join(tmpdir(), 'basis-pictures-'))
  const exchange = await startExchange({
    dataFolder: folder,
    settings: {
      BASIS_SNAPSHOT_HOST: `http://127.0.0.1:${port}/snapshot`,
      BASIS_ROBOTS: 'off',
    },
  })
  try {
    await page.goto(`${exchange.origin}/trade/usdt/BTCUSDT`)
    const chart = new Chart(page)
    await chart.isDrawn()
    await chart.frame.getByRole('button', { name: 'Save picture' }).click()
    await chart.frame.getByRole('menuitemradio', { name: 'Get a link to the picture' }).click()
    await expect(page.getByText(address).first()).toBeVisible()
    expect(received).toHaveLength(1)
    const sent = received[0]?.toString('latin1') ?? ''
    expect(sent).toContain('name="preparedImage"')
    expect(sent).toContain('\x89PNG')
  } finally {
    // A page that keeps asking would report errors about the stopped server.
    await page.goto('about:blank')
    await exchange.end('SIGKILL')
    pictures.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
