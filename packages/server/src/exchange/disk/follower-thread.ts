// The follower as the exchange holds it: each snapshot is the work of a thread that begins with
// what is on the disk and ends, so that a failure leaves nothing behind and no memory is held.

import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Follower } from '../ports.ts'
import type { FollowerTask, FollowerWord } from './follower-worker.ts'

/** Returns the follower of a data folder. */
export function followerThread(
  task: Omit<FollowerTask, 'goal'>,
  onNotice: (message: string) => void,
): Follower {
  let running: Worker | undefined
  let isGivenUp = false
  return {
    takeSnapshot: (goal) => {
      const worker = new Worker(new URL('./follower-worker.ts', import.meta.url), {
        workerData: { ...task, goal } satisfies FollowerTask,
        name: 'follower',
        // It holds the same state as the exchange, which has this much room.
        resourceLimits: {
          maxOldGenerationSizeMb: Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20),
        },
      })
      running = worker
      const ending = Promise.withResolvers<number>()
      let baseSeq = 0
      worker.on('message', (word: FollowerWord) => {
        if (typeof word === 'string') onNotice(word)
        else baseSeq = word
      })
      worker.on('error', ending.reject)
      worker.on('exit', (code) => {
        running = undefined
        if (code === 0) ending.resolve(baseSeq)
        else if (isGivenUp)
          ending.reject(new Error('the stop of the exchange does not wait for it'))
        else ending.reject(new Error(`its thread ended with code ${code}`))
      })
      return ending.promise
    },
    stop: async () => {
      isGivenUp = true
      await running?.terminate()
    },
  }
}
