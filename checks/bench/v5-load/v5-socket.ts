// The bench `v5-socket`: orders and their cancels over `/v5/trade`, against a bare `ws` that sends
// the same messages back.

import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'
import { startEcho } from '../orders.ts'
import { startSignedVenue } from './signers.ts'
import { socketLoad } from './socket-load.ts'

const connections = 64
const runs = 3
const seconds = 3

export async function bench(): Promise<BenchLine> {
  const { port, signers, stop } = await startSignedVenue(connections)
  const echo = await startEcho('./v5-load/socket-echo.ts')
  try {
    const ours: number[] = []
    const peer: number[] = []
    for (let run = 0; run < runs; run += 1) {
      const plan = { seconds, signers, firstNumber: 10_000_000 + run * 10_000_000 }
      const url = (of: number): string => `ws://127.0.0.1:${of}/v5/trade`
      peer.push(await socketLoad({ ...plan, url: url(echo.port), expected: 'bench-' }))
      ours.push(await socketLoad({ ...plan, url: url(port), expected: '"retCode":0,' }))
    }
    const [oursPerSecond, peerPerSecond] = [median(ours), median(peer)]
    return {
      name: 'v5-socket',
      ratio: oursPerSecond / peerPerSecond,
      ours: oursPerSecond,
      peer: peerPerSecond,
      peerName: 'ws echo',
      unit: 'req/s',
    }
  } finally {
    await stop()
    echo.process.kill('SIGKILL')
  }
}
