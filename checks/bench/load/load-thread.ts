// Threads that load a server: started with a plan, and their answers counted after a warm-up.

import { parentPort, Worker } from 'node:worker_threads'

export type LoadResult = { readonly answers: number; readonly perSecond: number }

/** One of the connections of a load; its answers are counted from its start. */
export type LoadConnection = { readonly answers: number; readonly end: () => void }

const warmUpShare = 0.2

/** Runs a module in a thread with a plan as its data; rejects when it throws. */
export function loadInThread(module: string, plan: object): Promise<LoadResult> {
  const worker = new Worker(new URL(module), { workerData: plan })
  return new Promise((resolve, reject) => {
    worker.on('message', resolve)
    worker.on('error', reject)
  })
}

/** Called in the thread: counts for `seconds` after a warm-up, closes all and reports the rate. */
export function reportRate(seconds: number, connections: readonly LoadConnection[]): void {
  const count = (): number => connections.reduce((sum, { answers }) => sum + answers, 0)
  let [startedMs, before] = [0, 0]
  setTimeout(
    () => {
      startedMs = performance.now()
      before = count()
    },
    seconds * warmUpShare * 1000,
  )
  setTimeout(
    () => {
      const answers = count() - before
      const tookMs = performance.now() - startedMs
      for (const connection of connections) connection.end()
      parentPort?.postMessage({ answers, perSecond: (answers / tookMs) * 1000 })
    },
    seconds * (1 + warmUpShare) * 1000,
  )
}
