// A server of our own for third-party clients: a process on a free port, with an API key.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startExchange, type ExchangeProcess } from '../exchange-process.ts'
import type { Credentials } from './unmodified-clients.ts'

export type Venue = {
  readonly origin: string
  /** The key of a fresh account with demo funds. */
  readonly credentials: Credentials
  readonly process: ExchangeProcess
  /** Removed with the venue. */
  readonly dataFolder: string
  readonly stop: () => Promise<void>
}

/** Starts a venue with its robots; the default request limits apply unless overridden. */
export async function startVenue(settings: Record<string, string> = {}): Promise<Venue> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'basis-clients-'))
  const exchange = await startExchange({ dataFolder, settings, words: ['--demo-key'] })
  return {
    origin: exchange.origin,
    credentials: await printedKey(exchange),
    process: exchange,
    dataFolder,
    async stop() {
      // Its folder is deleted with it, so the snapshot of an orderly end is not needed.
      await exchange.end('SIGKILL')
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

/** The key that the process prints when started with `--demo-key`. */
async function printedKey(exchange: ExchangeProcess): Promise<Credentials> {
  for (let left = 600; left > 0; left -= 1) {
    const [, key] = /^Demo key: (\w+)$/m.exec(exchange.output()) ?? []
    const [, secret] = /^Demo secret: (\w+)$/m.exec(exchange.output()) ?? []
    if (key !== undefined && secret !== undefined) return { key, secret }
    await delay(100)
  }
  throw new Error(`The server printed no key:\n${exchange.output()}`)
}

type Envelope = {
  readonly retCode: number
  readonly retMsg: string
  readonly result: Record<string, unknown>
  readonly retExtInfo: object
  readonly time: number
}

export const getJson = async (url: string): Promise<Envelope> =>
  (await (await fetch(url)).json()) as Envelope

/** Resolves when options are listed, shortly after the robots have started. */
export async function untilOptions(origin: string): Promise<void> {
  const url = `${origin}/v5/market/instruments-info?category=option&baseCoin=`
  for (const coin of ['BTC', 'ETH']) {
    for (let left = 600; left > 0; left -= 1) {
      const { result } = await getJson(`${url}${coin}`)
      const { list } = result as { readonly list: readonly unknown[] }
      if (list.length > 0) break
      await delay(200)
    }
  }
}
