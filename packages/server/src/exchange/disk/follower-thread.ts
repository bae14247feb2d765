// The exchange's side of the follower: each snapshot runs in a thread of its own that starts from
// the disk and ends, so that a failure leaves nothing behind and no memory stays in use.

import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { HashingFollower } from '../ports.ts'
import type { FollowerTask, FollowerWord } from './follower-worker.ts'

/**
 * Terminating a thread during decompression crashes the process (a bug of Node's zlib), so the
 * thread is asked to end before the next portion, and terminated only after this time.
 */
const patienceMs = 2_000

/** Returns the follower of a data folder. */
export function followerThread(
  task: Omit<FollowerTask, 'goal' | 'given'>,
  onNotice: (message: string) => void,
): HashingFollower {
  const running = new Set<Worker>()
  let isGivenUp = false
  const given = new Int32Array(new SharedArrayBuffer(4))
  const ask = (goal: FollowerTask['goal']): Promise<Exclude<FollowerWord, string>> => {
    const worker = new Worker(new URL('./follower-worker.ts', import.meta.url), {
      workerData: { ...task, goal, given } satisfies FollowerTask,
      name: 'follower',
      // The thread holds the same state as the exchange, so it gets the same heap limit.
      resourceLimits: {
        maxOldGenerationSizeMb: Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20),
      },
    })
    running.add(worker)
    const ending = Promise.withResolvers<Exclude<FollowerWord, string>>()
    let answer: Exclude<FollowerWord, string> = { baseSeq: 0 }
    worker.on('message', (word: FollowerWord) => {
      if (typeof word === 'string') onNotice(word)
      // Any other message is Node's own, about watched files.
      else if ('baseSeq' in word || 'hash' in word) answer = word
    })
    const givenUp = (): Error => new Error('the stop of the exchange does not wait for it')
    worker.on('error', (error) => ending.reject(isGivenUp ? givenUp() : error))
    worker.on('exit', (code) => {
      running.delete(worker)
      if (code === 0) ending.resolve(answer)
      else if (isGivenUp) ending.reject(givenUp())
      else ending.reject(new Error(`its thread ended with code ${code}`))
    })
    return ending.promise
  }
  return {
    takeSnapshot: async (goal) => {
      const answer = await ask(goal)
      return 'baseSeq' in answer ? answer.baseSeq : 0
    },
    hashAt: async (seq) => {
      const answer = await ask(seq)
      return 'hash' in answer ? answer.hash : ''
    },
    stop: async () => {
      isGivenUp = true
      Atomics.store(given, 0, 1)
      const ends = [...running].map(
        (worker) => new Promise((resolve) => void worker.once('exit', resolve)),
      )
      const late = setTimeout(() => {
        for (const worker of running) void worker.terminate()
      }, patienceMs)
      await Promise.all(ends)
      clearTimeout(late)
    },
  }
}
