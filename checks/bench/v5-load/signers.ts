// Accounts with keys for the benches of the open API, on a server without robots and limits.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@basis/protocol/calls'
import { userTokenHeader } from '@basis/protocol/call'
import { v5Permissions } from '@basis/protocol/v5/vocabulary'
import { startExchange, type ExchangeProcess } from '../../exchange-process.ts'
import { openSession, restingOrder as plainOrder } from '../orders.ts'

export type Signer = { readonly key: string; readonly secret: string }

export type SignedVenue = {
  readonly venue: ExchangeProcess
  readonly port: number
  readonly signers: readonly Signer[]
  readonly stop: () => Promise<void>
}

export async function startSignedVenue(count: number): Promise<SignedVenue> {
  const folder = mkdtempSync(join(tmpdir(), 'basis-v5-bench-'))
  const venue = await startExchange({
    dataFolder: join(folder, 'data'),
    settings: { BASIS_ROBOTS: 'off', BASIS_RATE_LIMIT: '0', BASIS_OPEN_LIMIT_FACTOR: '0' },
  })
  const { origin } = venue
  return {
    venue,
    port: Number(new URL(origin).port),
    signers: await Promise.all(Array.from({ length: count }, () => openSigner(origin))),
    async stop() {
      await venue.end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openSigner(origin: string): Promise<Signer> {
  const { cookie, token } = await openSession(origin)
  const answer = await fetch(`${origin}${calls.createApiKey.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, [userTokenHeader]: token },
    body: JSON.stringify({ note: 'bench', readOnly: false, permissions: v5Permissions, ips: [] }),
  })
  const body = (await answer.json()) as {
    readonly result?: { readonly item: { readonly apiKey: string }; readonly secret: string }
  }
  if (body.result === undefined) throw new Error(`No key: ${JSON.stringify(body)}`)
  return { key: body.result.item.apiKey, secret: body.result.secret }
}

/** The resting order as the open API takes it. */
export const restingOrder = (orderLinkId: string) => ({
  category: 'linear',
  ...plainOrder(orderLinkId),
})
