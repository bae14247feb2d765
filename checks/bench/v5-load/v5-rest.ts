// The bench `v5-rest`: signed orders and their cancels over `/v5/order`, against a bare Fastify
// echo that verifies the same HMAC and does nothing else.

// Sixty-four keep-alive connections, one request in flight on each; our answers are sent when the
// command is on the disk.

import { httpLoad, postText, signedHeaders } from '../load/http-load.ts'
import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'
import { rawJson, startEcho } from '../orders.ts'
import { echoSecret } from './signed-echo.ts'
import { restingOrder, startSignedVenue, type Signer } from './signers.ts'

const connections = 64
const runs = 3
const seconds = 3

export async function bench(): Promise<BenchLine> {
  const { port, signers, stop } = await startSignedVenue(connections)
  const echo = await startEcho('./v5-load/signed-echo.ts')
  try {
    const ours: number[] = []
    const peer: number[] = []
    for (let run = 0; run < runs; run += 1) {
      const plan = {
        seconds,
        requests: signers.map(requestsOf),
        firstNumber: 10_000_000 + run * 10_000_000,
      }
      const echoed = {
        port: echo.port,
        expected: 'orderLinkId',
        secrets: signers.map(() => echoSecret),
      }
      peer.push((await httpLoad({ ...plan, ...echoed })).perSecond)
      const secrets = signers.map(({ secret }) => secret)
      ours.push((await httpLoad({ ...plan, port, expected: '"retCode":0,', secrets })).perSecond)
    }
    const [oursPerSecond, peerPerSecond] = [median(ours), median(peer)]
    return {
      name: 'v5-rest',
      ratio: oursPerSecond / peerPerSecond,
      ours: oursPerSecond,
      peer: peerPerSecond,
      peerName: 'fastify echo with HMAC',
      unit: 'req/s',
    }
  } finally {
    await stop()
    echo.process.kill('SIGKILL')
  }
}

function requestsOf({ key }: Signer): readonly string[] {
  const headers = signedHeaders(key)
  const { category, symbol, ...order } = restingOrder('bench-\u0000')
  const name = { category, symbol, orderLinkId: order.orderLinkId }
  return [
    postText('/v5/order/create', headers, rawJson({ category, symbol, ...order })),
    postText('/v5/order/cancel', headers, rawJson(name)),
  ]
}
