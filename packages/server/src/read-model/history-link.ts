// The read model's side of the history thread: sends tasks, returns answers as promises, and
// rejects all of them after a fatal failure.

import { messageOf } from '../failures/thrown.ts'
import { beginUse, type ThreadUse } from '../threads/thread-use.ts'
import type { HistoryStart } from './history-store.ts'
import type {
  HistoryAnswer,
  HistoryRequest,
  HistoryTask,
  HistoryWorkerSettings,
} from './history-worker.ts'
import { HistoryUnavailable } from './read-model.ts'

type Waiting = {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

export class HistoryLink {
  readonly started: Promise<HistoryStart>
  readonly ended: Promise<void>
  readonly #use: ThreadUse
  readonly #waiting = new Map<number, Waiting>()
  #nextId = 1
  #failure: string | undefined

  constructor(settings: HistoryWorkerSettings) {
    const starting = Promise.withResolvers<HistoryStart>()
    this.started = starting.promise
    const fail = (reason: string): void => {
      this.#failure ??= reason
      starting.reject(new HistoryUnavailable(this.#failure))
      for (const { reject } of this.#waiting.values()) {
        reject(new HistoryUnavailable(this.#failure))
      }
      this.#waiting.clear()
    }
    const entry = new URL('./history-worker.ts', import.meta.url)
    const onMessage = (answer: HistoryAnswer): void => {
      if (answer.kind === 'opened') starting.resolve(answer.start)
      else if (answer.kind === 'done') this.#taken(answer.id)?.resolve(answer.value)
      else if (answer.isFatal) fail(answer.message)
      else if (answer.isAway) this.#taken(answer.id)?.reject(new HistoryUnavailable(answer.message))
      else this.#taken(answer.id)?.reject(new Error(answer.message))
    }
    const onError = (error: unknown): void => fail(messageOf(error))
    this.#use = beginUse({ entry, name: 'history', settings, onMessage, onError })
    this.ended = this.#use.ended.then(() => fail('it is closed'))
  }

  /** Why the history cannot be queried; undefined while it works. */
  get failure(): string | undefined {
    return this.#failure
  }

  /**
   * Rejects with HistoryUnavailable once the thread has failed. A writer processes tasks in order.
   */
  ask(task: HistoryTask, seenSeq = 0): Promise<unknown> {
    if (this.#failure !== undefined) return Promise.reject(new HistoryUnavailable(this.#failure))
    const id = this.#nextId
    this.#nextId += 1
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#use.post({ id, task, seenSeq } satisfies HistoryRequest)
    })
  }

  #taken(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    return waiting
  }
}
