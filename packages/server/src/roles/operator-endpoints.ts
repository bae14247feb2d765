// Endpoints of processes that no trader reaches: `/ready`, `/hash` and `/metrics` for operators.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../config/config.ts'
import type { Exchange } from '../exchange/exchange.ts'

type OperatorEndpoints = { readonly port: number; readonly close: () => void }

/** Listens where the settings say; whoever follows is ready when somebody leads. */
export async function openOperatorEndpoints(
  { port, host }: Config,
  exchange: Exchange,
  figures: () => Readonly<Record<string, number>>,
): Promise<OperatorEndpoints> {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'Content-Type': type }).end(body)
    }
    if (request.url === '/ready') answer(200, 'application/json', JSON.stringify(exchange.status()))
    else if (request.url === '/hash') {
      answer(200, 'application/json', JSON.stringify(exchange.stateHash()))
    } else if (request.url === '/metrics') {
      const { lastSeq, snapshotSeq } = exchange.status()
      const all = Object.entries({ seq: lastSeq, snapshot_seq: snapshotSeq, ...figures() })
      answer(200, 'text/plain', all.map(([name, value]) => `basis_${name} ${value}\n`).join(''))
    } else answer(404, 'text/plain', 'not found\n')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () => void server.close(),
  }
}
